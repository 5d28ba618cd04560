#include "include/csimdjson.h"

#include <simdjson.h>

#ifdef __linux__
#include <dlfcn.h>
#endif

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

// simdjson is opened when the first parser is made: linked, it and the C++ library that it brings
// would be loaded by every run of the program, and most read no JSON. What the header leaves to the
// library is one function, so that one is defined here and passed on.
#ifdef __linux__
namespace {

using chosen_implementation =
    simdjson::internal::atomic_ptr<const simdjson::implementation> &();

// The name carries the version of the binary interface, which must be the header's; headers other
// than Debian 12's open the link that is installed beside them.
constexpr bool is_debian_12 =
    simdjson::SIMDJSON_VERSION_MAJOR == 3 && simdjson::SIMDJSON_VERSION_MINOR == 0;
constexpr const char *library_name = is_debian_12 ? "libsimdjson.so.14" : "libsimdjson.so";

chosen_implementation *library() {
  static chosen_implementation *const found = [] {
    void *opened = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    void *symbol = opened ? dlsym(opened, "_ZN8simdjson25get_active_implementationEv") : nullptr;
    return reinterpret_cast<chosen_implementation *>(symbol);
  }();
  return found;
}

}  // namespace

namespace simdjson {
// Hidden, so that the library goes on calling its own.
__attribute__((visibility("hidden"))) internal::atomic_ptr<const implementation> &
get_active_implementation() {
  return library()();
}
}  // namespace simdjson
#endif

using simdjson::dom::element;
using simdjson::dom::element_type;

struct csimdjson_parser {
  csimdjson_parser(size_t size, size_t depth) : dom(size), size_limit(size), depth_limit(depth) {}
  simdjson::dom::parser dom;
  size_t size_limit, depth_limit;
  std::vector<csimdjson_node> nodes;
  std::vector<std::string_view> keys;  // of the objects that are open, innermost last
  std::string_view duplicate;
  int error = CSIMDJSON_OK;  // why flattening stopped
};

namespace {

// Buffers above this size are given back before the next smaller document.
constexpr size_t kept_capacity = size_t(4) << 20;
// Up to this many keys are compared pair by pair, more are sorted.
constexpr size_t few_keys = 12;

int code_of(simdjson::error_code error) {
  switch (error) {
    case simdjson::SUCCESS: return CSIMDJSON_OK;
    case simdjson::CAPACITY: return CSIMDJSON_TOO_LARGE;
    case simdjson::MEMALLOC: return CSIMDJSON_NO_MEMORY;
    case simdjson::DEPTH_ERROR: return CSIMDJSON_TOO_DEEP;
    case simdjson::STRING_ERROR:
    case simdjson::UNESCAPED_CHARS:
    case simdjson::UNCLOSED_STRING: return CSIMDJSON_BAD_STRING;
    case simdjson::NUMBER_ERROR: return CSIMDJSON_BAD_NUMBER;
    case simdjson::UTF8_ERROR: return CSIMDJSON_BAD_UTF8;
    case simdjson::EMPTY: return CSIMDJSON_EMPTY;
    default: return CSIMDJSON_SYNTAX;
  }
}

// Whether two of the keys from `first` on are equal; remembers one of them.
bool has_duplicate(csimdjson_parser &parser, size_t first) {
  auto begin = parser.keys.begin() + std::ptrdiff_t(first), end = parser.keys.end();
  if (parser.keys.size() - first <= few_keys) {
    for (auto a = begin; a != end; ++a)
      for (auto b = a + 1; b != end; ++b)
        if (*a == *b) return parser.duplicate = *a, true;
    return false;
  }
  std::sort(begin, end);
  auto found = std::adjacent_find(begin, end);
  if (found == end) return false;
  return parser.duplicate = *found, true;
}

csimdjson_node string_node(std::string_view text) {
  csimdjson_node node{CSIMDJSON_STRING, uint32_t(text.size()), {}};
  node.value.text = reinterpret_cast<const uint8_t *>(text.data());
  return node;
}

// Appends a value and what is inside it, which `room` more levels may be. False on an error.
bool flatten(csimdjson_parser &parser, element value, size_t room) {
  if ((value.is_array() || value.is_object()) && room == 0)
    return parser.error = CSIMDJSON_TOO_DEEP, false;
  auto &nodes = parser.nodes;
  csimdjson_node node{CSIMDJSON_NULL, 0, {}};
  switch (value.type()) {
    case element_type::NULL_VALUE: break;
    case element_type::BOOL:
      node.kind = value.get_bool().value_unsafe() ? CSIMDJSON_TRUE : CSIMDJSON_FALSE;
      break;
    case element_type::INT64:
      node.kind = CSIMDJSON_INT64;
      node.value.int64 = value.get_int64().value_unsafe();
      break;
    case element_type::UINT64:
      node.kind = CSIMDJSON_UINT64;
      node.value.uint64 = value.get_uint64().value_unsafe();
      break;
    case element_type::DOUBLE:
      node.kind = CSIMDJSON_DOUBLE;
      node.value.number = value.get_double().value_unsafe();
      break;
    case element_type::STRING: node = string_node(value.get_string().value_unsafe()); break;
    case element_type::ARRAY: {
      size_t at = nodes.size();
      node.kind = CSIMDJSON_ARRAY;
      nodes.push_back(node);
      uint64_t count = 0;
      for (element item : value.get_array().value_unsafe()) {
        count++;
        if (!flatten(parser, item, room - 1)) return false;
      }
      nodes[at].extent = uint32_t(nodes.size());
      nodes[at].value.count = count;
      return true;
    }
    case element_type::OBJECT: {
      size_t at = nodes.size(), first = parser.keys.size();
      node.kind = CSIMDJSON_OBJECT;
      nodes.push_back(node);
      for (auto member : value.get_object().value_unsafe()) {
        parser.keys.push_back(member.key);
        nodes.push_back(string_node(member.key));
        if (!flatten(parser, member.value, room - 1)) return false;
      }
      if (has_duplicate(parser, first)) return parser.error = CSIMDJSON_DUPLICATE_KEY, false;
      nodes[at].extent = uint32_t(nodes.size());
      nodes[at].value.count = parser.keys.size() - first;
      parser.keys.resize(first);
      return true;
    }
  }
  nodes.push_back(node);
  return true;
}

}  // namespace

