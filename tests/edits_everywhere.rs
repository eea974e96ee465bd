//! Edits of every statement and directive of programs: the new tree is the old one with exactly these changes.

#[path = "generated/damage.rs"]
mod damage;
#[allow(dead_code, clippy::cast_possible_wrap, reason = "damage needs a part of it")]
#[path = "generated/rng.rs"]
mod rng;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clacc::diagnostics::Severity;
use clacc::edit::{EditError, EditSet};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::{ClauseKind, ExternalDeclaration, Node, NodeKind, Role};
use clacc::translate::TranslateOptions;
use clacc::{Session, Unit};

/// What a walk meets: a statement or declaration, or the end of one. Blocks are left out, since statements may get one.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Enter(String),
    Leave(String),
    /// A statement that was added, by its number: in front of a statement, or behind it.
    Before(usize),
    After(usize),
}

fn open(path: &str, text: &[u8]) -> (Session, Unit) {
    let mut session = Session::new(MemoryFiles::new().with(path, text));
    let unit = session.add_unit(path, &CompileOptions::default()).expect("the file is there");
    (session, unit)
}

fn is_statement(node: Node<'_>) -> bool {
    node.stmt().is_some() || node.decl().is_some()
}

/// The own text of a statement: what it is without the statements in it.
fn head(node: Node<'_>) -> String {
    let is_plain = |node: Node<'_>| node.directive().is_some() || !node.descendants().any(is_statement);
    let own = |node: Node<'_>| if is_plain(node) { node.print() } else { node.kind().to_string() };
    let parts = node.children().filter(|child| !is_statement(*child)).map(own).collect::<Vec<_>>();
    let whole = if node.directive().is_none() && is_plain(node) { node.print() } else { String::new() };
    format!("{} {} {whole}", node.kind(), parts.join(" "))
}

fn number(text: &str, mark: &str) -> Option<usize> {
    text.strip_prefix(mark)?.strip_suffix("();")?.parse().ok()
}

/// The statements and declarations in source order, with what was added.
fn steps(declarations: &[ExternalDeclaration]) -> Vec<Step> {
    let mut all = Vec::new();
    for declaration in declarations {
        let mut open: Vec<Node<'_>> = Vec::new();
        let is_shown = |node: &Node<'_>| is_statement(*node) && node.kind() != NodeKind::Compound;
        let close = |all: &mut Vec<Step>, node: Node<'_>| all.push(Step::Leave(head(node)));
        for node in declaration.nodes().filter(is_shown) {
            while let Some(last) = open.pop_if(|last| !last.contains(node)) {
                close(&mut all, last);
            }
            let text = node.print();
            if let Some(number) = number(&text, "added_before_") {
                all.push(Step::Before(number));
            } else if let Some(number) = number(&text, "added_after_") {
                all.push(Step::After(number));
            } else {
                all.push(Step::Enter(head(node)));
                open.push(node);
            }
        }
        open.into_iter().rev().for_each(|node| close(&mut all, node));
    }
    all
}

/// Whether a statement may stand between an added one and the one that it was added for: directives, pragmas, and labels
/// behind a statement.
fn may_be_between(step: &Step, is_behind: bool) -> bool {
    let (Step::Enter(text) | Step::Leave(text)) = step else { return true };
    let kind = text.split(' ').next().unwrap_or_default();
    let label = is_behind && ["Label", "Case", "Default"].contains(&kind);
    label || ["DirectiveStmt", "DirectiveDecl", "Pragma", "PragmaDecl"].contains(&kind)
}

/// The codes of all findings that are errors, with how often they are found.
fn errors(session: &Session, unit: Unit) -> BTreeMap<&'static str, usize> {
    let mut codes = BTreeMap::new();
    for finding in session.check_syntax(unit).iter().filter(|finding| finding.severity == Severity::Error) {
        *codes.entry(finding.code.id).or_default() += 1;
    }
    codes
}

#[derive(Default, Debug)]
struct Counts {
    added: usize,
    refused: BTreeMap<String, usize>,
    clauses: usize,
    texts: usize,
}

impl Counts {
    fn refuse(&mut self, error: &EditError) {
        let why = match error {
            EditError::NoPlace { why, .. } => (*why).to_owned(),
            EditError::MadeByMacro(_) => "a macro made it".to_owned(),
            EditError::InSystemHeader(_) => "system header".to_owned(),
            other => panic!("{other}"),
        };
        *self.refused.entry(why).or_default() += 1;
    }
}

