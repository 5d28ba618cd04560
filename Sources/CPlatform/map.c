#include "include/cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int cplatform_map(const char *path, cplatform_mapping *out) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return errno;
  struct stat found;
  int code = fstat(file, &found) == 0 ? 0 : errno;
  if (code == 0 && (!S_ISREG(found.st_mode) || found.st_size <= 0)) code = EINVAL;
  if (code == 0) {
    out->size = (uint64_t)found.st_size;
    out->start = mmap(NULL, (size_t)found.st_size, PROT_READ, MAP_SHARED, file, 0);
    if (out->start == MAP_FAILED) code = errno;
  }
  close(file);
  return code;
}

void cplatform_unmap(cplatform_mapping mapping) { munmap(mapping.start, (size_t)mapping.size); }

bool cplatform_checksum(const void *bytes, size_t count, uint64_t *out) {
  const char *const names[] = {"libxxhash.so.0", "libxxhash.so", "libxxhash.0.dylib", NULL};
  // The loader keeps a library that is open already.
  void *library = cplatform_open_library(names);
  if (!library) return false;
  uint64_t (*hash)(const void *, size_t);
  *(void **)&hash = cplatform_symbol(library, "XXH3_64bits");
  if (!hash) return false;
  *out = hash(bytes, count);
  return true;
}
