//! Checks the nesting of directives (OpenMP 5.2 17.1, 10.2, 10.3, 10.4, 11.6, 13.8).
//!
//! A combined directive counts as the regions of its parts. The regions around a function are not known, so only regions inside the
//! function are checked.

use std::sync::Arc;

use clacc_sema::acc::facts::{ConstructId, Half};
use clacc_sema::omp::close_nesting::is_excluded;
use clacc_sema::omp::form::{Directive, Omp};
use clacc_sema::program::directive::Scope;
use clacc_sema::program::place::At;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::directive::{Association, OmpClause, OmpDirective, Placement};

use super::{Illegality, is_transformation};
use crate::codes;
use crate::dialect::{Dialect, Fault};
use crate::node::OmpNode;
use crate::rules::Context;

/// Returns the fault in the nesting of a node's directives.
pub(super) fn fault(cx: &Context<'_>, node: &OmpNode) -> Option<Illegality> {
    if cx.view.scope_of(cx.construct().directive) != Scope::Block {
        let outside = node
            .form
            .iter()
            .flat_map(Omp::directives)
            .find(|inner| !inner.kind.info().places.contains(Placement::FILE));
        let text = |inner: &Directive| format!("`omp {}` may not stand outside functions", inner.kind.text());
        return outside.map(text).or_else(|| at_file_scope(node)).map(found);
    }
    let divided = node.divided.as_deref().map(|divided| &divided.form);
    let mut forms = node.form.iter().chain(divided);
    let in_function = forms.find_map(|form| inside(cx, form, &Regions::default()).err());
    in_function.or_else(|| at_file_scope(node)).map(found)
}

fn found(text: String) -> Illegality {
    Illegality { code: &codes::OMP9002, text }
}

/// Returns the fault of directives before and after a declaration: a region that begins there must end there.
fn at_file_scope(node: &OmpNode) -> Option<String> {
    let mut open = 0;
    for form in node.form.iter().chain(node.unit_forms.iter().map(|form| &form.omp)) {
        for directive in form.directives() {
            let info = directive.kind.info();
            let is_target = directive.kind == OmpDirective::DeclareTarget && directive.clauses.is_empty();
            match info.association {
                _ if is_target => open += 1,
                Association::Begin => open += 1,
                Association::End => open -= 1,
                _ => {}
            }
            if open < 0 {
                return Some(format!("`omp {}` ends what nothing began", directive.kind.text()));
            }
        }
    }
    (open != 0)
        .then(|| "what its directives begin in front of a declaration does not end behind it".to_owned())
}

/// Returns the constructs whose directives must not be nested in those of the constructs around them.
pub(super) fn faults_among<'a>(
    cx: &impl Fn(ConstructId) -> Context<'a>,
    nodes: &ArenaMap<ConstructId, Arc<OmpNode>>,
) -> Vec<(ConstructId, Illegality)> {
    // The regions inside each construct; none inside a construct without a form, which also keeps the text of those inside.
    let mut regions: ArenaMap<ConstructId, Regions> = ArenaMap::default();
    let mut faults = Vec::new();
    for (id, node) in nodes.iter() {
        let cx = cx(id);
        let around = match cx.construct().parent {
            Some(parent) => regions.get(parent).cloned(),
            None => Some(Regions::default()),
        };
        let (Some(form), Some(mut around)) = (&node.form, around) else { continue };
        around.is_whole |= cx.construct().is_compute();
        let halves = between_halves(&cx, form, &around).map_or(Ok(()), Err);
        match halves.and_then(|()| inside(&cx, form, &around)) {
            Ok(within) => _ = regions.insert(id, within.unwrap_or(around)),
            Err(text) => faults.push((id, found(text))),
        }
    }
    faults.extend(faults_of_inner(cx, nodes, &regions));
    faults
}

/// Returns the constructs whose directives for inner loops must not be nested in the regions there.
fn faults_of_inner<'a>(
    cx: &impl Fn(ConstructId) -> Context<'a>,
    nodes: &ArenaMap<ConstructId, Arc<OmpNode>>,
    regions: &ArenaMap<ConstructId, Regions>,
) -> Vec<(ConstructId, Illegality)> {
    let fault = |id: ConstructId, node: &OmpNode| {
        let cx = cx(id);
        let inner = node.inner.iter().map(|inner| (inner.at, &inner.directive));
        let moved =
            node.interchanged.iter().filter_map(|loops| Some((loops.inner, loops.directive.as_ref()?)));
        let all: Vec<(At, &Directive)> = inner.chain(moved).collect();
        all.iter().find_map(|(at, directive)| {
            let mut around = regions.get(innermost(&cx, id, *at))?.clone();
            around = part_around(node, *at).map_or(around.clone(), |part| around.with(part));
            for (outer, directive) in &all {
                if outer != at && cx.view.run(*outer).contains(*at) {
                    around = around.with(directive.kind);
                }
            }
            around.fault(directive, cx.dialect)
        })
    };
    nodes.iter().filter_map(|(id, node)| Some((id, found(fault(id, node)?)))).collect()
}

