/* Notes what a program writes to a database and when it is synced, for tests/safety/faults/power.py.

   LD_PRELOADed. SAFETY_DISK names the database; its files are it, it-wal and it-journal, and its folder. SAFETY_DISK_LOG
   is where the notes go, in the order in which things happened: one lock is held over an operation and its note. A sync
   has two notes, as what is written while it goes on may or may not be on the disk when it ends.

   A note: kind, file, two bytes of nothing, length of what follows (4 bytes), offset or number of the thread (8 bytes),
   then the bytes written. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITTEN = 'w', CUT = 't', SYNC_BEGINS = 'b', SYNC_ENDS = 'e', MADE = 'm', REMOVED = 'r' };
enum { NONE, DATABASE, LOG, JOURNAL, FOLDER };

#define FILES 65536
static unsigned char file_of[FILES];
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static int notes = -1;

static int which(const char *path) {
  const char *database = getenv("SAFETY_DISK");
  if (!database || !path) return NONE;
  size_t length = strlen(database);
  if (!strncmp(path, database, length)) {
    if (!path[length]) return DATABASE;
    if (!strcmp(path + length, "-wal")) return LOG;
    if (!strcmp(path + length, "-journal")) return JOURNAL;
    return NONE;
  }
  const char *slash = strrchr(database, '/');
  size_t folder = slash - database;
  return strlen(path) == folder && !strncmp(path, database, folder) ? FOLDER : NONE;
}

static void note(char kind, int file, uint64_t at, const void *bytes, uint32_t length) {
  if (notes < 0) notes = syscall(SYS_openat, AT_FDCWD, getenv("SAFETY_DISK_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  char head[16] = {kind, (char)file, 0, 0};
  memcpy(head + 4, &length, 4);
  memcpy(head + 8, &at, 8);
  struct iovec parts[2] = {{head, sizeof head}, {(void *)bytes, length}};
  if (syscall(SYS_writev, notes, parts, length ? 2 : 1) < 0) abort();
}

static int known(int fd) { return fd >= 0 && fd < FILES ? file_of[fd] : NONE; }

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define OPENS(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    mode_t mode = 0; \
    if (flags & O_CREAT) { \
      va_list rest; \
      va_start(rest, flags); \
      mode = va_arg(rest, mode_t); \
      va_end(rest); \
    } \
    int file = which(path); \
    if (file == NONE) { \
      int fd = real(path, flags, mode); \
      if (fd >= 0 && fd < FILES) file_of[fd] = NONE; \
      return fd; \
    } \
    pthread_mutex_lock(&one); \
    int is_new = (flags & O_CREAT) && access(path, F_OK); \
    int fd = real(path, flags, mode); \
    if (fd >= 0 && fd < FILES) file_of[fd] = (unsigned char)file; \
    if (fd >= 0 && is_new) note(MADE, file, 0, NULL, 0); \
    pthread_mutex_unlock(&one); \
    return fd; \
  }
OPENS(open)
OPENS(open64)

#define WRITES(name) \
  ssize_t name(int fd, const void *bytes, size_t length, off64_t at) { \
    REAL(name); \
    int file = known(fd); \
    if (file == NONE) return real(fd, bytes, length, at); \
    pthread_mutex_lock(&one); \
    ssize_t done = real(fd, bytes, length, at); \
    if (done > 0) note(WRITTEN, file, (uint64_t)at, bytes, (uint32_t)done); \
    pthread_mutex_unlock(&one); \
    return done; \
  }
WRITES(pwrite)
WRITES(pwrite64)

#define CUTS(name) \
  int name(int fd, off64_t length) { \
    REAL(name); \
    int file = known(fd); \
    if (file == NONE) return real(fd, length); \
    pthread_mutex_lock(&one); \
    int done = real(fd, length); \
    if (!done) note(CUT, file, (uint64_t)length, NULL, 0); \
    pthread_mutex_unlock(&one); \
    return done; \
  }
CUTS(ftruncate)
CUTS(ftruncate64)

static void note_sync(char kind, int file) {
  pthread_mutex_lock(&one);
  note(kind, file, (uint64_t)syscall(SYS_gettid), NULL, 0);
  pthread_mutex_unlock(&one);
}

#define SYNCS(name) \
  int name(int fd) { \
    REAL(name); \
    int file = known(fd); \
    if (file == NONE) return real(fd); \
    note_sync(SYNC_BEGINS, file); \
    int done = real(fd); \
    if (!done) note_sync(SYNC_ENDS, file); \
    return done; \
  }
SYNCS(fsync)
SYNCS(fdatasync)

int unlink(const char *path) {
  REAL(unlink);
  int file = which(path);
  if (file == NONE) return real(path);
  pthread_mutex_lock(&one);
  int done = real(path);
  if (!done) note(REMOVED, file, 0, NULL, 0);
  pthread_mutex_unlock(&one);
  return done;
}
