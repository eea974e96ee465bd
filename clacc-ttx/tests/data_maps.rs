//! What data clauses become: structs and their members, sections, elements, and data that a region holds.

mod common;

use clacc_ttx::dialect::{CLACC, Dialect, GCC, LLVM, PORTABLE};
use clacc_ttx::rewrite::RewriteOptions;
use clacc_ttx::verdict::Fidelity;
use common::Program;

/// The first OpenMP directive that a directive with one clause becomes; the code of the first warning if it
/// keeps its text.
fn with_item(directive: &str, item: &str, dialect: Dialect) -> String {
    let head = "struct i { int k, *q, m[4]; }; struct s { int n; double d; int *q, v[4]; struct i in, *ip; struct { double *y; int z; }; };";
    let source = format!(
        "{head}\nvoid f(struct s *p, struct s o, int n) {{\n#pragma acc {directive}({item})\n{{ }}\n}}\n"
    );
    let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
    let text = translated.lossy();
    let line = text.lines().find_map(|line| line.split_once("#pragma omp target "));
    let codes = translated.translation.findings.iter().map(|finding| finding.code.id);
    let kept = || codes.collect::<Vec<_>>().join(" ");
    line.map_or_else(kept, |(_, clauses)| clauses.split(" shared").next().unwrap_or_default().to_owned())
}

#[test]
fn members_that_gcc_12_gets_wrong_are_mapped_with_their_struct() {
    for (item, data, compute) in [
        ("p->q[0:n]", "map(to: p->q) map(tofrom: p->q[0:n])", "map(tofrom: p->q[0:n])"),
        ("p->in.q[0:n]", "map(to: p->in.q) map(tofrom: p->in.q[0:n])", "map(tofrom: p->in.q[0:n])"),
        (
            "p->ip->q[0:1]",
            "MAP0024",
            "map(to: __clacc_struct_1__[0:1]) map(tofrom: __clacc_struct_1__->q[0:1]) map(to: p->ip[0:1])",
        ),
        ("p->d", "map(tofrom: p->d)", "map(tofrom: p->d)"),
        (
            "p->d,p->n",
            "map(to: p[0:1]) map(tofrom: p->d) map(tofrom: p->n)",
            "map(to: p[0:1]) map(tofrom: p->d) map(tofrom: p->n)",
        ),
        ("p->v[1:2]", "map(tofrom: p->v[1:2])", "map(tofrom: p->v[1:2])"),
        ("o.q[0:n]", "map(tofrom: o.q[0:n])", "map(tofrom: o.q[0:n])"),
        (
            "o.ip->q[0:2]",
            "map(tofrom: o.ip->q[0:2])",
            "map(to: __clacc_struct_1__[0:1]) map(tofrom: __clacc_struct_1__->q[0:2]) map(to: o.ip[0:1])",
        ),
        ("p[0:1]", "map(tofrom: p[0:1])", "map(tofrom: p[0:1])"),
    ] {
        assert_eq!(with_item("data copy", item, PORTABLE), format!("data {data}").replace("data MAP", "MAP"));
        let found = with_item("parallel copy", item, PORTABLE);
        assert_eq!(found.replace(" firstprivate(n)", ""), format!("teams {compute}"), "{item}");
        // The design takes no members of members.
        let is_nested = item.starts_with("p->i") || item.starts_with("o.i");
        let plain = if is_nested { "ACC0081".to_owned() } else { format!("data map(hold,tofrom: {item})") };
        assert_eq!(with_item("data copy", item, CLACC), plain);
    }
}

