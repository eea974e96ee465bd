// diagnostics: members that a type does not have
struct part { int w[4]; union { int u; float v; }; struct { int k; } in; } s, *p;
struct later;
extern struct later l;

void f(struct later *q)
{
    #pragma acc data copy(s.x)
//                        ^^^ error[ACC0157]
    {
    }
    #pragma acc enter data copyin(p->x[0:2], s.w[0:2])
//                                ^^^^^^^^^ error[ACC0157]
    #pragma acc update self(s.in.u)
//                          ^^^^^^ error[ACC0157]
    #pragma acc update self(s.u, s.in.k, p->v) device(p->w[0:2])
    #pragma acc enter data copyin(l.x, q->y)
}
