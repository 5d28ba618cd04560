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
// A closed pipe and a file that may not grow become errors of write instead of signals.
void cplatform_catch_signals(void);

// Whether an interrupt has arrived.
bool cplatform_interrupted(void);

// What the file system says of a path (links followed): 0, or the errno.
typedef struct {
  uint64_t device, inode, size;
  int64_t modified_ns, changed_ns;
  bool is_directory, is_regular;
  // Whether it belongs to the user who runs this, and nobody else may write to it.
  bool is_private;
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

// Starts a program with a NULL-terminated list of words, the first its name, and pipes to its
// standard input and from its standard output; standard error is shared. Returns 0, or the errno.
int cplatform_start(const char *_Nonnull path, const char *_Nullable const *_Nonnull words,
                    int *_Nonnull input, int *_Nonnull output, int64_t *_Nonnull process);

// Waits for a started program to end: its exit code, or 128 and the signal that ended it.
int cplatform_wait(int64_t process);

// The most memory this process has held resident so far, in bytes; 0 if it cannot be told.
uint64_t cplatform_peak_memory(void);

// How often this thread has been taken off its processor so far; 0 where it cannot be told.
uint64_t cplatform_preemptions(void);

// A regular file mapped for reading; links are not followed. 0, or the errno.
typedef struct {
  void *_Nullable start;
  uint64_t size;
} cplatform_mapping;
int cplatform_map(const char *_Nonnull path, cplatform_mapping *_Nonnull out);
void cplatform_unmap(cplatform_mapping mapping);

// XXH3's 64-bit checksum by libxxhash, which is opened on first use; false without it.
bool cplatform_checksum(const void *_Nullable bytes, size_t count, uint64_t *_Nonnull out);

// SHA-256 (FIPS 180-4) by the system's library, or by Nettle, which is opened on first use.
typedef struct {
  void *_Nullable add, *_Nullable end;
  // The library's own state, with room to spare.
  uint64_t room[32];
} cplatform_sha256;
// False when no library is there; then nothing else may be called.
bool cplatform_sha256_start(cplatform_sha256 *_Nonnull state);
void cplatform_sha256_add(cplatform_sha256 *_Nonnull state, const void *_Nullable bytes,
                          size_t count);
void cplatform_sha256_end(cplatform_sha256 *_Nonnull state, uint8_t *_Nonnull out);

// Files by name, for a file that is replaced as a whole: 0, or the errno; ENOTSUP when the file
// system cannot do it.
//
// Two names change places in one step: whoever looks finds both, the one way or the other.
int cplatform_exchange(const char *_Nonnull one, const char *_Nonnull other);
// A new name that must be free (EEXIST when it is not).
int cplatform_rename_new(const char *_Nonnull from, const char *_Nonnull to);
// A new name; a file that has it is replaced.
int cplatform_rename(const char *_Nonnull from, const char *_Nonnull to);
// A second name for a file, which must be free.
int cplatform_link(const char *_Nonnull file, const char *_Nonnull name);
int cplatform_remove(const char *_Nonnull path);
// The path without links, `.` and `..`; ENAMETOOLONG without room for it.
int cplatform_real_path(const char *_Nonnull path, char *_Nonnull out, size_t room);
// Which file a name is for, links not followed, and its bytes.
int cplatform_link_status(const char *_Nonnull path, uint64_t *_Nonnull device,
                          uint64_t *_Nonnull inode, uint64_t *_Nonnull size);

// Files by descriptor: 0, or the errno.
//
// Opens a regular file for reading; links are not followed.
int cplatform_open(const char *_Nonnull path, int *_Nonnull out);
// Makes a new file for writing and reading: for the user alone, or as the user's mask says.
int cplatform_create(const char *_Nonnull path, bool is_private, int *_Nonnull out);
void cplatform_close(int file);
int cplatform_identity(int file, uint64_t *_Nonnull device, uint64_t *_Nonnull inode,
                       uint64_t *_Nonnull size);
// Bytes read at an offset, 0 at the end, or the errno below zero.
int64_t cplatform_read(int file, void *_Nonnull out, size_t count, uint64_t offset);
// Writes all bytes at the end of what has been written.
int cplatform_write(int file, const void *_Nullable bytes, size_t count);
// Lets an empty file share the blocks of another; false when the file system cannot (Linux).
bool cplatform_share_blocks(int from, int to);
// Makes a new file that shares the blocks of another; ENOTSUP when that cannot be done (Apple).
int cplatform_clone(int from, const char *_Nonnull name);
// Brings a file's bytes to the disk.
int cplatform_sync(int file);
// Brings the names in a folder to the disk.
int cplatform_sync_folder(const char *_Nonnull path);
// Gives a file the mode of another, and its owner and group as far as this user may.
int cplatform_copy_access(const char *_Nonnull from, int to);

// Opens or makes a file and locks it against every other process (flock) without waiting; the
// number of this process is written into it. EWOULDBLOCK when another holds it.
int cplatform_lock(const char *_Nonnull path, int *_Nonnull out);
bool cplatform_is_lock_held(int code);

#endif