/// Adds a call in front of every statement, or behind it, or both, in one set of edits.
fn check_statements(path: &str, text: &[u8], sides: [bool; 2], counts: &mut Counts) {
    let (session, unit) = open(path, text);
    let declarations = session.declarations(unit);
    let mut edits = EditSet::new(&session);
    let inside = declarations.iter().flat_map(ExternalDeclaration::nodes);
    let statements: Vec<Node<'_>> = inside.filter(|node| node.stmt().is_some()).collect();
    let shown: Vec<Node<'_>> =
        statements.iter().copied().filter(|node| node.kind() != NodeKind::Compound).collect();
    let mut made = [Vec::new(), Vec::new()];
    for (at, statement) in shown.iter().enumerate() {
        let before = sides[0].then(|| edits.insert_before(*statement, &format!("added_before_{at}();")));
        let after = sides[1].then(|| edits.insert_after(*statement, &format!("added_after_{at}();")));
        for (side, result) in [(0, before), (1, after)] {
            match result {
                Some(Ok(())) => made[side].push(at),
                Some(Err(error)) => counts.refuse(&error),
                None => {}
            }
        }
    }
    let Some(new) = edits.apply().remove(path) else { return };
    drop(edits);
    counts.added += made[0].len() + made[1].len();
    let old = steps(&declarations);
    let (new_session, new_unit) = open(path, &new);
    let all = steps(&new_session.declarations(new_unit));
    let shown_text = || String::from_utf8_lossy(&new).into_owned();
    let kept: Vec<&Step> =
        all.iter().filter(|step| matches!(step, Step::Enter(_) | Step::Leave(_))).collect();
    if let Some(at) = (0..kept.len().max(old.len())).find(|at| kept.get(*at) != old.get(*at).as_ref()) {
        panic!("{path}: {:?} became {:?} in\n{}", old.get(at), kept.get(at), shown_text());
    }
    let added = |wanted: &dyn Fn(&Step) -> Option<usize>| {
        let mut numbers: Vec<usize> = all.iter().filter_map(wanted).collect();
        numbers.sort_unstable();
        numbers
    };
    let before = added(&|step| if let Step::Before(number) = step { Some(*number) } else { None });
    let after = added(&|step| if let Step::After(number) = step { Some(*number) } else { None });
    assert_eq!([before, after], made, "{path}:\n{}", shown_text());
    for (at, step) in all.iter().enumerate() {
        let is_neighbour = |other: &Step, of: usize| match other {
            Step::Enter(text) | Step::Leave(text) => *text == head(shown[of]),
            _ => false,
        };
        let found = match step {
            Step::Before(of) => {
                let mut behind = all[at + 1..].iter().filter(|other| !matches!(other, Step::Before(_)));
                behind
                    .find(|other| is_neighbour(other, *of) || !may_be_between(other, false))
                    .is_some_and(|other| matches!(other, Step::Enter(_)) && is_neighbour(other, *of))
            }
            Step::After(of) => {
                let mut before = all[..at].iter().rev().filter(|other| !matches!(other, Step::After(_)));
                before
                    .find(|other| is_neighbour(other, *of) || !may_be_between(other, true))
                    .is_some_and(|other| matches!(other, Step::Leave(_)) && is_neighbour(other, *of))
            }
            _ => true,
        };
        assert!(found, "{path}: {step:?} is not beside its statement in\n{}", shown_text());
    }
    assert_eq!(errors(&new_session, new_unit), errors(&session, unit), "{path}:\n{}", shown_text());
    counts.texts += 1;
    keep(path, sides, &new);
}

/// Keeps a text for compilers, if a folder for them is named.
fn keep(path: &str, sides: [bool; 2], text: &[u8]) {
    if let Ok(folder) = std::env::var("CLACC_EDITED") {
        let name = format!("{}{}_{}", u8::from(sides[0]), u8::from(sides[1]), path.replace('/', "_"));
        std::fs::write(Path::new(&folder).join(name), text).expect("it is written");
    }
}

