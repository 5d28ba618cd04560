#define _GNU_SOURCE
#include "include/cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// A pipe whose ends no other program inherits.
static int open_pipe(int ends[2]) {
#ifdef __APPLE__
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#endif
}

int cplatform_start(const char *path, const char *const *words, int *input, int *output,
                    int64_t *process) {
  int in[2], out[2];
  int failure = open_pipe(in);
  if (failure) return failure;
  failure = open_pipe(out);
  if (failure) {
    close(in[0]);
    close(in[1]);
    return failure;
  }
  posix_spawn_file_actions_t actions;
  failure = posix_spawn_file_actions_init(&actions);
  if (!failure) {
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    pid_t child = 0;
    failure = posix_spawn(&child, path, &actions, NULL, (char *const *)words, environ);
    *process = child;
    posix_spawn_file_actions_destroy(&actions);
  }
  close(in[0]);
  close(out[1]);
  if (failure) {
    close(in[1]);
    close(out[0]);
    return failure;
  }
  *input = in[1];
  *output = out[0];
  return 0;
}

int cplatform_wait(int64_t process) {
  int status = 0;
  while (waitpid((pid_t)process, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

uint64_t cplatform_peak_memory(void) {
#ifdef __linux__
  // getrusage keeps the figure of the program that started this one; the status file does not.
  FILE *file = fopen("/proc/self/status", "re");
  if (file) {
    char line[256];
    unsigned long long kilobytes = 0;
    while (fgets(line, sizeof line, file)) {
      if (sscanf(line, "VmHWM: %llu kB", &kilobytes) == 1) break;
    }
    fclose(file);
    if (kilobytes) return kilobytes * 1024;
  }
#endif
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  return (uint64_t)usage.ru_maxrss;
#else
  return (uint64_t)usage.ru_maxrss * 1024;
#endif
}

uint64_t cplatform_preemptions(void) {
#ifdef RUSAGE_THREAD
  struct rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) == 0) return (uint64_t)usage.ru_nivcsw;
#endif
  return 0;
}
