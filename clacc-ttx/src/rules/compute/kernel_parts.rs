//! A `kernels` construct divided into consecutive parts: a `target data` region around one `target teams` region for each part.
//!
//! All teams share a loop whose iterations are independent, and one thread executes the statements between such loops. The data region maps
//! the data of the construct. Each part maps it again, which finds present data and copies nothing, so that the parts share variables,
//! including scalars. Private variables of the construct are private to the one part that uses them; the data region allocates those that
//! several parts use.

use clacc_sema::acc::facts::{DataAttributes, Reason, Rule, Sharing};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Argument, Clause, Directive, Item, MapFlags, MapKind, Omp, Operand, Origin};
use clacc_sema::program::place::{EntityId, Place, Value};
use clacc_sema::program::run::Run;
use clacc_sema::tuning::{InnerLoop, KernelPart, PartLoop, SharedBy};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use rustc_hash::FxHashSet;

use super::{kernel_starts, one_gang, serial};
use crate::codes;
use crate::node::PartForm;
use crate::rules::copies::combiners;
use crate::rules::core::build::FollowingParts;
use crate::rules::core::{Build, Context};
use crate::rules::loops::lone_thread::{may_be_alone, shares_loops};
use crate::rules::loops::loop_levels::{directive_of, has_distribute};
use crate::rules::loops::variable_pointers;

/// The finding for a construct that is not divided, where threads share loops that no clause asks to share.
pub(super) const ONE_GANG: &str = "one gang executes this `kernels` construct, and its threads share the loops whose iterations are independent";

/// The finding where the undivided form is printed instead of the parts.
const WITHOUT_PLACES: &str = "one gang executes this `kernels` construct, which is not divided because not every part has a \
                              place of its own in the text; its threads share the loops that have a directive";

/// The reason for one team that executes a part.
pub(crate) const ONE_GANG_OF_PART: &str = "one gang executes the statements between shared loops";

const PART: &str = "a part of the `kernels` construct";

/// Divides the construct, if its clauses and all its parts permit it. The directives of inner loops have been added before.
pub(crate) fn divide(cx: &Context<'_>, build: &mut Build<'_>) {
    let parts = cx.kernel_parts();
    if parts.is_empty() {
        return;
    }
    // A single part needs no data region, which would have the condition too.
    if parts.len() > 1 && KernelDivision::is_possible(cx, build, parts) {
        build.keep_conditions();
    }
    let fault = variable_pointers::fault_of_whole(cx);
    let Some(division) = KernelDivision::of(cx, build, parts) else {
        let finding = one_gang::finding(cx, build, ONE_GANG);
        build.report_finding(finding);
        kernel_starts::report(cx, build);
        fault.into_iter().for_each(|message| build.report_directive(&codes::MAP0088, message));
        return;
    };
    let note_of_whole = match fault {
        Some(message) => build.about_directive(&codes::MAP0088, message),
        None => one_gang::finding(cx, build, WITHOUT_PLACES),
    };
    let note = build.about_directive(&codes::MAP0084, message_of(parts));
    let forms = parts.iter().map(|part| division.part(build, part)).collect();
    let data = division.data();
    build.divide_into(FollowingParts { data, parts: forms, note, note_of_whole });
}

fn message_of(parts: &[KernelPart]) -> String {
    let shared = parts.iter().filter(|part| part.shared.is_some()).count();
    match (parts.len(), shared) {
        (1, _) => {
            "all threads of the device share the loop that this `kernels` construct consists of".to_owned()
        }
        (all, shared) => format!(
            "this `kernels` construct is divided into {all} parts, which follow each other; all threads of the device share {}",
            if shared == 1 {
                "the loop that is one of them".to_owned()
            } else {
                format!("the loops that are {shared} of them")
            },
        ),
    }
}

/// The division of a construct.
struct KernelDivision<'c, 'a> {
    cx: &'c Context<'a>,
    /// The clauses of the undivided construct.
    clauses: Vec<Clause>,
    is_one: bool,
    /// The private variables of the construct that several parts use.
    carried: FxHashSet<EntityId>,
}

impl<'c, 'a> KernelDivision<'c, 'a> {
    fn is_possible(cx: &Context<'_>, build: &Build<'_>, parts: &[KernelPart]) -> bool {
        let has_directive = |shared: &PartLoop| match shared.directive {
            Some(id) => directive_of(&Context { id, ..*cx }).is_some_and(|kind| has_distribute(Some(kind))),
            None => build.has_inner(shared.at),
        };
        build.may_be_divided()
            && parts.iter().filter_map(|part| part.shared.as_ref()).all(has_directive)
            && build.clauses().iter().all(may_repeat)
    }

