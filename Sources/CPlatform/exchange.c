#define _GNU_SOURCE
#include "include/cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/ioctl.h>
#include <sys/syscall.h>
// linux/fs.h, which does not go with every libc's headers.
#define CLONE_FILE _IOW(0x94, 9, int)
#endif
#ifdef __APPLE__
#include <sys/clonefile.h>
#endif

// A file system that does not know a flag or a call says so in one of these words.
static int is_unsupported(int code) {
  return code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP;
}

static int rename_with(const char *from, const char *to, bool is_exchange) {
#if defined(__APPLE__)
  int result = renamex_np(from, to, is_exchange ? RENAME_SWAP : RENAME_EXCL);
#elif defined(__GLIBC__)
  unsigned flag = is_exchange ? RENAME_EXCHANGE : RENAME_NOREPLACE;
  int result = renameat2(AT_FDCWD, from, AT_FDCWD, to, flag);
#else
  long result = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, is_exchange ? 2u : 1u);
#endif
  if (result == 0) return 0;
  return is_unsupported(errno) ? ENOTSUP : errno;
}

int cplatform_exchange(const char *one, const char *other) {
  return rename_with(one, other, true);
}

int cplatform_rename_new(const char *from, const char *to) {
  return rename_with(from, to, false);
}

int cplatform_rename(const char *from, const char *to) {
  return rename(from, to) == 0 ? 0 : errno;
}

int cplatform_link(const char *file, const char *name) {
  if (link(file, name) == 0) return 0;
  // Where links are unknown, or those to other people's files are forbidden, the answer is EPERM.
  bool is_refused = errno == EPERM || errno == EMLINK || is_unsupported(errno);
  return is_refused ? ENOTSUP : errno;
}

int cplatform_remove(const char *path) { return unlink(path) == 0 ? 0 : errno; }

int cplatform_real_path(const char *path, char *out, size_t room) {
  char *found = realpath(path, NULL);
  if (!found) return errno;
  size_t length = strlen(found);
  int code = length < room ? 0 : ENAMETOOLONG;
  if (code == 0) memcpy(out, found, length + 1);
  free(found);
  return code;
}

int cplatform_link_status(const char *path, uint64_t *device, uint64_t *inode, uint64_t *size) {
  struct stat found;
  if (lstat(path, &found) != 0) return errno;
  *device = (uint64_t)found.st_dev;
  *inode = (uint64_t)found.st_ino;
  *size = (uint64_t)found.st_size;
  return 0;
}

int cplatform_open(const char *path, int *out) {
  // O_NONBLOCK: a pipe that somebody has put there must not keep this process waiting.
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return errno;
  struct stat found;
  int code = fstat(file, &found) == 0 ? 0 : errno;
  if (code == 0 && !S_ISREG(found.st_mode)) code = S_ISDIR(found.st_mode) ? EISDIR : EINVAL;
  if (code != 0) {
    close(file);
    return code;
  }
  *out = file;
  return 0;
}

int cplatform_create(const char *path, bool is_private, int *out) {
  int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  is_private ? 0600 : 0666);
  if (file < 0) return errno;
  *out = file;
  return 0;
}

void cplatform_close(int file) { close(file); }

int cplatform_identity(int file, uint64_t *device, uint64_t *inode, uint64_t *size) {
  struct stat found;
  if (fstat(file, &found) != 0) return errno;
  *device = (uint64_t)found.st_dev;
  *inode = (uint64_t)found.st_ino;
  *size = (uint64_t)found.st_size;
  return 0;
}

int64_t cplatform_read(int file, void *out, size_t count, uint64_t offset) {
  ssize_t got;
  do {
    got = pread(file, out, count, (off_t)offset);
  } while (got < 0 && errno == EINTR);
  return got < 0 ? -(int64_t)errno : got;
}

int cplatform_write(int file, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t done = write(file, next, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return done < 0 ? errno : EIO;
    next += done;
    count -= (size_t)done;
  }
  return 0;
}

bool cplatform_share_blocks(int from, int to) {
#ifdef __linux__
  return ioctl(to, CLONE_FILE, from) == 0;
#else
  (void)from;
  (void)to;
  return false;
#endif
}

int cplatform_clone(int from, const char *name) {
#ifdef __APPLE__
  if (fclonefileat(from, AT_FDCWD, name, 0) == 0) return 0;
  return is_unsupported(errno) || errno == EXDEV ? ENOTSUP : errno;
#else
  (void)from;
  (void)name;
  return ENOTSUP;
#endif
}

int cplatform_sync(int file) {
  for (;;) {
#ifdef __APPLE__
    // fsync leaves the bytes in the drive's own memory.
    if (fcntl(file, F_FULLFSYNC) == 0) return 0;
    if (errno == EINTR) continue;
    if (!is_unsupported(errno) && errno != ENOTTY) return errno;
#endif
    if (fsync(file) == 0) return 0;
    if (errno != EINTR) return errno;
  }
}

int cplatform_sync_folder(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A folder that may be written but not listed cannot be brought to the disk by name.
  if (folder < 0) return errno == EACCES ? 0 : errno;
  int code = cplatform_sync(folder);
  close(folder);
  // File systems that keep no folders of their own have nothing to sync.
  return is_unsupported(code) || code == EBADF || code == EISDIR ? 0 : code;
}

int cplatform_copy_access(const char *from, int to) {
  struct stat found;
  if (stat(from, &found) != 0) return errno;
  // Owner and group as far as this user may give a file away; the mode after them, since a change
  // of owner takes bits of it away.
  int given = fchown(to, (uid_t)-1, found.st_gid);
  if (fchown(to, found.st_uid, (gid_t)-1) != 0) given = -1;
  mode_t mode = found.st_mode & 07777;
  // Bits that let others become the owner or group are for the file's own owner and group only.
  if (given != 0) mode &= 0777;
  return fchmod(to, mode) == 0 || is_unsupported(errno) || errno == EPERM ? 0 : errno;
}

int cplatform_lock(const char *path, int *out) {
  int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  int failed;
  do {
    failed = flock(file, LOCK_EX | LOCK_NB);
  } while (failed != 0 && errno == EINTR);
  if (failed != 0) {
    int code = errno;
    close(file);
    return code == EAGAIN ? EWOULDBLOCK : code;
  }
  // Who holds it, for those who find it held. Nothing depends on it, so a full disk is no matter.
  char holder[24];
  int length = snprintf(holder, sizeof holder, "%ld\n", (long)getpid());
  if (ftruncate(file, 0) == 0 && pwrite(file, holder, (size_t)length, 0) < 0) errno = 0;
  *out = file;
  return 0;
}

bool cplatform_is_lock_held(int code) { return code == EWOULDBLOCK; }
