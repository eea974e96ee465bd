//! What declarations become: which calls of the runtime stand in the place of directives, and what is refused.

use std::fmt::Write;
use std::sync::Arc;

use clacc_codegen::piece::Piece;
use clacc_codegen::query::lower;
use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::{Loader, Volatility};
use clacc_sema::db::{Database, Unit, set_text};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;
use clacc_syntax::target::Target;
use clacc_ttx::dialect::NATIVE;
use clacc_ttx::policy::Clacc;
use clacc_ttx::query::Mapping;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _: &str) -> Option<Arc<[u8]>> {
        None
    }
}

struct Program {
    db: Database,
    unit: Unit,
    mapping: Mapping,
}

impl Program {
    fn new(text: &str) -> Program {
        Program::for_target(text, Target::default())
    }

    fn for_target(text: &str, target: Target) -> Program {
        let mut db = Database::recorded(Arc::new(NoFiles));
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit =
            Unit::new(&db, main, Arc::new(Options { target, ..Options::default() }), ParseLimits::default());
        let mapping = Mapping::new(&db, Arc::new(Clacc), NATIVE);
        Program { db, unit, mapping }
    }

    /// What the declarations become, with tokens one space apart, and the codes of what is refused.
    fn generated(&self) -> (String, Vec<&'static str>) {
        let (mut text, mut codes) = (String::new(), Vec::new());
        for decl in declarations(&self.db, self.unit) {
            let lowered = lower(&self.db, *decl, self.mapping);
            let own = lowered.declaration.iter().flat_map(|pieces| pieces.iter());
            for piece in lowered.before.iter().chain(own).chain(&lowered.behind) {
                match piece {
                    Piece::Tokens(range) => {
                        for at in range.start..range.end {
                            let name = decl.tokens(&self.db).texts[at as usize];
                            let _ = write!(text, "{} ", clacc_sema::db::Db::names(&self.db)[name].to_owned());
                        }
                    }
                    Piece::Inline(new) | Piece::Lines { text: new, .. } => {
                        let _ = write!(text, "{new} ");
                    }
                    Piece::Pragma { text: new, .. } => {
                        let _ = write!(text, "<{new}> ");
                    }
                }
            }
            codes.extend(lowered.findings.iter().map(|finding| finding.code.id));
        }
        (text, codes)
    }
}

/// Checks that code for a function body holds some text.
fn check(body: &str, expected: &[&str]) {
    let text = format!("void g(int);\nvoid f(double *a, int n, int m) {{\n{body}\n}}\n");
    let (generated, codes) = Program::new(&text).generated();
    assert!(codes.is_empty(), "{codes:?} for\n{body}");
    for part in expected {
        assert!(generated.contains(part), "no `{part}` in\n{generated}");
    }
    assert!(!generated.contains("#pragma"), "{generated}");
}

/// Checks that a program is refused with some code, and that nothing is made of the declaration.
fn check_refused(body: &str, code: &str) {
    let (generated, codes) =
        Program::new(&format!("void g(int);\nvoid f(double *a, int n, int m) {{\n{body}\n}}\n")).generated();
    assert_eq!(codes, [code], "for\n{body}\n{generated}");
    assert!(!generated.contains("clacc_"), "{generated}");
}

#[test]
fn regions_become_functions() {
    check(
        "#pragma omp parallel for\nfor (int i = 0; i < n; ++i) a[i] = m;",
        &[
            "static void clacc_f_1(clacc_thread *clacc_t, void *clacc_p);",
            "clacc_fork(0, clacc_f_1, &clacc_a, 0, 0);",
            "int n = clacc_v->n;",
            "double *a = clacc_v->a;",
            "clacc_static_range(clacc_t,",
            "a [ i ] = m ;",
        ],
    );
    check(
        "#pragma omp parallel if(n > 2) num_threads(m)\ng(1);",
        &["(int)(m)", "(n > 2) ? 0 : CLACC_SERIAL"],
    );
    check("#pragma acc parallel loop\nfor (int i = 0; i < n; ++i) a[i] = m;", &["clacc_fork("]);
}

#[test]
fn variables_are_mentioned_only_where_they_are_known() {
    check(
        "#pragma omp parallel private(m)\n{ m = 7;\nint i;\n#pragma omp for\nfor (i = 0; i < n; i++) m += i;\ng(m); }",
        &["(void)i; clacc_barrier(clacc_t); }"],
    );
    let (generated, _) = Program::new(
        "void f(int n) {\n#pragma omp parallel private(n)\n{\nint i;\n#pragma omp for\nfor (i = 0; i < 9; i++) n = i;\n}\n}\n",
    )
    .generated();
    assert_eq!(generated.matches("(void)i;").count(), 1, "{generated}");
}

