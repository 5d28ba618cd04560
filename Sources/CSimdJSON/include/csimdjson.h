// JSON text to a flat array of nodes: simdjson's DOM parser behind a C header.
#ifndef MERIDIAN_CSIMDJSON_H
#define MERIDIAN_CSIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a node is. A member of an object is two nodes: its key (a string), then its value.
enum {
  CSIMDJSON_NULL = 0,
  CSIMDJSON_FALSE = 1,
  CSIMDJSON_TRUE = 2,
  CSIMDJSON_INT64 = 3,
  CSIMDJSON_UINT64 = 4,  // above INT64_MAX only
  CSIMDJSON_DOUBLE = 5,
  CSIMDJSON_STRING = 6,
  CSIMDJSON_ARRAY = 7,
  CSIMDJSON_OBJECT = 8,
};

// What can be wrong with a document.
enum {
  CSIMDJSON_OK = 0,
  CSIMDJSON_EMPTY = 1,
  CSIMDJSON_SYNTAX = 2,
  CSIMDJSON_BAD_STRING = 3,
  CSIMDJSON_BAD_UTF8 = 4,
  CSIMDJSON_BAD_NUMBER = 5,
  CSIMDJSON_TOO_DEEP = 6,
  CSIMDJSON_TOO_LARGE = 7,
  CSIMDJSON_DUPLICATE_KEY = 8,
  CSIMDJSON_NO_MEMORY = 9,
};

// One node; nodes stand in the order of the text, so node i is the text's token i.
typedef struct {
  uint32_t kind;
  // Array, object: the index just past the last node inside. String: its length in bytes.
  uint32_t extent;
  union {
    int64_t int64;
    uint64_t uint64;
    double number;
    const uint8_t *_Nullable text;  // unescaped UTF-8, not terminated
    uint64_t count;                 // elements of an array, members of an object
  } value;
} csimdjson_node;

typedef struct csimdjson_parser csimdjson_parser;

// The outcome of a parse; nodes and text live until the next parse or the parser's end.
typedef struct {
  int error;
  uint32_t count;
  const csimdjson_node *_Nullable nodes;
  const uint8_t *_Nullable key;  // the key that stands twice
  size_t key_length;
} csimdjson_result;

// Bytes that must be readable (with any content) behind a document for it not to be copied.
size_t csimdjson_padding(void);

// Whether simdjson is installed; the first call opens it.
bool csimdjson_available(void);

// A parser whose buffers are reused. Documents above `size_limit` bytes or `depth_limit` nested
// arrays and objects are refused. NULL when there is no memory or no library.
csimdjson_parser *_Nullable csimdjson_new(size_t size_limit, size_t depth_limit);

// Frees a parser and everything its last result points to.
void csimdjson_free(csimdjson_parser *_Nullable parser);

// Parses one document of `length` bytes, of which `readable` (at least `length`) may be read.
csimdjson_result csimdjson_parse(csimdjson_parser *_Nonnull parser, const void *_Nonnull bytes,
                                 size_t length, size_t readable);

#ifdef __cplusplus
}
#endif
#endif
