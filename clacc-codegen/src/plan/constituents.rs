//! Combined and composite directives, split into what they consist of, and which clauses each part gets (OpenMP 5.2 17.2).

use clacc_sema::omp::form::{Argument, Clause, Directive};
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// A directive that combined ones consist of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Constituent {
    Parallel,
    For,
    Simd,
    Sections,
    Single,
    Masked,
    Scope,
    Loop,
    Task,
    Target,
    Teams,
    Distribute,
}

/// The parts of a combined directive, the outermost first; none for a directive that no code is generated for, or that is
/// no such construct.
pub(crate) fn constituents(kind: OmpDirective) -> Option<Vec<Constituent>> {
    let part = |word: &str| match word {
        "parallel" => Some(Constituent::Parallel),
        "for" => Some(Constituent::For),
        "simd" => Some(Constituent::Simd),
        "sections" => Some(Constituent::Sections),
        "single" => Some(Constituent::Single),
        "master" | "masked" => Some(Constituent::Masked),
        "scope" => Some(Constituent::Scope),
        "loop" => Some(Constituent::Loop),
        "task" => Some(Constituent::Task),
        "target" => Some(Constituent::Target),
        "teams" => Some(Constituent::Teams),
        "distribute" => Some(Constituent::Distribute),
        _ => None,
    };
    let mut parts = kind.text().split(' ').map(part).collect::<Option<Vec<Constituent>>>()?;
    if let [.., Constituent::Teams, Constituent::Loop] = parts[..] {
        // Teams and their threads share the iterations (OpenMP 5.2 11.7).
        parts.splice(parts.len() - 1.., [Constituent::Distribute, Constituent::Parallel, Constituent::Loop]);
    }
    Some(parts)
}

impl Constituent {
    /// Whether a clause may stand on it alone.
    fn takes(self, clause: OmpClause) -> bool {
        use OmpClause::*;
        match self {
            Constituent::Parallel => matches!(
                clause,
                If | NumThreads
                    | ProcBind
                    | Default
                    | Shared
                    | Copyin
                    | Private
                    | Firstprivate
                    | Reduction
                    | Allocate
            ),
            Constituent::For => matches!(
                clause,
                Schedule
                    | Ordered
                    | Nowait
                    | Collapse
                    | Private
                    | Firstprivate
                    | Lastprivate
                    | Reduction
                    | Linear
                    | Order
                    | Allocate
            ),
            Constituent::Simd => matches!(
                clause,
                Safelen
                    | Simdlen
                    | Aligned
                    | Linear
                    | Nontemporal
                    | If
                    | Collapse
                    | Private
                    | Lastprivate
                    | Reduction
                    | Order
            ),
            Constituent::Sections => {
                matches!(clause, Nowait | Private | Firstprivate | Lastprivate | Reduction | Allocate)
            }
            Constituent::Single => matches!(clause, Nowait | Private | Firstprivate | Copyprivate | Allocate),
            Constituent::Masked => matches!(clause, Filter),
            Constituent::Scope => matches!(clause, Nowait | Private | Firstprivate | Reduction | Allocate),
            Constituent::Task => matches!(
                clause,
                If | Final
                    | Untied
                    | Mergeable
                    | Depend
                    | Default
                    | Shared
                    | Private
                    | Firstprivate
                    | Priority
            ),
            Constituent::Target => matches!(
                clause,
                If | Device
                    | ThreadLimit
                    | Private
                    | Firstprivate
                    | Nowait
                    | Depend
                    | Map
                    | Defaultmap
                    | IsDevicePtr
                    | HasDeviceAddr
                    | UsesAllocators
                    | Allocate
            ),
            Constituent::Teams => matches!(
                clause,
                NumTeams | ThreadLimit | Default | Shared | Private | Firstprivate | Reduction | Allocate
            ),
            Constituent::Distribute => matches!(
                clause,
                Private | Firstprivate | Lastprivate | Collapse | DistSchedule | Order | Allocate
            ),
            Constituent::Loop => {
                matches!(clause, Bind | Collapse | Order | Private | Lastprivate | Reduction)
            }
        }
    }
}

/// A constituent with its clauses.
#[derive(Clone, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) kind: Constituent,
    /// The directive that it is a part of.
    pub(crate) directive: &'a Directive,
    pub(crate) clauses: Vec<&'a Clause>,
    /// Whether it is directly inside the `parallel` of the same directive, so that the end of the region is its own.
    pub(crate) is_combined: bool,
    /// Whether other parts are around it.
    pub(crate) is_inner: bool,
}

/// The parts of a directive with their clauses, the outermost first. Errors are the directive itself (none), or a clause.
pub(crate) fn parts_of(directive: &Directive) -> Result<Vec<Part<'_>>, Option<&Clause>> {
    let kinds = constituents(directive.kind).ok_or(None)?;
    let is_combined = |index: usize| index > 0 && kinds[index - 1] == Constituent::Parallel;
    let part = |(index, kind): (usize, &Constituent)| Part {
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
            return Err(Some(clause));
        }
        takers.into_iter().for_each(|index| parts[index].clauses.push(clause));
    }
    Ok(parts)
}

/// The parts that get a clause. Copies of variables are made once, as far inside as they are needed; what iterations and
/// lanes combine is combined by both.
fn takers(kinds: &[Constituent], clause: &Clause) -> Vec<usize> {
    let kind = clause.kind();
    // The regions that threads of a team have for its share of a `loop` are no construct of the source.
    let is_own = |index: &usize| {
        kinds[*index] != Constituent::Parallel
            || kinds.get(index + 1) != Some(&Constituent::Loop)
            || !kinds.contains(&Constituent::Teams)
    };
    let possible = |index: &usize| is_own(index) && kinds[*index].takes(kind);
    let is_simd = |index: &usize| kinds[*index] == Constituent::Simd;
    let mut indices: Vec<usize> = (0..kinds.len()).filter(possible).collect();
    match kind {
        OmpClause::If => {
            let named = match &clause.argument {
                Argument::If { of, .. } => *of,
                Argument::IfMany { .. } => Some(OmpDirective::Parallel),
                _ => None,
            };
            let is_meant = |index: &usize| named.is_none_or(|of| is_called(kinds[*index], of));
            // Without a name, it is about whether there are threads; lanes do the same either way.
            indices
                .retain(|index| is_meant(index) && (named.is_some() || kinds.len() == 1 || !is_simd(index)));
        }
        OmpClause::Reduction | OmpClause::Lastprivate | OmpClause::Private => {
            // What teams combine is more than what the threads of each do.
            let is_combined =
                |index: &usize| kind == OmpClause::Reduction && kinds[*index] == Constituent::Teams;
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

fn is_called(kind: Constituent, directive: OmpDirective) -> bool {
    let own = match kind {
        Constituent::Parallel => OmpDirective::Parallel,
        Constituent::Simd => OmpDirective::Simd,
        Constituent::Task => OmpDirective::Task,
        Constituent::Target => OmpDirective::Target,
        Constituent::Teams => OmpDirective::Teams,
        _ => return false,
    };
    own == directive
}