#[test]
fn routines_about_devices_are_called() {
    check("#pragma acc init", &["acc_init(acc_device_default);"]);
    check("#pragma acc set device_num(n + 1)", &["acc_set_device_num((n + 1), acc_device_default);"]);
    check("#pragma acc shutdown if(n > 2)", &["if (n > 2) {", "acc_shutdown(acc_device_default);"]);
}

#[test]
fn what_becomes_nothing_takes_no_other_statements_place() {
    check("#pragma acc update self(a[0:n])\ng(1);", &[";", "g ( 1 ) ;"]);
    check_refused(
        "if (n)\n#pragma acc parallel\n#pragma acc cache(a[0:8])\n#pragma acc loop gang\nfor (int i = 0; i < n; ++i) a[i] = m;",
        "GEN0006",
    );
    check_refused("if (n)\n#pragma acc update self(a[0:n])\ng(1);", "GEN0001");
}

#[test]
fn lanes_are_left_to_the_compiler() {
    check(
        "double s = 0;\n#pragma omp parallel for simd reduction(+: s) private(m)\nfor (int i = 0; i < n; ++i) { m = i; s += a[m]; }",
        &["<omp simd reduction(+: s) private(m)>"],
    );
    check(
        "int i;\n#pragma omp simd safelen(4)\nfor (i = 0; i < n; ++i) a[i] = i;",
        &["<omp simd safelen(4)>"],
    );
    check("#pragma omp simd linear(m)\nfor (int i = 0; i < n; ++i) a[i] = m++;", &["a [ i ] = m ++ ;"]);
}

#[test]
fn what_may_be_written_travels_by_address() {
    check("#pragma omp parallel\n{ m = n; }", &["&m;", "(*clacc__m) = n", "int n = clacc_v->n;"]);
    check(
        "int b[4];\n#pragma omp parallel\nb[n] = 1;",
        &["int (*clacc__b)[4] = clacc_v->b;", "(*clacc__b) [ n ] = 1"],
    );
    check("int *p = &m;\n#pragma omp parallel\ng(m + *p);", &["int (*clacc__m) = clacc_v->m;"]);
    check(
        "double w[n][m];\n#pragma omp parallel\nw[1][2] = 0;",
        &["double (*clacc__w)[clacc__w_0][clacc__w_1] = clacc_v->w;"],
    );
}

#[test]
fn loops_keep_their_counters() {
    check("#pragma omp for\nfor (int i = n; i >= 0; i -= 2) a[i] = 1;", &["i >= clacc_j", "i -= (int)2ULL"]);
    check(
        "#pragma omp for schedule(static, 4)\nfor (int i = 0; i < n; ++i) a[i] = 1;",
        &["clacc_t->count *"],
    );
    check(
        "#pragma omp for schedule(dynamic)\nfor (int i = 0; i < n; ++i) a[i] = 1;",
        &["CLACC_DYNAMIC", "clacc_loop_next("],
    );
    check("#pragma omp for nowait\nfor (double *p = a; p != a + n; p++) *p = 1;", &["clacc_self()"]);
    check(
        "#pragma omp for collapse(2)\nfor (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) a[i * m + j] = 1;",
        &["while (clacc_lo", "clacc_barrier(clacc_t);"],
    );
}

#[test]
fn copies_hide_their_originals() {
    check(
        "double s = 0;\n#pragma omp parallel for reduction(+: s)\nfor (int i = 0; i < n; ++i) s += a[i];",
        &["clacc_reduce(clacc_t,", "s = 0;"],
    );
    check("#pragma omp parallel for lastprivate(m)\nfor (int i = 0; i < n; ++i) m = i;", &["if (clacc_last"]);
    check("#pragma omp parallel private(m)\nm = 1;", &["{ int m;"]);
    check("#pragma omp parallel default(firstprivate)\ng(m);", &["int m = clacc_f"]);
}

#[test]
fn directives_become_calls() {
    check("#pragma omp barrier", &["clacc_barrier(clacc_t);"]);
    check("#pragma omp flush", &["clacc_flush();"]);
    check("#pragma omp critical (q)\ng(1);", &["clacc_critical_begin(&clacc_critical_q);"]);
    check("#pragma omp single\ng(1);", &["clacc_single(clacc_t)"]);
    check("#pragma omp master\ng(1);", &["clacc_t->id == 0"]);
    check("#pragma omp task\ng(m);", &["clacc_task(clacc_t,", "int m = clacc_v->m;"]);
    check("#pragma omp taskwait", &["clacc_task_wait(clacc_t, 0, 0);"]);
    check("#pragma omp sections\n{\ng(1);\n#pragma omp section\ng(2);\n}", &["== 0) {", "== 1) {"]);
}

