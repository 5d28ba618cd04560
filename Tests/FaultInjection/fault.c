// A library to preload into a program under test: it counts the calls that change files and lets
// one of them fail, or ends the process there.
//
//   FAULT_LOG=path   a letter for each counted call is added to this file:
//                    w write, s sync, t truncate, r rename, l link, u unlink, o create, c clone
//   FAULT_AT=n       the n-th counted call, from 1, is the one
//   FAULT_KIND=      enospc, eio    it fails with that error
//                    full           it and all later ones that need room fail with ENOSPC
//                    dead           it and all later ones fail with EIO
//                    before, after  the process is killed before or after it
//                    short          half of the bytes are written, and it says so
//                    torn           half of the bytes are written, and the process is killed
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;
static long fault_at;
static const char *kind = "";
static int log_file = -1;

__attribute__((constructor)) static void prepare(void) {
  const char *at = getenv("FAULT_AT");
  const char *name = getenv("FAULT_KIND");
  const char *path = getenv("FAULT_LOG");
  fault_at = at ? atol(at) : 0;
  if (name) kind = name;
  if (path) {
    log_file = (int)syscall(SYS_openat, AT_FDCWD, path,
                            O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
}

static int is(const char *name) { return strcmp(kind, name) == 0; }

static void die(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

enum verdict { PASS, FAIL, HALF, HALF_AND_DIE, PASS_AND_DIE };

// Counts a call and tells what is to become of it; errno is set where it is to fail.
static enum verdict judge(char letter) {
  long number = atomic_fetch_add(&calls, 1) + 1;
  if (log_file >= 0) syscall(SYS_write, log_file, &letter, 1);
  if (fault_at == 0 || number < fault_at) return PASS;
  if (is("full") && strchr("wtloc", letter)) {
    errno = ENOSPC;
    return FAIL;
  }
  if (is("dead")) {
    errno = EIO;
    return FAIL;
  }
  if (number != fault_at) return PASS;
  if (is("before")) die();
  if (is("after")) return PASS_AND_DIE;
  if (letter == 'w' && is("short")) return HALF;
  if (letter == 'w' && is("torn")) return HALF_AND_DIE;
  if (is("enospc") || is("eio")) {
    errno = is("eio") ? EIO : ENOSPC;
    return FAIL;
  }
  return PASS;
}

// Ends the process after a call where that was asked for.
static long done(enum verdict verdict, long result) {
  if (verdict == PASS_AND_DIE || verdict == HALF_AND_DIE) die();
  return result;
}

static size_t part(enum verdict verdict, size_t count) {
  return verdict == HALF || verdict == HALF_AND_DIE ? (count + 1) / 2 : count;
}

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

ssize_t write(int file, const void *bytes, size_t count) {
  // What the program says of a failure is not to fail.
  if (file == 2) return syscall(SYS_write, file, bytes, count);
  enum verdict verdict = judge('w');
  if (verdict == FAIL) return -1;
  return done(verdict, syscall(SYS_write, file, bytes, part(verdict, count)));
}

static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset) {
  enum verdict verdict = judge('w');
  if (verdict == FAIL) return -1;
  return done(verdict, syscall(SYS_pwrite64, file, bytes, part(verdict, count), offset));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return write_at(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return write_at(file, bytes, count, offset);
}

#define WRAP(letter, call)                  \
  enum verdict verdict = judge(letter);     \
  if (verdict == FAIL) return -1;           \
  return (int)done(verdict, call)

int fsync(int file) { WRAP('s', syscall(SYS_fsync, file)); }

int fdatasync(int file) { WRAP('s', syscall(SYS_fdatasync, file)); }

int ftruncate(int file, off_t length) { WRAP('t', REAL(ftruncate)(file, length)); }

int ftruncate64(int file, off64_t length) { WRAP('t', REAL(ftruncate64)(file, length)); }

int rename(const char *from, const char *to) { WRAP('r', REAL(rename)(from, to)); }

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  WRAP('r', syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int link(const char *file, const char *name) { WRAP('l', REAL(link)(file, name)); }

int unlink(const char *path) { WRAP('u', REAL(unlink)(path)); }

int mkdir(const char *path, mode_t mode) { WRAP('o', REAL(mkdir)(path, mode)); }

static int open_with(int folder, const char *path, int flags, mode_t mode) {
  if ((flags & O_CREAT) == 0) return (int)syscall(SYS_openat, folder, path, flags, mode);
  WRAP('o', syscall(SYS_openat, folder, path, flags, mode));
}

#define MODE(flags)                              \
  mode_t mode = 0;                               \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {       \
    va_list rest;                                \
    va_start(rest, flags);                       \
    mode = va_arg(rest, mode_t);                 \
    va_end(rest);                                \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return open_with(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags)
  return open_with(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return open_with(folder, path, flags, mode);
}

// Only the sharing of a file's blocks is a change (FICLONE of linux/fs.h).
int ioctl(int file, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (request != _IOW(0x94, 9, int)) return (int)syscall(SYS_ioctl, file, request, argument);
  WRAP('c', syscall(SYS_ioctl, file, request, argument));
}

ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t count,
                        unsigned flags) {
  enum verdict verdict = judge('w');
  if (verdict == FAIL) return -1;
  return done(verdict, syscall(SYS_copy_file_range, from, from_offset, to, to_offset,
                               part(verdict, count), flags));
}
