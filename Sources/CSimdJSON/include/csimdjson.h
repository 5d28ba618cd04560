#ifndef CSJ
#define CSJ
#endif
