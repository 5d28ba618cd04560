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
CGEOS_FUNCTION(GEOSContext_setErrorMessageHandler_r);
CGEOS_FUNCTION(GEOSFree_r);
CGEOS_FUNCTION(GEOSisEmpty_r);
CGEOS_FUNCTION(GEOSisValidDetail_r);
CGEOS_FUNCTION(GEOSGeomGetX_r);
CGEOS_FUNCTION(GEOSGeomGetY_r);
CGEOS_FUNCTION(GEOSWKBWriter_create_r);
CGEOS_FUNCTION(GEOSWKBWriter_destroy_r);
CGEOS_FUNCTION(GEOSWKBWriter_write_r);
CGEOS_FUNCTION(GEOSRelate_r);
CGEOS_FUNCTION(GEOSTouches_r);
CGEOS_FUNCTION(GEOSCrosses_r);
CGEOS_FUNCTION(GEOSOverlaps_r);
CGEOS_FUNCTION(GEOSContains_r);
CGEOS_FUNCTION(GEOSEquals_r);
CGEOS_FUNCTION(GEOSDistanceWithin_r);
CGEOS_FUNCTION(GEOSPreparedContains_r);
CGEOS_FUNCTION(GEOSPreparedDistanceWithin_r);
CGEOS_FUNCTION(GEOSMakeValidParams_create_r);
CGEOS_FUNCTION(GEOSMakeValidParams_destroy_r);
CGEOS_FUNCTION(GEOSMakeValidParams_setMethod_r);
CGEOS_FUNCTION(GEOSMakeValidParams_setKeepCollapsed_r);
CGEOS_FUNCTION(GEOSMakeValidWithParams_r);
CGEOS_FUNCTION(GEOSIntersection_r);
CGEOS_FUNCTION(GEOSUnion_r);
CGEOS_FUNCTION(GEOSDifference_r);
CGEOS_FUNCTION(GEOSUnaryUnion_r);
CGEOS_FUNCTION(GEOSBoundary_r);
CGEOS_FUNCTION(GEOSConvexHull_r);
CGEOS_FUNCTION(GEOSGetCentroid_r);
CGEOS_FUNCTION(GEOSPointOnSurface_r);
CGEOS_FUNCTION(GEOSSTRtree_create_r);
CGEOS_FUNCTION(GEOSSTRtree_insert_r);
CGEOS_FUNCTION(GEOSSTRtree_query_r);
CGEOS_FUNCTION(GEOSSTRtree_nearest_generic_r);
CGEOS_FUNCTION(GEOSSTRtree_destroy_r);

#undef CGEOS_FUNCTION
#endif