#[test]
fn members_of_nested_structs_are_mapped_with_their_struct() {
    for (items, expected) in [
        ("o.in.k, o.in.m", "map(to: o.in) map(tofrom: o.in.k) map(tofrom: o.in.m)"),
        ("o.in.q[0:n], o.q[0:n]", "map(tofrom: o.in.q[0:n],o.q[0:n])"),
        ("o.in, o.in.q[0:n]", "map(tofrom: o.in,o.in.q[0:n])"),
        ("o.in.q[0:n], o.in", "map(tofrom: o.in) map(tofrom: o.in.q[0:n])"),
        ("o.q[0:n], o", "map(tofrom: o) map(tofrom: o.q[0:n])"),
        ("o, o.v[1:2]", "map(tofrom: o.v[1:2]) map(tofrom: o)"),
        ("p->in.q[0:n], p->in.k", "map(to: p[0:1]) map(tofrom: p->in.q[0:n]) map(tofrom: p->in.k)"),
        (
            "p->ip->q[0:n], p->ip->k",
            "map(to: __clacc_struct_1__[0:1]) map(tofrom: __clacc_struct_1__->q[0:n]) map(tofrom: __clacc_struct_1__->k) map(tofrom: p->ip[0:1])",
        ),
        (
            "o.ip->k, o.ip->m",
            "map(to: __clacc_struct_1__[0:1]) map(tofrom: __clacc_struct_1__->k) map(tofrom: __clacc_struct_1__->m) map(tofrom: o.ip[0:1])",
        ),
        ("o.y[0:9], o.z", "map(tofrom: o.z) map(to: o) map(tofrom: o.y[0:9])"),
        ("p->y[0:9], p->z", "map(to: p[0:1]) map(tofrom: p->y[0:9]) map(tofrom: p->z)"),
        ("o.y[0:9], o.n", "map(tofrom: o.y[0:9],o.n)"),
    ] {
        let found = with_item("parallel copy", items, LLVM).replace("ompx_hold,", "");
        let found = found.replace(" firstprivate(n)", "");
        assert_eq!(found.strip_prefix("teams ").unwrap_or(&found), expected, "{items}");
    }
}

/// The design of the Clacc compiler takes ranges only, and one data clause for a variable.
#[test]
fn the_design_refuses_what_others_warn_of() {
    let on = |directive: &str, dialect: Dialect| {
        let source = format!(
            "struct s {{ int a; struct {{ int k; }} m; }};\nvoid f(int *a, int m[4][4], int n, int x, struct s z) {{\n#pragma acc {directive}\n{{ }}\n}}\n"
        );
        let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
        let found = translated.translation.findings.iter();
        let found: Vec<_> = found.map(|each| each.code.id).filter(|id| id.starts_with("ACC")).collect();
        format!("{} {}", found.join(" "), translated.lossy().contains("#pragma omp"))
    };
    for (directive, others, design) in [
        ("data copy(a[n])", " true", "ACC0072 false"),
        ("data copy(m[n][0:2])", " true", "ACC0072 false"),
        ("enter data copyin(a[n])", " true", "ACC0072 false"),
        ("update self(a[n])", " true", "ACC0072 false"),
        ("parallel copyin(x) copyout(x)", " true", "ACC0091 false"),
        ("data copyout(x) copy(x)", " true", "ACC0091 false"),
        ("parallel reduction(+:a[2])", " true", " true"),
        ("parallel reduction(-:x)", " true", "ACC0010 false"),
        ("data copy(a[n:1])", " true", " true"),
        ("update self(a[0:2]) device(a[4:2])", " true", "ACC0093 false"),
        ("enter data copyin(a[0:2], a[4:2])", " true", "ACC0090 false"),
        ("exit data copyout(a[0:2]) delete(a[4:2])", " true", "ACC0090 false"),
        ("update self(a[0:2], x)", " true", " true"),
        ("enter data copyin(z.m.k)", " true", "ACC0081 false"),
        ("update self(z.a)", " true", " true"),
        // It reports a directive of which nothing is left.
        ("enter data copyin(absent)", " false", "ACC0057 false"),
        ("update self(absent, on) if(n)", " false", "ACC0057 false"),
        ("data copyin(3) copy(absent)", " false", "ACC0057 false"),
        ("exit data copyout(absent) delete(x)", " false", " false"),
        ("enter data copyin(a[-1:2], x)", " true", " true"),
        ("data copy(absent) default(none)", " false", " false"),
        ("parallel copy(absent)", " false", " false"),
    ] {
        assert_eq!(on(directive, PORTABLE), others, "{directive}");
        assert_eq!(on(directive, LLVM), others, "{directive}");
        assert_eq!(on(directive, CLACC), design, "{directive}");
    }
}

