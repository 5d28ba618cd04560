// Declarations of shapefil.h. Nothing is linked: the library is opened on first use, with the functions'
// types taken from the header.
#ifndef MERIDIAN_CSHAPELIB_H
#define MERIDIAN_CSHAPELIB_H

#include <shapefil.h>

#define CSHAPELIB_FUNCTION(name) typedef __typeof__(&name) name##_fn

#undef CSHAPELIB_FUNCTION
#endif
