// What the standard modules of the platform hide from Swift, in a few plain C calls.
#ifndef MERIDIAN_CPLATFORM_H
#define MERIDIAN_CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Opens the first shared library of a NULL-terminated list that can be opened; NULL if none can.
void *_Nullable cplatform_open_library(const char *_Nonnull const *_Nonnull names);

// The address of a symbol of an opened library, or NULL.
void *_Nullable cplatform_symbol(void *_Nonnull library, const char *_Nonnull name);

// From now on an interrupt (SIGINT, SIGTERM) only sets a flag; a second one ends the process.
// A closed pipe becomes an error of write instead of a signal.
void cplatform_catch_signals(void);

// Whether an interrupt has arrived.
bool cplatform_interrupted(void);

// What the file system says of a path (links followed): 0, or the errno.
typedef struct {
  uint64_t device, inode, size;
  int64_t modified_ns, changed_ns;
  bool is_directory, is_regular;
} cplatform_file_status;
int cplatform_status(const char *_Nonnull path, cplatform_file_status *_Nonnull out);

// Starts a thread that calls `body(context)` once; NULL when there is none to be had.
typedef struct cplatform_thread cplatform_thread;
cplatform_thread *_Nullable cplatform_thread_start(void (*_Nonnull body)(void *_Nonnull context),
                                                   void *_Nonnull context);
// Waits for a thread's end and frees it.
void cplatform_thread_join(cplatform_thread *_Nonnull thread);

// A counting semaphore that starts at zero; NULL without memory.
typedef struct cplatform_semaphore cplatform_semaphore;
cplatform_semaphore *_Nullable cplatform_semaphore_new(void);
void cplatform_semaphore_free(cplatform_semaphore *_Nonnull semaphore);
void cplatform_semaphore_signal(cplatform_semaphore *_Nonnull semaphore);
// Waits for a signal, at most so long (negative: for ever), and takes it; false when none came.
bool cplatform_semaphore_wait(cplatform_semaphore *_Nonnull semaphore, int64_t nanoseconds);

// Processors this process may run on, at least 1.
size_t cplatform_processors(void);

#endif
