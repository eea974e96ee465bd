/* The header of nvc for the routines of mathematics that devices have: here they are those of C. */
#include <math.h>
