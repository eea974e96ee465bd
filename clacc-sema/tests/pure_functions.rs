//! Loops that call functions of their unit: they are proven where the functions do nothing but compute a value.

use std::sync::Arc;

use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::{NoFiles, Volatility};
use clacc_sema::db::functions::{loop_remarks, tuned_facts};
use clacc_sema::db::{Database, Unit, set_text};
use clacc_syntax::parse::ParseLimits;

/// What all cases share.
const SHARED: &str = "double sqrt(double); double other(double); extern double gd; double gv; double ga[8]; \
    const double gc = 3.0; const double table[2] = {1.0, 2.0}; double *gp; volatile int vi; \
    struct pair { double x, y; }; struct box { double *p; double v[2]; };\n";

/// The loop that calls `f` for each element.
const CALLER: &str = "void caller(double *restrict a, const double *restrict b, int n) {\n\
    #pragma acc kernels loop copy(a[0:n]) copyin(b[0:n])\n\
    for (int i = 0; i < n; i++) a[i] = f(b[i]);\n}\n";

fn unit_of(db: &mut Database, text: &str) -> Unit {
    let main = set_text(db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    Unit::new(db, main, Arc::default(), ParseLimits::default())
}

/// Whether the loop in the last function of a file is proven.
fn is_proven(text: &str) -> bool {
    let mut db = Database::default();
    let unit = unit_of(&mut db, text);
    let caller = *declarations(&db, unit).last().expect("a function");
    let remarks = loop_remarks(&db, caller);
    let [remark] = &remarks[..] else { panic!("one loop, but {remarks:?}") };
    remark.message.contains("are proven") || remark.message.contains("share nothing")
}

fn check(expected: bool, functions: &[&str]) {
    for function in functions {
        let text = format!("{SHARED}{function}\n{CALLER}");
        assert_eq!(is_proven(&text), expected, "{function}");
    }
}

#[test]
fn functions_that_compute_a_value() {
    check(
        true,
        &[
            "static double f(double x) { return x * x; }",
            "double f(double x) { double s = 0; for (int k = 0; k < 4; k++) s += x * k; return s; }",
            "double f(double x) { double t[4]; for (int k = 0; k < 4; k++) t[k] = x; return t[0] + t[3]; }",
            "double f(double x) { if (x < 0) return -x; x = sqrt(x); return x; }",
            "double creal(double _Complex z); float _Complex conjf(float _Complex z); double f(double x) { return creal(conjf(x)); }",
            "double f(double x) { return x > 0 ? x : -__builtin_inf(); }",
            "double f(double x) { return gc * x; }",
            "double f(double x) { return table[x > 0] * x; }",
            "double f(double x) { static const double c = 2.0; return c * x; }",
            "double f(double x) { struct pair p = {x, 1.0}; p.y = p.x * 2; return p.y; }",
            "double g(double x) { return x + 1; } double f(double x) { return g(x) + g(2.0); }",
            "double f(double x); double f(double x) { return x; }",
            "void set(double *p) { *p = 1; } double f(double x) { double t[2]; set(t); return t[0]; }",
            "void set(double *p) { *p = 1; } double f(double x) { set(&x); return x; }",
        ],
    );
}

#[test]
fn functions_that_do_more() {
    check(
        false,
        &[
            // What is changed.
            "double f(double x) { gv = x; return x; }",
            "double creal(double _Complex z) { gv++; return 1; } double f(double x) { return creal(x); }",
            "double f(double x) { ga[1] = x; return x; }",
            "double f(double x) { *gp = x; return x; }",
            "double f(double x) { static double n; n += x; return n; }",
            "double f(double x) { static double t[2]; t[0] = x; return t[0]; }",
            "static int calls; double f(double x) { calls++; return x; }",
            "double f(double x) { struct box b; b.p = gp; b.p[0] = x; return x; }",
            "double f(double x) { struct box b; double *q = b.v; q[0] = x; return *q; }",
            // What is read.
            "double f(double x) { return gv + x; }",
            "double f(double x) { return ga[0] + x; }",
            "double f(double x) { return *gp + x; }",
            "double f(double x) { return gp[1] + x; }",
            "double f(double x) { return vi + x; }",
            "double f(double x) { volatile double v = x; return v; }",
            "extern _Thread_local int own; double f(double x) { return own + x; }",
            "double f(double x) { return ((double *)16)[1] + x; }",
            // Addresses that leave the function.
            "double f(double x) { gp = &x; return x; }",
            "void keep(double *p) { gp = p; } double f(double x) { keep(&x); return x; }",
            "void set(double *p) { *p = 1; } double f(double x) { set(gp); return x; }",
            "void set(struct box *b) { b->p[0] = 1; } double f(double x) { struct box b; set(&b); return x; }",
            "double at(struct box b) { return b.p[0]; } double f(double x) { struct box b; return at(b) + x; }",
            // Calls.
            "double f(double x) { return other(x); }",
            "double f(double x) { return x < 1 ? x : f(x - 1); }",
            "double g(double x); double f(double x) { return g(x); } double g(double x) { return f(x); }",
            "double g(double x) { return gv; } double f(double x) { return g(x); }",
            "double (*through)(double); double f(double x) { return through(x); }",
            "double (*f)(double);",
            "double f(double x);",
            // What is not seen.
            "double f(double x) { __asm__(\"nop\"); return x; }",
            "double f(double x) { return ({ gv = x; x; }); }",
            "__attribute__((weak)) double f(double x) { return x; }",
            "double f(double x) __attribute__((__weak__)); double f(double x) { return x; }",
            "double f(double x) { \n#pragma omp atomic\n x += 1; return x; }",
            "double g(double x);\n#pragma acc routine(f) bind(g) seq\ndouble f(double x) { return x; }",
            "double f(double x) { return x; } double f(double x) { gv = x; return x; }",
        ],
    );
}

#[test]
fn an_edit_of_a_called_function_concerns_its_callers_alone() {
    let functions = "double g(double x) { return x; }\ndouble f(double x) { return g(x); }\n";
    let before = format!("{SHARED}{functions}double h(double x) {{ return x; }}\n{CALLER}");
    let mut db = Database::recorded(Arc::new(NoFiles));
    let unit = unit_of(&mut db, &before);
    let ask = |db: &Database| {
        let caller = *declarations(db, unit).last().expect("a function");
        tuned_facts(db, caller, true).loops.proven.len()
    };
    assert_eq!(ask(&db), 1);
    let ran_after = |db: &mut Database, text: &str| {
        set_text(db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        db.log().start();
        let proven = ask(db);
        let ran = db.log().finish(db);
        let asked: Vec<_> = ran.iter().map(|execution| execution.query.clone()).collect();
        (proven, asked.contains(&"body_effects".to_owned()), asked.contains(&"tuned_facts".to_owned()))
    };
    let other = before.replace("h(double x) { return x; }", "h(double x) { return gv; }");
    assert_eq!(ran_after(&mut db, &other), (1, false, false), "a function that is not called");
    let same = other.replace("g(double x) { return x; }", "g(double x) { return x + 1; }");
    assert_eq!(ran_after(&mut db, &same), (1, true, false), "a called function that stays pure");
    let impure = same.replace("g(double x) { return x + 1; }", "g(double x) { return gv; }");
    assert_eq!(ran_after(&mut db, &impure), (0, true, true), "a called function that reads a variable");
}
