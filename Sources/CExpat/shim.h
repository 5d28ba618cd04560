// Declarations of expat.h. Nothing is linked: the library is opened on first use, with the functions'
// types taken from the header.
#ifndef MERIDIAN_CEXPAT_H
#define MERIDIAN_CEXPAT_H

#include <expat.h>

#define CEXPAT_FUNCTION(name) typedef __typeof__(&name) name##_fn

CEXPAT_FUNCTION(XML_ParserCreate);
CEXPAT_FUNCTION(XML_ParserFree);
CEXPAT_FUNCTION(XML_SetUserData);
CEXPAT_FUNCTION(XML_SetElementHandler);
CEXPAT_FUNCTION(XML_SetCharacterDataHandler);
CEXPAT_FUNCTION(XML_SetStartDoctypeDeclHandler);
CEXPAT_FUNCTION(XML_Parse);
CEXPAT_FUNCTION(XML_StopParser);
CEXPAT_FUNCTION(XML_GetErrorCode);
CEXPAT_FUNCTION(XML_ErrorString);
CEXPAT_FUNCTION(XML_GetCurrentLineNumber);

#undef CEXPAT_FUNCTION
#endif