#[test]
fn updates_have_forms_that_every_compiler_takes() {
    let on = |clauses: &str| {
        let source = format!(
            "struct s {{ int w[4], *d; }};\nvoid f(int **p, int *q[4], int k, struct s *s) {{\nint a[9], m[3][4], v[k]; \
             int i = 2;\n#pragma acc update {clauses}\n}}\n"
        );
        let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
        let text = translated.lossy();
        let lines = text.lines().filter_map(|line| line.split_once("#pragma omp target update "));
        let lines: Vec<_> = lines.map(|(_, clauses)| clauses.to_owned()).collect();
        let kept = translated.translation.findings.iter().map(|each| each.code.id);
        if lines.is_empty() { kept.collect::<Vec<_>>().join(" ") } else { lines.join("; ") }
    };
    for (clauses, expected) in [
        ("self(a[2:])", "from(a[2:7])"),
        ("self(a[i:])", "from(a[i:9 - i])"),
        ("self(a[i + 1:])", "from(a[i + 1:9 - (i + 1)])"),
        ("self(a[:])", "from(a)"),
        ("self(m[1:][:], s->w[1:])", "from(m[1:2],s->w[1:3])"),
        ("self(m[2:1][1:2])", "from(m[2][1:2])"),
        ("self(m[2][:])", "from(m[2:1])"),
        ("self(m[i:2][1:k])", "from(__clacc_row_1__[1:k])"),
        ("self(m[:][i:])", "MAP0063"),
        ("self(m[0:][:], v[:])", "from(m,v)"),
        ("self(v[1:])", "MAP0003"),
        ("self(p[i:1][0:4], q[1:1][1:2])", "from(p[i][0:4],q[1][1:2])"),
        ("self(p[i][0:4], a[3])", "from(p[i][0:4],a[3:1])"),
        ("self(a[0:1], a[4:1])", "from(a[0:1]); from(a[4:1])"),
        ("self(a[0:1], i, a[4:1]) device(a[2:1])", "from(a[0:1],i); from(a[4:1]); to(a[2:1])"),
        ("self(a[0:1], a[4:1]) if(k)", "from(a[0:1]) if(k); from(a[4:1]) if(k)"),
        ("self(k, a[0:1], a[4:1]) if(k)", "MAP0007 MAP0003"),
        ("self(a[0:1], a[4:1]) if(k++)", "MAP0007 MAP0003"),
    ] {
        assert_eq!(on(clauses), expected, "{clauses}");
    }
}

#[test]
fn members_without_a_region_are_exact_only_with_their_struct() {
    let on = |directives: &[&str]| {
        let lines = directives.join("\n#pragma acc ");
        let source = format!(
            "struct s {{ int n, *d, *e, v[4]; }};\nvoid f(struct s *p, struct s o, int n) {{\n#pragma acc {lines}\n}}\n"
        );
        let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
        let report = translated.translation.entries.iter().filter(|entry| entry.part.is_some());
        report.map(|entry| format!("{:?}", entry.fidelity)).collect::<Vec<_>>().join(" ")
    };
    for (directives, expected) in [
        (&["enter data copyin(p->v)"][..], "Approximated"),
        (&["enter data copyin(p->d[0:7])"], "Exact"),
        (&["enter data copyin(o.v)"], "Approximated"),
        (&["enter data copyin(o) copyin(o.d[0:n])"], "Exact Exact"),
        (&["enter data copyin(p[0:1])", "enter data copyin(p->d[0:7])"], "Exact Exact"),
        (&["enter data copyin(p[0:1])", "enter data copyin(p->n)"], "Exact Exact"),
        (&["enter data copyin(p[1:1])", "enter data copyin(p->n)"], "Exact Approximated"),
        (&["enter data copyin(p[1:1])", "enter data copyin(p->d[0:7])"], "Exact Exact"),
        (&["enter data copyin(p[0:1]) if(n)", "enter data copyin(p->n)"], "Exact Exact Approximated"),
        (&["exit data delete(p->v)"], "Approximated"),
        (&["exit data delete(p->d[0:7])"], "Exact"),
        (&["exit data delete(p->d[0:7]) delete(p[0:1])"], "Exact Exact"),
        (&["exit data delete(p[0:1])", "exit data delete(p->v)"], "Approximated Approximated"),
        (&["exit data delete(p[0:1])", "exit data delete(p->d[0:7])"], "Exact Exact"),
        (&["exit data copyout(p->d[0:7]) finalize"], "Approximated Exact"),
    ] {
        assert_eq!(on(directives), expected, "{directives:?}");
    }
}

