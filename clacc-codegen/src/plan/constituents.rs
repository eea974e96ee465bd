//! Combined and composite directives, split into what they consist of, and which clauses each part gets (OpenMP 5.2 17.2).

use clacc_sema::omp::form::{Argument, Clause, Directive};
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// The constituents of a directive, the outermost first.
fn constituents(kind: OmpDirective) -> Vec<OmpDirective> {
    use OmpDirective::{Distribute, Loop, Parallel, Teams};
    let mut parts = kind.info().constituents.clone();
    if let [.., Teams, Loop] = parts[..] {
        // Teams and their threads share the iterations (OpenMP 5.2 11.7).
        parts.splice(parts.len() - 1.., [Distribute, Parallel, Loop]);
    }
    parts
}

/// A constituent with its clauses.
#[derive(Clone, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) kind: OmpDirective,
    /// The directive that it is a part of.
    pub(crate) directive: &'a Directive,
    pub(crate) clauses: Vec<&'a Clause>,
    /// Whether it is directly inside the `parallel` of the same directive, so that the end of the region is its own.
    pub(crate) is_combined: bool,
    /// Whether other parts are around it.
    pub(crate) is_inner: bool,
}

/// The parts of a directive with their clauses, the outermost first. An error is a clause that none of them takes.
pub(crate) fn parts_of(directive: &Directive) -> Result<Vec<Part<'_>>, &Clause> {
    let kinds = constituents(directive.kind);
    let is_combined = |index: usize| index > 0 && kinds[index - 1] == OmpDirective::Parallel;
    let part = |(index, kind): (usize, &OmpDirective)| Part {
        kind: *kind,
        directive,
        clauses: Vec::new(),
        is_combined: is_combined(index),
        is_inner: index > 0,
    };
    let mut parts: Vec<Part<'_>> = kinds.iter().enumerate().map(part).collect();
    for clause in &directive.clauses {
        let takers = takers(&kinds, clause);
        if takers.is_empty() {
            return Err(clause);
        }
        takers.into_iter().for_each(|index| parts[index].clauses.push(clause));
    }
    Ok(parts)
}

/// The parts that get a clause. Copies of variables are made once, as far inside as they are needed; what iterations and
/// lanes combine is combined by both.
fn takers(kinds: &[OmpDirective], clause: &Clause) -> Vec<usize> {
    let kind = clause.kind();
    // The regions that threads of a team have for its share of a `loop` are no construct of the source.
    let is_own = |index: &usize| {
        kinds[*index] != OmpDirective::Parallel
            || kinds.get(index + 1) != Some(&OmpDirective::Loop)
            || !kinds.contains(&OmpDirective::Teams)
    };
    let possible = |index: &usize| is_own(index) && kinds[*index].rule(kind).is_some();
    let is_simd = |index: &usize| kinds[*index] == OmpDirective::Simd;
    let mut indices: Vec<usize> = (0..kinds.len()).filter(possible).collect();
    match kind {
        OmpClause::If => {
            let named = match &clause.argument {
                Argument::If { of, .. } => *of,
                Argument::IfMany { .. } => Some(OmpDirective::Parallel),
                _ => None,
            };
            let is_meant = |index: &usize| named.is_none_or(|of| kinds[*index] == of);
            // Without a name, it is about whether there are threads; lanes do the same either way.
            indices
                .retain(|index| is_meant(index) && (named.is_some() || kinds.len() == 1 || !is_simd(index)));
        }
        OmpClause::Reduction | OmpClause::Lastprivate | OmpClause::Private => {
            // What teams combine is more than what the threads of each do.
            let is_combined =
                |index: &usize| kind == OmpClause::Reduction && kinds[*index] == OmpDirective::Teams;
            let shared = indices.iter().rev().find(|index| !is_simd(index)).copied();
            indices.retain(|index| is_simd(index) || Some(*index) == shared || is_combined(index));
        }
        OmpClause::Firstprivate => {
            indices = indices.last().copied().into_iter().collect();
        }
        // Threads have their own variables, whose values go with the iterations of all of them.
        OmpClause::Linear => indices.truncate(1),
        OmpClause::Collapse if indices.len() > 1 => indices.retain(|index| !is_simd(index)),
        _ => {}
    }
    indices
}