#[test]
fn a_directive_that_becomes_nothing_leaves_its_statement() {
    check(
        "#pragma omp parallel\ng(1);\nif (n)\n#pragma acc data copy(a[0:n])\n  g(2);",
        &["clacc_fork(", "g ( 2 ) ;"],
    );
    let text = "void g(int);\nvoid f(int n) {\nif (n)\n#pragma omp nothing\ng(2);\n}\n";
    assert!(!Program::new(text).generated().0.contains("if ( n ) ;"));
}

#[test]
fn what_is_not_generated_is_refused() {
    check_refused("#pragma omp target\ng(1);", "GEN0001");
    check_refused("#pragma omp taskloop\nfor (int i = 0; i < n; ++i) g(i);", "GEN0001");
    check_refused("static int t;\n#pragma omp parallel copyin(t)\ng(t);", "GEN0002");
    check_refused(
        "#pragma omp parallel for lastprivate(conditional: m)\nfor (int i = 0; i < n; ++i) m = i;",
        "GEN0002",
    );
    check_refused("struct t { int x; } t;\n#pragma omp parallel\nt.x = 1;", "GEN0003");
    check_refused("enum { ONE = 1 };\n#pragma omp parallel\ng(ONE);", "GEN0003");
    check_refused(
        "#pragma omp for collapse(2)\nfor (int i = 0; i < n; ++i) for (int j = i; j < m; ++j) g(j);",
        "GEN0004",
    );
    check_refused("l: g(0);\nvoid *p = &&l;\n#pragma omp parallel\ng(p != 0);", "GEN0005");
}

#[test]
fn new_names_differ_from_those_of_the_declaration() {
    check("int clacc_x = 1;\n#pragma omp parallel\nclacc_x = 2;", &["(*clacc1__clacc_x)"]);
}

#[test]
fn an_edit_lowers_one_function_again() {
    const TEXT: &str = "void f(int *x) {\n#pragma omp parallel\n*x = 1;\n}\nvoid h(int *x) {\n#pragma omp parallel\n*x = 2;\n}\n";
    let mut program = Program::new(TEXT);
    let lowered = |program: &Program| {
        program.db.log().start();
        program.generated();
        let executed = program.db.log().finish(&program.db);
        executed.iter().filter(|each| each.query == "lower").count()
    };
    assert_eq!(lowered(&program), 2);
    assert_eq!(lowered(&program), 0);
    let edited = TEXT.replace("= 2", "= 3");
    set_text(&mut program.db, "main.c", Some(edited.as_bytes().into()), Volatility::Edited);
    assert_eq!(lowered(&program), 1);
}

/// A compiler with nothing beside C99.
fn plain_compiler() -> Target {
    let gcc = Target::default();
    let is_kept = |line: &&str| !line.contains("__GNUC__") && !line.contains("COMPARE_AND_SWAP");
    let macros = gcc.macros.lines().filter(is_kept).collect::<Vec<_>>().join("\n");
    Target { macros: macros.into(), ..gcc }
}

/// Checks that a program becomes code that holds some texts and not others, which begin with `!`.
fn check_program(target: Target, text: &str, expected: &[&str]) {
    let (generated, codes) = Program::for_target(text, target).generated();
    assert!(codes.is_empty(), "{codes:?} for\n{text}");
    for part in expected {
        match part.strip_prefix('!') {
            Some(unwanted) => assert!(!generated.contains(unwanted), "`{unwanted}` in\n{generated}"),
            None => assert!(generated.contains(part), "no `{part}` in\n{generated}"),
        }
    }
}

