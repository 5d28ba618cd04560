// Declarations of expat.h. Nothing is linked: the library is opened on first use, with the functions'
// types taken from the header.
#ifndef MERIDIAN_CEXPAT_H
#define MERIDIAN_CEXPAT_H

#include <expat.h>

#define CEXPAT_FUNCTION(name) typedef __typeof__(&name) name##_fn

#undef CEXPAT_FUNCTION
#endif
