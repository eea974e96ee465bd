//! What the declarations of a unit see of each other: an environment stays the same exactly as long as an edit shows nothing to others.

use std::sync::Arc;

use clacc_sema::db::environment::environment;
use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::{NoFiles, Volatility};
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::functions::tuned_facts;
use clacc_sema::db::{Database, Unit, set_text};
use clacc_syntax::parse::ParseLimits;

const HEADER: &str = "#define SIZE 10\nint declared;\n";

const MAIN: &str = r#"#include "sizes.h"
double gv; int count;
#include "late.h"
static double own(double x) { return x; }
double called(double x) { return x + own(x); }
double unseen(double x) { return x; }
int old_style(n) int n; { return n; }
void f(double *restrict a) {
    #pragma acc kernels loop copy(a[0:SIZE])
    for (int i = 0; i < SIZE; i++) a[i] = called(a[i]);
}
void g(double *b) {
    #pragma acc parallel loop copy(b[0:SIZE])
    for (int i = 0; i < SIZE; i++) b[i] = b[i] * 2;
}
"#;

const ROUTINES: &str = "#pragma acc routine(called) seq\n";

struct Project {
    db: Database,
    unit: Unit,
}

impl Project {
    fn new(main: &str) -> Project {
        let mut db = Database::new(Arc::new(NoFiles));
        set_text(&mut db, "sizes.h", Some(HEADER.as_bytes().into()), Volatility::Stable);
        set_text(&mut db, "late.h", Some(b"int late;\n"[..].into()), Volatility::Stable);
        let main = set_text(&mut db, "main.c", Some(main.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
        Project { db, unit }
    }

    /// Asks what a session asks, loops that call functions included.
    fn ask(&self) -> usize {
        let facts = declarations(&self.db, self.unit).iter().map(|decl| tuned_facts(&self.db, *decl, true));
        facts.count() + diagnostics(&self.db, self.unit).len()
    }

    /// Whether the environment is the same after an edit of a file.
    fn stays(&mut self, path: &str, text: &str) -> bool {
        self.ask();
        let before = environment(&self.db, self.unit);
        set_text(&mut self.db, path, Some(text.as_bytes().into()), Volatility::Edited);
        self.ask();
        environment(&self.db, self.unit) == before
    }
}

fn check(main: &str, (from, to): (&str, &str), expected: bool) {
    assert!(main.contains(from), "{from}");
    let stays = Project::new(main).stays("main.c", &main.replace(from, to));
    assert_eq!(stays, expected, "replacing {from:?} by {to:?}");
}

#[test]
fn bodies_are_seen_by_their_functions_alone() {
    for edit in [
        ("b[i] * 2", "b[i] * 3"),
        ("copy(b[0:SIZE])", "copyin(b[0:SIZE])"),
        ("#pragma acc parallel loop copy(b[0:SIZE])", ""),
        ("{ return n; }", "{ static int calls; return ++calls; }"),
        ("{ return n; }", "{ struct inner { int x; } s = {n}; return s.x; }"),
        ("unseen(double x) { return x; }", "unseen(double x) { gv = x; return gv; }"),
        ("b[i] * 2", "b[i] * 2 /* a comment */"),
        ("void g(double", "\n\n// a comment\nvoid g(double"),
    ] {
        check(MAIN, edit, true);
    }
}

#[test]
fn everything_else_is_seen_by_all() {
    for edit in [
        ("double gv;", "float gv;"),
        ("int count;", ""),
        ("void g(double *b)", "void g(double *c)"),
        ("void g(double *b)", "static void g(double *b)"),
        ("old_style(n) int n;", "old_style(n) long n;"),
        ("unseen(double x) {", "unseen(double x) __attribute__((weak)); double unseen(double x) {"),
        ("#include \"late.h\"\n", ""),
        ("double gv;", "#pragma acc routine(unseen) seq\ndouble gv;"),
        ("b[i] = b[i] * 2;\n}", "b[i] = b[i] * 2;\n"),
    ] {
        check(MAIN, edit, false);
    }
}

#[test]
fn effects_are_seen_if_somebody_asked() {
    check(MAIN, ("x + own(x)", "x - own(x)"), true);
    check(MAIN, ("own(double x) { return x; }", "own(double x) { return x * 2; }"), true);
    check(MAIN, ("own(double x) { return x; }", "own(double x) { return gv; }"), false);
    check(MAIN, ("own(double x) { return x; }", "own(double x) { gv = x; return x; }"), false);
    check(MAIN, ("x + own(x)", "x"), false);
    check(MAIN, ("x + own(x)", "x + own(x) + unseen(x)"), false);
}

#[test]
fn routines_in_a_body_concern_the_unit() {
    check(MAIN, ("{ return n; }", "{\n#pragma acc routine(f) seq\nreturn n; }"), false);
    let with_routine = &format!("{ROUTINES}{MAIN}");
    check(with_routine, ("b[i] * 2", "b[i] * 3"), true);
    check(with_routine, ("x + own(x)", "x - own(x)"), true);
    // A directive at file scope asks which variables the bodies of routines name.
    let with_declare = &format!("{MAIN}#pragma acc declare create(gv)\n{ROUTINES}");
    check(with_declare, ("b[i] * 2", "b[i] * 3"), false);
}

#[test]
fn headers_are_seen_by_all() {
    for (path, text, expected) in [
        ("sizes.h", "#define SIZE 11\nint declared;\n", false),
        ("sizes.h", "#define SIZE 10\nint declared, more;\n", false),
        ("late.h", "long late;\n", false),
    ] {
        assert_eq!(Project::new(MAIN).stays(path, text), expected, "{path}: {text}");
    }
}

#[test]
fn an_environment_that_comes_back_is_the_same_or_new_but_never_an_old_one_for_new_contents() {
    let mut project = Project::new(MAIN);
    project.ask();
    let first = environment(&project.db, project.unit);
    // The effect changes, and then the environment, without a question in between.
    for (from, to) in
        [("return x; }\ndouble called", "return gv; }\ndouble called"), ("int count;", "long count;")]
    {
        let text = MAIN.replace(from, to);
        set_text(&mut project.db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    }
    project.ask();
    assert_ne!(environment(&project.db, project.unit), first);
    set_text(&mut project.db, "main.c", Some(MAIN.as_bytes().into()), Volatility::Edited);
    project.ask();
    assert_ne!(environment(&project.db, project.unit), first);
}

/// A finding about memory follows from the bodies of all functions, although the declarations see nothing of these.
#[test]
fn findings_about_memory_follow_other_bodies() {
    const UNIT: &str = "void *malloc(unsigned long size);\nstatic double *a, *w;\n\
        static void fill(double *x, int n) {\n x[0] = n;\n}\n\
        void begin(int n) {\n w = malloc(n);\n fill(w, n);\n}\n\
        void f(int n) {\n#pragma acc parallel loop copy(a[0:n])\n for (int i = 0; i < n; ++i) a[i] += w[i];\n}\n";
    for edit in [
        (" fill(w, n);", "#pragma acc enter data create(w[0:n])"),
        ("x[0] = n;", "\n#pragma acc enter data create(x[0:n])\n"),
        ("static double *a, *w;", "static double *a; double *w;"),
        ("w = malloc(n);", "w = a;"),
    ] {
        let edited = UNIT.replace(edit.0, edit.1);
        let mut project = Project::new(UNIT);
        let mut codes = |text: &str| {
            set_text(&mut project.db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
            let found = diagnostics(&project.db, project.unit);
            found.iter().map(|finding| finding.code.id).collect::<Vec<_>>()
        };
        let found = [codes(UNIT), codes(&edited), codes(UNIT)];
        assert_eq!(found, [vec!["ACC0171"], vec![], vec!["ACC0171"]], "replacing {edit:?}");
    }
}