/// gcc refuses them on one directive.
#[test]
fn disjoint_parts_are_mapped_one_after_the_other() {
    let on = |directive: &str| {
        let source = format!("void f(int *p, int m[4][5], int n) {{\n#pragma acc {directive}\n}}\n");
        let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
        let text = translated.lossy();
        let lines = text.lines().filter_map(|line| line.split_once("#pragma omp target "));
        let lines: Vec<_> = lines.map(|(_, clauses)| clauses.to_owned()).collect();
        lines.join("; ")
    };
    for (directive, expected) in [
        (
            "exit data copyout(p[0:2]) copyout(p[6:2])",
            "exit data map(from: p[0:2]); exit data map(from: p[6:2])",
        ),
        (
            "enter data copyin(p[6:2], m[2:1][0:5], p[0:2], p[8:n])",
            "enter data map(to: p[6:2],m[2:1][0:5]); enter data map(to: p[0:2]); enter data map(to: p[8:n])",
        ),
        ("exit data copyout(p[0:2]) copyout(p[1:2])", ""),
        ("exit data copyout(p[0:2]) copyout(p[n:2])", ""),
        ("exit data copyout(p[0:2], p[4:2], p[5:2])", ""),
        (
            "exit data copyout(p[0:2]) delete(p[2:2])",
            "exit data map(from: p[0:2]); exit data map(release: p[2:2])",
        ),
        ("exit data copyout(p[0:n]) copyout(p[4:2])", ""),
    ] {
        assert_eq!(on(directive), expected, "{directive}");
    }
}

/// gcc 12 breaks off at `map(alloc: ...)` of the struct beside most other clauses.
#[test]
fn a_struct_behind_a_pointer_is_copied_with_memory_behind_its_members() {
    let on = |directive: &str| {
        let source = format!(
            "struct s {{ int n, *d, w[4]; }};\nvoid f(struct s *p, int n, struct s v) {{\n#pragma acc {directive}\n{{ }}\n}}\n"
        );
        let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
        let text = translated.lossy();
        let line = text.lines().find_map(|line| line.split_once("#pragma omp target "));
        let clauses = line.map_or("", |(_, clauses)| clauses);
        let clauses = clauses.split(" shared").next().unwrap_or_default();
        clauses.split(" depend").next().unwrap_or_default().to_owned()
    };
    for (directive, expected) in [
        (
            "parallel present(p[0:1]) copy(p->d[0:4]) self(n < 10)",
            "teams map(to: p[0:1]) map(tofrom: p->d[0:4]) if(target: !(n < 10))",
        ),
        (
            "parallel create(p[0:1]) copy(p->d[0:4]) if(n)",
            "teams map(to: p[0:1]) map(tofrom: p->d[0:4]) if(target: n)",
        ),
        ("parallel create(p[0:1]) copy(p->d[0:4])", "teams map(to: p[0:1]) map(tofrom: p->d[0:4])"),
        ("parallel create(p[0:1]) if(n)", "teams map(alloc: p[0:1]) if(target: n)"),
        ("parallel copy(v.n) create(v.w)", "teams map(tofrom: v.n) map(alloc: v.w)"),
        ("parallel copy(v.n) create(v.w) async(1)", "teams map(tofrom: v.n) map(to: v.w) nowait"),
    ] {
        assert_eq!(on(directive), expected, "{directive}");
    }
}

