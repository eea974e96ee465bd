//! Long work looks again and again whether its result is still wanted, and frees next to nothing when it is not: whoever edits waits for
//! both. What is long depends on the text, so each shape of a text is worked on step by step. Counted are checkpoints and what is
//! freed, in one process, so that there is one test.

use std::alloc::System;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clacc_sema::db::external_decls::{ExternalDecl, decl_index, declarations, tree};
use clacc_sema::db::files::{NoFiles, Volatility};
use clacc_sema::db::functions::{acc_facts, data_defects, tuned_facts};
use clacc_sema::db::models::{model, program};
use clacc_sema::db::preprocessed::{lex, rest};
use clacc_sema::db::{Database, Unit, set_text};
use clacc_syntax::checkpoint;
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The checkpoints that were passed.
static PASSED: AtomicUsize = AtomicUsize::new(0);
/// At which of them the work is ended.
static ENDS_AT: AtomicUsize = AtomicUsize::new(usize::MAX);
/// What had been freed then: pieces of memory, and bytes.
static FREED: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

/// Ends the work.
struct Ended;

fn look() {
    if PASSED.fetch_add(1, Ordering::Relaxed) == ENDS_AT.load(Ordering::Relaxed) {
        note_freed();
        resume_unwind(Box::new(Ended));
    }
}

fn freed() -> [usize; 2] {
    let stats = ALLOCATOR.stats();
    [stats.deallocations, stats.bytes_deallocated]
}

fn note_freed() {
    FREED.iter().zip(freed()).for_each(|(noted, freed)| noted.store(freed, Ordering::Relaxed));
}

