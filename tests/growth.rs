//! The cost of long programs: it grows with their length, not with its square.
//!
//! Each case is a piece of a program that is repeated, and the tool is run on few and on many of them under
//! callgrind, which counts instructions: the counts do not depend on the machine's load. It takes minutes and
//! needs valgrind and a release build, so that it is run by hand:
//! `cargo build --release --features cli && cargo test --release --features cli --test growth -- --ignored`.

use std::path::Path;
use std::process::Command;

/// A piece that is repeated, with the text before and behind all of them. `@` is the number of the piece. What the text
/// before them has between `«` and `»` is repeated as often.
struct Case {
    name: &'static str,
    before: &'static str,
    piece: &'static str,
    behind: &'static str,
}

const fn case(name: &'static str, before: &'static str, piece: &'static str, behind: &'static str) -> Case {
    Case { name, before, piece, behind }
}

/// Policies and dialects with analyses of their own.
const MAPPINGS: &[[&str; 2]] = &[["clacc", "portable"], ["performance", "portable"], ["performance", "host"]];

const F: &str = "void f(int n, int *a, int x) {\n";

const CASES: &[Case] = &[
    case("equal declarations", "", "int x;\n", ""),
    case("empty declarations", "", ";\n", ""),
    case("directives at file scope", "", "#pragma omp barrier\n", ""),
    case("assembly at file scope", "", "asm(\"\");\n", ""),
    case("redeclared arrays", "", "extern int a[];\n", "int a[3];\n"),
    case("routines", "", "#pragma acc routine seq\nint g@(int);\n", ""),
    case(
        "functions",
        "",
        "void f@(int *a) {\n#pragma acc parallel loop\nfor (int i = 0; i < 9; ++i) a[i] = i;\n}\n",
        "",
    ),
    case("assignments in one expression", "void f(int x) {\n#pragma acc parallel\n", "x = 1,\n", "x = 2;}\n"),
    case("case labels", "void f(int x) {\n#pragma acc data copy(x)\nswitch (x) {", "case @:\n", ";}}\n"),
    case("else if", "void f(int x) {\n#pragma acc parallel\nwhile (x) {", "if (x) break; else\n", ";}}\n"),
    case("clauses", "void f(int x) {\n#pragma acc parallel ", "copy(v@) ", "\n;}\n"),
    case("repeated clauses", "void f(int x) {\n#pragma acc parallel ", "async(1) ", "\n;}\n"),
    case("devices", "void f(int x) {\n#pragma acc parallel ", "device_type(a@) num_gangs(1) ", "\n;}\n"),
    case(
        "reductions",
        "void f(int x) {\n#pragma acc parallel loop ",
        "reduction(+:v@) ",
        "\nfor (int i = 0; i < x; ++i);}\n",
    ),
    case(
        "reductions of declared variables",
        "void f(int x) {\n«int v@ = 0;\n»#pragma acc parallel loop ",
        "reduction(+:v@) ",
        "\nfor (int i = 0; i < x; ++i) v1 += i;}\n",
    ),
    case(
        "items with lengths",
        "void f(int x) {\n«int v@[4];\n»#pragma acc parallel copy(v0[0:4]",
        ", v@[0:4]",
        ")\nv1[x] = 0;}\n",
    ),
    case("items", "void f(int *a) {\n#pragma acc update self(x", ", a[@:1]", ")\n}\n"),
    case(
        "members",
        "struct s { ",
        "int m@; ",
        "};\nvoid f(struct s *s) {\n#pragma acc parallel copy(s[0:1])\ns->m1 = s->m2;\n}\n",
    ),
    case("data regions", F, "#pragma acc data copy(a[0:n])\n{ x = 1; }\n", "}\n"),
    case(
        "constructs in a data region",
        "void f(int n, int *a) {\n#pragma acc data copy(a[0:n])\n{",
        "\n#pragma acc parallel async(1)\na[0] = 1;\n",
        "}}\n",
    ),
    case(
        "addresses in a data region",
        "void g(void *);\nvoid f(int n, int *a) {\n#pragma acc data copy(a[0:n])\n{",
        "\n#pragma acc host_data use_device(a)\ng(a);\n",
        "}}\n",
    ),
    case(
        "rows behind a table",
        "void f(int n, int m, double **a) {\n",
        "#pragma acc parallel loop copy(a[0:n][0:m])\nfor (int i = 0; i < n; ++i) a[i][0] += 1;\n",
        "}\n",
    ),
    case(
        "loops",
        F,
        "#pragma acc parallel loop gang worker reduction(+:x)\nfor (int i = 0; i < n; ++i) x += a[i];\n",
        "}\n",
    ),
    case(
        "blocks with variables in a data region",
        "void f(int n, int m, double *a) {\n#pragma acc data copy(a[m:n])\n{",
        "{ int q@ = 0;\n#pragma acc parallel loop\nfor (int i = m; i < n; ++i) a[i] += q@;\n}\n",
        "}}\n",
    ),
    case(
        "members on enter and exit data",
        "struct s { int n; double *d; };\nvoid f(int n, struct s *p) {\n",
        "#pragma acc enter data copyin(p->d[0:n])\n#pragma acc exit data copyout(p->d[0:n])\n",
        "}\n",
    ),
    case(
        "elements of a loop",
        "void f(int n, int *a, int *b) {\n#pragma acc parallel loop\nfor (int i = 1; i < n; ++i) {\n",
        "a[i] = a[i] + b[i - 1];\n",
        "}}\n",
    ),
    case(
        "elements that other iterations change",
        "void f(int n, int *a, int *b) {\n#pragma acc parallel loop\nfor (int i = 1; i < n; ++i) {\n",
        "b[i] = b[i - 1] + a[@];\n",
        "}}\n",
    ),
    case(
        "accumulated elements",
        "void f(int n, int *a) {\n",
        "#pragma acc parallel loop\n\
        for (int i = 0; i < n; ++i) { a[0] += i; a[@]++; }\n",
        "}\n",
    ),
    case(
        "gang loops of a construct",
        "void f(int n, int *a) {\n#pragma acc parallel\n{\n",
        "#pragma acc loop gang\nfor (int i = 0; i < n; ++i) a[i] = a[i + 1];\n",
        "}}\n",
    ),
    case(
        "loops without directives",
        "double c[64][64], t;\nvoid f(int n) {\n#pragma acc parallel loop gang\nfor (int i = 0; i < 64; ++i) {\n",
        "{ double q@ = c[i][0]; for (int j = 0; j < 64; ++j) { t = q@; c[i][j] = t; } }\n",
        "}}\n",
    ),
    case(
        "nests of three levels",
        "double c[64][64], s;\nvoid f(int n) {\n#pragma acc parallel\n{\n",
        "#pragma acc loop gang\nfor (int i = 0; i < 64; ++i) {\n#pragma acc loop worker\n\
        for (int j = 0; j < 64; ++j) { s = 0;\n#pragma acc loop vector reduction(+:s)\n\
        for (int k = 0; k < 64; ++k) s += c[i][k]; c[i][j] = s; } }\n",
        "}}\n",
    ),
    case(
        "loops with one control variable",
        "void f(int n, int *a) {\nint i;\n",
        "#pragma acc kernels copy(a[0:n])\nfor (i = 0; i < n; ++i) a[i] += @;\n",
        "}\n",
    ),
    case(
        "loops of one construct",
        "void f(int n, int *a) {\nint i;\n#pragma acc kernels copy(a[0:n])\n{\n",
        "for (i = 0; i < n; ++i) a[i] += @;\n",
        "}}\n",
    ),
    case(
        "parts of one construct",
        "void f(int n, int *a, int *b) {\nint i;\n#pragma acc kernels copy(a[0:n], b[0:n])\n{\n",
        "for (i = 0; i < n; ++i) a[i] += @;\nb[@] = a[0];\n",
        "}}\n",
    ),
    case(
        "loops of different lengths in a loop",
        "int m[9999];\nvoid f(int n, int *a) {\n#pragma acc parallel loop\nfor (int i = 0; i < n; ++i) {\n",
        "for (int j = 0; j < m[@]; ++j) a[i] += j;\n",
        "}}\n",
    ),
    case(
        "constructs with nests of three levels",
        "double c[64][64], s;\nvoid f(int n) {\n",
        "#pragma acc parallel loop gang\nfor (int i = 0; i < 64; ++i) {\n#pragma acc loop worker\n\
        for (int j = 0; j < 64; ++j) { s = 0;\n#pragma acc loop vector reduction(+:s)\n\
        for (int k = 0; k < 64; ++k) s += c[i][k]; c[i][j] = s; } }\n",
        "}\n",
    ),
    case(
        "atomic updates in a loop",
        "int g[64];\nvoid f(int n) {\n#pragma acc parallel loop gang\nfor (int i = 0; i < n; ++i) {\n",
        "#pragma acc atomic\ng[i % 64]++;\n",
        "}}\n",
    ),
    case(
        "constructs on queues that nobody waits for",
        "void f(int n, int q, double *a, double *b) {\n",
        "#pragma acc parallel loop async(q) copy(a[0:n])\nfor (int i = 0; i < n; ++i) a[i] = b[i] + q;\nq += 1;\n",
        "}\n",
    ),
    case(
        "scalars under data clauses that loops assign",
        F,
        "#pragma acc parallel loop copy(x)\nfor (int i = 0; i < n; ++i) { x = a[i]; a[i] = x + @; }\n",
        "}\n",
    ),
    case("lost results", F, "#pragma acc parallel\n(v@) += x;\n", "}\n"),
    case("updates", F, "#pragma acc update self(a[0:n]) async(1)\n", "}\n"),
    case("unknown words", F, "#pragma acc parallel foo(1)\n;\n", "}\n"),
    case("branches", "void f(int x) {\nwhile (x) {\n#pragma acc parallel\n{", "if (x) break;\n", "}}}\n"),
    case(
        "items with variables",
        "void f(int n, int *a) {\n#pragma acc update self(a[n:1]",
        ", a[n + @:1]",
        ")\n}\n",
    ),
    case(
        "rows of an array",
        "int a[9999][9];\nvoid f(void) {\n#pragma acc update self(a[0:1][0:3]",
        ", a[@:1][0:3]",
        ")\n}\n",
    ),
    case("update clauses", "void f(int *a) {\n#pragma acc update", " self(a[@:1])", "\n}\n"),
    case(
        "items of enter data",
        "void f(int *a) {\n#pragma acc enter data copyin(a[10000:1]",
        ", a[@:1]",
        ")\n}\n",
    ),
    case(
        "items of exit data",
        "void f(int *a) {\n#pragma acc exit data delete(a[10000:1]",
        ", a[@:1]",
        ")\n}\n",
    ),
    case(
        "members in an update",
        "struct s { int n;« int m@;» };\nvoid f(struct s *s) {\n#pragma acc update self(s->n",
        ", s->m@",
        ")\n}\n",
    ),
    case(
        "memory behind members",
        "struct s { int n;« int *m@;» };\nvoid f(struct s *s) {\n#pragma acc data copyin(s[0:1]",
        ", s->m@[0:3]",
        ")\n;}\n",
    ),
    case(
        "members that a construct changes",
        "struct s { int n;« int m@;» } s;\nvoid f(void) {\n#pragma acc parallel\n{\n",
        "s.m@ = 1;\n",
        "}}\n",
    ),
    case("pragmas in a line", "void f(int *a) {", " _Pragma(\"acc parallel\") ;", "}\n"),
    case(
        "arrays behind pointers in a loop",
        "void f(int n«, int *p@») {\n#pragma acc kernels loop\nfor (int i = 0; i < n; ++i) {\n",
        "p@[i] = i;\n",
        "}}\n",
    ),
    case(
        "arrays in a loop",
        "«int p@[99];\n»void f(int n) {\n#pragma acc parallel loop\nfor (int i = 0; i < n; ++i) {\n",
        "p@[i] = p@[i + 1] + 1;\n",
        "}}\n",
    ),
    case(
        "accumulations in a loop",
        "void f(int *a) {\nint s = 0;\n#pragma acc parallel loop reduction(+:s)\nfor (int i = 0; i < 9; ++i) {\n",
        "s += a[@];\n",
        "}}\n",
    ),
    case(
        "loops that reduce in a construct",
        "void f(int *a) {\n#pragma acc parallel\n{\n",
        "#pragma acc loop reduction(+:v@)\nfor (int i = 0; i < 9; ++i) v@ += a[i];\n",
        "}}\n",
    ),
    case(
        "variables of a gang",
        "void f(int n, int *a) {\n#pragma acc parallel\n{\n",
        "int q@ = n;\n#pragma acc loop gang\nfor (int i = 0; i < n; ++i) a[i] += q@;\n",
        "}}\n",
    ),
    case(
        "pointers of a gang",
        "void f(int n, int *a) {\n#pragma acc parallel\n{\n",
        "int *q@ = a;\n#pragma acc loop gang\nfor (int i = 0; i < n; ++i) q@[i] += 1;\n",
        "}}\n",
    ),
    case(
        "conditions in a loop",
        "void f(int n, int *a) {\n#pragma acc parallel loop\nfor (int i = 0; i < n; ++i) {\n",
        "if (a[i] > @) a[i + 1] = @;\n",
        "}}\n",
    ),
    case(
        "moving pointers",
        "void f(int n, int *a) {\nint *p = a;\n#pragma acc parallel loop\nfor (int i = 0; i < n; ++i) {\n",
        "p = a + @; *p = i;\n",
        "}}\n",
    ),
    case("macros", "", "#define M @\n#undef M\n", ""),
    case("conditionals", "", "#if 1\nint x;\n#endif\n", ""),
    case("terms", "int x =", " 1 +", " 1;\n"),
];

