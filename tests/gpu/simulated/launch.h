/* What a program asks for when it launches a kernel. */
#include <stdint.h>

struct launch {
    int teams, threads;  /* 0 if the program leaves it open */
    uint64_t iterations; /* of the loop that the teams share; 0 if that is not known */
};