/// Adds a clause to every directive, and takes every clause away.
fn check_clauses(path: &str, text: &[u8], counts: &mut Counts) {
    let (session, unit) = open(path, text);
    let declarations = session.declarations(unit);
    let spellings = |declarations: &[ExternalDeclaration]| -> Vec<(String, Vec<String>)> {
        let directives = declarations.iter().flat_map(ExternalDeclaration::directives);
        directives
            .map(|each| {
                (each.name().to_owned(), each.clauses().map(|clause| clause.node().print()).collect())
            })
            .collect()
    };
    let mut expected = spellings(&declarations);
    let mut edits = EditSet::new(&session);
    for (at, directive) in declarations.iter().flat_map(ExternalDeclaration::directives).enumerate() {
        let removed = directive.clauses().next().filter(|clause| clause.kind() != ClauseKind::Unknown);
        match edits.add_clause(directive, "if(added)") {
            Ok(()) => expected[at].1.push("if(added)".to_owned()),
            Err(error) => {
                counts.refuse(&error);
                continue;
            }
        }
        counts.clauses += 1;
        if let Some(clause) = removed.filter(|_| at % 2 == 0) {
            match edits.remove_clause(clause) {
                Ok(()) => _ = expected[at].1.remove(0),
                Err(error) => counts.refuse(&error),
            }
        }
    }
    let Some(new) = edits.apply().remove(path) else { return };
    let (new_session, new_unit) = open(path, &new);
    let found = spellings(&new_session.declarations(new_unit));
    assert_eq!(found, expected, "{path}:\n{}", String::from_utf8_lossy(&new));
    counts.texts += 1;
}

/// Adds a comment in front of every directive, together with the edits of the translation.
fn check_translation(path: &str, text: &[u8], counts: &mut Counts) {
    let (session, unit) = open(path, text);
    let translation = session.translate(unit, &TranslateOptions::default());
    let declarations = session.declarations(unit);
    let mut edits = EditSet::new(&session);
    edits.merge(translation.edits()).expect("they fit");
    for directive in declarations.iter().flat_map(ExternalDeclaration::directives) {
        match edits.insert_before(directive.node(), "/* added */") {
            Ok(()) => counts.added += 1,
            Err(EditError::Conflict(_)) => *counts.refused.entry("conflict".to_owned()).or_default() += 1,
            Err(error) => counts.refuse(&error),
        }
    }
    let Some(new) = edits.apply().remove(path) else { return };
    let plain = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).replace("/* added */", "");
        text.chars().filter(|each| !each.is_whitespace() && !"{}".contains(*each)).collect::<String>()
    };
    assert_eq!(plain(&new), plain(&translation.text), "{path}:\n{}", String::from_utf8_lossy(&new));
    let (plain_session, plain_unit) = open(path, &translation.text);
    let (new_session, new_unit) = open(path, &new);
    assert_eq!(errors(&new_session, new_unit), errors(&plain_session, plain_unit), "{path}");
    counts.texts += 1;
}

/// Puts a block around each of the first statements, one after the other.
fn check_each(path: &str, text: &[u8], most: usize, counts: &mut Counts) {
    let (session, unit) = open(path, text);
    let declarations = session.declarations(unit);
    let before = steps(&declarations);
    let inside = declarations.iter().flat_map(ExternalDeclaration::nodes);
    for node in inside.filter(|node| node.stmt().is_some() && node.role() != Role::First).take(most) {
        let mut edits = EditSet::new(&session);
        match edits.wrap_in_block(node) {
            Ok(()) => counts.added += 1,
            Err(error) => {
                counts.refuse(&error);
                continue;
            }
        }
        let Some(new) = edits.apply().remove(path) else { continue };
        let (new_session, new_unit) = open(path, &new);
        let after = steps(&new_session.declarations(new_unit));
        assert_eq!(after, before, "{path}:\n{}", String::from_utf8_lossy(&new));
        assert_eq!(errors(&new_session, new_unit), errors(&session, unit), "{path}");
    }
}

fn check_file(path: &str, text: &[u8], sides: &[[bool; 2]], counts: &mut Counts) {
    for sides in sides.iter().copied() {
        check_statements(path, text, sides, counts);
    }
    check_clauses(path, text, counts);
    check_translation(path, text, counts);
}

/// A text in which no line knows its number, since edits add lines.
fn without_lines(text: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(text) {
        Ok(text) => text.replace("__LINE__", "(0)").into_bytes(),
        Err(other) => other.into_bytes(),
    }
}

