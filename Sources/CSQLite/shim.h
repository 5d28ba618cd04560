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

// The change counter and the page count of the header (8 bytes from byte 24 on), read through the
// database's own descriptor: another one, when closed, would drop the locks of this process.
static inline int csqlite_change_mark(sqlite3 *db, unsigned char *out) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_IOERR;
  return file->pMethods->xRead(file, out, 8, 24);
}

#endif