/// clang 19 does not link them for devices.
#[test]
fn reductions_of_parts_of_static_arrays_are_not_exact() {
    let on = |directives: &str| {
        let source = format!(
            "static int a[20];\nvoid f(void) {{\n{directives}\nfor (int i = 0; i < 9; ++i) a[17] += i;\n}}\n"
        );
        let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
        let report: Vec<_> = translated.translation.entries.iter().collect();
        report.iter().filter(|entry| entry.fidelity == Fidelity::Approximated).count()
    };
    assert_eq!(on("#pragma acc parallel loop gang reduction(+: a[17:1])"), 1);
    assert_eq!(on("#pragma acc parallel\n#pragma acc loop gang reduction(+: a[17:1])"), 1);
    assert_eq!(on("#pragma acc parallel loop gang reduction(+: a)"), 0);
}

#[test]
fn a_struct_behind_a_static_pointer_is_not_mapped_with_its_members() {
    let on = |directive: &str, dialect: Dialect| {
        let source = format!(
            "struct s {{ int n, *d, w[4]; }};\nextern struct s *g;\nvoid f(struct s *p) {{\nstatic struct s *q;\n\
             #pragma acc {directive}\n{{ }}\n}}\n"
        );
        let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
        let codes = translated.translation.findings.iter().map(|finding| finding.code.id);
        codes.collect::<Vec<_>>().join(" ")
    };
    for (directive, expected) in [
        ("parallel copyin(g[0:1]) copy(g->d[0:4])", "MAP0034"),
        ("parallel copyin(q[0:1]) copy(q->d[0:4])", "MAP0034"),
        ("parallel copyin(q[0:1], q->w)", "MAP0034"),
        ("data copyin(q[0:1]) copy(q->d[0:4])", "MAP0034"),
        ("parallel copy(g->d[0:4])", ""),
        ("parallel copy(g->w[0:2])", ""),
        ("parallel copyin(p[0:1]) copy(p->d[0:4])", ""),
    ] {
        assert_eq!(on(directive, LLVM), expected, "{directive}");
        assert_eq!(on(directive, GCC), "", "{directive}");
    }
    assert_eq!(on("parallel copy(g->w[0:2], g->n)", PORTABLE), "MAP0029 MAP0034");
    assert_eq!(on("parallel copy(g->w[0:2])", PORTABLE), "");
}

/// OpenACC has two reference counts: what a region holds stays there (OpenACC 3.4 2.6.7).
#[test]
fn an_exit_data_releases_nothing_that_a_region_holds() {
    let on = |around: &str, inside: &str, exit: &str, dialect: Dialect| {
        let source = format!(
            "struct s {{ int n, *d, w[4]; }};\nvoid f(int a[4], int *p, int c, struct s s) {{\n#pragma acc data {around}\n{{\n{inside}\n#pragma acc exit data {exit}\n}}\n}}\n"
        );
        let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
        let text = translated.lossy();
        let is_exit = |line: &&str| line.contains("exit data") || line.contains("target update");
        let lines = text.lines().filter(is_exit).map(|line| line.trim_start_matches("#pragma ").trim());
        lines.collect::<Vec<_>>().join("; ")
    };
    let enter = "#pragma acc enter data copyin(p[0:4])";
    let conditional = "if (c) {\n#pragma acc enter data copyin(p[0:4])\n}";
    for (around, inside, exit, portable, llvm) in [
        (
            "copy(p[0:4])",
            "",
            "delete(p[0:4])",
            "acc exit data delete(p[0:4])",
            "omp target exit data map(release: p[0:4])",
        ),
        (
            "copy(p[0:4])",
            enter,
            "copyout(p[0:4])",
            "omp target exit data map(from: p[0:4])",
            "omp target exit data map(from: p[0:4])",
        ),
        (
            "copy(p[0:4])",
            conditional,
            "delete(p[0:4])",
            "acc exit data delete(p[0:4])",
            "omp target exit data map(release: p[0:4])",
        ),
        (
            "copy(p[0:4])",
            enter,
            "copyout(p[0:4]) finalize",
            "acc exit data copyout(p[0:4]) finalize",
            "omp target exit data map(delete: p[0:4])",
        ),
        (
            "copy(p[0:4]) if(c)",
            "",
            "copyout(p[0:4]) finalize",
            "acc exit data copyout(p[0:4]) finalize",
            "acc exit data copyout(p[0:4]) finalize",
        ),
        (
            "no_create(p[0:4])",
            enter,
            "delete(p[0:4])",
            "acc exit data delete(p[0:4])",
            "acc exit data delete(p[0:4])",
        ),
        (
            "deviceptr(p)",
            "",
            "delete(p[0:4])",
            "omp target exit data map(release: p[0:4])",
            "omp target exit data map(release: p[0:4])",
        ),
        (
            "copy(a[0:4])",
            "",
            "delete(p[0:4])",
            "omp target exit data map(release: p[0:4])",
            "omp target exit data map(release: p[0:4])",
        ),
        // A struct holds nothing of what its pointers point to.
        (
            "copy(s)",
            "",
            "delete(s.d[0:4])",
            "omp target exit data map(release: __clacc_target__[0:4])",
            "omp target exit data map(release: __clacc_target__[0:4])",
        ),
        (
            "copy(s)",
            "",
            "copyout(s.d[0:4]) finalize",
            "omp target update from(s.d[0:4]); omp target exit data map(delete: __clacc_target__[0:4])",
            "omp target update from(s.d[0:4]); omp target exit data map(delete: __clacc_target__[0:4])",
        ),
        (
            "copy(s)",
            "",
            "delete(s.w[0:2])",
            "acc exit data delete(s.w[0:2])",
            "omp target exit data map(release: s.w[0:2])",
        ),
    ] {
        assert_eq!(on(around, inside, exit, PORTABLE), portable, "{around} {inside} {exit}");
        assert_eq!(on(around, inside, exit, LLVM), llvm, "{around} {inside} {exit}");
    }
}

