//! Directives and clauses of OpenACC.

use expect_test::expect;

use super::{check, check_file};

#[test]
fn names_and_statements() {
    check(
        r#"
#pragma acc parallel
{ }
#pragma acc parallel loop
for (;;) ;
#pragma acc kernels loop collapse(2)
for (;;) ;
#pragma acc data copy(a)
#pragma acc serial
x = 1;
"#,
        expect![[r#"
            acc parallel => { }
            acc parallel loop => for ( ; ; ) ;
            acc kernels loop => for ( ; ; ) ;
              collapse(<2>)
            acc data => serial x = 1 ;
              copy(<a>)
            acc serial => x = 1 ;
        "#]],
    );
    check(
        r#"
#pragma acc enter data copyin(a) async
#pragma acc exit data delete(a) finalize
#pragma acc wait
#pragma acc init
#pragma acc shutdown
#pragma acc set device_num(1)
#pragma acc update self(a)
x = 1;
"#,
        expect![[r#"
            acc enter data
              copyin(<a>)
              async
            acc exit data
              delete(<a>)
              finalize
            acc wait
            acc init
            acc shutdown
            acc set
              device_num(<1>)
            acc update
              self(<a>)
        "#]],
    );
    check(
        r#"
#pragma acc atomic capture
{ v = x; x++; }
#pragma acc atomic
x++;
"#,
        expect![[r#"
            acc atomic => { v = x ; x ++ ; }
              capture
            acc atomic => x ++ ;
        "#]],
    );
}

#[test]
fn substatements_and_labels_keep_their_directive() {
    check(
        r#"
if (x)
#pragma acc update self(a)
else
#pragma acc wait
l:
#pragma acc wait
"#,
        expect![[r#"
            acc update
              self(<a>)
            acc wait
            acc wait
        "#]],
    );
    check(
        r#"
for (;;)
#pragma acc loop
for (;;) ;
"#,
        expect![[r#"
            acc loop => for ( ; ; ) ;
        "#]],
    );
}

#[test]
fn declarations() {
    check_file(
        r#"
#pragma acc routine seq
int f(void);
#pragma acc routine(g) gang(dim: 2) bind(h) nohost
#pragma acc routine vector bind("h")
#pragma acc declare create(a) device_resident(b) link(c)
"#,
        expect![[r#"
            acc routine
              seq
            acc routine(<g>)
              gang(dim=<2>)
              bind(h)
              nohost
            acc routine
              vector
              bind(<"h">)
            acc declare
              create(<a>)
              device_resident(<b>)
              link(<c>)
        "#]],
    );
}

#[test]
fn data_clauses() {
    check(
        r#"
#pragma acc data copy(a[0:n][0:m],b[:n],c[n:],d[:],s.x,p->a[0:n]) copyin(readonly: a) copyout(zero: b) create(zero,capture: c) no_create(d)
;
"#,
        expect![[r#"
            acc data => ;
              copy(<a [ 0 : n ] [ 0 : m ]>, <b [ : n ]>, <c [ n : ]>, <d [ : ]>, <s . x>, <p -> a [ 0 : n ]>)
              copyin(readonly | <a>)
              copyout(zero | <b>)
              create(zero, capture | <c>)
              no_create(<d>)
        "#]],
    );
    check(
        r#"
#pragma acc data pcopy(a), present_or_copyin(b), pcreate(c[i+1:2*n])
;
"#,
        expect![[r#"
            acc data => ;
              pcopy=copy(<a>)
              present_or_copyin=copyin(<b>)
              pcreate=create(<c [ i + 1 : 2 * n ]>)
        "#]],
    );
    check(
        r#"
#pragma acc host_data use_device(a,b) if_present if(c ? d : e)
;
"#,
        expect![[r#"
            acc host_data => ;
              use_device(<a>, <b>)
              if_present
              if(<c ? d : e>)
        "#]],
    );
    check(
        r#"
#pragma acc update host(a) self(b) device(c[1:2]) if_present wait
"#,
        expect![[r#"
            acc update
              host=self(<a>)
              self(<b>)
              device(<c [ 1 : 2 ]>)
              if_present
              wait
        "#]],
    );
    check(
        r#"
for (;;) {
#pragma acc cache(readonly: a[i:1])
}
"#,
        expect![[r#"
            acc cache(readonly | <a [ i : 1 ]>)
        "#]],
    );
}

#[test]
fn compute_clauses() {
    check(
        r#"
#pragma acc parallel num_gangs(n, 2, 3) num_workers(4) vector_length(f(1, 2)) default(none) self if(c)
;
"#,
        expect![[r#"
            acc parallel => ;
              num_gangs(<n>, <2>, <3>)
              num_workers(<4>)
              vector_length(<f ( 1 , 2 )>)
              default(none)
              self
              if(<c>)
        "#]],
    );
    check(
        r#"
#pragma acc serial self(a > b) default(present) private(c[0:n]) firstprivate(x) reduction(&&: a,b)
;
"#,
        expect![[r#"
            acc serial => ;
              self(<a > b>)
              default(present)
              private(<c [ 0 : n ]>)
              firstprivate(<x>)
              reduction(&& | <a>, <b>)
        "#]],
    );
    check(
        r#"
#pragma acc kernels async(q) wait(1,2) device_type(*) num_gangs(4) dtype(nvidia,host) async
;
"#,
        expect![[r#"
            acc kernels => ;
              async(<q>)
              wait(<1>, <2>)
              device_type(*)
              num_gangs(<4>)
              dtype=device_type(nvidia, host)
              async
        "#]],
    );
}

#[test]
fn loop_clauses() {
    check(
        r#"
#pragma acc loop gang(num: 4, static: *) worker(num: 4) vector(length: 8)
for (;;) ;
"#,
        expect![[r#"
            acc loop => for ( ; ; ) ;
              gang(num=<4>, static=<*>)
              worker(num=<4>)
              vector(length=<8>)
        "#]],
    );
    check(
        r#"
#pragma acc loop gang(n) worker(4) vector(8) collapse(force: 2)
for (;;) ;
"#,
        expect![[r#"
            acc loop => for ( ; ; ) ;
              gang(<n>)
              worker(<4>)
              vector(<8>)
              collapse(force | <2>)
        "#]],
    );
    check(
        r#"
#pragma acc loop gang(static: n) gang(dim: 2) tile(2, *) independent
for (;;) ;
"#,
        expect![[r#"
            acc loop => for ( ; ; ) ;
              gang(static=<n>)
              gang(dim=<2>)
              tile(<2>, <*>)
              independent
        "#]],
    );
    check(
        r#"
#pragma acc loop gang worker vector auto reduction(max: m) reduction(+:s)
for (;;) ;
"#,
        expect![[r#"
            acc loop => for ( ; ; ) ;
              gang
              worker
              vector
              auto
              reduction(max | <m>)
              reduction(+ | <s>)
        "#]],
    );
}

#[test]
fn wait_arguments() {
    check(
        r#"
#pragma acc wait(devnum: 0 : queues: 1, 2) async(3)
"#,
        expect![[r#"
            acc wait(devnum<0>, queues | <1>, <2>)
              async(<3>)
        "#]],
    );
    check(
        r#"
#pragma acc wait(devnum: d : 1) if(c)
#pragma acc wait(queues: 1)
#pragma acc wait(q + 1)
"#,
        expect![[r#"
            acc wait(devnum<d> | <1>)
              if(<c>)
            acc wait(queues | <1>)
            acc wait(<q + 1>)
        "#]],
    );
    check(
        r#"
#pragma acc parallel wait(devnum: a ? b : c : q) async(acc_async_sync)
;
"#,
        expect![[r#"
            acc parallel => ;
              wait(devnum<a ? b : c> | <q>)
              async(<acc_async_sync>)
        "#]],
    );
}