    fn of(cx: &'c Context<'a>, build: &Build<'_>, parts: &[KernelPart]) -> Option<Self> {
        if !Self::is_possible(cx, build, parts) {
            return None;
        }
        let mut division = KernelDivision {
            cx,
            clauses: build.clauses().to_vec(),
            is_one: parts.len() == 1,
            carried: FxHashSet::default(),
        };
        for variable in temporaries(cx) {
            let uses = parts.iter().filter(|part| division.uses(part, variable)).count();
            let is_reduced =
                parts.iter().any(|part| division.reductions(part).iter().any(|(each, _)| *each == variable));
            if uses > 1 || is_reduced {
                division.carried.insert(variable);
            }
        }
        (division.carried.is_empty() || !division.is_one).then_some(division)
    }

    /// Returns the clauses of the data region around the parts; none for a single part.
    fn data(&self) -> Vec<Clause> {
        if self.is_one {
            return Vec::new();
        }
        let stated = |clause: &Clause| match &clause.argument {
            Argument::Map { .. } => Some(clause.clone()),
            Argument::If { condition, .. } => {
                let argument = Argument::If { of: None, condition: *condition };
                Some(Clause::new(argument, clause.origin.clone()))
            }
            _ => None,
        };
        let mut carried: Vec<_> = self.carried.iter().copied().collect();
        carried.sort_unstable();
        let clauses: Vec<_> = self.clauses.iter().filter_map(stated).chain(allocated(&carried)).collect();
        let has_map = clauses.iter().any(|clause| clause.kind() == OmpClause::Map);
        if has_map { clauses } else { Vec::new() }
    }

    fn part(&self, build: &mut Build<'_>, part: &KernelPart) -> PartForm {
        let (cx, run) = (self.cx, run_of(self.cx, part));
        let named: FxHashSet<EntityId> = cx.view.mentions(run).map(|mention| mention.place.root).collect();
        let is_of_one_thread = part.shared.is_none() && !shares_loops(cx, run);
        let mut clauses = self.sizes(part, is_of_one_thread);
        let of_construct = self.clauses.iter().filter_map(|clause| self.on_part(clause, part, &named));
        clauses.extend(of_construct);
        let mut carried: Vec<_> =
            self.carried.iter().copied().filter(|each| self.uses(part, *each)).collect();
        carried.sort_unstable();
        clauses.extend(allocated(&carried));
        for (variable, operator) in self.reductions(part) {
            let combiner =
                combiners::of_number(cx, build, operator, &Place::whole(variable), Origin::Mapping(PART));
            let argument = Argument::Reduction { combiner, items: vec![Item::entity(variable)] };
            clauses.push(Clause::new(argument, Origin::Mapping(PART)));
        }
        let hiding = variable_pointers::hiding(cx, run).filter(|_| part.shared.is_none());
        let inside: Vec<Omp> = hiding.chain([Omp::Statement]).collect();
        let mut body = if inside.len() == 1 { Omp::Statement } else { Omp::Block(inside) };
        if is_of_one_thread && may_be_alone(cx) {
            body = Omp::Directive(kernel_starts::region_of_thread(cx, run)).around(body);
        }
        let directive = Directive {
            kind: OmpDirective::TargetTeams,
            clauses,
            body: Some(Box::new(body)),
            origin: Origin::Mapping(PART),
        };
        PartForm { first: part.first, last: part.last, directive }
    }

    /// Returns a clause of the construct as it applies to a part. `named` contains the variables that the part names.
    fn on_part(&self, clause: &Clause, part: &KernelPart, named: &FxHashSet<EntityId>) -> Option<Clause> {
        match &clause.argument {
            Argument::Value(OmpClause::NumTeams | OmpClause::ThreadLimit, _) => None,
            Argument::List(OmpClause::Private, _) => {
                let own = temporaries(self.cx).filter(|each| self.is_private(part, *each, named));
                let items: Vec<_> = own.map(Item::entity).collect();
                let is_any = !items.is_empty();
                is_any.then(|| Clause::new(Argument::List(OmpClause::Private, items), clause.origin.clone()))
            }
            _ => with_items(clause, |root| named.contains(&root)),
        }
    }

    /// Returns the size clauses of a part. One team executes statements, with one thread if it shares no loop among threads.
    fn sizes(&self, part: &KernelPart, is_of_one_thread: bool) -> Vec<Clause> {
        let one = |kind, why| {
            let one = Operand::Value(Value::constant(1));
            Clause::new(Argument::Value(kind, one), Origin::Mapping(why))
        };
        match part.shared {
            Some(_) => Vec::new(),
            None if is_of_one_thread => {
                let sizes = serial::sizes_of_one(self.cx, ONE_GANG_OF_PART);
                sizes.map(|(kind, why)| one(kind, why)).collect()
            }
            None => vec![one(OmpClause::NumTeams, ONE_GANG_OF_PART)],
        }
    }

