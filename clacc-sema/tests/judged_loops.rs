//! Proofs about the loops in the compute regions of public suites, beside what a reader judged.
//!
//! `judged_loops.tsv` names each loop by suite, file and line, and says what is true of it:
//!
//! - `parallel`: its iterations are independent, if its pointers lead to different memory;
//! - `callers`: they are, but only by the extents that callers of the function pass;
//! - `reduction`: they are but for combining values with scalars;
//! - `element`: they are but for combining values with one element of an array;
//! - `copies`: they are if each has its own of some arrays;
//! - `dependent`: they are not;
//! - `unknown`: the text does not say.
//!
//! The suites are no part of this repository: `CLACC_SUITES` is a folder with a folder for each of them.

#![expect(clippy::print_stdout, reason = "a run by hand prints what it finds")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use clacc_sema::db::external_decls::{DeclKind, declarations};
use clacc_sema::db::files::{Loader, Volatility};
use clacc_sema::db::findings::places_of;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::{Database, Unit, set_text};
use clacc_sema::dependence::{Assumptions, Judge, Outcome};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{EntityId, Place};
use clacc_sema::program::{Program, View};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;
use clacc_syntax::token::TokenRange;

const LOOPS: &str = include_str!("judged_loops.tsv");

/// A loop that a reader judged.
#[derive(Clone, Copy)]
struct Judged<'t> {
    suite: &'t str,
    file: &'t str,
    line: usize,
    truth: &'t str,
}

fn judged() -> Vec<Judged<'static>> {
    let rows = LOOPS.lines().skip(1).map(|row| {
        let columns: Vec<&str> = row.split('\t').collect();
        let [suite, file, line, truth, _why] = columns[..] else { panic!("five columns: {row}") };
        Judged { suite, file, line: line.parse().expect("a line"), truth }
    });
    rows.collect()
}

#[test]
fn every_judged_loop_stands_once_with_a_known_truth() {
    let rows = judged();
    let mut places: Vec<_> = rows.iter().map(|row| (row.suite, row.file, row.line)).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), rows.len());
    assert!(rows.len() > 500);
    let truths = ["parallel", "callers", "reduction", "element", "copies", "dependent", "unknown"];
    assert!(rows.iter().all(|row| truths.contains(&row.truth)));
}

/// The files on the disk.
struct Disk;

impl Loader for Disk {
    fn load(&self, path: &str) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Into::into)
    }
}

/// What is known of the loops of a file, by line: nothing assumed, and with the pointers of data clauses disjoint.
fn outcomes(path: &Path) -> BTreeMap<usize, [Outcome; 2]> {
    let folder = path.parent().expect("a folder");
    let around = folder.ancestors().take(5);
    let include = around.flat_map(|folder| ["", "common", "utilities"].map(|name| folder.join(name)));
    let options = Options {
        include: include.map(|folder| folder.display().to_string()).collect(),
        ..Options::default()
    };
    let mut db = Database::new(Arc::new(Disk));
    let text: Arc<[u8]> = std::fs::read(path).expect("the file of a suite").into();
    let main = set_text(&mut db, &path.display().to_string(), Some(text.clone()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::new(options), ParseLimits::default());
    let mut found = BTreeMap::new();
    for decl in declarations(&db, unit).iter().filter(|decl| decl.kind(&db) == DeclKind::Function) {
        let (program, model) = (program(&db, *decl), model(&db, *decl));
        let view = View::of_c(&program, &model);
        let disjoint = Assumptions { disjoint: in_data_clauses(view, &program), ..Assumptions::default() };
        let judge = Judge::new(view);
        for at in &program.loops {
            // The tokens of a declaration are counted from its own first one.
            let (first, span) = (decl.first_token(&db), view.loop_head_span(*at));
            let span = TokenRange::new(span.start + first, span.end + first);
            let place = places_of(&db, unit, *decl).spot(span).range;
            if place.file == main.id(&db) {
                let before = &text[..(place.start as usize).min(text.len())];
                let line = before.split(|byte| *byte == b'\n').count();
                let answers =
                    [Assumptions::default(), disjoint.clone()].map(|taken| judge.judge(*at, &taken));
                found.insert(line, answers);
            }
        }
    }
    found
}

/// The pointers that the clauses of a function's directives name.
fn in_data_clauses(view: View<'_>, program: &Program) -> Vec<EntityId> {
    let named = program.clauses.iter().flat_map(|(_, clause)| view.mentions(view.run(clause.at)));
    let mut pointers: Vec<EntityId> = named.map(|mention| mention.place.root).collect();
    pointers.sort_unstable();
    pointers.dedup();
    pointers.retain(|entity| view.class_of(&Place::whole(*entity)) == Class::Pointer);
    pointers
}

#[derive(Default)]
struct Counts {
    loops: usize,
    proven: usize,
    proven_with_assumptions: usize,
    disproven: usize,
}

#[test]
#[ignore = "needs the suites: CLACC_SUITES is the folder with them"]
fn the_loops_of_suites() {
    let suites = std::env::var("CLACC_SUITES").expect("CLACC_SUITES is a folder");
    let mut counts: BTreeMap<(&str, &str), Counts> = BTreeMap::new();
    let mut wrong = Vec::new();
    let rows = judged();
    for group in rows.chunk_by(|a, b| (a.suite, a.file) == (b.suite, b.file)) {
        let path = Path::new(&suites).join(group[0].suite).join(group[0].file);
        let outcomes = outcomes(&path);
        for row in group {
            let Some([plain, assumed]) = outcomes.get(&row.line) else {
                println!("{}:{}: no loop is seen there", row.file, row.line);
                continue;
            };
            let entry = counts.entry((row.suite, row.truth)).or_default();
            let is_proven = |outcome: &Outcome| matches!(outcome, Outcome::Independent(_));
            let is_disproven = |outcome: &Outcome| matches!(outcome, Outcome::Dependent(_));
            entry.loops += 1;
            entry.proven += usize::from(is_proven(plain));
            entry.proven_with_assumptions += usize::from(is_proven(assumed));
            entry.disproven += usize::from(is_disproven(plain));
            let line = format!("{}/{}:{}: {}", row.suite, row.file, row.line, row.truth);
            let is_true = ["parallel", "reduction"].contains(&row.truth);
            if is_true && !is_proven(assumed) {
                println!("not proven: {line}: {assumed:?}");
            }
            let has_copies = |outcome: &Outcome| match outcome {
                Outcome::Independent(found) => !(found.private.is_empty() && found.last.is_empty()),
                _ => true,
            };
            let is_wrong = match row.truth {
                "parallel" | "callers" => is_disproven(plain) || is_disproven(assumed),
                "dependent" | "unknown" => is_proven(plain) || is_proven(assumed),
                "copies" => !has_copies(plain) || !has_copies(assumed),
                _ => false,
            };
            if is_wrong {
                wrong.push(format!("{line}: {plain:?}, {assumed:?}"));
            }
        }
    }
    for ((suite, truth), count) in counts {
        println!(
            "{suite} {truth}: {} loops, {} proven, {} with disjoint pointers, {} disproven",
            count.loops, count.proven, count.proven_with_assumptions, count.disproven
        );
    }
    assert!(wrong.is_empty(), "{} wrong answers:\n{}", wrong.len(), wrong.join("\n"));
}