/// Returns the directive of the part of a divided construct that contains a node. The directives for its loops are printed with the parts
/// only.
fn part_around(node: &OmpNode, at: At) -> Option<OmpDirective> {
    let parts = node.divided.as_deref()?.parts.iter();
    let mut around = parts.filter(|part| part.first <= at).map(|part| part.directive.kind);
    around.next_back()
}

/// Returns the innermost construct around a node that is the given one or inside it.
fn innermost(cx: &Context<'_>, id: ConstructId, at: At) -> ConstructId {
    let holds = |(_, construct): &(ConstructId, &clacc_sema::acc::facts::Construct)| {
        construct.region.is_some_and(|region| region.run.contains(at))
    };
    // Inner constructs follow the constructs around them.
    cx.facts.constructs.iter().filter(holds).map(|(id, _)| id).next_back().unwrap_or(id).max(id)
}

/// Returns the fault of the inner half of a combined directive directly inside the outer half.
fn between_halves(cx: &Context<'_>, form: &Omp, around: &Regions) -> Option<String> {
    let is_inner = cx.construct().half == Half::Inner;
    let outer = around.directly.filter(|_| is_inner)?;
    let is_loop = matches!(form, Omp::Statement)
        || matches!(form, Omp::Directive(directive) if is_transformation(directive.kind));
    (outer.info().association == Association::Loop && !is_loop)
        .then(|| format!("`omp {}` needs a loop, and the form inside it holds something else", outer.text()))
}

/// Checks the directives of a form in these regions. Returns the regions at its hole; none if it has no hole.
fn inside(cx: &Context<'_>, form: &Omp, around: &Regions) -> Result<Option<Regions>, String> {
    match form {
        Omp::Statement => Ok(Some(around.clone())),
        Omp::Directive(directive) => {
            check_place(directive)?;
            around.fault(directive, cx.dialect).map_or(Ok(()), Err)?;
            let Some(body) = directive.body.as_deref() else { return Ok(None) };
            let within = around.with(directive.kind);
            teams_alone(directive, body)?;
            inside(cx, body, &within)
        }
        // Code that runs before `main` is in a separate function.
        Omp::AtStart { .. } => parts(cx, form, &Regions::default()),
        Omp::Seq(parts) if parts.len() == 1 => inside(cx, &parts[0], around),
        _ => parts(cx, form, &Regions { directly: None, ..around.clone() }),
    }
}

fn parts(cx: &Context<'_>, form: &Omp, around: &Regions) -> Result<Option<Regions>, String> {
    let mut hole = None;
    for part in form.parts() {
        hole = inside(cx, part, around)?.or(hole);
    }
    Ok(hole)
}

/// Checks that a directive is permitted among statements.
fn check_place(directive: &Directive) -> Result<(), String> {
    let info = directive.kind.info();
    // The statement of `sections` is a block of `section` directives, but a form has one statement.
    let has_sections =
        matches!(info.constituents.last(), Some(OmpDirective::Sections | OmpDirective::Section));
    let stands = !has_sections
        && info.places.contains(Placement::BLOCK)
        && !matches!(
            info.association,
            Association::Begin | Association::End | Association::Separating | Association::Variant
        );
    let text = || format!("`omp {}` may not stand among statements by itself", directive.kind.text());
    if stands { Ok(()) } else { Err(text()) }
}

/// Checks that a `target` region with a `teams` region contains nothing else (OpenMP 5.2 10.2).
fn teams_alone(directive: &Directive, body: &Omp) -> Result<(), String> {
    let is_target = directive.kind.info().constituents.last() == Some(&OmpDirective::Target);
    let begins = |inner: &&Directive| inner.kind.info().constituents.first() == Some(&OmpDirective::Teams);
    let is_alone = matches!(body, Omp::Directive(_));
    let teams = body.directives().into_iter().find(begins).filter(|_| is_target && !is_alone);
    let text = |inner: &Directive| {
        format!("`omp {}` is not all that `omp {}` holds", inner.kind.text(), directive.kind.text())
    };
    teams.map_or(Ok(()), |inner| Err(text(inner)))
}

/// The regions around a place in a function, outermost first. A combined directive counts as the regions of its parts.
#[derive(Clone, Default)]
struct Regions {
    around: Vec<OmpDirective>,
    /// The directive whose statement the place is, unless a block is between them.
    directly: Option<OmpDirective>,
    /// True if no other region can be around the function: only the host executes a compute construct, and OpenACC never puts the host code
    /// into a region of another function.
    is_whole: bool,
}

impl Regions {
    fn with(&self, kind: OmpDirective) -> Regions {
        let parts = kind.info().constituents.iter().filter(|part| !is_transformation(**part));
        Regions {
            around: self.around.iter().chain(parts).copied().collect(),
            directly: Some(kind),
            is_whole: self.is_whole,
        }
    }

