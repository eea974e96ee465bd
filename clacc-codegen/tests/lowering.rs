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
        let mut db = Database::recorded(Arc::new(NoFiles));
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
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
    check("#pragma omp atomic\na[n] += 2;", &["clacc_atomic_begin(&(a [ n ]));"]);
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
    check_refused("#pragma omp parallel copyin(m)\ng(1);", "GEN0002");
    check_refused(
        "#pragma omp parallel for lastprivate(conditional: m)\nfor (int i = 0; i < n; ++i) m = i;",
        "GEN0002",
    );
    check_refused("struct t { int x; } t;\n#pragma omp parallel\nt.x = 1;", "GEN0003");
    check_refused("enum { WIDE = 1L << 40 };\n#pragma omp parallel\ng(WIDE > n);", "GEN0003");
    check_refused(
        "#pragma omp for collapse(2)\nfor (int i = 0; i < n; ++i) for (int j = i; j < m; ++j) g(j);",
        "GEN0004",
    );
    check_refused("l: g(0);\nvoid *p = &&l;\n#pragma omp parallel\ng(p != 0);", "GEN0005");
    check_refused("#pragma omp atomic\na[n++] += 2;", "GEN0005");
}

#[test]
fn names_of_the_function_are_told_from_those_of_the_region() {
    check("enum { TWO = 2, LOW = -3 };\n#pragma omp parallel\ng(TWO + LOW);", &["g ( 2 + (-2 - 1) ) ;"]);
    check("#pragma omp parallel\n{ enum { TWO = 2 }; typedef short T; T t = TWO; g(t); }", &["T t = 2"]);
    // A type of a block that ended, and one of the region, have the same name.
    check(
        "{ struct t { int x; } t; t.x = 1; g(t.x); }\n#pragma omp parallel\n{ struct t { int y; } t; t.y = 1; }",
        &["t . y = 1"],
    );
    // The type that the name stands for first is that of the function, whatever the unit or a block inside calls by it.
    check_refused(
        "typedef double T;\n#pragma omp parallel\n{ T x = 1; { typedef int T; T y = 1; g(x + y); } }",
        "GEN0003",
    );
}

#[test]
fn copies_are_aligned_as_their_originals() {
    check(
        "_Alignas(64) int w = 1;\n#pragma omp parallel firstprivate(w)\ng(w);",
        &["int w __attribute__((aligned(64))) = clacc_f"],
    );
    check(
        "int w[2] __attribute__((aligned(32)));\n#pragma omp parallel private(w)\nw[0] = 1;",
        &["int w[2] __attribute__((aligned(32)));"],
    );
    check(
        "typedef int far __attribute__((aligned(128)));\nfar w = 1;\n#pragma omp task\ng(w);",
        &[
            "int w __attribute__((aligned(128))) = clacc_v->w;",
            ".align = (unsigned int)__alignof__(struct clacc_f_1);",
        ],
    );
    check("int w = 1;\n#pragma omp parallel private(w)\nw = 1;", &["{ int w;"]);
}

#[test]
fn variables_without_addresses_are_not_shared() {
    check(
        "register int w = 1, v = 2;\n#pragma omp parallel\n{ w = 2; g(v); }",
        &["int w = 1 , v = 2 ;", "(*clacc__w) = 2", "int v = clacc_v->v;"],
    );
    check("for (register int k = 0; k < 2; ++k) {\n#pragma omp parallel\ng(k); }", &["for ( int k = 0 ;"]);
    check(
        "register long w __asm__(\"r12\") = 1;\n#pragma omp parallel\ng(n + w);",
        &["register long w __asm__", "long w = clacc_v->w;"],
    );
    check_refused("register long w __asm__(\"r12\") = 1;\n#pragma omp parallel\nw = 2;", "GEN0050");
    check_refused("static _Thread_local int w;\n#pragma omp parallel\nw = 2;", "GEN0050");
    check_refused("static __thread int w;\n#pragma omp task shared(w)\ng(w);", "GEN0050");
    check("static _Thread_local int w;\n#pragma omp parallel firstprivate(w)\nw = 2;", &["int w = clacc_f"]);
    check(
        "static _Thread_local int w;\n#pragma omp parallel firstprivate(w)\n{\n#pragma omp parallel\nw = 2;\n}",
        &["(*clacc__w) = 2"],
    );
    check("static __thread int w;\n#pragma omp task firstprivate(w)\ng(w);", &["int w = clacc_v->w;"]);
}

#[test]
fn hidden_writers_make_variables_travel_by_address() {
    check(
        "int w = 1; void set(void) { w = 2; }\nvoid (*p)(void) = set;\n#pragma omp parallel\n{ p(); g(w); }",
        &["(*clacc__w)"],
    );
    check("int w = 1; __asm__(\"\" : \"+r\"(n));\n#pragma omp parallel\ng(w);", &["(*clacc__w)"]);
}

#[test]
fn jumps_stay_in_their_regions() {
    check_refused("#pragma omp parallel\nlongjmp((long *)a, 1);", "GEN0051");
    check_refused("_setjmp((long *)a);\n#pragma omp task\n__builtin_longjmp((void **)a, 1);", "GEN0051");
    check_refused("#pragma omp parallel\ng(__builtin_frame_address(0) != 0);", "GEN0005");
}

#[test]
fn values_for_copies_reach_the_functions_that_begin_with_them() {
    check(
        "long part = 0, total = 5;\n#pragma acc parallel firstprivate(part) reduction(+:total)\n{\n#pragma acc loop gang\nfor (int i = 0; i < n; i++) part += i;\ntotal += part;\n}",
        &["long clacc_copy_part = clacc_v->clacc_copy_part;", "clacc_a.clacc_copy_part = clacc_copy_part;"],
    );
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