/// A step of the work on a unit.
type Step = (&'static str, for<'db> fn(&'db Database, Unit));

fn last(db: &Database, unit: Unit) -> ExternalDecl<'_> {
    *declarations(db, unit).last().expect("there is a declaration")
}

const STEPS: [Step; 10] = [
    ("lex", |db, unit| _ = lex(db, unit.main(db))),
    ("rest", |db, unit| _ = rest(db, unit)),
    ("declarations", |db, unit| _ = declarations(db, unit)),
    ("decl_index", |db, unit| _ = decl_index(db, unit)),
    ("tree", |db, unit| _ = tree(db, last(db, unit))),
    ("model", |db, unit| _ = model(db, last(db, unit))),
    ("program", |db, unit| _ = program(db, last(db, unit))),
    ("acc_facts", |db, unit| _ = acc_facts(db, last(db, unit))),
    ("tuned_facts", |db, unit| _ = tuned_facts(db, last(db, unit), true)),
    ("data_defects", |db, unit| _ = data_defects(db, last(db, unit))),
];

fn repeated(count: usize, line: impl Fn(usize, &mut String) -> std::fmt::Result) -> String {
    let mut text = String::new();
    (0..count).try_for_each(|number| line(number, &mut text)).expect("a string takes all text");
    text
}

/// A name, a text of about 100,000 tokens, and the steps that such a text keeps busy.
fn shapes() -> [(&'static str, String, &'static [&'static str]); 8] {
    let numbers = |between: &str| repeated(50_000, |number, text| write!(text, "{number},{between}"));
    let of_tree = &["lex", "rest", "tree", "model", "program"];
    let of_table = &["lex", "rest", "tree", "model"];
    let loops = |number, text: &mut String| {
        write!(
            text,
            "double v{number} = 0;\n#pragma acc parallel loop reduction(+:v{number}) copy(a[0:n])\n"
        )?;
        writeln!(text, "for (int i = 0; i < n; ++i) {{ v{number} += a[i]; a[i] = v{number} * {number}; }}")
    };
    [
        ("a table", format!("int t[] = {{ {} }};", numbers("\n")), of_table),
        ("a line", format!("int t[] = {{ {} }};", numbers("")), of_table),
        ("a call", format!("void f() {{ g({} 0); }}", numbers("\n")), of_tree),
        (
            "a function",
            format!(
                "void f(double *x) {{ {} }}",
                repeated(12_000, |number, text| writeln!(text, "x[{number}] = {number};"))
            ),
            of_tree,
        ),
        (
            "macros",
            format!(
                "#define A(x) ((x) + 1)\n#define B(x) A(x) * A(x)\nvoid f(double *x) {{ {} }}",
                repeated(3_000, |number, text| writeln!(text, "x[{number}] = B(x[{number}]);"))
            ),
            of_tree,
        ),
        (
            "constructs",
            format!("void f(int n, double *a) {{ {} }}", repeated(400, loops)),
            &["lex", "rest", "tree", "model", "program", "acc_facts", "tuned_facts", "data_defects"],
        ),
        (
            "a clause",
            format!(
                "void f(int n{}) {{\n#pragma acc parallel loop copy(n{})\nfor (int i = 0; i < n; ++i) {{ {} }}\n}}",
                repeated(8_000, |number, text| write!(text, ", int *x{number}")),
                repeated(8_000, |number, text| write!(text, ", x{number}[0:n]")),
                repeated(8_000, |number, text| write!(text, "x{number}[i] += 1;")),
            ),
            &["acc_facts", "data_defects"],
        ),
        (
            "declarations",
            repeated(20_000, |number, text| writeln!(text, "int v{number} = {number};")),
            &["lex", "rest", "declarations", "decl_index"],
        ),
    ]
}

fn unit(text: &str) -> (Database, Unit) {
    let mut db = Database::new(Arc::new(NoFiles));
    let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
    (db, unit)
}

/// Returns the checkpoints that work passes.
fn passed(work: impl FnOnce()) -> usize {
    let before = PASSED.load(Ordering::Relaxed);
    work();
    PASSED.load(Ordering::Relaxed) - before
}

/// The busy steps, each with its checkpoints.
fn looks(text: &str, busy: &[&str]) -> Vec<(Step, usize)> {
    let (db, unit) = unit(text);
    let counted = STEPS.map(|step| (step, passed(|| step.1(&db, unit))));
    counted.into_iter().filter(|((name, _), _)| busy.contains(name)).collect()
}

/// Ends a step of the work on a text at one of its checkpoints. Returns how many pieces of memory and bytes that frees at once.
fn freed_at_once(text: &str, (name, step): Step, checkpoint: usize) -> [usize; 2] {
    let (db, unit) = unit(text);
    STEPS.iter().take_while(|(before, _)| *before != name).for_each(|(_, step)| step(&db, unit));
    ENDS_AT.store(PASSED.load(Ordering::Relaxed) + checkpoint, Ordering::Relaxed);
    let work = || catch_unwind(AssertUnwindSafe(|| step(&db, unit)));
    let (ended, half_done) = checkpoint::collect_leavings(work);
    ENDS_AT.store(usize::MAX, Ordering::Relaxed);
    let freed = freed();
    drop(half_done);
    assert!(ended.is_err_and(|ended| ended.is::<Ended>()), "there is such a checkpoint");
    [0, 1].map(|kind| freed[kind] - FREED[kind].load(Ordering::Relaxed))
}

/// Pieces of memory and bytes that are freed within less than a millisecond.
const LITTLE: [usize; 2] = [1_000, 1 << 20];

#[test]
fn work_ends_soon_and_leaves_freeing_to_others() {
    checkpoint::install(look);
    for (shape, text, busy) in shapes() {
        for (step, looks) in looks(&text, busy) {
            let name = step.0;
            assert!(looks > 2, "{shape}: {name} has {looks} checkpoints");
            for at in [looks / 2, looks - 1] {
                let freed = freed_at_once(&text, step, at);
                let is_little = freed.iter().zip(LITTLE).all(|(freed, little)| *freed < little);
                assert!(is_little, "{shape}: to end {name} at {at} of {looks} frees {freed:?}");
            }
        }
    }
}
