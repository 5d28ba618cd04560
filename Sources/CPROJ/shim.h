// Declarations of PROJ and of its geodesic routines. Nothing is linked: linking costs 43 libraries
// before main, so the functions are looked up on first use with the types taken from the headers.
#ifndef MERIDIAN_CPROJ_H
#define MERIDIAN_CPROJ_H

#include <geodesic.h>
#include <proj.h>

#define CPROJ_FUNCTION(name) typedef __typeof__(&name) name##_fn

CPROJ_FUNCTION(geod_init);
CPROJ_FUNCTION(geod_inverse);
CPROJ_FUNCTION(geod_direct);
CPROJ_FUNCTION(geod_polygon_init);
CPROJ_FUNCTION(geod_polygon_addpoint);
CPROJ_FUNCTION(geod_polygon_compute);
CPROJ_FUNCTION(proj_context_create);
CPROJ_FUNCTION(proj_context_destroy);
CPROJ_FUNCTION(proj_context_errno);
CPROJ_FUNCTION(proj_context_errno_string);
CPROJ_FUNCTION(proj_context_set_enable_network);
CPROJ_FUNCTION(proj_log_level);
CPROJ_FUNCTION(proj_create_crs_to_crs);
CPROJ_FUNCTION(proj_normalize_for_visualization);
CPROJ_FUNCTION(proj_destroy);
CPROJ_FUNCTION(proj_trans_generic);

#undef CPROJ_FUNCTION
#endif