#[test]
fn threadprivate_variables_are_those_of_threads_where_they_are_declared() {
    for (text, expected) in [
        (
            "static int x = 3;\n#pragma omp threadprivate(x)\nint f(void) { return x; }\n",
            &["static __thread int x = 3 ;", "!threadprivate"][..],
        ),
        ("int x;\n#pragma omp threadprivate(x)\nint x = 1;\n", &["__thread int x = 1 ;"]),
        (
            "extern int a, x[], *b;\n#pragma omp threadprivate(x)\n",
            &["extern int a ; extern __thread int x [ ] ; extern int * b ;"],
        ),
        (
            "struct s { int i; } x, a = { 1 };\n#pragma omp threadprivate(x)\n",
            &["__thread struct s { int i ; } x ; struct s a = { 1 } ;"],
        ),
        (
            "static const struct { int i; } a, x = { 1 };\n#pragma omp threadprivate(x)\n",
            &[
                "typedef const struct { int i ; } clacc_type_of_a ; static clacc_type_of_a a ;",
                "static __thread clacc_type_of_a x = { 1 } ;",
            ],
        ),
        (
            "int f(int), (*x)(int) = f, a[2] = { 1, 2 };\n#pragma omp threadprivate(x)\n",
            &["int f ( int ) ; __thread int ( * x ) ( int ) = f ; int a [ 2 ] = { 1 , 2 } ;"],
        ),
        (
            "int x;\n#pragma omp threadprivate(x)\nint g(void) { extern int x; return x; }\n",
            &["extern __thread int x;", "{ extern __thread int x ; return x ; }"],
        ),
        (
            "int g(void) { static int a = 1, x[2] = { 2 }, y;\n#pragma omp threadprivate(x, y)\nreturn a + x[0] + y; }\n",
            &[
                "static __thread int clacc_threadprivate_g_x1 [ 2 ] = { 2 } ;",
                "{ static int a = 1 ; return a + clacc_threadprivate_g_x1 [ 0 ] +",
            ],
        ),
    ] {
        check_program(Target::default(), text, expected);
    }
}

#[test]
fn the_library_has_the_copies_where_the_compiler_knows_no_threads() {
    for (text, expected) in [
        (
            "static int x = 3, a;\n#pragma omp threadprivate(x)\nint f(void) { return x + a; }\n",
            &[
                "static int clacc_original_x = 3 , a ;",
                "static void *clacc_cell_x;",
                "return (*(__typeof__(clacc_original_x) *)clacc_threadprivate(&clacc_cell_x,",
                "!__thread",
            ][..],
        ),
        (
            "extern int x;\n#pragma omp threadprivate(x)\nint f(void) { return sizeof x; }\n",
            &["extern void *clacc_cell_x __attribute__((weak));", "return sizeof (*(__typeof__("],
        ),
        (
            "int g(void) { static int x;\n#pragma omp threadprivate(x)\n{ int x = 2; return x; }\nreturn x; }\n",
            &["static int clacc_threadprivate_g_x1 ;", "{ int x = 2 ; return x ; }", "return (*("],
        ),
    ] {
        check_program(plain_compiler(), text, expected);
    }
}

#[test]
fn regions_are_given_no_threadprivate_variables() {
    check_program(
        Target::default(),
        "static int x;\n#pragma omp threadprivate(x)\nvoid f(void) { static int y;\n#pragma omp threadprivate(y)\n#pragma omp parallel copyin(x, y)\n{ x += y; } }\n",
        &[
            "{ x += clacc_threadprivate_f_y1 ; }",
            "!clacc_v->y",
            "(const void *)&clacc_threadprivate_f_y1;",
            "if (clacc_t->id != 0) {",
            "clacc_barrier(clacc_t);",
        ],
    );
}

#[test]
fn what_cannot_be_threadprivate_is_refused() {
    for (text, code) in [
        ("void f(void) { int x = 1;\n#pragma omp threadprivate(x)\n(void)x; }\n", "GEN0010"),
        ("int x;\nvoid f(void) {\n#pragma omp threadprivate(x)\n(void)x; }\n", "GEN0010"),
        (
            "void f(void) { struct s { int i; }; static struct s x;\n#pragma omp threadprivate(x)\n(void)x; }\n",
            "GEN0011",
        ),
        (
            "void f(void) { static int a; static int *x = &a;\n#pragma omp threadprivate(x)\n(void)x; }\n",
            "GEN0011",
        ),
        (
            "static int x;\n#pragma omp threadprivate(x)\nvoid f(void) {\n#pragma omp for\nfor (x = 0; x < 9; x++) ;\n}\n",
            "GEN0010",
        ),
        ("static int x;\n#pragma omp threadprivate(x)\nint *p = &x;\n", "GEN0012"),
        (
            "static int x;\n#pragma omp threadprivate(x)\nvoid f(void) { static int *p = &x; (void)p; }\n",
            "GEN0012",
        ),
    ] {
        let (generated, codes) = Program::new(text).generated();
        assert_eq!(codes, [code], "for\n{text}\n{generated}");
    }
    check_program(
        Target::default(),
        "static int x;\n#pragma omp threadprivate(x)\nint a[sizeof x] = { sizeof(x) };\n",
        &["__thread"],
    );
}

