//! Warnings, like those of the Clacc compiler, about directives, clauses and modifiers in a translation that not every OpenMP compiler
//! accepts.
//!
//! Users who choose a dialect know their OpenMP compiler. These findings are for drivers that behave like the Clacc compiler, which prints
//! the keywords of its own OpenMP by default.

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::omp::form::{Argument, Clause, Directive, MapFlags, Omp, Origin};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::source::{FileId, FileRange};

use crate::codes;
use crate::dialect::Dialect;
use crate::rewrite::FunctionInput;

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 9;

/// Returns the findings about the translated constructs of a declaration, in the order of the constructs: one for each OpenACC clause and
/// keyword. A keyword that does not come from a clause of the construct gets one finding for each construct.
pub fn findings(function: &FunctionInput<'_>, main: FileId) -> Vec<Diagnostic<FileRange>> {
    let mut findings = Vec::new();
    let constructs = function.facts.constructs.iter();
    for (id, _) in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, constructs) {
        let Some(form) = function.mapping.translated(id).and_then(|node| node.form.as_ref()) else {
            continue;
        };
        if is_atomic_in_teams(function, id, form) {
            findings.push(atomic_in_teams(function, main, id));
        }
        if is_tile_in_teams(function, id) {
            findings.push(tile_in_teams(function, main, id));
        }
        let mut seen: Vec<(Option<ClauseId>, &'static str)> = Vec::new();
        for clause in form.directives().into_iter().flat_map(|directive| &directive.clauses) {
            let origin = match clause.origin {
                Origin::Clause(origin) => Some(origin),
                Origin::Directive(_) | Origin::Attribute(..) | Origin::Mapping(_) => None,
            };
            for (word, code) in words(clause, &function.mapping.dialect) {
                if !seen.contains(&(origin, word)) {
                    seen.push((origin, word));
                    findings.push(finding(function, main, id, origin, clause.kind(), word, code));
                }
            }
        }
    }
    findings
}

/// Returns whether a construct becomes a `tile` directive with nothing but other `tile` directives between it and the directive of its
/// compute construct.
fn is_tile_in_teams(function: &FunctionInput<'_>, id: ConstructId) -> bool {
    let constructs = &function.facts.constructs;
    let outermost = |id: ConstructId| {
        let form = function.mapping.translated(id).and_then(|node| node.form.as_ref())?;
        form.directives().first().map(|directive| directive.kind)
    };
    let around = std::iter::successors(constructs[id].parent, |id| constructs[*id].parent);
    let mut around = around.take_while(|id| !constructs[*id].is_compute());
    outermost(id) == Some(OmpDirective::Tile)
        && constructs[id].compute.is_some()
        && around.all(|id| outermost(id).is_none_or(|kind| kind == OmpDirective::Tile))
}

fn tile_in_teams(function: &FunctionInput<'_>, main: FileId, id: ConstructId) -> Diagnostic<FileRange> {
    let spans = &function.model.parsed.tree.spans;
    let range = spans.directives.get(function.facts.constructs[id].directive);
    let nowhere = FileRange { file: main, start: 0, end: 0 };
    let place = range.and_then(|range| function.places.shown(range)).unwrap_or(nowhere);
    let message = "`tile` becomes a directive inside `target teams`, where OpenMP permits none";
    Diagnostic::new(&codes::MAP0062, place, message)
}

/// Returns the keywords of a clause that are extensions, or that were added after OpenMP 5.0.
fn words(clause: &Clause, dialect: &Dialect) -> Vec<(&'static str, &'static Code)> {
    match &clause.argument {
        Argument::Map { flags, .. } => {
            let code = |flag| match flag {
                MapFlags::HOLD => Some(&codes::MAP0019),
                MapFlags::NO_ALLOC => Some(&codes::MAP0020),
                MapFlags::PRESENT => Some(&codes::MAP0021),
                _ => None,
            };
            dialect.map_words(*flags).filter_map(|(flag, word)| Some((word, code(flag)?))).collect()
        }
        Argument::Motion { present: true, .. } => vec![("present", &codes::MAP0022)],
        _ => Vec::new(),
    }
}

/// Whether the form of an `atomic` construct is directly inside `teams`. OpenMP 5.2 does not permit it (10.2).
fn is_atomic_in_teams(function: &FunctionInput<'_>, id: ConstructId, form: &Omp) -> bool {
    if innermost(form) != Some(OmpDirective::Atomic) || form.directives().len() != 1 {
        return false;
    }
    let mut parent = function.facts.constructs[id].parent;
    while let Some(outer) = parent {
        let form = function.mapping.translated(outer).and_then(|node| node.form.as_ref());
        if let Some(directive) = form.and_then(innermost) {
            return directive == OmpDirective::TargetTeams;
        }
        parent = function.facts.constructs[outer].parent;
    }
    false
}

/// The innermost directive around the associated statement.
fn innermost(form: &Omp) -> Option<OmpDirective> {
    let has_statement =
        |directive: &&Directive| directive.body.as_ref().is_some_and(|body| body.has_statement());
    form.directives().into_iter().rfind(has_statement).map(|directive| directive.kind)
}

fn atomic_in_teams(function: &FunctionInput<'_>, main: FileId, id: ConstructId) -> Diagnostic<FileRange> {
    let directive = function.facts.constructs[id].directive;
    let range = function.model.parsed.tree.spans.directives.get(directive);
    let place = range.and_then(|range| function.places.shown(range)).unwrap_or(nowhere(main));
    let message = "`acc atomic` becomes `atomic` directly inside `teams`, which many OpenMP compilers reject";
    Diagnostic::new(&codes::MAP0047, place, message)
}

fn nowhere(main: FileId) -> FileRange {
    FileRange { file: main, start: 0, end: 0 }
}

fn finding(
    function: &FunctionInput<'_>,
    main: FileId,
    construct: ConstructId,
    origin: Option<ClauseId>,
    kind: OmpClause,
    word: &str,
    code: &'static Code,
) -> Diagnostic<FileRange> {
    let tree = &function.model.parsed.tree;
    let directive = function.facts.constructs[construct].directive;
    let (asked_by, range) = match origin {
        Some(clause) => (format!("`{}`", tree.text(tree[clause].spelling)), tree.spans.clauses.get(clause)),
        None => (
            format!(
                "data that `acc {}` inherits or copies implicitly",
                tree[directive].kind.text(&tree.names)
            ),
            tree.spans.directives.get(directive),
        ),
    };
    let place = range.and_then(|range| function.places.shown(range)).unwrap_or(nowhere(main));
    let message =
        format!("{asked_by} becomes `{}({word}: ...)`, which many OpenMP compilers reject", kind.text());
    Diagnostic::new(code, place, message)
}