#[test]
fn compute_constructs_name_the_sections_that_are_visible() {
    let on = |clauses: &str, inside: &str, dialect: Dialect| {
        let source = format!(
            "struct s {{ int n, *d, w[4]; }};\nvoid f(int *p, int n, int m) {{\nint a[20], b[4][5]; struct s v;\n\
             #pragma acc data {clauses}\n{{\n{inside}\n#pragma acc parallel\n{{ a[5] = p[5] + b[2][3] + v.d[1] + v.w[2] + v.n; }}\n}}\n}}\n"
        );
        let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
        let text = translated.lossy();
        let line = text.lines().find_map(|line| line.split_once("#pragma omp target teams"));
        let codes = translated.translation.findings.iter().map(|finding| finding.code.id);
        line.map_or_else(
            || codes.collect::<Vec<_>>().join(" "),
            |(_, clauses)| clauses.split(" shared").next().unwrap_or_default().trim().to_owned(),
        )
    };
    let implied = "map(tofrom: b,v)";
    for (clauses, inside, expected) in [
        ("copy(a[5:n])", "", "map(tofrom: a[5:n]) map(tofrom: b,v)"),
        ("copy(a[n:m])", "m = 3;", "map(tofrom: a[n:1]) map(tofrom: b,v)"),
        ("copy(a[n:m])", "n = 3;", "MAP0005 MAP0026"),
        ("copy(a[n:m]) if(n)", "m = 3;", "MAP0005 MAP0026"),
        ("copy(a[n:m])", "int n = 3;", "MAP0005 MAP0026"),
        ("copy(p[n:m])", "m = 3;", "map(alloc: p[n:0]) map(tofrom: a,b,v)"),
        ("copy(p[0:m])", "", "map(tofrom: a,b,v)"),
        ("copy(p[1:m])", "p = a;", "map(tofrom: a,b,v)"),
        ("copy(a) copyin(b[2:1][0:5])", "", "map(tofrom: b[2:1][0:5]) map(tofrom: v)"),
        ("copy(a,b,v)", "", ""),
        (
            "copyin(v.n, v.w, v.d[0:v.n])",
            "",
            "map(tofrom: v.d[0:1]) map(tofrom: v.w) map(tofrom: v.n) map(tofrom: a,b)",
        ),
        ("no_create(p[2:3])", "", "map(alloc: p[2:0]) map(tofrom: a,b,v)"),
        ("copy(a[2:3])", "#pragma acc data copy(a[11:2])", "MAP0005 MAP0026"),
        ("copy(p[0:3])", "#pragma acc data copy(p[n:2])", "MAP0005 MAP0026"),
        ("copy(a[n:3])", "n = 2;\n#pragma acc data copy(a[n:3])", "MAP0005 MAP0026"),
        ("copy(a[n:m])", "#pragma acc data copy(a[n:3])", "map(tofrom: a[n:3]) map(tofrom: b,v)"),
        ("copy(a[2:9])", "#pragma acc data copy(a[3:2])", "map(tofrom: a[3:2]) map(tofrom: b,v)"),
        ("copy(a)", "#pragma acc data copy(a[n:2])", "map(tofrom: a[n:2]) map(tofrom: b,v)"),
        (
            "copy(a[n:2])",
            "#pragma acc data copy(p[n:2])",
            "map(tofrom: a[n:2]) map(alloc: p[n:0]) map(tofrom: b,v)",
        ),
    ] {
        assert_eq!(on(clauses, inside, PORTABLE), expected, "{clauses} {inside}");
    }
    assert!(on("copy(a[5:n])", "", CLACC).ends_with(&implied.replace("tofrom", "hold,tofrom")));
}

