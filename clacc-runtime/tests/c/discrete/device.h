/* What the programs and the bodies of regions share. */
#include <clacc_abi.h>
#include <stdlib.h>
#include <string.h>

struct list { double *p; int n; double sum; };
struct args_of_pointers { double *a; double *b; int n, at; double value; };
struct args_of_list { struct list *l; };
struct args_of_matrix { double **rows; int n; };
struct pair { char c; double d; };
struct args_of_pairs { struct pair *x, *y; };
struct bits { unsigned first : 5, second : 9; };
struct args_of_bits { struct bits *bits; int n; };

extern int host_number;
extern double table[4];

/* The bodies. They run on host and device. */
#define BODY(name) void name##_body(clacc_thread *, void *)
BODY(add);
BODY(read);
BODY(write);
BODY(sum);
BODY(rows);
BODY(pairs);
BODY(count);
BODY(constants);
BODY(write_constant);
BODY(declared);
BODY(use_freed);
BODY(static);
BODY(own_static);
BODY(fill);
BODY(bits);
BODY(gangs);
BODY(fork);
BODY(tasks);
BODY(heap);
BODY(where);
BODY(copy_in);
BODY(set_behind);
BODY(free_it);
BODY(free_twice);
BODY(resize_it);
BODY(nested);
BODY(inlined);
#undef BODY
