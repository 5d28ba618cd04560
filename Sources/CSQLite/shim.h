// SQLite's C API, and what its importer cannot see: two macros and the variadic calls.
#ifndef MERIDIAN_CSQLITE_H
#define MERIDIAN_CSQLITE_H

#include <sqlite3.h>

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }

// Refuses SQL that edits the schema table, and treats the schema as untrusted input.
static inline int csqlite_set_defensive(sqlite3 *db) {
  int ok = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (ok != SQLITE_OK) return ok;
  return sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

// Allows (1) or refuses (0) SQL that writes the tables in which virtual tables keep their content.
static inline int csqlite_allow_shadow_writes(sqlite3 *db, int is_allowed) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, !is_allowed, (int *)0);
}

// Gives up SQLite's count of its own memory, which every thread would wait for. Before any database
// is opened in the process; afterwards it changes nothing.
static inline int csqlite_stop_counting_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Keeps the rtree module alone and trusts the schema: the triggers of a layer's R-tree write to a
// virtual table, which SQLite refuses to a schema that it does not trust.
static inline int csqlite_allow_rtree_triggers(sqlite3 *db) {
  const char *kept[] = {"rtree", 0};
  int ok = sqlite3_drop_modules(db, kept);
  if (ok != SQLITE_OK) return ok;
  return sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
}

// The database's file as SQLite has opened it, or NULL: another descriptor, when closed, would drop
// the locks of this process.
static inline sqlite3_file *_Nullable csqlite_file(sqlite3 *db) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return code == SQLITE_OK && file && file->pMethods ? file : 0;
}

// Reads bytes of such a file as they lie on the disk.
static inline int csqlite_read(sqlite3_file *file, void *out, int count, sqlite3_int64 offset) {
  return file->pMethods->xRead(file, out, count, offset);
}

// Takes a lock of SQLite's protocol on such a file, without a look at what is in it.
static inline int csqlite_lock(sqlite3_file *file, int level) {
  return file->pMethods->xLock(file, level);
}

// Whether the path that the database was opened by is for another file, or none, by now.
static inline int csqlite_has_moved(sqlite3 *db) {
  int moved = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return code == SQLITE_OK ? moved : 1;
}

#endif
