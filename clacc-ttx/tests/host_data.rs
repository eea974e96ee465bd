//! What `host_data` becomes in each dialect, and which variables keep its text.

mod common;

use clacc_ttx::dialect::{CLACC, Dialect, GCC, HOST, LLVM, PORTABLE};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

const DECLARED: &str = "int acc_is_present(void *, unsigned long);\nvoid use();\nstruct s { int *p, v[4]; };\n\
                        static int table[8], *cursor, count;\n_Thread_local int own;\n";

/// The lines of the translation that matter for `host_data` with these clauses around a statement, and the codes
/// of its findings.
fn translated(clauses: &str, statement: &str, dialect: Dialect) -> (Vec<String>, Vec<String>) {
    let source = format!(
        "{DECLARED}void f(int n, int *p, int *q, struct s s, int in[n]) {{\n  int a[8], x;\n\
         #pragma acc host_data {clauses}\n  {{\n    {statement}\n  }}\n}}\n"
    );
    let translated = Program::new(source.as_bytes()).translate(dialect, RewriteOptions::default());
    let text = translated.lossy();
    let is_wanted =
        |line: &&str| ["pragma", "_pointer_", "__clacc_struct_"].iter().any(|part| line.contains(part));
    let lines = text.lines().map(str::trim).filter(is_wanted).map(str::to_owned).collect();
    let codes = translated.translation.findings.iter().map(|finding| finding.code.id.to_owned());
    // Data that may be absent has a test of its own.
    (lines, codes.filter(|code| code.starts_with("MAP") && code != "MAP0007").collect())
}

/// OpenACC reports absent data here, and OpenMP does not.
#[test]
fn data_that_may_be_absent_is_pointed_out() {
    let enters = "#pragma acc enter data copyin(p[0:n])";
    let leaves = "#pragma acc exit data delete(p[0:n])";
    for (before, clauses, is_known) in [
        ("", "use_device(p)", false),
        ("", "use_device(p) if(n)", false),
        ("", "use_device(p) if_present", true),
        (enters, "use_device(p)", true),
        (enters, "use_device(p, q)", false),
        ("#pragma acc enter data copyin(p[0:n]) if(n)", "use_device(p)", false),
        (&format!("{enters}\n{leaves}"), "use_device(p)", false),
        ("#pragma acc data copy(p[0:n])", "use_device(p)", true),
        ("#pragma acc data present(p[0:n])", "use_device(p[0:n])", true),
        ("#pragma acc data no_create(p[0:n])", "use_device(p)", false),
    ] {
        let source = format!(
            "{DECLARED}void f(int n, int *p, int *q) {{\n{before}\n#pragma acc host_data {clauses}\n  use(p, q);\n}}\n"
        );
        for dialect in [PORTABLE, LLVM, GCC, HOST] {
            let translated = Program::new(source.as_bytes()).translate(dialect, RewriteOptions::default());
            let findings = &translated.translation.findings;
            let is_silent = findings.iter().all(|finding| !finding.message.contains("may be null"));
            assert_eq!(
                is_silent,
                is_known || dialect.shares_memory(),
                "{before} {clauses} in dialect {}",
                dialect.name()
            );
        }
    }
}

fn check(clauses: &str, statement: &str, dialect: Dialect, lines: &[&str], codes: &[&str]) {
    let found = translated(clauses, statement, dialect);
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let codes: Vec<String> = codes.iter().map(|code| (*code).to_owned()).collect();
    assert_eq!(found, (lines, codes), "{clauses} {statement} in dialect {}", dialect.name());
}

/// The text stays, with a finding.
fn check_kept(clauses: &str, statement: &str, dialect: Dialect, code: &str) {
    let (lines, codes) = translated(clauses, statement, dialect);
    assert_eq!(
        lines[0],
        format!("#pragma acc host_data {clauses}"),
        "{statement} in dialect {}",
        dialect.name()
    );
    assert!(codes.iter().any(|each| each == code), "{clauses} {statement}: {codes:?}");
}

#[test]
fn the_kind_of_a_variable_chooses_the_clause() {
    for (clauses, form) in [
        ("use_device(p)", "use_device_ptr(p)"),
        ("use_device(p, q, a)", "use_device_ptr(p,q) use_device_addr(a)"),
        ("use_device(p) use_device(q)", "use_device_ptr(p) use_device_ptr(q)"),
        ("use_device(p, p)", "use_device_ptr(p)"),
        ("use_device(in, s, x)", "use_device_ptr(in) use_device_addr(s,x)"),
        ("use_device(p[0:n], a[2:3])", "use_device_ptr(p) use_device_addr(a)"),
    ] {
        for dialect in [PORTABLE, CLACC, LLVM] {
            check(clauses, "use(p, q, a, in);", dialect, &[&format!("#pragma omp target data {form}")], &[]);
        }
    }
}

#[test]
fn static_variables_are_replaced_where_compilers_need_it() {
    let plain = ["#pragma omp target data use_device_addr(table) use_device_ptr(cursor)"];
    let local = [
        "int *__clacc_device_pointer_table__ = table;",
        "int *__clacc_device_pointer_cursor__ = cursor;",
        "#pragma omp target data use_device_ptr(__clacc_device_pointer_table__,__clacc_device_pointer_cursor__)",
        "int *table = __clacc_device_pointer_table__;",
        "int *cursor = __clacc_device_pointer_cursor__;",
    ];
    let statement = "use(table, &table[2], (table) + 1, cursor, sizeof(cursor));";
    for (dialect, lines) in [(PORTABLE, &local[..]), (LLVM, &local), (GCC, &plain), (CLACC, &plain)] {
        check("use_device(table, cursor)", statement, dialect, lines, &[]);
    }
    for statement in ["use(sizeof(table), table);", "use(&table);", "use(sizeof table[0], sizeof(table));"] {
        check_kept("use_device(table)", statement, PORTABLE, "MAP0049");
        check("use_device(table)", statement, GCC, &["#pragma omp target data use_device_addr(table)"], &[]);
    }
    check_kept("use_device(count)", "use(&count);", PORTABLE, "MAP0049");
    check("use_device(count)", "use(&count);", GCC, &["#pragma omp target data use_device_addr(count)"], &[]);
}