#[test]
fn pointers_that_are_present_or_deleted_stand_for_their_memory() {
    let source = "\
struct s { double *v; };
void f(double *p, double (*q)[4], double a[8], struct s s, int n) {
#pragma acc data present(p, q, a, s.v)
  {
#pragma acc parallel loop present(p, s.v, n)
    for (int i = 0; i < n; ++i) p[i] = s.v[i];
  }
#pragma acc exit data delete(p, q[0:n], s.v) copyout(a)
#pragma acc exit data delete(p) finalize
}
";
    let lines = |dialect| {
        let text = Program::new(source).translate(dialect, RewriteOptions::default()).lossy();
        text.lines()
            .filter(|line| line.contains("#pragma"))
            .map(|line| line.trim().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        lines(PORTABLE),
        [
            "#pragma omp target data map(alloc: p[0:0],q[0:0],a[0:0],s.v[0:0])",
            "#pragma omp target teams map(alloc: p[0:0],s.v[0:0],n) shared(n,p)",
            "#pragma omp distribute",
            "#pragma omp target exit data map(release: __clacc_target__[0:0])",
            "#pragma omp target exit data map(release: p[0:0],q[0:n]) map(from: a[0:8])",
            "#pragma omp target exit data map(delete: p[0:0])",
        ]
    );
    assert_eq!(lines(CLACC)[0], "#pragma omp target data map(present,hold,alloc: p,q,a,s.v)");
    assert_eq!(lines(CLACC)[4], "#pragma omp target exit data map(delete: p)");
}

/// gcc asks for the address of what it maps; a variable that a region declares itself is not mapped.
#[test]
fn register_variables_are_mapped_for_clang_alone() {
    for (body, of_gcc) in [
        (
            "register int s = 0;\n#pragma acc parallel loop reduction(+: s)\nfor (int i = 0; i < n; ++i) s += i;",
            "MAP0032",
        ),
        ("register int s = 0;\n#pragma acc data copy(s)\n{ }", "MAP0003"),
        ("register int v[4];\n#pragma acc serial\nv[0] = n;", "MAP0032"),
        ("register int s = n;\n#pragma acc parallel firstprivate(s) copyout(x[0:1])\nx[0] = s;", ""),
        (
            "#pragma acc parallel loop gang copyout(x[0:n])\nfor (int i = 0; i < n; ++i) { register int s = 0;\n\
             #pragma acc loop vector reduction(+: s)\nfor (int j = 0; j < n; ++j) s += j;\nx[i] = s; }",
            "",
        ),
    ] {
        let source = format!("void f(int n, int *x) {{ {body} }}\n");
        for (dialect, expected) in [(PORTABLE, of_gcc), (GCC, of_gcc), (LLVM, "")] {
            let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
            let findings = &translated.translation.findings;
            let kept =
                findings.iter().map(|finding| finding.code.id).find(|id| ["MAP0003", "MAP0032"].contains(id));
            assert_eq!(kept.unwrap_or_default(), expected, "{body}, {}", dialect.name());
        }
    }
}
