// diagnostics: the lists of declare target
int a, b, c, d, e, g, h, own;
void f(void);
extern int unknown[], linked[];
    #pragma omp threadprivate(own)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
#pragma omp declare target(a, f)
#pragma omp declare target enter(b) link(c)
#pragma omp declare target enter(b)
#pragma omp declare target device_type(any) enter(f)
#pragma omp declare target link(linked)
#pragma omp declare target enter(d, d)
//                                  ^ error[OMP0148]
#pragma omp declare target enter(e) link(e)
//                                       ^ error[OMP0148]
#pragma omp declare target enter(c)
//                               ^ error[OMP0148]
#pragma omp declare target link(f)
//                              ^ error[OMP0141]
#pragma omp declare target enter(own)
//                               ^^^ error[OMP0141]
#pragma omp declare target enter(unknown)
//                               ^^^^^^^ error[OMP0141]
#pragma omp declare target enter(missing)
//                               ^^^^^^^ error[OMP0141]
#pragma omp declare target(g) enter(h)
//                            ^^^^^^^^ error[OMP0054]
#pragma omp declare target device_type(any)
//          ^^^^^^^^^^^^^^ error[OMP0057]

void in_block(int parameter)
{
    static int kept;
    #pragma omp declare target enter(kept)
    #pragma omp declare target enter(parameter)
//                                   ^^^^^^^^^ error[OMP0141]
}
