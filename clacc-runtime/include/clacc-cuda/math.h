/* Read instead of <math.h> where clang compiles for NVIDIA devices. clang's own <math.h> declares functions of CUDA, some of which have
   names that C leaves to programs: macros of these names in front of the header, and functions behind it, would be errors. Here they are
   declared by other names. */
#pragma push_macro("max")
#undef max
#define max clacc_cuda_max
#pragma push_macro("min")
#undef min
#define min clacc_cuda_min
#pragma push_macro("umax")
#undef umax
#define umax clacc_cuda_umax
#pragma push_macro("umin")
#undef umin
#define umin clacc_cuda_umin
#pragma push_macro("llmax")
#undef llmax
#define llmax clacc_cuda_llmax
#pragma push_macro("llmin")
#undef llmin
#define llmin clacc_cuda_llmin
#pragma push_macro("ullmax")
#undef ullmax
#define ullmax clacc_cuda_ullmax
#pragma push_macro("ullmin")
#undef ullmin
#define ullmin clacc_cuda_ullmin
#pragma push_macro("norm")
#undef norm
#define norm clacc_cuda_norm
#include_next <math.h>
#undef max
#pragma pop_macro("max")
#undef min
#pragma pop_macro("min")
#undef umax
#pragma pop_macro("umax")
#undef umin
#pragma pop_macro("umin")
#undef llmax
#pragma pop_macro("llmax")
#undef llmin
#pragma pop_macro("llmin")
#undef ullmax
#pragma pop_macro("ullmax")
#undef ullmin
#pragma pop_macro("ullmin")
#undef norm
#pragma pop_macro("norm")
