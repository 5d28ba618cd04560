// Declarations of utf8proc.h. Nothing is linked: the library is opened on first use, with the functions'
// types taken from the header.
#ifndef MERIDIAN_CUTF8PROC_H
#define MERIDIAN_CUTF8PROC_H

#include <utf8proc.h>

#define CUTF8PROC_FUNCTION(name) typedef __typeof__(&name) name##_fn

CUTF8PROC_FUNCTION(utf8proc_decompose);
CUTF8PROC_FUNCTION(utf8proc_reencode);

#undef CUTF8PROC_FUNCTION
#endif
