//! Words of a translation that not every OpenMP compiler takes: the warnings of the original about its extensions.
//!
//! A dialect is chosen by who knows the OpenMP compiler; these findings are for drivers that behave as the original
//! does, which prints the words of its own OpenMP unless told otherwise.

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::omp::form::{Argument, Clause, MapFlags, Origin};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::OmpClause;
use clacc_syntax::source::{FileId, FileRange};

use crate::codes;
use crate::dialect::Dialect;
use crate::rewrite::FunctionInput;

/// The findings of a declaration's translated constructs: one for each OpenACC clause and word, in the order of the
/// constructs; one for each construct and word where no clause of its own asked for it.
pub fn findings(function: &FunctionInput<'_>, main: FileId) -> Vec<Diagnostic<FileRange>> {
    let mut findings = Vec::new();
    for (id, _) in function.facts.constructs.iter() {
        let Some(form) = function.mapping.translated(id).and_then(|node| node.form.as_ref()) else {
            continue;
        };
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

/// The words of a clause that are extensions, or younger than OpenMP 5.0.
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
    let nowhere = FileRange { file: main, start: 0, end: 0 };
    let place = range.and_then(|range| function.places.shown(*range)).unwrap_or(nowhere);
    let message =
        format!("{asked_by} becomes `{}({word}: ...)`, which many OpenMP compilers reject", kind.text());
    Diagnostic::new(code, place, message)
}
