/* A disk on which the system lets nobody write any more, for tests/safety/faults/test_broken_disk.py.

   LD_PRELOADed. As long as the file is there that SAFETY_READ_ONLY names, what SQLite writes fails, and whoever asks hears
   that nothing can be written. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int access(const char *path, int how) {
  REAL(access);
  if (how & W_OK && !real(getenv("SAFETY_READ_ONLY"), F_OK)) {
    errno = EROFS;
    return -1;
  }
  return real(path, how);
}

#define WRITES(name) \
  ssize_t name(int fd, const void *bytes, size_t length, off64_t at) { \
    REAL(name); \
    if (!access(getenv("SAFETY_READ_ONLY"), F_OK)) { \
      errno = EROFS; \
      return -1; \
    } \
    return real(fd, bytes, length, at); \
  }
WRITES(pwrite)
WRITES(pwrite64)
