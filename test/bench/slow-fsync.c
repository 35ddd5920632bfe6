// Adds 1 ms to every fsync and fdatasync of the daemon, as on a slower disk (`npm run bench -- --slow-fsync` preloads
// it). The file in SLOW_FSYNC_COUNT receives the number of calls and the added time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct seen {
  _Atomic unsigned int calls;
  _Atomic unsigned int added_us;
};
static struct seen nowhere;
static struct seen *seen = &nowhere;
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

__attribute__((constructor)) static void prepare(void) {
  real_fsync = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  const char *name = getenv("SLOW_FSYNC_COUNT");
  int file = name ? open(name, O_RDWR) : -1;
  if (file < 0) return;
  // The file is mapped, so that the benchmark can read it while the daemon runs.
  void *mapped = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) seen = mapped;
  close(file);
}

static void delay(void) {
  struct timespec from, to, left = {0, 1000000};
  clock_gettime(CLOCK_MONOTONIC, &from);
  // A signal ends nanosleep early.
  while (nanosleep(&left, &left) != 0) {
  }
  clock_gettime(CLOCK_MONOTONIC, &to);
  atomic_fetch_add(&seen->calls, 1);
  atomic_fetch_add(&seen->added_us, (to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000);
}

int fsync(int file) {
  delay();
  return real_fsync(file);
}

int fdatasync(int file) {
  delay();
  return real_fdatasync(file);
}
