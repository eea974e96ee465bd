//! What is proven about loops that were judged by reading: a comment behind the header of each loop says what is true.
//!
//! - `parallel`: the iterations are independent, and this shall be proven; `private t` or `last t` behind it are the
//!   copies that it needs;
//! - `parallel if disjoint`: if no parameter leads to the memory of another one, and not known otherwise;
//! - `parallel if seen`: they are independent, which need not be proven;
//! - `parallel if copied`: if each iteration has its own of an array, which need not be proven;
//! - `reduction`: they are independent but for combining values with scalars, which shall be proven;
//! - `dependent`, `not countable`: they are not independent, or in no way that could be used;
//! - `not provable`: the text does not say.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use clacc_sema::c::model::DeclModel;
use clacc_sema::db::external_decls::{DeclKind, declarations};
use clacc_sema::db::files::Volatility;
use clacc_sema::db::function_effects::effects;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::{Database, Unit, set_text};
use clacc_sema::dependence::{Assumptions, Effects, Outcome, judge};
use clacc_sema::program::entity::{Class, EntityKind};
use clacc_sema::program::place::{EntityId, Place};
use clacc_sema::program::{Program, View};
use clacc_syntax::parse::ParseLimits;

/// Loops marked `parallel` or `reduction` that are not proven, which may only become fewer.
const NOT_PROVEN: usize = 20;

/// A function, and the line and comment of each of its loops.
struct Function<'t> {
    model: Arc<DeclModel>,
    program: Arc<Program>,
    /// What the functions do that it names.
    functions: Vec<(EntityId, Arc<Effects>)>,
    loops: Vec<(usize, &'t str)>,
}

fn functions(text: &str) -> Vec<Function<'_>> {
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
    let lines =
        text.lines().enumerate().filter(|(_, line)| line.contains("for (") && !line.starts_with("//"));
    let mut loops = lines.map(|(number, line)| {
        let (_, comment) = line.rsplit_once("// ").expect("each loop is judged");
        (number + 1, comment)
    });
    let functions = declarations(&db, unit).iter().filter(|decl| decl.kind(&db) == DeclKind::Function);
    let functions = functions.map(|decl| {
        let (model, program) = (model(&db, *decl), program(&db, *decl));
        let loops = loops.by_ref().take(program.loops.len()).collect();
        let functions = known_functions(&db, unit, View::of_c(&program, &model));
        Function { model, program, functions, loops }
    });
    functions.collect()
}

/// The functions of the unit that a declaration names, with what they do.
fn known_functions(db: &Database, unit: Unit, view: View<'_>) -> Vec<(EntityId, Arc<Effects>)> {
    let entities = (0..).map(EntityId::new).take(view.program.entities.len());
    let is_of_unit =
        |id: &EntityId| view.entity(*id).kind == EntityKind::Function && view.entity(*id).scope.is_none();
    entities.filter(is_of_unit).filter_map(|id| Some((id, effects(db, unit, view.name(id))?))).collect()
}

impl Function<'_> {
    fn view(&self) -> View<'_> {
        View::of_c(&self.program, &self.model)
    }

    fn names(&self, entities: &[EntityId]) -> Vec<&str> {
        let mut names: Vec<&str> =
            entities.iter().map(|entity| self.view().text(self.view().name(*entity))).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The pointers that the function names.
    fn pointers(&self) -> Vec<EntityId> {
        let entities = (0..).map(EntityId::new).take(self.program.entities.len());
        let is_pointer = |entity: &EntityId| self.view().class_of(&Place::whole(*entity)) == Class::Pointer;
        entities.filter(is_pointer).collect()
    }
}

