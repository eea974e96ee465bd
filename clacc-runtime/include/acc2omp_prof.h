/* acc2omp_prof.h, version 1: the calls that `clacc cc -fopenacc-prof` puts around the directives of a translated program, so
   that the profiling interface (acc_prof.h) knows file, function, lines and construct, whatever compiler comes after it. C99.

   Each directive of OpenACC has a static constant of type acc2omp_site. Code is

       ACC2OMP_PROF_SITE(site, 0, 0, 12, 15, 3, 20);   // parallel in lines 12 to 15 of a function in lines 3 to 20
       acc2omp_prof_begin(&site, q);
       #pragma omp ...                     // the translated directive, and its region
       acc2omp_prof_end(&site);

   Both calls are made by the thread that encounters the directive, in this order, and pairs nest. Where a region is left by
   another way than its end (a legal OpenACC region is not), end must be called too. Without a profiling library each call is
   one test of one byte. A region of `data`, `host_data` or a directive `declare` in a function has two pairs instead: one
   around what enters, one around what leaves, the first with ACC2OMP_SITE_ENTER and the second with ACC2OMP_SITE_EXIT. */

#ifndef ACC2OMP_PROF_H
#define ACC2OMP_PROF_H

/* It includes nothing, because it may come before the first line of a program, which may ask its headers for more. */

#ifdef __cplusplus
extern "C" {
#endif

enum {                       /* flags of a site */
  ACC2OMP_SITE_IMPLICIT = 1, /* the compiler added the construct; the program does not name it */
  ACC2OMP_SITE_ENTER = 2,    /* of a region of data: its beginning */
  ACC2OMP_SITE_EXIT = 4      /* of a region of data: its end */
};

/* A directive in the source. A static constant, which lives as long as the program. Lines are those of the first and the last
   token of the construct and of the function, in `file` as the program's `#line`s have it; 0: not known. */
typedef struct acc2omp_site {
  unsigned short size;      /* sizeof(acc2omp_site): later versions have more fields at the end */
  unsigned short construct; /* acc_construct_t of acc_prof.h */
  unsigned flags;           /* ACC2OMP_SITE_... */
  const char *file, *function;
  int line, end_line, func_line, func_end_line;
} acc2omp_site;

/* The directive begins. `async` is the value of its clause `async` as acc2omp_async2dep takes it: the argument, or
   acc_async_noval (-2) for a clause without one; acc_async_sync (-1) without a clause. For a directive `wait` it is the queue
   that is waited for, or -2 for all. Raises the event _start of the construct: acc_ev_compute_construct_start for parallel,
   kernels and serial; acc_ev_enter_data_start for enter data, and for a region of data with ACC2OMP_SITE_ENTER;
   acc_ev_exit_data_start for exit data, and with ACC2OMP_SITE_EXIT; acc_ev_update_start; acc_ev_wait_start. Other constructs
   raise no event of their own; the events inside the pair name them as their parent. */
void acc2omp_prof_begin(const acc2omp_site *site, int async);

/* The directive has ended: raises the event _end. */
void acc2omp_prof_end(const acc2omp_site *site);

#ifdef __cplusplus
}
#endif

/* Defines the site of a directive in the block where it stands. */
#define ACC2OMP_PROF_SITE(name, construct, flags, line, end_line, func_line, func_end_line) \
  static const acc2omp_site name = {sizeof(acc2omp_site), construct, flags, __FILE__, __func__, \
                                    line, end_line, func_line, func_end_line}

#endif
