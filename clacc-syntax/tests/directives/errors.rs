//! Errors in directives, and the parts of the directive that the tree keeps.

use expect_test::expect;

use super::{check, check_file};

#[test]
fn unknown_names() {
    check(
        r#"
#pragma acc
#pragma acc paralel loop
for (;;) ;
#pragma acc 1
#pragma acc declare
#pragma acc enter
"#,
        expect![[r#"
            acc ? 0 tokens
            acc paralel? 1 tokens
            acc ? 1 tokens
            acc declare
            acc enter? 0 tokens
            ACC0001 at ``: an OpenACC directive is expected
            ACC0001 at `paralel`: OpenACC has no directive `paralel`
              fix: `paralel` -> `parallel`
            ACC0001 at `1`: an OpenACC directive is expected, found `1`
            ACC0001 at `enter`: OpenACC has no directive `enter`
        "#]],
    );
    check(
        r#"
#pragma omp
#pragma omp target frobnicate(a)
;
#pragma omp declare
#pragma omp parallel do
;
"#,
        expect![[r#"
            omp ? 0 tokens
            omp target => ;
              frobnicate?([a])
            omp declare? 0 tokens
            omp parallel => ;
              do?
            OMP0001 at ``: an OpenMP directive is expected
            OMP0002 at `frobnicate`: OpenMP has no clause `frobnicate`
            OMP0001 at `declare`: OpenMP has no directive `declare`
            OMP0002 at `do`: OpenMP has no clause `do`
        "#]],
    );
    check(
        r#"
#pragma acc parallel copyinn(a[0:n]) xyz(1, (2)) copy(b)
;
"#,
        expect![[r#"
            acc parallel => ;
              copyinn?([a [ 0 : n ]])
              xyz?([1 , ( 2 )])
              copy(<b>)
            ACC0002 at `copyinn`: OpenACC has no clause `copyinn`
              fix: `copyinn` -> `copyin`
            ACC0002 at `xyz`: OpenACC has no clause `xyz`
        "#]],
    );
}

#[test]
fn host_is_a_clause_of_update_only() {
    check(
        r#"
#pragma acc parallel host(a) self(b)
;
#pragma acc update host(a)
"#,
        expect![[r#"
            acc parallel => ;
              host?([a])
              self(<b>)
            acc update
              host=self(<a>)
            ACC0002 at `host`: `host` is no clause of `parallel`
        "#]],
    );
}

#[test]
fn extra_tokens() {
    check(
        r#"
#pragma acc loop seq(1) gang
for (;;) ;
#pragma acc loop independent() + 3 gang
for (;;) ;
"#,
        expect![[r#"
            acc loop => for ( ; ; ) ;
              seq
              gang
            acc loop => for ( ; ; ) ;
              independent
            ACC0003 at `( 1 )`: `seq` takes no argument; the extra tokens are ignored
            ACC0003 at `( )`: `independent` takes no argument; the extra tokens are ignored
            ACC0003 at `+ 3 gang`: extra tokens at the end of the directive are ignored
        "#]],
    );
    check(
        r#"
#pragma acc parallel copy(a) ) copy(b)
;
#pragma omp barrier;
"#,
        expect![[r#"
            acc parallel => ;
              copy(<a>)
            omp barrier
            ACC0003 at `) copy ( b )`: extra tokens at the end of the directive are ignored
            OMP0003 at `;`: extra tokens at the end of the directive are ignored
        "#]],
    );
    check(
        r#"
#pragma acc parallel, copy(a), async,
;
"#,
        expect![[r#"
            acc parallel => ;
              copy(<a>)
              async
        "#]],
    );
}

#[test]
fn parentheses() {
    check(
        r#"
#pragma acc parallel copyin num_gangs
;
#pragma acc cache
"#,
        expect![[r#"
            acc parallel => ;
              copyin
              num_gangs
            acc cache
            ACC0004 at `copyin`: `(` expected behind `copyin`
            ACC0004 at `num_gangs`: `(` expected behind `num_gangs`
            ACC0004 at `cache`: `(` expected behind `cache`
        "#]],
    );
    check(
        r#"
#pragma acc parallel copyin(a[0:n] num_gangs(2)
;
#pragma acc parallel num_gangs(f(1)
;
"#,
        expect![[r#"
            acc parallel => ;
              copyin(<a [ 0 : n ]>)
              num_gangs(<2>)
            acc parallel => ;
              num_gangs(<f ( 1 )>)
            ACC0005 at `num_gangs`: `)` expected at the end of `copyin(`
            ACC0005 at `)`: `)` expected at the end of `num_gangs(`
        "#]],
    );
    check(
        r#"
#pragma acc parallel copyin() num_gangs( ) copy(a,) create(,b) present(a b) delete(a[0:n] c)
;
"#,
        expect![[r#"
            acc parallel => ;
              copyin(<>)
              num_gangs(<>)
              copy(<a>, <>)
              create(<>, <b>)
              present(<a>)
              delete(<a [ 0 : n ]>)
            ACC0006 at `(`: expression expected in `copyin`
            ACC0006 at `(`: expression expected in `num_gangs`
            ACC0006 at `,`: expression expected in `copy`
            ACC0006 at `,`: expression expected in `create`
            ACC0007 at `b`: `,` or `)` expected in `present`, found `b`
            ACC0007 at `c`: `,` or `)` expected in `delete`, found `c`
        "#]],
    );
    check(
        r#"
#pragma acc parallel if() async() wait() default()
;
"#,
        expect![[r#"
            acc parallel => ;
              if(<>)
              async(<>)
              wait(<>)
              default([])
            ACC0006 at `(`: expression expected in `if`
            ACC0006 at `(`: expression expected in `async`
            ACC0006 at `(`: expression expected in `wait`
            ACC0008 at `(`: `none` or `present` expected in `default`
        "#]],
    );
}

#[test]
fn words() {
    check(
        r#"
#pragma acc parallel default(shared) copyin(read_only: a) copy(readonly b) present(zero: c)
;
"#,
        expect![[r#"
            acc parallel => ;
              default(shared)
              copyin(read_only | <a>)
              copy(<readonly>)
              present(zero | <c>)
            ACC0008 at `shared`: `default` takes `none` or `present`, not `shared`
            ACC0008 at `read_only`: `copyin` takes `always`, `alwaysin`, `capture` or `readonly` before the `:`, not `read_only`
            ACC0007 at `b`: `,` or `)` expected in `copy`, found `b`
            ACC0008 at `zero`: `present` takes no modifier, found `zero`
        "#]],
    );
    check(
        r#"
#pragma acc loop gang(static 4) gang(foo: 3) gang(static) worker(length: 2)
for (;;) ;
"#,
        expect![[r#"
            acc loop => for ( ; ; ) ;
              gang(static=<4>)
              gang(foo=<3>)
              gang(static=<>)
              worker(length=<2>)
            ACC0009 at `4`: `:` expected behind `static` in `gang`
            ACC0008 at `foo`: `gang` takes `num`, `dim` or `static` before a `:`, not `foo`
            ACC0009 at `static`: `:` expected behind `static` in `gang`
            ACC0008 at `length`: `worker` takes `num` before a `:`, not `length`
        "#]],
    );
    check(
        r#"
#pragma acc parallel num_gangs(1, 2, 3, 4)
;
#pragma acc kernels num_gangs(1, 2)
;
"#,
        expect![[r#"
            acc parallel => ;
              num_gangs(<1>, <2>, <3>, <4>)
            acc kernels => ;
              num_gangs(<1>)
            ACC0012 at `1 , 2 , 3 , 4`: `num_gangs` takes at most 3 expressions
            ACC0012 at `,`: too many arguments in `num_gangs`
        "#]],
    );
    check(
        r#"
#pragma acc wait(devnum 1: 2)
#pragma acc wait(devnum: 1 2)
"#,
        expect![[r#"
            acc wait(devnum<1> | <2>)
            acc wait(devnum<1> | <2>)
            ACC0009 at `1`: `:` expected behind `devnum` in `wait`
            ACC0009 at `2`: `:` expected behind `devnum` in `wait`
        "#]],
    );
    check(
        r#"
#pragma omp target map(tofrom a) map(foo: b) defaultmap(x: scalar) if(when: c)
;
#pragma omp task depend(a)
;
"#,
        expect![[r#"
            omp target => ;
              map(tofrom | <a>)
              map(foo | <b>)
              defaultmap(x | scalar)
              if(when | <c>)
            omp task => ;
              depend(<a>)
            OMP0009 at `a`: `:` expected behind `tofrom` in `map`
            OMP0008 at `foo`: `map` takes `always`, `close`, `present`, `self`, `attach`, `mapper`, `iterator`, `ompx_hold`, `ompx_no_alloc`, `hold`, `no_alloc`, `to`, `from`, `tofrom`, `alloc`, `storage`, `release` or `delete` before the `:`, not `foo`
            OMP0008 at `x`: `defaultmap` takes `alloc`, `to`, `from`, `tofrom`, `firstprivate`, `none`, `default` or `present`, not `x`
            OMP0008 at `when`: `if` takes the name of a directive before the `:`, not `when`
            OMP0014 at `a`: `iterator`, `in`, `out`, `inout`, `mutexinoutset`, `inoutset`, `depobj`, `source` or `sink` and `:` expected in `depend`
        "#]],
    );
}

#[test]
fn reductions() {
    check(
        r#"
#pragma acc parallel reduction(x) reduction(+ y) reduction(- : z) reduction(max) reduction(: w) reduction()
;
"#,
        expect![[r#"
            acc parallel => ;
              reduction(<x>)
              reduction(+ | <y>)
              reduction(- | <z>)
              reduction(<max>)
              reduction(<w>)
              reduction()
            ACC0010 at `x`: reduction operator expected in `reduction`: `+`, `*`, `max`, `min`, `&`, `|`, `^`, `&&` or `||`
            ACC0011 at `+`: `:` assumed behind the operator of `reduction`
            ACC0010 at `max`: reduction operator expected in `reduction`: `+`, `*`, `max`, `min`, `&`, `|`, `^`, `&&` or `||`
            ACC0010 at `(`: reduction operator expected in `reduction`: `+`, `*`, `max`, `min`, `&`, `|`, `^`, `&&` or `||`
            ACC0010 at `(`: reduction operator expected in `reduction`: `+`, `*`, `max`, `min`, `&`, `|`, `^`, `&&` or `||`
        "#]],
    );
    check(
        r#"
#pragma acc parallel reduction(max m) reduction(+, x) reduction(foo: x)
;
#pragma omp parallel reduction(bar: x) reduction(inscan +: y)
;
"#,
        expect![[r#"
            acc parallel => ;
              reduction(max | <m>)
              reduction(+ | <x>)
              reduction(foo | <x>)
            omp parallel => ;
              reduction(bar | <x>)
              reduction(inscan | <y>)
            ACC0011 at `max`: `:` assumed behind the operator of `reduction`
            ACC0009 at `+`: `:` expected behind the operator of `reduction`
            ACC0010 at `foo`: reduction operator expected in `reduction`: `+`, `*`, `max`, `min`, `&`, `|`, `^`, `&&` or `||`
            OMP0010 at `+`: reduction operator expected in `reduction`: `+`, `-`, `*`, `&`, `|`, `^`, `&&`, `||`, `max` or `min`, or the name of a declared reduction
        "#]],
    );
}

#[test]
fn missing_statements() {
    check(
        r#"
{
#pragma acc parallel
}
#pragma omp parallel
"#,
        expect![[r#"
            acc parallel
            omp parallel
            ACC0013 at `parallel`: the directive applies to the next statement, and the block ends here
            OMP0013 at `parallel`: the directive applies to the next statement, and the block ends here
        "#]],
    );
    check_file(
        r#"
struct s {
#pragma acc parallel copy(a)
int x;
};
#pragma acc loop
int y;
"#,
        expect![[r#"
            acc parallel
              copy(<a>)
            acc loop
        "#]],
    );
}

#[test]
fn long_nonsense_ends() {
    let text = format!("#pragma acc parallel {}\n", "if(".repeat(20_000));
    let dump = super::support::dump(&text);
    assert!(dump.lines().count() < 200, "{}", dump.lines().count());
}

#[test]
fn deep_nesting_ends() {
    let variants = "metadirective when(user={condition(1)}: ".repeat(400);
    let text = format!("#pragma omp {variants}\n");
    let dump = super::support::dump(&text);
    assert!(dump.lines().any(|line| line.contains("nesting")), "{}", &dump[..200.min(dump.len())]);
}
