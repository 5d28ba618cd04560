// Declarations of GEOS' reentrant C API. Nothing is linked: the library is opened on first use.
#ifndef MERIDIAN_CGEOS_H
#define MERIDIAN_CGEOS_H

#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

#define CGEOS_FUNCTION(name) typedef __typeof__(&name) name##_fn

CGEOS_FUNCTION(GEOS_init_r);
CGEOS_FUNCTION(GEOS_finish_r);
CGEOS_FUNCTION(GEOSversion);
CGEOS_FUNCTION(GEOSWKBReader_create_r);
CGEOS_FUNCTION(GEOSWKBReader_destroy_r);
CGEOS_FUNCTION(GEOSWKBReader_read_r);
CGEOS_FUNCTION(GEOSGeom_destroy_r);
CGEOS_FUNCTION(GEOSGeom_createPointFromXY_r);
CGEOS_FUNCTION(GEOSGeom_createRectangle_r);
CGEOS_FUNCTION(GEOSGetNumCoordinates_r);
CGEOS_FUNCTION(GEOSGeom_getDimensions_r);
CGEOS_FUNCTION(GEOSDistance_r);
CGEOS_FUNCTION(GEOSPrepare_r);
CGEOS_FUNCTION(GEOSPreparedGeom_destroy_r);
CGEOS_FUNCTION(GEOSPreparedDistance_r);
CGEOS_FUNCTION(GEOSPreparedIntersects_r);
CGEOS_FUNCTION(GEOSIntersects_r);
CGEOS_FUNCTION(GEOSArea_r);
CGEOS_FUNCTION(GEOSisValid_r);
CGEOS_FUNCTION(GEOSSTRtree_create_r);
CGEOS_FUNCTION(GEOSSTRtree_insert_r);
CGEOS_FUNCTION(GEOSSTRtree_query_r);
CGEOS_FUNCTION(GEOSSTRtree_nearest_generic_r);
CGEOS_FUNCTION(GEOSSTRtree_destroy_r);

#undef CGEOS_FUNCTION
#endif
