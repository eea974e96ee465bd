//! Splits combined and composite directives into their constituents, and assigns the clauses to them (OpenMP 5.2 17.2).

use clacc_sema::omp::form::{Argument, Clause, Directive};
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// Returns the constituents of a directive, outermost first.
fn constituents(kind: OmpDirective) -> Vec<OmpDirective> {
    use OmpDirective::{Distribute, Loop, Parallel, Teams};
    let mut parts = kind.info().constituents.clone();
    if let [.., Teams, Loop] = parts[..] {
        // The iterations are shared among teams and their threads (OpenMP 5.2 11.7).
        parts.splice(parts.len() - 1.., [Distribute, Parallel, Loop]);
    }
    parts
}

/// A constituent with its clauses.
#[derive(Clone, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) kind: OmpDirective,
    /// The directive that the constituent belongs to.
    pub(crate) directive: &'a Directive,
    pub(crate) clauses: Vec<&'a Clause>,
    /// true if the constituent ends a `parallel` region, so that the end of the region replaces its barrier: it is directly inside `parallel` of
    /// the same directive, or the last construct of the region.
    pub(crate) ends_region: bool,
    /// true if other constituents enclose it.
    pub(crate) is_inner: bool,
}

/// Returns the constituents of a directive with their clauses, outermost first. Returns the clause as an error if no constituent takes it.
pub(crate) fn parts_of(directive: &Directive) -> Result<Vec<Part<'_>>, &Clause> {
    let kinds = constituents(directive.kind);
    let ends_region = |index: usize| index > 0 && kinds[index - 1] == OmpDirective::Parallel;
    let part = |(index, kind): (usize, &OmpDirective)| Part {
        kind: *kind,
        directive,
        clauses: Vec::new(),
        ends_region: ends_region(index),
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

/// Returns the constituents that get a clause. Variables are privatized once, as far inside as needed; reductions over iterations and lanes
/// are made by both constituents.
fn takers(kinds: &[OmpDirective], clause: &Clause) -> Vec<usize> {
    let kind = clause.kind();
    // The `parallel` that was added for the threads of a team in `teams loop` is no construct of the source and takes no clauses.
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
            // Without a directive name, `if` decides whether there are threads; it does not apply to lanes.
            indices
                .retain(|index| is_meant(index) && (named.is_some() || kinds.len() == 1 || !is_simd(index)));
        }
        OmpClause::Reduction | OmpClause::Lastprivate | OmpClause::Private => {
            // A reduction of `teams` is combined by the teams too, in addition to the threads of each team.
            let is_combined =
                |index: &usize| kind == OmpClause::Reduction && kinds[*index] == OmpDirective::Teams;
            let shared = indices.iter().rev().find(|index| !is_simd(index)).copied();
            indices.retain(|index| is_simd(index) || Some(*index) == shared || is_combined(index));
        }
        OmpClause::Firstprivate => {
            indices = indices.last().copied().into_iter().collect();
        }
        // Each thread has a private variable, whose values follow the iterations of all threads.
        OmpClause::Linear => indices.truncate(1),
        OmpClause::Collapse if indices.len() > 1 => indices.retain(|index| !is_simd(index)),
        _ => {}
    }
    indices
}