fn numbered(text: &str, count: u32) -> String {
    (0..count).map(|number| text.replace('@', &number.to_string())).collect()
}

/// The text before the pieces.
fn beginning(case: &Case, count: u32) -> String {
    let Some((before, rest)) = case.before.split_once('«') else { return case.before.to_owned() };
    let (repeated, behind) = rest.split_once('»').expect("what is repeated ends");
    [before, &numbered(repeated, count), behind].concat()
}

fn program(case: &Case, count: u32) -> String {
    let uses_variables = case.piece.contains("(v@)") || case.piece.contains(":v@");
    let variables = if uses_variables { numbered("int v@;\n", count) } else { String::new() };
    [&variables, &beginning(case, count), &numbered(case.piece, count), case.behind].concat()
}

/// Counts the instructions that the tool executes for a program.
fn instructions(folder: &Path, mapping: [&str; 2], text: &str) -> f64 {
    let file = folder.join("a.c");
    std::fs::write(&file, text).expect("the folder can be written");
    let mut run = Command::new("valgrind");
    run.args([
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        env!("CARGO_BIN_EXE_clacc"),
        "translate",
    ]);
    let [policy, dialect] = mapping;
    run.args(["--policy", policy, "--dialect", dialect]);
    let output = run.arg("--report").arg(&file).output().expect("valgrind is installed");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = log.lines().rfind(|line| line.contains("Collected :")).expect("callgrind counts");
    line.rsplit(' ').next().and_then(|count| count.parse().ok()).expect("the count is a number")
}

#[test]
#[ignore = "it takes minutes and needs valgrind"]
fn costs_grow_with_the_length_of_programs() {
    const FEW: u32 = 500;
    const TIMES: u32 = 4;
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let growth = |case: &Case, mapping| {
        let count = |text: &str| instructions(folder.path(), mapping, text);
        let [few, many] = [FEW, FEW * TIMES].map(|pieces| count(&program(case, pieces)));
        let nothing = count("\n");
        (many - nothing) / (few - nothing)
    };
    let of_case = |case: &'static Case| MAPPINGS.iter().map(move |mapping| (case, *mapping));
    let faster: Vec<_> = CASES
        .iter()
        .flat_map(of_case)
        .map(|(case, mapping)| (case.name, mapping, growth(case, mapping)))
        .filter(|(_, _, growth)| *growth > 1.4 * f64::from(TIMES))
        .collect();
    assert!(
        faster.is_empty(),
        "these cost more than {TIMES} times as much for {TIMES} times as many: {faster:?}"
    );
}
