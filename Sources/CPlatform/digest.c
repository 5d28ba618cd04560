#include "include/cplatform.h"

#if defined(__APPLE__)
#include <CommonCrypto/CommonDigest.h>

bool cplatform_sha256_start(cplatform_sha256 *state) {
  _Static_assert(sizeof(CC_SHA256_CTX) <= sizeof(state->room), "the state holds it");
  CC_SHA256_Init((CC_SHA256_CTX *)state->room);
  return true;
}

void cplatform_sha256_add(cplatform_sha256 *state, const void *bytes, size_t count) {
  const unsigned char *next = bytes;
  while (count > 0) {
    size_t piece = count < (1u << 30) ? count : (1u << 30);
    CC_SHA256_Update((CC_SHA256_CTX *)state->room, next, (CC_LONG)piece);
    next += piece;
    count -= piece;
  }
}

void cplatform_sha256_end(cplatform_sha256 *state, uint8_t out[32]) {
  CC_SHA256_Final(out, (CC_SHA256_CTX *)state->room);
}

#else

// Nettle's functions (nettle/sha2.h of Nettle 3.8); its state is 112 bytes.
typedef void start_function(void *state);
typedef void add_function(void *state, size_t count, const uint8_t *bytes);
typedef void end_function(void *state, size_t count, uint8_t *out);

bool cplatform_sha256_start(cplatform_sha256 *state) {
  const char *const names[] = {"libnettle.so.8", "libnettle.so", NULL};
  // The loader keeps a library that is open already.
  void *library = cplatform_open_library(names);
  if (!library) return false;
  start_function *start;
  *(void **)&start = cplatform_symbol(library, "nettle_sha256_init");
  state->add = cplatform_symbol(library, "nettle_sha256_update");
  state->end = cplatform_symbol(library, "nettle_sha256_digest");
  if (!start || !state->add || !state->end) return false;
  start(state->room);
  return true;
}

void cplatform_sha256_add(cplatform_sha256 *state, const void *bytes, size_t count) {
  add_function *add;
  *(void **)&add = state->add;
  add(state->room, count, bytes);
}

void cplatform_sha256_end(cplatform_sha256 *state, uint8_t out[32]) {
  end_function *end;
  *(void **)&end = state->end;
  end(state->room, 32, out);
}
#endif
