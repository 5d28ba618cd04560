#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

#include "include/cplatform.h"

struct cplatform_thread {
  pthread_t thread;
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  cplatform_thread *thread = argument;
  thread->body(thread->context);
  return NULL;
}

cplatform_thread *cplatform_thread_start(void (*body)(void *), void *context) {
  cplatform_thread *thread = malloc(sizeof *thread);
  if (!thread) return NULL;
  thread->body = body;
  thread->context = context;
  pthread_attr_t attributes;
  int failed = pthread_attr_init(&attributes);
  if (!failed) {
    // What the main thread has by default; elsewhere threads get much less.
    pthread_attr_setstacksize(&attributes, (size_t)8 << 20);
    failed = pthread_create(&thread->thread, &attributes, run, thread);
    pthread_attr_destroy(&attributes);
  }
  if (!failed) return thread;
  free(thread);
  return NULL;
}

void cplatform_thread_join(cplatform_thread *thread) {
  pthread_join(thread->thread, NULL);
  free(thread);
}

struct cplatform_semaphore {
  pthread_mutex_t mutex;
  pthread_cond_t raised;
  int64_t count;
};

cplatform_semaphore *cplatform_semaphore_new(void) {
  cplatform_semaphore *semaphore = malloc(sizeof *semaphore);
  if (!semaphore) return NULL;
  semaphore->count = 0;
  pthread_mutex_init(&semaphore->mutex, NULL);
  pthread_cond_init(&semaphore->raised, NULL);
  return semaphore;
}

void cplatform_semaphore_free(cplatform_semaphore *semaphore) {
  pthread_cond_destroy(&semaphore->raised);
  pthread_mutex_destroy(&semaphore->mutex);
  free(semaphore);
}

void cplatform_semaphore_signal(cplatform_semaphore *semaphore) {
  pthread_mutex_lock(&semaphore->mutex);
  semaphore->count++;
  pthread_cond_signal(&semaphore->raised);
  pthread_mutex_unlock(&semaphore->mutex);
}

bool cplatform_semaphore_wait(cplatform_semaphore *semaphore, int64_t nanoseconds) {
  struct timespec until = {0, 0};
  if (nanoseconds >= 0) {
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t later = until.tv_nsec + nanoseconds;
    until.tv_sec += (time_t)(later / 1000000000);
    until.tv_nsec = (long)(later % 1000000000);
  }
  pthread_mutex_lock(&semaphore->mutex);
  int failed = 0;
  while (semaphore->count == 0 && !failed) {
    failed = nanoseconds < 0
                 ? pthread_cond_wait(&semaphore->raised, &semaphore->mutex)
                 : pthread_cond_timedwait(&semaphore->raised, &semaphore->mutex, &until);
  }
  bool taken = semaphore->count > 0;
  if (taken) semaphore->count--;
  pthread_mutex_unlock(&semaphore->mutex);
  return taken;
}

size_t cplatform_processors(void) {
#ifdef __linux__
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0)
    return (size_t)CPU_COUNT(&allowed);
#endif
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (size_t)online : 1;
}