    /// Returns whether a part uses the construct's private copy of a variable.
    fn uses(&self, part: &KernelPart, variable: EntityId) -> bool {
        let is_named =
            self.cx.view.mentions(run_of(self.cx, part)).any(|mention| mention.place.root == variable);
        is_named && !part.shared.is_some_and(|shared| self.has_own(shared, variable))
    }

    /// Returns whether a variable is private to the iterations of a loop.
    fn has_own(&self, shared: PartLoop, variable: EntityId) -> bool {
        match shared.directive {
            Some(id) => {
                let construct = &self.cx.facts.constructs[id];
                let given = construct.attribute_of(variable).and_then(DataAttributes::sharing_kind);
                given == Some(Sharing::Private)
                    || construct
                        .loop_facts
                        .iter()
                        .flat_map(|facts| &*facts.control)
                        .any(|each| each.entity == variable)
            }
            None => {
                self.control(shared) == Some(variable)
                    || self.inner(shared).is_some_and(|inner| inner.private.contains(&variable))
            }
        }
    }

    fn inner(&self, shared: PartLoop) -> Option<&'a InnerLoop> {
        self.cx.tuned.inner_loops.iter().find(|inner| inner.at == shared.at && is_of_threads(inner))
    }

    fn control(&self, shared: PartLoop) -> Option<EntityId> {
        Some(self.cx.view.counting(shared.at)?.control)
    }

    /// Returns whether a private variable of the construct is private to a part. The control variable of the part's loop is, because it
    /// would otherwise have a value from outside.
    fn is_private(&self, part: &KernelPart, variable: EntityId, named: &FxHashSet<EntityId>) -> bool {
        let is_control = || {
            part.shared
                .is_some_and(|shared| shared.directive.is_none() && self.control(shared) == Some(variable))
        };
        named.contains(&variable)
            && (is_control() || self.uses(part, variable) && !self.carried.contains(&variable))
    }

    /// Returns the reductions of the loop of a part.
    fn reductions(&self, part: &KernelPart) -> Vec<(EntityId, ReductionOp)> {
        let Some(shared) = part.shared else { return Vec::new() };
        let Some(id) = shared.directive else {
            return self.inner(shared).map(|inner| inner.reductions.to_vec()).unwrap_or_default();
        };
        let reduced = self.cx.facts.constructs[id].whole_attributes();
        reduced.filter_map(|each| Some((each.place.root, each.reduction()?.0))).collect()
    }
}

fn is_of_threads(inner: &InnerLoop) -> bool {
    matches!(inner.shared_by, SharedBy::Threads { .. })
}

fn run_of(cx: &Context<'_>, part: &KernelPart) -> Run {
    Run::new(part.first, cx.view.run(part.last).end)
}

/// Returns the private variables of a construct.
fn temporaries<'a>(cx: &Context<'a>) -> impl Iterator<Item = EntityId> + use<'a> {
    let rule = |reason: &Reason| reason.rule == Rule::KernelsTemporary;
    let attributes = cx.construct().whole_attributes();
    let own = attributes.filter(move |each| each.sharing.as_ref().is_some_and(|given| rule(&given.reason)));
    own.map(|attribute| attribute.place.root)
}

fn allocated(variables: &[EntityId]) -> Option<Clause> {
    let items = variables.iter().copied().map(Item::entity).collect();
    let argument = Argument::Map { kind: MapKind::Alloc, flags: MapFlags::NONE, items };
    let why = "several parts of the construct use what it has of its own";
    (!variables.is_empty()).then(|| Clause::new(argument, Origin::Mapping(why)))
}

/// Returns whether a clause can be repeated on each part.
fn may_repeat(clause: &Clause) -> bool {
    let are_plain = |items: &[Item]| items.iter().all(|item| item.place().is_some());
    match &clause.argument {
        Argument::Map { flags, items, .. } => {
            [MapFlags::NONE, MapFlags::HOLD, MapFlags::PRESENT].contains(flags) && are_plain(items)
        }
        Argument::List(OmpClause::Private | OmpClause::Firstprivate | OmpClause::IsDevicePtr, items) => {
            are_plain(items)
        }
        Argument::Value(OmpClause::NumTeams | OmpClause::ThreadLimit, _)
        | Argument::Defaultmap { .. }
        | Argument::If { .. } => true,
        _ => false,
    }
}

/// Returns a clause with only the items that a part names; none if no item is left.
fn with_items(clause: &Clause, is_named: impl Fn(EntityId) -> bool) -> Option<Clause> {
    let mut clause = clause.clone();
    let (Argument::Map { items, .. } | Argument::List(_, items)) = &mut clause.argument else {
        return Some(clause);
    };
    items.retain(|item| item.place().is_some_and(|place| is_named(place.root)));
    (!items.is_empty()).then_some(clause)
}
