/* The time of day as another clock has it, for tests/safety/faults/test_other_clock.py.

   LD_PRELOADed. SAFETY_CLOCK names a file of eight bytes: by how many seconds the clock is ahead, read anew each time. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t ahead(void) {
  static volatile int64_t *seconds;
  if (!seconds) {
    int file = open(getenv("SAFETY_CLOCK"), O_RDONLY | O_CLOEXEC);
    void *place = mmap(NULL, sizeof *seconds, PROT_READ, MAP_SHARED, file, 0);
    if (place == MAP_FAILED) abort();
    close(file);
    seconds = place;
  }
  return *seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int done = real(clock, now);
  if (!done && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
  return done;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  int done = clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return done;
}

time_t time(time_t *place) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (place) *place = exact.tv_sec;
  return exact.tv_sec;
}