/// What is wrong with an answer about a loop.
fn wrong(function: &Function<'_>, truth: &str, answer: &Outcome, are_disjoint: bool) -> Option<String> {
    let is_independent = matches!(answer, Outcome::Independent(_));
    let is_dependent = matches!(answer, Outcome::Dependent(_));
    let (kind, copies) = truth.split_once(", ").unwrap_or((truth, ""));
    let is_wrong = match kind {
        "parallel" | "parallel if seen" => is_dependent,
        "parallel if copied" => {
            matches!(answer, Outcome::Independent(found) if found.private.is_empty() && found.arrays.is_empty())
        }
        "parallel if disjoint" => is_dependent || (is_independent && !are_disjoint),
        "reduction" => matches!(answer, Outcome::Independent(found) if found.reductions.is_empty()),
        "dependent" | "not countable" => is_independent,
        "not provable" => is_independent || is_dependent,
        other => panic!("`{other}` says nothing"),
    };
    if is_wrong {
        return Some(format!("{answer:?}"));
    }
    let Outcome::Independent(found) = answer else { return None };
    if kind != "parallel" {
        return None;
    }
    let expected = |word: &str| -> Vec<&str> {
        copies.split(", ").filter_map(|copy| copy.strip_prefix(word)).map(str::trim).collect()
    };
    let last = expected("last");
    let mut own: Vec<&str> = expected("private").into_iter().chain(last.clone()).collect();
    own.sort_unstable();
    let found_own = function.names(&[&found.private[..], &found.arrays, &found.last].concat());
    let found_last = function.names(&found.last);
    // Copies that nobody needs do no harm where a variable is declared inside.
    let are_right = own.iter().all(|name| found_own.contains(name)) && found_last == last;
    (!copies.is_empty() && !are_right)
        .then(|| format!("own copies {found_own:?}, last values {found_last:?}"))
}

#[derive(Default)]
struct Counts {
    loops: usize,
    asked: usize,
    proven: usize,
    wrong: Vec<String>,
    missed: Vec<String>,
    /// How often each comment stands.
    kinds: BTreeMap<String, usize>,
}

fn check(name: &str, text: &str, counts: &mut Counts) {
    for function in functions(text) {
        let nothing = Assumptions { functions: function.functions.clone(), ..Assumptions::default() };
        let disjoint = Assumptions { disjoint: function.pointers(), ..nothing.clone() };
        for (at, (line, truth)) in function.program.loops.iter().zip(&function.loops) {
            counts.loops += 1;
            let kind = truth.split(',').next().unwrap_or_default();
            *counts.kinds.entry(kind.to_owned()).or_default() += 1;
            let answers = [
                (judge(function.view(), *at, &nothing), false),
                (judge(function.view(), *at, &disjoint), true),
            ];
            // Whether unlike pointers may lead to the same place is known better than what is assumed.
            for (answer, are_disjoint) in &answers[..if truth.starts_with("parallel") { 2 } else { 1 }] {
                let found = wrong(&function, truth, answer, *are_disjoint);
                counts.wrong.extend(found.map(|why| format!("{name}:{line}: {truth}: {why}")));
            }
            let is_asked = kind == "parallel" || kind == "reduction" || kind == "parallel if disjoint";
            if is_asked {
                counts.asked += 1;
                let answer = &answers[usize::from(kind == "parallel if disjoint")].0;
                if matches!(answer, Outcome::Independent(_)) {
                    counts.proven += 1;
                } else {
                    counts.missed.push(format!("{name}:{line}: {truth}: {answer:?}"));
                }
            }
        }
    }
}

#[test]
fn what_is_proven_is_true_and_what_is_true_is_mostly_proven() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dependence");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    paths.sort();
    let mut counts = Counts::default();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        check(&name, &std::fs::read_to_string(&path).expect("text"), &mut counts);
    }
    let Counts { loops, asked, proven, wrong, missed, kinds } = counts;
    let figures = format!("{loops} loops {kinds:?}, {proven} of {asked} proven");
    assert!(wrong.is_empty(), "{figures}, {} wrong answers:\n{}", wrong.len(), wrong.join("\n"));
    assert!(missed.len() <= NOT_PROVEN, "{figures}; not proven:\n{}", missed.join("\n"));
    assert!(loops > 500, "{figures}");
}