    /// Returns the fault of a directive in these regions.
    fn fault(&self, directive: &Directive, dialect: &Dialect) -> Option<String> {
        let info = directive.kind.info();
        let is_executed =
            matches!(info.association, Association::Statement | Association::Loop | Association::None);
        let first = *info.constituents.first()?;
        let is_idle = matches!(first, OmpDirective::Nothing | OmpDirective::Error | OmpDirective::Assume);
        if !is_executed || is_idle {
            return None;
        }
        if let Some(outer) = self.excluding(first, dialect) {
            return Some(format!("`omp {}` may not stand inside `{}`", directive.kind.text(), outer.text()));
        }
        let wanted = self.needed(first, directive)?;
        Some(format!("`omp {}` must stand directly inside {wanted}", directive.kind.text()))
    }

    fn innermost(&self) -> Option<OmpDirective> {
        self.around.last().copied()
    }

    /// Returns the region in which a directive is not permitted.
    fn excluding(&self, first: OmpDirective, dialect: &Dialect) -> Option<OmpDirective> {
        use OmpDirective::{Atomic, Loop, Simd, Target, Teams};
        let innermost = self.innermost();
        let is_refused = match innermost {
            Some(Teams) => !stands_in_teams(first, dialect),
            Some(Simd) => !matches!(first, Simd | Loop | Atomic | OmpDirective::Ordered),
            Some(Loop) => {
                !matches!(first, Loop | OmpDirective::Parallel | Simd | Atomic) && !is_transformation(first)
            }
            Some(Atomic) => true,
            _ => false,
        };
        if is_refused {
            return innermost;
        }
        if is_about_device(first) && self.around.contains(&Target) {
            return Some(Target);
        }
        if first == Teams {
            return innermost.filter(|innermost| *innermost != Target);
        }
        self.closely().find(|outer| excludes_closely(*outer, first))
    }

    /// Returns the regions in which a place is closely nested, innermost first: those up to the innermost parallel region.
    fn closely(&self) -> impl Iterator<Item = OmpDirective> {
        let is_inside =
            |outer: &&OmpDirective| !matches!(outer, OmpDirective::Parallel | OmpDirective::Teams);
        self.around.iter().rev().take_while(is_inside).copied()
    }

    /// Returns the name of the region that a directive requires around it and does not have.
    fn needed(&self, first: OmpDirective, directive: &Directive) -> Option<&'static str> {
        use OmpDirective::{Distribute, For, Ordered, Sections, Simd, Taskgroup, Teams};
        // The region may be around the function.
        let innermost = self.innermost();
        if innermost.is_none() && !self.is_whole {
            return None;
        }
        let is_cancelled = |clause, wanted| {
            directive.clauses.iter().any(|each| each.kind() == clause) && innermost != Some(wanted)
        };
        match first {
            Distribute if innermost != Some(Teams) => Some("`teams`"),
            Ordered if !self.closely().any(|outer| matches!(outer, For | Simd)) => Some("`for` or `simd`"),
            OmpDirective::Cancel | OmpDirective::CancellationPoint => {
                let kinds = [
                    (OmpClause::CancelParallel, OmpDirective::Parallel, "`parallel`"),
                    (OmpClause::CancelFor, For, "`for`"),
                    (OmpClause::CancelSections, Sections, "`sections`"),
                    (OmpClause::CancelTaskgroup, Taskgroup, "`taskgroup`"),
                ];
                let mut kinds =
                    kinds.into_iter().filter(|(clause, wanted, _)| is_cancelled(*clause, *wanted));
                kinds.next().map(|(.., words)| words)
            }
            _ => None,
        }
    }
}

/// Returns whether a directive is permitted directly inside `teams` (OpenMP 5.2 10.2), in OpenMP or in a dialect.
fn stands_in_teams(first: OmpDirective, dialect: &Dialect) -> bool {
    match first {
        OmpDirective::Distribute | OmpDirective::Parallel | OmpDirective::Loop => true,
        OmpDirective::Simd => !dialect.avoids(Fault::SimdInTeams),
        OmpDirective::Atomic => !dialect.avoids(Fault::AtomicInTeams),
        OmpDirective::Tile => !dialect.avoids(Fault::TileInTeams),
        OmpDirective::Unroll => true,
        _ => false,
    }
}

/// Returns whether only the host can execute a directive (OpenMP 5.2 13.8).
fn is_about_device(first: OmpDirective) -> bool {
    use OmpDirective::{Target, TargetData, TargetEnterData, TargetExitData, TargetUpdate};
    matches!(first, Target | TargetData | TargetEnterData | TargetExitData | TargetUpdate)
}

/// Returns whether a directive may not be closely nested inside a region. Forms also keep to compilers that take `scope` for worksharing.
fn excludes_closely(outer: OmpDirective, first: OmpDirective) -> bool {
    let outer = if outer == OmpDirective::Scope { OmpDirective::Single } else { outer };
    is_excluded(first, outer)
}