#[test]
fn an_edit_of_a_body_lowers_no_declaration_of_a_threadprivate_variable() {
    let text =
        "static int x;\n#pragma omp threadprivate(x)\nint f(void) { return x; }\nint g(void) { return x; }\n";
    let mut program = Program::new(text);
    program.generated();
    let edited = text.replace("{ return x; }\nint g", "{ return x + 1; }\nint g");
    set_text(&mut program.db, "main.c", Some(edited.as_bytes().into()), Volatility::Edited);
    program.db.log().start();
    program.generated();
    let executed = program.db.log().finish(&program.db);
    assert_eq!(executed.iter().filter(|each| each.query == "lower").count(), 1);
}

#[test]
fn atomic_statements_are_executed_in_one_step() {
    for (body, expected) in [
        ("#pragma omp atomic\nm += n;", &["__atomic_fetch_add(clacc_x1, (int )clacc_v2, 0);"][..]),
        ("#pragma omp atomic seq_cst\nm = 2 | m;", &["__atomic_fetch_or(clacc_x1, (int )(2), 5);"]),
        ("#pragma omp atomic\nm--;", &["__atomic_fetch_sub(clacc_x1, (int )1, 0);"]),
        ("#pragma omp atomic\na[n++] += 2;", &["double *clacc_x1 = (double *)&(a [ n ++ ]);", "+= 2 ;"]),
        ("#pragma omp atomic\nm += 1.5;", &["while (!__atomic_compare_exchange(clacc_x1,", "+= clacc_v2 ;"]),
        ("#pragma omp atomic\nm = n - m;", &["= clacc_v2 - clacc_n4 ;", "!fetch"]),
        (
            "#pragma omp atomic read acquire\nn = m;",
            &["__atomic_load(clacc_x1, &clacc_r3, 2);", "n = clacc_c2;"],
        ),
        ("#pragma omp atomic write release\nm = n;", &["__atomic_store(clacc_x1, &clacc_w3, 3);"]),
        (
            "#pragma omp atomic capture\n{ n = m; m++; }",
            &["clacc_c2 = clacc_n4 ; clacc_n4 ++ ;", " n = clacc_c2;"],
        ),
        (
            "#pragma omp atomic compare\nif (m < n + 1) { m = n + 1; }",
            &["if ( clacc_n4 < clacc_v2 ) { clacc_n4 = clacc_v2 ; }"],
        ),
        (
            "volatile int w = 0;\n#pragma omp atomic\nw++;",
            &["volatile int *clacc_x1 = (volatile int *)&(w);"],
        ),
        ("_Bool w = 0;\n#pragma omp atomic\nw ^= 1;", &["__atomic_compare_exchange"]),
    ] {
        let text = format!("void f(double *a, int n, int m) {{\n{body}\n}}\n");
        check_program(Target::default(), &text, expected);
    }
}

#[test]
fn the_type_decides_whether_an_object_is_locked() {
    for (body, expected) in [
        (
            "long double w = 0;\n#pragma omp atomic\nw += n;",
            &["clacc_atomic_begin((const void *)clacc_x1);"][..],
        ),
        (
            "float _Complex w = 0;\n#pragma omp atomic\nw += n;",
            &["clacc_atomic_begin((const void *)clacc_x1);"],
        ),
        (
            "struct { int b : 3; } w, *p = &w;\n#pragma omp atomic\np->b++;",
            &[
                "__typeof__(&*(p)) clacc_x1 = &*(p); clacc_atomic_begin((const void *)clacc_x1); clacc_x1->b ++ ;",
            ],
        ),
    ] {
        let text = format!("void f(double *a, int n, int m) {{\n{body}\n}}\n");
        check_program(Target::default(), &text, expected);
        check_program(plain_compiler(), &text, expected);
    }
    let text = "void f(int *p) {\n#pragma omp atomic\n++*p;\n#pragma omp atomic write\n*p = 1;\n}\n";
    check_program(
        plain_compiler(),
        text,
        &["clacc_atomic_replace(", "clacc_atomic_load(", "clacc_atomic_store(", "!clacc_atomic_begin"],
    );
}

#[test]
fn objects_that_no_access_is_atomic_for_are_refused() {
    check_refused(
        "struct __attribute__((packed)) { char c; int i; } w;\n#pragma omp atomic\nw.i++;",
        "GEN0013",
    );
    check_refused("_Atomic long double w;\n#pragma omp atomic\nw += 1;", "GEN0013");
    check("struct { char c; int i[2]; } w;\n#pragma omp atomic\nw.i[1]++;", &["__atomic_fetch_add"]);
    check("_Atomic int w = 0;\n#pragma omp atomic\nw = w * 2;", &["int *clacc_x1 = (int *)&(w);"]);
}
