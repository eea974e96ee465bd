//! The attribute model: the attributes of each construct of a program, and the reasons for them.

#![expect(clippy::needless_raw_string_hashes, reason = "the form in which snapshots are updated")]

use std::fmt::Write;
use std::sync::Arc;

use clacc_sema::acc::attribute_rows::rows;
use clacc_sema::acc::facts::{AccFacts, Construct, Half, How, Level, LoopFacts};
use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::functions::acc_facts;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_sema::program::View;
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;
use expect_test::{Expect, expect};

/// Describes each construct on a line, followed by its facts; the findings come last.
fn describe(source: &str) -> String {
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(source.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
    let mut text = String::new();
    for decl in declarations(&db, unit) {
        let analysis = acc_facts(&db, *decl);
        let (model, program) = (model(&db, *decl), program(&db, *decl));
        describe_constructs(&mut text, View::of_c(&program, &model), &analysis.facts);
        for finding in &analysis.diagnostics {
            let _ = writeln!(text, "! {} {}", finding.code.id, finding.message);
        }
    }
    text
}

fn describe_constructs(text: &mut String, view: View<'_>, facts: &AccFacts) {
    for (id, construct) in facts.constructs.iter() {
        let mut depth = 0;
        let mut outer = construct.parent;
        while let Some(next) = outer {
            depth += 1;
            outer = facts.constructs[next].parent;
        }
        assert!(construct.parent.is_none_or(|parent| parent < id), "outer constructs come first");
        describe_construct(text, view, construct, &"  ".repeat(depth));
    }
}

fn describe_construct(text: &mut String, view: View<'_>, construct: &Construct, indent: &str) {
    let half = match construct.half {
        Half::Whole => "",
        Half::Outer => " (outer half)",
        Half::Inner => " (inner half)",
    };
    let facts = construct.loop_facts.as_deref().map(levels).unwrap_or_default();
    let sizes = sizes(construct);
    let broken = if construct.broken { " broken" } else { "" };
    let _ = writeln!(text, "{indent}{}{half}{facts}{sizes}{broken}", construct.written.text());
    for row in rows(view, construct) {
        let how = match row.how {
            How::Explicit => "exp",
            How::Predetermined => "pre",
            _ => "imp",
        };
        let _ = writeln!(text, "{indent}  {}: {how} {} -- {}", row.variable, row.attribute, row.rule);
    }
}

fn levels(facts: &LoopFacts) -> String {
    let mut text = String::new();
    let mut level = |name: &str, level: &Option<Level>| {
        if let Some(level) = level {
            let _ = write!(text, " {}{name}", if level.how == How::Implicit { "imp " } else { "" });
        }
    };
    level("gang", &facts.gang);
    level("worker", &facts.worker);
    level("vector", &facts.vector);
    if let Some(rule) = facts.sequential {
        let _ = write!(text, " sequential ({rule:?})");
    }
    if facts.depth > 1 {
        let _ = write!(text, " depth {} of {}", facts.loops.len(), facts.depth);
    }
    if facts.inside_partitioned {
        text.push_str(" inside partitioned");
    }
    text
}

fn sizes(construct: &Construct) -> String {
    let sizes = &construct.sizes;
    let named = [
        ("num_gangs", &sizes.num_gangs),
        ("num_workers", &sizes.num_workers),
        ("vector_length", &sizes.vector_length),
    ];
    let mut text = String::new();
    for (name, size) in named {
        let Some(size) = size else { continue };
        let _ = match size.constant {
            Some(value) => write!(text, " {name}={value}"),
            None => write!(text, " {name}=?{}", if size.side_effects { "!" } else { "" }),
        };
    }
    if construct.has_worker_loop {
        text.push_str(" with worker loops");
    }
    text
}

#[expect(clippy::needless_pass_by_value, reason = "calls read better with the snapshot in place")]
fn check(source: &str, expect: Expect) {
    expect.assert_eq(&describe(source));
}

#[test]
fn implicit_attributes_of_parallel() {
    check(
        "struct s { int m; }; enum e { E }; int g(int);
        int global; static float _Complex z;
        void f(int n, float p[8], enum e k) {
            float a[4]; struct s t; static int kept; int unused;
        #pragma acc parallel
            { int own = n; static int inner; inner = own; a[0] = p[0] + t.m + k + E + global + kept + g(own); z = 0; }
        }",
        expect![[r#"
            parallel
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              a: imp copy -- an array, struct or union without a data clause is copied
              a: imp shared -- nothing makes the variable private, so it is shared
              p: imp nomap -- nothing maps the variable
              p: imp firstprivate -- a scalar without a data clause is firstprivate
              t: imp copy -- an array, struct or union without a data clause is copied
              t: imp shared -- nothing makes the variable private, so it is shared
              k: imp nomap -- nothing maps the variable
              k: imp firstprivate -- a scalar without a data clause is firstprivate
              global: imp nomap -- nothing maps the variable
              global: imp firstprivate -- a scalar without a data clause is firstprivate
              kept: imp nomap -- nothing maps the variable
              kept: imp firstprivate -- a scalar without a data clause is firstprivate
              z: imp nomap -- nothing maps the variable
              z: imp firstprivate -- a scalar without a data clause is firstprivate
            ! ACC0124 `g` is called on the device, and this unit has it for the host alone
        "#]],
    );
}

#[test]
fn unevaluated_operands_refer_to_nothing() {
    check(
        "void f(int n, double d) {
            int a[n]; int b[4];
        #pragma acc parallel
            { n = sizeof d + sizeof b + _Alignof(d); n += sizeof a; n += _Generic(d, double: 1, default: 2); }
        }",
        expect![[r#"
            parallel
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              a: imp copy -- an array, struct or union without a data clause is copied
              a: imp shared -- nothing makes the variable private, so it is shared
        "#]],
    );
}

#[test]
fn visible_data_clauses() {
    check(
        "struct s { int x, y; float *p; };
        void f(int n, float *v, int w[8], struct s t, struct s *q) {
        #pragma acc data copy(n, v[0:n]) no_create(w[0:2]) copyin(t.x, q->p[0:4])
          {
        #pragma acc data create(n)
        #pragma acc parallel copyout(w[0:1])
            { v[0] = n + w[0] + t.x + t.y + q->p[0]; }
          }
        #pragma acc parallel
            { v[0] = n; }
        }",
        expect![[r#"
            data
              n: exp copy -- a clause on the directive says so
              v: exp copy -- a clause on the directive says so
              w: exp no_create -- a clause on the directive says so
              t.x: exp copyin -- a clause on the directive says so
              q->p: exp copyin -- a clause on the directive says so
              data
                n: exp create -- a clause on the directive says so
                parallel
                  w: exp copyout -- a clause on the directive says so
                  w: imp shared -- nothing makes the variable private, so it is shared
                  v: imp nomap -- a data clause for the variable is visible, so no data attribute is implied
                  v: imp shared -- nothing makes the variable private, so it is shared
                  n: imp nomap -- a data clause for the variable is visible, so no data attribute is implied
                  n: imp shared -- nothing makes the variable private, so it is shared
                  t.x: imp nomap -- a data clause for the variable is visible, so no data attribute is implied
                  t.x: imp shared -- nothing makes the variable private, so it is shared
                  t: imp copy -- an array, struct or union without a data clause is copied
                  t: imp shared -- nothing makes the variable private, so it is shared
                  q->p: imp nomap -- a data clause for the variable is visible, so no data attribute is implied
                  q->p: imp shared -- nothing makes the variable private, so it is shared
            parallel
              v: imp nomap -- nothing maps the variable
              v: imp firstprivate -- a scalar without a data clause is firstprivate
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
        "#]],
    );
}

#[test]
fn explicit_attributes() {
    check(
        "void f(int a, int b, int c, int d, int e) {
        #pragma acc parallel present_or_copy(a) private(b) firstprivate(c) reduction(max: d) present(e) copyin(d)
            { a = c; }
        #pragma acc enter data pcopyin(a) create(b)
        #pragma acc exit data copyout(a) delete(b)
        #pragma acc parallel reduction(+: e)
            { }
        }",
        expect![[r#"
            parallel
              a: exp copy -- a clause on the directive says so
              a: imp shared -- nothing makes the variable private, so it is shared
              b: imp nomap -- nothing maps the variable
              b: exp private -- a clause on the directive says so
              c: imp nomap -- nothing maps the variable
              c: exp firstprivate -- a clause on the directive says so
              d: exp copyin -- a clause on the directive says so
              d: exp reduction(max) -- a clause on the directive says so
              e: exp present -- a clause on the directive says so
              e: imp shared -- nothing makes the variable private, so it is shared
            enter data
              a: exp copyin -- a clause on the directive says so
              b: exp create -- a clause on the directive says so
            exit data
              a: exp copyout -- a clause on the directive says so
              b: exp delete -- a clause on the directive says so
            parallel
              e: imp copy -- a reduction variable without a data clause is copied
              e: exp reduction(+) -- a clause on the directive says so
        "#]],
    );
}

#[test]
fn default_clauses() {
    check(
        "void f(int n, float *p) {
            float a[8], b[8];
        #pragma acc data default(present)
          {
        #pragma acc parallel
            { a[0] = n; }
          }
        #pragma acc parallel default(none) copy(a) firstprivate(n)
            { a[0] = n; b[0] = 1; int own = 3; own++; }
        #pragma acc kernels
            { a[0] = n; }
        #pragma acc serial deviceptr(p)
            { p[0] = n; }
        }",
        expect![[r#"
            data
              parallel
                a: imp present -- default(present) makes an array, struct or union without a data clause present
                a: imp shared -- nothing makes the variable private, so it is shared
                n: imp nomap -- nothing maps the variable
                n: imp firstprivate -- a scalar without a data clause is firstprivate
            parallel broken
              a: exp copy -- a clause on the directive says so
              a: imp shared -- nothing makes the variable private, so it is shared
              n: imp nomap -- nothing maps the variable
              n: exp firstprivate -- a clause on the directive says so
              b: imp copy -- an array, struct or union without a data clause is copied
              b: imp shared -- nothing makes the variable private, so it is shared
            kernels
              a: imp copy -- an array, struct or union without a data clause is copied
              a: imp shared -- nothing makes the variable private, so it is shared
              n: imp copy -- a scalar without a data clause is copied by a kernels construct
              n: imp shared -- nothing makes the variable private, so it is shared
            serial
              p: exp deviceptr -- a clause on the directive says so
              p: imp shared -- nothing makes the variable private, so it is shared
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
            ! ACC0110 `b` needs a data clause, because of `default(none)`
        "#]],
    );
}

#[test]
fn declare_is_visible_in_its_block() {
    check(
        "void f(void) {
            float a[8];
          {
        #pragma acc declare create(a)
        #pragma acc parallel
            { a[0] = 1; }
          }
        #pragma acc parallel
            { a[0] = 1; }
        }",
        expect![[r#"
            declare
              a: exp create -- a clause on the directive says so
              parallel
                a: imp nomap -- a data clause for the variable is visible, so no data attribute is implied
                a: imp shared -- nothing makes the variable private, so it is shared
            parallel
              a: imp copy -- an array, struct or union without a data clause is copied
              a: imp shared -- nothing makes the variable private, so it is shared
        "#]],
    );
}

#[test]
fn control_variables() {
    check(
        "void f(float *a) {
            int i, j, k;
        #pragma acc parallel
          {
        #pragma acc loop seq
            for (i = 0; i < 8; ++i) a[i] = 0;
        #pragma acc loop seq private(i)
            for (i = 0; i < 8; ++i) a[i] = 0;
        #pragma acc loop auto
            for (j = 0; j < 8; ++j) a[j] = 0;
        #pragma acc loop vector
            for (int own = 0; own < 8; ++own) a[own] = 0;
        #pragma acc loop collapse(2)
            for (j = 0; j < 8; ++j)
                for (k = 0; k < 8; ++k) a[j] = k;
            j = 1;
          }
        }",
        expect![[r#"
            parallel
              i: imp nomap -- nothing maps the variable
              i: imp firstprivate -- a scalar without a data clause is firstprivate
              a: imp nomap -- nothing maps the variable
              a: imp firstprivate -- a scalar without a data clause is firstprivate
              j: imp nomap -- nothing maps the variable
              j: imp firstprivate -- a scalar without a data clause is firstprivate
              loop sequential (Clause)
                i: imp shared -- the assigned control variable of a seq loop keeps its value after the loop
                a: imp shared -- nothing makes the variable private, so it is shared
              loop sequential (Clause)
                i: exp private -- a clause on the directive says so
                a: imp shared -- nothing makes the variable private, so it is shared
              loop sequential (AutoSequential)
                j: pre private -- the control variable of a loop is private
                a: imp shared -- nothing makes the variable private, so it is shared
              loop imp gang vector
                a: imp shared -- nothing makes the variable private, so it is shared
                own: pre private -- the control variable of a loop is private
              loop imp gang depth 2 of 2
                j: pre private -- the control variable of a loop is private
                k: pre private -- the control variable of a loop is private
                a: imp shared -- nothing makes the variable private, so it is shared
        "#]],
    );
}

#[test]
fn combined_constructs() {
    check(
        "void f(int n, float *x, float *y, float a) {
            int i; float t;
        #pragma acc parallel loop num_gangs(4) worker copyin(x[0:n]) copy(y[0:n]) private(t) vector_length(n++)
            for (i = 0; i < n; ++i) { t = x[i]; y[i] += a * t; }
        }",
        expect![[r#"
            parallel (outer half) num_gangs=4 vector_length=?! with worker loops
              x: exp copyin -- a clause on the directive says so
              x: imp shared -- nothing makes the variable private, so it is shared
              y: exp copy -- a clause on the directive says so
              y: imp shared -- nothing makes the variable private, so it is shared
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              a: imp nomap -- nothing maps the variable
              a: imp firstprivate -- a scalar without a data clause is firstprivate
              loop (inner half) imp gang worker
                t: exp private -- a clause on the directive says so
                i: pre private -- the control variable of a loop is private
                n: imp shared -- nothing makes the variable private, so it is shared
                x: imp shared -- nothing makes the variable private, so it is shared
                y: imp shared -- nothing makes the variable private, so it is shared
                a: imp shared -- nothing makes the variable private, so it is shared
            ! ACC0063 `vector_length` is ignored, because its argument is not a constant
        "#]],
    );
}

#[test]
fn implicit_gang() {
    check(
        "void f(float *a) {
        #pragma acc parallel num_workers(2)
          {
        #pragma acc loop
            for (int i = 0; i < 8; ++i) {
        #pragma acc loop worker
              for (int j = 0; j < 8; ++j) {
        #pragma acc loop
                for (int k = 0; k < 8; ++k) a[k] = 0;
              }
            }
        #pragma acc loop
            for (int i = 0; i < 8; ++i) {
        #pragma acc loop gang
              for (int j = 0; j < 8; ++j) a[j] = 0;
            }
        #pragma acc loop auto gang worker
            for (int i = 0; i < 8; ++i) {
        #pragma acc loop vector
              for (int j = 0; j < 8; ++j) a[j] = 0;
            }
          }
        }",
        expect![[r#"
            parallel num_workers=2 with worker loops
              a: imp nomap -- nothing maps the variable
              a: imp firstprivate -- a scalar without a data clause is firstprivate
              loop imp gang
                a: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
                loop worker inside partitioned
                  a: imp shared -- nothing makes the variable private, so it is shared
                  j: pre private -- the control variable of a loop is private
                  loop sequential (NoLevelSequential) inside partitioned
                    a: imp shared -- nothing makes the variable private, so it is shared
                    k: pre private -- the control variable of a loop is private
              loop sequential (NoLevelSequential)
                a: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
                loop gang
                  a: imp shared -- nothing makes the variable private, so it is shared
                  j: pre private -- the control variable of a loop is private
              loop sequential (AutoSequential)
                a: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
                loop imp gang vector
                  a: imp shared -- nothing makes the variable private, so it is shared
                  j: pre private -- the control variable of a loop is private
        "#]],
    );
}

#[test]
fn reductions_reach_the_gangs() {
    check(
        "void f(int n, int s, int t, int u, int w) {
        #pragma acc parallel copy(t)
          {
        #pragma acc loop gang reduction(+: s)
            for (int i = 0; i < n; ++i) s += i;
        #pragma acc loop seq reduction(*: t)
            for (int i = 0; i < n; ++i) t *= i;
        #pragma acc loop seq reduction(max: u)
            for (int i = 0; i < n; ++i) u = u > i ? u : i;
            int own = 0;
        #pragma acc loop vector reduction(+: own)
            for (int i = 0; i < n; ++i) own += i;
        #pragma acc loop private(w)
            for (int i = 0; i < n; ++i) {
        #pragma acc loop vector reduction(+: w)
              for (int j = 0; j < n; ++j) w += j;
            }
          }
        #pragma acc parallel loop seq reduction(+: s)
            for (int i = 0; i < n; ++i) s += i;
        #pragma acc parallel firstprivate(s)
          {
        #pragma acc loop gang reduction(+: s)
            for (int i = 0; i < n; ++i) s += i;
          }
        }",
        expect![[r#"
            parallel
              t: exp copy -- a clause on the directive says so
              t: imp reduction(*) -- a loop's reduction of a gang-shared variable is a reduction of the gangs
              s: imp copy -- the reduction variable of a gang-partitioned loop is copied
              s: imp reduction(+) -- a loop's reduction of a gang-shared variable is a reduction of the gangs
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              u: imp nomap -- nothing maps the variable
              u: imp firstprivate -- a scalar without a data clause is firstprivate
              loop gang
                s: exp reduction(+) -- a clause on the directive says so
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
              loop sequential (Clause)
                t: exp reduction(*) -- a clause on the directive says so
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
              loop sequential (Clause)
                u: exp reduction(max) -- a clause on the directive says so
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
              loop imp gang vector
                own: exp reduction(+) -- a clause on the directive says so
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
              loop imp gang
                w: exp private -- a clause on the directive says so
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
                loop vector inside partitioned
                  w: exp reduction(+) -- a clause on the directive says so
                  n: imp shared -- nothing makes the variable private, so it is shared
                  j: pre private -- the control variable of a loop is private
            parallel (outer half)
              s: imp copy -- a reduction variable without a data clause is copied
              s: imp reduction(+) -- a loop's reduction of a gang-shared variable is a reduction of the gangs
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              loop (inner half) sequential (Clause)
                s: exp reduction(+) -- a clause on the directive says so
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
            parallel
              s: imp nomap -- nothing maps the variable
              s: exp firstprivate -- a clause on the directive says so
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              loop gang
                s: exp reduction(+) -- a clause on the directive says so
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
            ! ACC0117 the result of the reduction of `u` is lost: each gang has its own `u`
        "#]],
    );
}

#[test]
fn reducing_loops_in_between_belong_to_the_reduction_of_the_gangs() {
    check(
        "void f(int n, int s) {
        #pragma acc parallel
          {
        #pragma acc loop seq reduction(+: s)
            for (int i = 0; i < n; ++i) {
        #pragma acc loop gang reduction(+: s)
              for (int j = 0; j < n; ++j) s += j;
            }
          }
        }",
        expect![[r#"
            parallel
              s: imp copy -- the reduction variable of a gang-partitioned loop is copied
              s: imp reduction(+) -- a loop's reduction of a gang-shared variable is a reduction of the gangs
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              loop sequential (Clause)
                s: exp reduction(+) -- a clause on the directive says so
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
                loop gang
                  s: exp reduction(+) -- a clause on the directive says so
                  n: imp shared -- nothing makes the variable private, so it is shared
                  j: pre private -- the control variable of a loop is private
        "#]],
    );
}

#[test]
fn device_specific_clauses_decide_nothing() {
    check(
        "void f(float *a) {
        #pragma acc parallel num_gangs(2) device_type(nvidia) num_gangs(400) num_workers(8)
          {
        #pragma acc loop gang device_type(nvidia) vector
            for (int i = 0; i < 8; ++i) a[i] = 0;
          }
        #pragma acc parallel device_type(*) num_gangs(3)
          { }
        }",
        expect![[r#"
            parallel num_gangs=2
              a: imp nomap -- nothing maps the variable
              a: imp firstprivate -- a scalar without a data clause is firstprivate
              loop gang
                a: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
            parallel num_gangs=3
        "#]],
    );
}

#[test]
fn an_error_breaks_the_whole_compute_construct_and_nothing_else() {
    check(
        "void f(float *a) {
        #pragma acc data copy(a[0:8])
          {
        #pragma acc parallel
            {
        #pragma acc loop gang gang
              for (int i = 0; i < 8; ++i) a[i] = 0;
            }
        #pragma acc parallel num_gang(2)
            { }
        #pragma acc parallel
            { }
          }
        }",
        expect![[r#"
            data
              a: exp copy -- a clause on the directive says so
              parallel broken
                a: imp nomap -- a data clause for the variable is visible, so no data attribute is implied
                a: imp shared -- nothing makes the variable private, so it is shared
                loop gang broken
                  a: imp shared -- nothing makes the variable private, so it is shared
                  i: pre private -- the control variable of a loop is private
              parallel broken
              parallel
            ! ACC0055 `gang` is written more than once on `loop`
        "#]],
    );
}

#[test]
fn orphaned_loops_need_a_routine() {
    check(
        "#pragma acc routine gang
        void f(float *a) {
        #pragma acc loop
            for (int i = 0; i < 8; ++i) a[i] = 0;
        }
        void g(float *a) {
        #pragma acc loop
            for (int i = 0; i < 8; ++i) a[i] = 0;
        }",
        expect![[r#"
            routine
            loop imp gang
              a: imp shared -- nothing makes the variable private, so it is shared
              i: pre private -- the control variable of a loop is private
            loop sequential (NoLevelSequential) broken
              a: imp shared -- nothing makes the variable private, so it is shared
              i: pre private -- the control variable of a loop is private
            ! ACC0053 `loop` stands outside every compute construct
        "#]],
    );
}

#[test]
fn statement_expressions_and_tiles() {
    check(
        "void f(float *a, int n) {
        #pragma acc parallel loop tile(2, *)
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 8; ++j)
                    a[i] = ({ int own = j; own + n; });
        #pragma acc parallel loop collapse(force: 2)
            for (int i = 0; i < 8; ++i) {
                n = i;
                for (int j = 0; j < 8; ++j) a[i] = n;
            }
        }",
        expect![[r#"
            parallel (outer half)
              a: imp nomap -- nothing maps the variable
              a: imp firstprivate -- a scalar without a data clause is firstprivate
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              loop (inner half) imp gang depth 2 of 2
                a: imp shared -- nothing makes the variable private, so it is shared
                n: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
                j: pre private -- the control variable of a loop is private
            parallel (outer half)
              n: imp nomap -- nothing maps the variable
              n: imp firstprivate -- a scalar without a data clause is firstprivate
              a: imp nomap -- nothing maps the variable
              a: imp firstprivate -- a scalar without a data clause is firstprivate
              loop (inner half) imp gang depth 2 of 2
                n: imp shared -- nothing makes the variable private, so it is shared
                a: imp shared -- nothing makes the variable private, so it is shared
                i: pre private -- the control variable of a loop is private
                j: pre private -- the control variable of a loop is private
        "#]],
    );
}
