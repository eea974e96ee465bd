/* What the host's programs and the bodies for the device share. */
#include <clacc_abi.h>
#include <stdlib.h>
#include <string.h>

struct list { double *p; int n; double sum; };
struct args_of_pointers { double *a; double *b; int n, at; double value; };
struct args_of_list { struct list *l; };
struct args_of_matrix { double **rows; int n; };
struct pair { char c; double d; };
struct args_of_pairs { struct pair *x, *y; };

extern int host_number;
void add_on_host(clacc_thread *, void *), add_on_device(clacc_thread *, void *);
void read_on_device(clacc_thread *, void *), write_on_device(clacc_thread *, void *);
void sum_on_device(clacc_thread *, void *), rows_on_device(clacc_thread *, void *);
void pairs_on_device(clacc_thread *, void *), count_on_device(clacc_thread *, void *);
void constants_on_device(clacc_thread *, void *), write_constant_on_device(clacc_thread *, void *);
void globals_on_device(clacc_thread *, void *), use_freed_on_device(clacc_thread *, void *);
void static_on_device(clacc_thread *, void *), fill_on_device(clacc_thread *, void *);
extern double table_of_device[4];
void statics_of_device(void);
