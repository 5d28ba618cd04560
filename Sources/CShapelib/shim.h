// Declarations of shapefil.h. Nothing is linked: the library is opened on first use, with the functions'
// types taken from the header.
#ifndef MERIDIAN_CSHAPELIB_H
#define MERIDIAN_CSHAPELIB_H

#include <shapefil.h>

#define CSHAPELIB_FUNCTION(name) typedef __typeof__(&name) name##_fn

CSHAPELIB_FUNCTION(SHPOpen);
CSHAPELIB_FUNCTION(SHPGetInfo);
CSHAPELIB_FUNCTION(SHPReadObject);
CSHAPELIB_FUNCTION(SHPDestroyObject);
CSHAPELIB_FUNCTION(SHPClose);
CSHAPELIB_FUNCTION(DBFOpen);
CSHAPELIB_FUNCTION(DBFClose);
CSHAPELIB_FUNCTION(DBFGetFieldCount);
CSHAPELIB_FUNCTION(DBFGetRecordCount);
CSHAPELIB_FUNCTION(DBFGetFieldInfo);
CSHAPELIB_FUNCTION(DBFGetNativeFieldType);
CSHAPELIB_FUNCTION(DBFReadStringAttribute);
CSHAPELIB_FUNCTION(DBFIsAttributeNULL);
CSHAPELIB_FUNCTION(DBFGetCodePage);

#undef CSHAPELIB_FUNCTION
#endif
