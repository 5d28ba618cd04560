#define _GNU_SOURCE
#include "include/cplatform.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *cplatform_open_library(const char *const *names) {
  for (; *names; names++) {
    void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
  }
  return NULL;
}

void *cplatform_symbol(void *library, const char *name) { return dlsym(library, name); }

static volatile sig_atomic_t interrupted = 0;

static void note_interrupt(int signal_number) {
  (void)signal_number;
  interrupted = 1;
}

void cplatform_catch_signals(void) {
  struct sigaction once;
  memset(&once, 0, sizeof once);
  once.sa_handler = note_interrupt;
  // One interrupt is a request, the second one an order. No SA_RESTART: a waiting read returns.
  once.sa_flags = (int)SA_RESETHAND;
  sigemptyset(&once.sa_mask);
  sigaction(SIGINT, &once, NULL);
  sigaction(SIGTERM, &once, NULL);
  signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
  // A file that may not grow is an error of the write, not the end of the process.
  signal(SIGXFSZ, SIG_IGN);
#endif
}

bool cplatform_interrupted(void) { return interrupted != 0; }

#ifdef __APPLE__
#define MODIFIED st_mtimespec
#define CHANGED st_ctimespec
#else
#define MODIFIED st_mtim
#define CHANGED st_ctim
#endif

static int64_t nanoseconds(struct timespec time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int cplatform_status(const char *path, cplatform_file_status *out) {
  struct stat found;
  if (stat(path, &found) != 0) return errno;
  out->device = (uint64_t)found.st_dev;
  out->inode = (uint64_t)found.st_ino;
  out->size = (uint64_t)found.st_size;
  out->modified_ns = nanoseconds(found.MODIFIED);
  out->changed_ns = nanoseconds(found.CHANGED);
  out->is_directory = S_ISDIR(found.st_mode);
  out->is_regular = S_ISREG(found.st_mode);
  out->is_private =
      found.st_uid == geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return 0;
}