size_t csimdjson_padding(void) { return simdjson::SIMDJSON_PADDING; }

bool csimdjson_available(void) {
#ifdef __linux__
  return library() != nullptr;
#else
  return true;
#endif
}

csimdjson_parser *csimdjson_new(size_t size_limit, size_t depth_limit) {
  if (!csimdjson_available()) return nullptr;
  try {
    // Node indices are 32 bits wide, and no document has more nodes than bytes.
    return new csimdjson_parser(std::min(size_limit, size_t(1) << 30), depth_limit);
  } catch (...) {
    return nullptr;
  }
}

void csimdjson_free(csimdjson_parser *parser) { delete parser; }

csimdjson_result csimdjson_parse(csimdjson_parser *parser, const void *bytes, size_t length,
                                 size_t readable) {
  csimdjson_result result{CSIMDJSON_OK, 0, nullptr, nullptr, 0};
  try {
    parser->nodes.clear();
    parser->keys.clear();
    parser->duplicate = {};
    if (length > parser->size_limit) return result.error = CSIMDJSON_TOO_LARGE, result;
    if (parser->dom.capacity() > kept_capacity && length <= kept_capacity) {
      parser->dom = simdjson::dom::parser(parser->size_limit);
      parser->nodes.shrink_to_fit();
    }
    if (parser->dom.capacity() < length || parser->dom.capacity() == 0) {
      size_t wanted = std::min(std::max(length * 2, size_t(4096)), parser->size_limit);
      // simdjson does not count an empty array as a level, so the exact count is ours.
      auto error = parser->dom.allocate(wanted, parser->depth_limit + 1);
      if (error) return result.error = code_of(error), result;
    }
    bool copy = readable - length < simdjson::SIMDJSON_PADDING;
    auto parsed = parser->dom.parse(static_cast<const uint8_t *>(bytes), length, copy);
    if (parsed.error()) return result.error = code_of(parsed.error()), result;
    if (!flatten(*parser, parsed.value_unsafe(), parser->depth_limit)) {
      result.error = parser->error;
      result.key = reinterpret_cast<const uint8_t *>(parser->duplicate.data());
      result.key_length = parser->duplicate.size();
      return result;
    }
    result.nodes = parser->nodes.data();
    result.count = uint32_t(parser->nodes.size());
  } catch (const std::bad_alloc &) {
    result.error = CSIMDJSON_NO_MEMORY;
  } catch (...) {
    result.error = CSIMDJSON_SYNTAX;
  }
  return result;
}
