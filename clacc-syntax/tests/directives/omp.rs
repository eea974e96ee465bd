//! Directives and clauses of OpenMP.

use expect_test::expect;

use super::{check, check_file};

#[test]
fn names_and_statements() {
    check(
        r#"
#pragma omp target teams distribute parallel for simd
for (;;) ;
#pragma omp parallel for
for (;;) ;
#pragma omp cancellation point for
#pragma omp barrier
#pragma omp target data map(a)
{ }
"#,
        expect![[r#"
            omp target teams distribute parallel for simd => for ( ; ; ) ;
            omp parallel for => for ( ; ; ) ;
            omp cancellation point
              for
            omp barrier
            omp target data => { }
              map(<a>)
        "#]],
    );
    check(
        r#"
#pragma omp sections
{
#pragma omp section
a();
#pragma omp section
{ b(); }
}
"#,
        expect![[r#"
            omp sections => { section a ( ) ; section { b ( ) ; } }
            omp section => a ( ) ;
            omp section => { b ( ) ; }
        "#]],
    );
    check(
        r#"
#pragma omp ordered depend(sink: i - 1, j)
#pragma omp ordered depend(source)
#pragma omp ordered
x();
"#,
        expect![[r#"
            omp ordered
              depend(sink | <i - 1>, <j>)
            omp ordered
              depend(source | )
            omp ordered => x ( ) ;
        "#]],
    );
    check(
        r#"
#pragma omp ordered doacross(source:)
#pragma omp ordered doacross(sink: i - 1)
#pragma omp ordered doacross(sink: omp_cur_iteration - 1)
#pragma omp ordered simd
x();
"#,
        expect![[r#"
            omp ordered
              doacross(source | )
            omp ordered
              doacross(sink | <i - 1>)
            omp ordered
              doacross(sink | <omp_cur_iteration - 1>)
            omp ordered => x ( ) ;
              simd
        "#]],
    );
    check(
        r#"
#pragma omp critical(name) hint(1)
x();
#pragma omp flush(a,b)
#pragma omp flush acq_rel
#pragma omp cancel parallel if(c)
"#,
        expect![[r#"
            omp critical(name) => x ( ) ;
              hint(<1>)
            omp flush(<a>, <b>)
            omp flush
              acq_rel
            omp cancel
              parallel
              if(<c>)
        "#]],
    );
}

#[test]
fn map_and_motion() {
    check(
        r#"
#pragma omp target map(present,ompx_hold,alloc: a) map(always close tofrom: b) map(c) map(mapper(id), from: d)
;
"#,
        expect![[r#"
            omp target => ;
              map(present, ompx_hold, alloc | <a>)
              map(always, close, tofrom | <b>)
              map(<c>)
              map(mapper<id>, from | <d>)
        "#]],
    );
    check(
        r#"
#pragma omp target enter data map(iterator(int i = 0:n, j = 0:m:2), to: p[i][0:j], *q, ([n]) r) nowait depend(out: a)
"#,
        expect![[r#"
            omp target enter data
              map(iterator<int i = 0 to n><j = 0 to m to 2>, to | <p [ i ] [ 0 : j ]>, <* q>, <( [ n ] ) r>)
              nowait
              depend(out | <a>)
        "#]],
    );
    check(
        r#"
#pragma omp target update to(present: a) from(present, mapper(m): b) from(c[0:n:2]) device(ancestor: 1)
"#,
        expect![[r#"
            omp target update
              to(present | <a>)
              from(present, mapper<m> | <b>)
              from(<c [ 0 : n : 2 ]>)
              device(ancestor | <1>)
        "#]],
    );
    check(
        r#"
#pragma omp target defaultmap(tofrom: scalar) defaultmap(none) uses_allocators(a, b(t), omp_default_mem_alloc) uses_allocators(memspace(m), traits(t): c)
;
"#,
        expect![[r#"
            omp target => ;
              defaultmap(tofrom | scalar)
              defaultmap(none)
              uses_allocators(<a>, <b ( t )>, <omp_default_mem_alloc>)
              uses_allocators(memspace<m>, traits<t> | <c>)
        "#]],
    );
    check(
        r#"
#pragma omp target map(hold, no_alloc, alloc: a[0:0]) if(target: c) is_device_ptr(p) has_device_addr(q[0:1])
;
"#,
        expect![[r#"
            omp target => ;
              map(hold, no_alloc, alloc | <a [ 0 : 0 ]>)
              if(target | <c>)
              is_device_ptr(<p>)
              has_device_addr(<q [ 0 : 1 ]>)
        "#]],
    );
}

#[test]
fn data_clauses() {
    check(
        r#"
#pragma omp parallel reduction(inscan, +: x) reduction(task, mine: y) reduction(-: z) reduction(min: w)
;
"#,
        expect![[r#"
            omp parallel => ;
              reduction(inscan, + | <x>)
              reduction(task, mine | <y>)
              reduction(- | <z>)
              reduction(min | <w>)
        "#]],
    );
    check(
        r#"
#pragma omp task in_reduction(+: x) depend(iterator(i = 0:n), inout: a[i]) depend(depobj: d) depend(inoutset: *p) affinity(iterator(i = 0:2): a[i]) detach(e)
;
"#,
        expect![[r#"
            omp task => ;
              in_reduction(+ | <x>)
              depend(iterator<i = 0 to n>, inout | <a [ i ]>)
              depend(depobj | <d>)
              depend(inoutset | <* p>)
              affinity(iterator<i = 0 to 2> | <a [ i ]>)
              detach(<e>)
        "#]],
    );
    check(
        r#"
#pragma omp simd linear(x) linear(y: 2) linear(z: val, step(s)) linear(val(a, b): 3) linear(ref(c)) aligned(p, q: 64)
for (;;) ;
"#,
        expect![[r#"
            omp simd => for ( ; ; ) ;
              linear(<x>)
              linear(<y> | <2>)
              linear(<z> | val, step<s>)
              linear(val | <a>, <b> | <3>)
              linear(ref | <c>)
              aligned(<p>, <q> | <64>)
        "#]],
    );
    check(
        r#"
#pragma omp for schedule(monotonic, simd: dynamic, 4) order(reproducible: concurrent) lastprivate(conditional: x) ordered(2) allocate(omp_high_bw_mem_alloc: a) allocate(align(8), allocator(m): b)
for (;;) ;
"#,
        expect![[r#"
            omp for => for ( ; ; ) ;
              schedule(monotonic, simd | dynamic, <4>)
              order(reproducible | concurrent)
              lastprivate(conditional | <x>)
              ordered(<2>)
              allocate(<omp_high_bw_mem_alloc> | <a>)
              allocate(align<8>, allocator<m> | <b>)
        "#]],
    );
    check(
        r#"
#pragma omp taskloop grainsize(strict: 4) num_tasks(n)
for (;;) ;
#pragma omp teams num_teams(1: n) default(firstprivate)
;
#pragma omp parallel proc_bind(master) if(parallel: a ? b : c) if(d)
;
"#,
        expect![[r#"
            omp taskloop => for ( ; ; ) ;
              grainsize(strict | <4>)
              num_tasks(<n>)
            omp teams => ;
              num_teams(<1> | <n>)
              default(firstprivate)
            omp parallel => ;
              proc_bind(master)
              if(parallel | <a ? b : c>)
              if(<d>)
        "#]],
    );
    check(
        r#"
#pragma omp distribute dist_schedule(static, 8)
for (;;) ;
#pragma omp loop bind(teams)
for (;;) ;
#pragma omp tile sizes(2, 3)
for (;;) ;
#pragma omp unroll partial(4)
for (;;) ;
#pragma omp scan inclusive(a)
"#,
        expect![[r#"
            omp distribute => for ( ; ; ) ;
              dist_schedule(static, <8>)
            omp loop => for ( ; ; ) ;
              bind(teams)
            omp tile => for ( ; ; ) ;
              sizes(<2>, <3>)
            omp unroll => for ( ; ; ) ;
              partial(<4>)
            omp scan
              inclusive(<a>)
        "#]],
    );
}

#[test]
fn atomic_and_objects() {
    check(
        r#"
#pragma omp atomic compare capture fail(relaxed) weak seq_cst hint(0)
x = x;
#pragma omp depobj(d) depend(in: a)
#pragma omp depobj(d) update(inout)
#pragma omp depobj(d) destroy
"#,
        expect![[r#"
            omp atomic => x = x ;
              compare
              capture
              fail(relaxed)
              weak
              seq_cst
              hint(<0>)
            omp depobj(<d>)
              depend(in | <a>)
            omp depobj(<d>)
              update(inout)
            omp depobj(<d>)
              destroy
        "#]],
    );
    check(
        r#"
#pragma omp interop init(prefer_type("cuda", 2), target, targetsync: o) use(p) destroy(q) nowait
#pragma omp dispatch novariants(a) nocontext(b)
call();
"#,
        expect![[r#"
            omp interop
              init(prefer_type<"cuda"><2>, target, targetsync | <o>)
              use(<p>)
              destroy(<q>)
              nowait
            omp dispatch => call ( ) ;
              novariants(<a>)
              nocontext(<b>)
        "#]],
    );
    check(
        r#"
#pragma omp error at(execution) severity(warning) message("text")
#pragma omp nothing
#pragma omp assume absent(parallel for, task) holds(x > 0) no_openmp
;
#pragma omp masked filter(1)
;
"#,
        expect![[r#"
            omp error
              at(execution)
              severity(warning)
              message(<"text">)
            omp nothing
            omp assume => ;
              absent(parallel for, task)
              holds(<x > 0>)
              no_openmp
            omp masked => ;
              filter(<1>)
        "#]],
    );
}

#[test]
fn variants() {
    check(
        r#"
#pragma omp metadirective when(device={kind(gpu)}, user={condition(n > 10)}: parallel for simdlen(4)) when(implementation={vendor(llvm)}:) otherwise(simd)
for (;;) ;
"#,
        expect![[r#"
            omp metadirective => for ( ; ; ) ;
              when([device = { kind ( gpu ) } , user = { condition ( n > 10 ) }], directive)
                omp parallel for
                  simdlen(<4>)
              when([implementation = { vendor ( llvm ) }])
              otherwise(directive)
                omp simd
        "#]],
    );
    check(
        r#"
#pragma omp metadirective when(user={condition(1)}: barrier) default(nothing)
x();
"#,
        expect![[r#"
            omp metadirective
              when([user = { condition ( 1 ) }], directive)
                omp barrier
              default(directive)
                omp nothing
        "#]],
    );
    check_file(
        r#"
#pragma omp declare variant(g) match(construct={parallel, for}, device={arch(x86_64)}) adjust_args(need_device_ptr: a) append_args(interop(target))
void f(int *a);
#pragma omp begin declare variant match(device={kind(nohost)})
#pragma omp end declare variant
"#,
        expect![[r#"
            omp declare variant(<g>)
              match([construct = { parallel , for } , device = { arch ( x86_64 ) }])
              adjust_args(need_device_ptr | <a>)
              append_args(<interop ( target )>)
            omp begin declare variant
              match([device = { kind ( nohost ) }])
            omp end declare variant
        "#]],
    );
}

#[test]
fn declarations() {
    check_file(
        r#"
#pragma omp declare target
#pragma omp end declare target
#pragma omp declare target(a, f)
#pragma omp declare target enter(a) link(b) device_type(nohost) indirect
#pragma omp begin declare target device_type(any)
#pragma omp threadprivate(a, b)
#pragma omp requires unified_shared_memory, atomic_default_mem_order(seq_cst)
#pragma omp allocate(x) allocator(omp_low_lat_mem_alloc) align(64)
#pragma omp declare simd uniform(a) linear(i: 1) notinbranch
void f(int *a, int i);
"#,
        expect![[r#"
            omp declare target
            omp end declare target
            omp declare target(<a>, <f>)
            omp declare target
              enter(<a>)
              link(<b>)
              device_type(nohost)
              indirect
            omp begin declare target
              device_type(any)
            omp threadprivate(<a>, <b>)
            omp requires
              unified_shared_memory
              atomic_default_mem_order(seq_cst)
            omp allocate(<x>)
              allocator(<omp_low_lat_mem_alloc>)
              align(<64>)
            omp declare simd
              uniform(<a>)
              linear(<i> | <1>)
              notinbranch
        "#]],
    );
    check_file(
        r#"
struct v { int len; int *data; };
#pragma omp declare mapper(deep: struct v s) map(s, s.data[0:s.len])
#pragma omp declare mapper(struct v t) map(to: t)
"#,
        expect![[r#"
            omp declare mapper(deep | struct v s)
              map(<s>, <s . data [ 0 : s . len ]>)
            omp declare mapper( | struct v t)
              map(to | <t>)
        "#]],
    );
    check_file(
        r#"
#pragma omp declare reduction(merge: int, double: omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(+: struct v: add(&omp_out, &omp_in)) initializer(init(&omp_priv))
#pragma omp declare reduction(pair: struct w: omp_out.a += omp_in.a) initializer(omp_priv = { 0, 0 })
"#,
        expect![[r#"
            omp declare reduction(merge | int, double | omp_out += omp_in)
              initializer(<omp_priv = 0>)
            omp declare reduction(+ | struct v | add ( & omp_out , & omp_in ))
              initializer(<init ( & omp_priv )>)
            omp declare reduction(pair | struct w | omp_out . a += omp_in . a)
              initializer(omp_priv=<{ 0 , 0 }>)
        "#]],
    );
}
