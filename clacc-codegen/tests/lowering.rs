//! What declarations become: which calls of the runtime stand in the place of directives, and what is refused.

use std::fmt::Write;
use std::sync::Arc;

use clacc_codegen::piece::{Piece, Site};
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
                    Piece::Site(Site { name, construct, function, .. }) => {
                        let _ = write!(text, "<{name}: {construct:#x} in {function}> ");
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
            "clacc_fork(&clacc_f_s1, clacc_f_1, &clacc_a, 0, 0);",
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
    // No address of the copy: it stays in a register. Elements are reached through pointers.
    check(
        "double s = 0;\n#pragma omp parallel for reduction(+: s)\nfor (int i = 0; i < n; ++i) s += a[i];",
        &["double m0[1];", ".m0[0] = s;"],
    );
    check(
        "#pragma omp parallel for reduction(+: a[0:2])\nfor (int i = 0; i < n; ++i) a[0] += i;",
        &["double *m0;"],
    );
    check("#pragma omp parallel for lastprivate(m)\nfor (int i = 0; i < n; ++i) m = i;", &["if (clacc_last"]);
    check("#pragma omp parallel private(m)\nm = 1;", &["{ int m;"]);
    check("#pragma omp parallel default(firstprivate)\ng(m);", &["int m = clacc_f"]);
}

#[test]
fn reductions_are_combined_by_what_is_declared() {
    const DECLARED: &str = "#pragma omp declare reduction(most : int : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = 7)\n";
    const LOOP: &str = "#pragma omp parallel for reduction(most : m)\nfor (int i = 0; i < n; ++i) m = i;";
    check(
        &format!("{DECLARED}{LOOP}"),
        &["(void)((*clacc_out) = (*clacc_in) >", "int omp_priv = 7; *clacc_priv = omp_priv;", "_combined(&"],
    );
    let elsewhere = format!("{{\n{DECLARED};\n}}\n{LOOP}");
    check_refused(&elsewhere, "GEN0002");
    check_refused(
        "float x = 0;\n#pragma omp declare reduction(most : int : omp_out = omp_in)\n#pragma omp parallel reduction(most : x)\nx = 1;",
        "GEN0002",
    );
    check_refused(
        "#pragma omp declare reduction(most : int : omp_out = omp_in + n)\n#pragma omp parallel reduction(most : m)\nm = 1;",
        "GEN0030",
    );
    let of_unit =
        format!("{DECLARED}void f(int m) {{\n#pragma omp parallel reduction(most : m)\nm = 1;\n}}\n");
    let (text, codes) = Program::new(&of_unit).generated();
    assert!(codes.is_empty() && text.contains("omp_priv = 7"), "{codes:?}\n{text}");
}

#[test]
fn reductions_of_parts_know_where_they_begin() {
    check(
        "#pragma omp parallel for reduction(+: a[n:3])\nfor (int i = 0; i < n; ++i) a[n] += i;",
        &["(size_t)((n)) * (sizeof (a[0]) / sizeof (double))".replace("size_t", "unsigned long").as_str()],
    );
    let program = |list: &str| {
        format!(
            "int t[4][5];\n#pragma omp parallel for reduction(+: {list})\nfor (int i = 0; i < n; ++i) t[1][1] += i;"
        )
    };
    check(&program("t[1:2][0:5]"), &["clacc_reduce("]);
    check(&program("t[1][2:3]"), &["clacc_reduce("]);
    for not_a_block in ["t[1:2][1:2]", "t[:][2]"] {
        check_refused(&program(not_a_block), "GEN0002");
    }
    check_refused(&program("t[0:1][:]) reduction(+: t[2:1][:]"), "GEN0031");
    for modifier in ["inscan, +", "task, +"] {
        check_refused(
            &format!(
                "#pragma omp parallel for reduction({modifier}: m)\nfor (int i = 0; i < n; ++i) m += i;"
            ),
            "GEN0002",
        );
    }
}