/// Compilers that cannot have code of the program under a condition get the addresses before it.
#[test]
fn conditions_leave_the_addresses_of_the_host() {
    let before = [
        "int *__clacc_device_pointer_p__ = p;",
        "int *__clacc_host_pointer_p__ = p;",
        "#pragma omp target data use_device_ptr(__clacc_host_pointer_p__) if(n > 1)",
        "__clacc_device_pointer_p__ = __clacc_host_pointer_p__;",
        "int *p = __clacc_device_pointer_p__;",
    ];
    let around = ["#pragma omp target data use_device_ptr(p) if(n > 1)"];
    for (dialect, lines) in [(PORTABLE, &before[..]), (LLVM, &before), (GCC, &around), (CLACC, &around)] {
        check("use_device(p) if(n > 1)", "use(p);", dialect, lines, &[]);
    }
    let effects = ["#pragma omp target data use_device_ptr(p) use_device_addr(a) if(n++)"];
    check("use_device(p, a) if(n++)", "use(p, a);", GCC, &effects, &[]);
    check_kept("use_device(p, a) if(n++)", "use(p, a);", PORTABLE, "MAP0003");
    check_kept("use_device(x) if(n)", "use(&x);", PORTABLE, "MAP0049");
    check_kept("use_device(a) if(n)", "use(sizeof a);", PORTABLE, "MAP0049");
}

#[test]
fn every_variable_has_a_condition_of_its_own_if_it_may_be_absent() {
    let clauses = "use_device(p, a) use_device(x) if_present if(n)";
    let nested = [
        "#pragma omp target data use_device_ptr(p) if(n && acc_is_present(p, 1))",
        "#pragma omp target data use_device_addr(a) if(n && acc_is_present(a, 1))",
        "#pragma omp target data use_device_addr(x) if(n && acc_is_present(&x, 1))",
    ];
    check(clauses, "use(p, a, &x);", GCC, &nested, &[]);
    let before = [
        "int *__clacc_device_pointer_a__ = a;",
        "int *__clacc_host_pointer_a__ = a;",
        "#pragma omp target data use_device_ptr(__clacc_host_pointer_a__) if(acc_is_present(a, 1))",
        "__clacc_device_pointer_a__ = __clacc_host_pointer_a__;",
        "int *a = __clacc_device_pointer_a__;",
    ];
    check("use_device(a) if_present", "use(a);", PORTABLE, &before, &[]);
    check_kept("use_device(p, a) if_present if(n++)", "use(p, a);", GCC, "MAP0003");
}

/// Several members of one struct are in one copy, which hides it.
#[test]
fn members_are_those_of_a_copy_of_their_struct() {
    for dialect in [PORTABLE, GCC, LLVM] {
        check(
            "use_device(s.p, s.p[0:n])",
            "use(s.p[2], sizeof(s.v));",
            dialect,
            &[
                "#pragma omp target data use_device_ptr(__clacc_kept_1__)",
                "struct s __clacc_struct_s__ = s; __clacc_struct_s__.p = __clacc_kept_1__; struct s s = __clacc_struct_s__;",
            ],
            &[],
        );
    }
}

#[test]
fn what_a_copy_cannot_be_keeps_its_text() {
    for (clauses, statement, code) in [
        ("use_device(s.p)", "use(s.p, s.v);", "MAP0049"),
        ("use_device(s.p)", "s.p = q; use(s.p);", "MAP0049"),
        ("use_device(s.p)", "use(s.p, &s.p);", "MAP0049"),
        ("use_device(s.p) if(n)", "use(s.p);", "MAP0049"),
        ("use_device(s.p)", "\n#pragma acc update self(s.p[0:n])\nuse(s.p);", "MAP0049"),
        ("use_device(s.v)", "use(s.v);", "MAP0003"),
        ("use_device(own)", "use(&own);", "MAP0003"),
        ("use_device(p)", "use(p++);", "MAP0049"),
        ("use_device(p)", "p = q; use(p);", "MAP0049"),
        ("use_device(p)", "\n#pragma acc parallel loop\nfor (int i = 0; i < n; ++i) p[i] = 0;", "MAP0049"),
        (
            "use_device(p)",
            "\n#pragma acc parallel loop present(p[0:n])\nfor (int i = 0; i < n; ++i) p[i] = 0;",
            "MAP0049",
        ),
        ("use_device(a)", "\n#pragma acc update self(a)\nuse(a);", "MAP0049"),
        ("use_device(a)", "\n#pragma acc data copy(a)\nuse(a);", "MAP0049"),
    ] {
        check_kept(clauses, statement, PORTABLE, code);
    }
    check(
        "use_device(p, a)",
        "\n#pragma acc parallel loop deviceptr(p) copy(q[0:n])\nfor (int i = 0; i < n; ++i) p[i] = q[i];\nuse(a);",
        PORTABLE,
        &[
            "#pragma omp target data use_device_ptr(p) use_device_addr(a)",
            "#pragma omp target teams is_device_ptr(p) map(tofrom: q[0:n]) shared(p,q) firstprivate(n)",
            "#pragma omp distribute",
        ],
        &[],
    );
}