const ALL_SIDES: [[bool; 2]; 3] = [[true, true], [true, false], [false, true]];

/// The C sources of a folder and those inside it.
fn sources_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let sources = paths.into_iter().flat_map(|path| {
        let is_source = path.extension().is_some_and(|extension| extension == "c");
        if path.is_dir() { sources_in(&path) } else { Vec::from_iter(is_source.then_some(path)) }
    });
    sources.collect()
}

/// Checks each of so many C sources of a folder, with calls on these sides of all statements.
fn check_folder(folder: &Path, each_of: usize, sides: &[[bool; 2]], counts: &mut Counts) {
    for path in sources_in(folder).into_iter().step_by(each_of) {
        let text = std::fs::read(&path).expect("a text");
        check_file(&path.to_string_lossy(), &without_lines(text), sides, counts);
    }
}

fn own(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The folders of our test programs.
const CASES: [&str; 3] = ["tests/cases", "tests/diagnostics", "tests/warnings"];

/// A part of our programs, for every run of the tests.
#[test]
fn edits_of_our_programs_change_nothing_else() {
    let mut counts = Counts::default();
    check_folder(&own("examples/c"), 1, &ALL_SIDES[..1], &mut counts);
    for folder in CASES {
        check_folder(&own(folder), 4, &ALL_SIDES[..1], &mut counts);
    }
    assert!(counts.added > 1500 && counts.clauses > 150, "{counts:?}");
}

#[test]
#[ignore = "it takes long; a part of it always runs"]
fn edits_of_all_our_programs_change_nothing_else() {
    let mut counts = Counts::default();
    for folder in ["examples/c"].iter().chain(&CASES) {
        check_folder(&own(folder), 1, &ALL_SIDES, &mut counts);
    }
    assert!(counts.added > 5000 && counts.clauses > 400, "{counts:?}");
}

#[test]
fn blocks_around_statements_change_nothing_else() {
    let mut counts = Counts::default();
    for name in ["form_continuation", "form_pragma_operator", "host_levels", "queues", "update_in_block"] {
        let path = own("tests/cases").join(format!("{name}.c"));
        check_each(name, &std::fs::read(path).expect("a text"), 60, &mut counts);
    }
    assert!(counts.added > 50, "{counts:?}");
}

/// Whether a pragma of others has its statement inside. Where an edit makes a block, they stand beside each other in it.
fn has_pragma_around(path: &str, text: &[u8]) -> bool {
    let (session, unit) = open(path, text);
    let declarations = session.declarations(unit);
    let mut nodes = declarations.iter().flat_map(ExternalDeclaration::nodes);
    nodes.any(|node| node.kind() == NodeKind::Pragma && node.children().next().is_some())
}

/// Edits of programs of which most are no C any more.
fn check_damaged(seeds: std::ops::Range<u64>) -> Counts {
    let folders = ["examples/c"].iter().chain(&CASES);
    let paths: Vec<_> = folders.flat_map(|folder| sources_in(&own(folder))).collect();
    let mut counts = Counts::default();
    for seed in seeds {
        let mut rng = rng::Rng::new(seed);
        let path = rng.pick(&paths);
        let text = std::fs::read(path).expect("a text");
        let damaged = damage::damage(&mut rng, &without_lines(text));
        let name = format!("{seed} ({})", path.display());
        if !has_pragma_around(&name, &damaged) {
            check_file(&name, &damaged, &ALL_SIDES[..1], &mut counts);
        }
    }
    counts
}

#[test]
fn edits_of_damaged_programs_are_made_as_asked_or_refused() {
    let counts = check_damaged(0..60);
    assert!(counts.added > 100, "{counts:?}");
}

#[test]
#[ignore = "it takes long; a part of it always runs"]
fn edits_of_many_damaged_programs_are_made_as_asked_or_refused() {
    let counts = check_damaged(60..4000);
    assert!(counts.added > 5000, "{counts:?}");
}

#[test]
#[ignore = "it needs a folder"]
fn edits_of_a_suite_change_nothing_else() {
    let folder = std::env::var("CLACC_SUITE").expect("CLACC_SUITE names a folder");
    let mut counts = Counts::default();
    check_folder(folder.as_ref(), 1, &ALL_SIDES, &mut counts);
    assert!(counts.texts > 0, "{counts:?}");
}