#[test]
fn loops_have_values_by_iteration() {
    let counted = "for (int i = 0; i < n; ++i) a[i] = m;";
    check(
        &format!("#pragma omp for linear(m: 2)\n{counted}"),
        &["m = (int)((unsigned long)clacc_b", "if (clacc_last"],
    );
    check(&format!("#pragma omp simd linear(m: step(n))\n{counted}"), &["m = (int)((unsigned long)clacc_b"]);
    check("int i;\n#pragma omp for simd\nfor (i = 0; i < n; ++i) a[i] = m;", &["if (clacc_last"]);
    check(
        "#pragma omp for collapse(2)\nfor (int i = 0; i < n; ++i) for (int j = i; j < m; ++j) g(j);",
        &["clacc_n", "+= clacc_n"],
    );
    check_refused(
        "int j;\n#pragma omp for collapse(2) lastprivate(j)\nfor (int i = 0; i < n; ++i) for (j = i; j < m; ++j) g(j);",
        "GEN0032",
    );
    check_refused(&format!("#pragma omp for linear(a[0:2])\n{counted}"), "GEN0002");
}

#[test]
fn iterations_wait_for_those_that_they_name() {
    let program = |ordered: &str, clauses: &str| {
        format!(
            "#pragma omp for ordered({ordered})\nfor (int i = 1; i < n; ++i) {{\n#pragma omp ordered {clauses}\ng(i);\n}}"
        )
    };
    check(&program("1", "doacross(sink: i - 1)"), &["clacc_doacross_begin(", "clacc_doacross_wait("]);
    check(&program("1", "depend(source)"), &["clacc_doacross_post("]);
    check_refused(&program("1", "depend(sink: i - 1, n)"), "GEN0002");
    check_refused("#pragma omp ordered depend(source)\ng(1);", "GEN0033");
    check("#pragma omp ordered\ng(1);", &["clacc_ordered_begin(clacc_t, (unsigned long)-1);"]);
    check_refused("#pragma omp parallel\n{\n#pragma omp ordered\ng(1);\n}", "GEN0001");
}

#[test]
fn loops_bind_to_teams_or_threads() {
    const LOOP: &str = "for (int i = 0; i < n; ++i) a[i] = m;";
    check(&format!("#pragma omp parallel loop\n{LOOP}"), &["clacc_static_range("]);
    check(&format!("#pragma omp loop bind(parallel)\n{LOOP}"), &["clacc_static_range("]);
    let (text, codes) = Program::new(&format!(
        "void f(double *a, int n, int m) {{\n#pragma omp loop bind(thread)\n{LOOP}\n}}\n"
    ))
    .generated();
    assert!(codes.is_empty() && !text.contains("clacc_static_range"), "{codes:?}\n{text}");
    check_refused(&format!("#pragma omp loop bind(teams)\n{LOOP}"), "GEN0034");
}

#[test]
fn some_threads_execute_blocks() {
    check("#pragma omp masked filter(n)\ng(1);", &["clacc_t->id == (n)"]);
    check("#pragma omp parallel masked\ng(1);", &["clacc_t->id == 0"]);
    check("#pragma omp scope reduction(+: m)\nm += 1;", &["clacc_reduce(", "clacc_barrier("]);
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
    check_refused("enum { ONE = 1 };\n#pragma omp parallel\ng(ONE);", "GEN0003");
    check_refused(
        "#pragma omp for collapse(2)\nfor (int i = 0; i < n; ++i) { g(i); for (int j = i; j < m; ++j) g(j); }",
        "GEN0004",
    );
    check_refused(
        "#pragma omp for collapse(2) firstprivate(m)\nfor (int i = 0; i < n; ++i) for (int j = i; j < m; ++j) g(m++);",
        "GEN0004",
    );
    check_refused("l: g(0);\nvoid *p = &&l;\n#pragma omp parallel\ng(p != 0);", "GEN0005");
    check_refused("#pragma omp atomic\na[n++] += 2;", "GEN0005");
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
