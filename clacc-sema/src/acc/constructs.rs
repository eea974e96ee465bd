//! The constructs of a function and how they nest.

use std::ops::Range;

use clacc_syntax::ast::{ArgumentValue, ClauseId, ClauseKind, Directive, DirectiveId, Node};
use clacc_syntax::directive::{AccClause, AccDirective};
use la_arena::{Arena, ArenaMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{AccFacts, Attribute, Construct, ConstructId, Half, Sizes, Variable};
use super::view::View;

/// The constructs while facts are gathered.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) facts: AccFacts,
    /// The run of each construct's associated statement in the outline; empty if it has none.
    pub(super) regions: ArenaMap<ConstructId, Range<u32>>,
    /// The directives in source order.
    pub(super) directives: Vec<DirectiveId>,
    /// The `declare` directives.
    pub(super) declares: Vec<ConstructId>,
    /// The attributes of each construct so far.
    pub(super) attributes: ArenaMap<ConstructId, Attributes>,
}

/// The attributes of one construct, with where each variable's stands.
#[derive(Default)]
pub(super) struct Attributes {
    pub(super) list: Vec<Attribute>,
    pub(super) positions: FxHashMap<Variable, usize>,
}

impl Draft {
    pub(super) fn region(&self, construct: ConstructId) -> Range<u32> {
        self.regions.get(construct).cloned().unwrap_or(0..0)
    }

    pub(super) fn construct(&self, id: ConstructId) -> &Construct {
        &self.facts.constructs[id]
    }

    /// The constructs, outer before inner, in source order.
    pub(super) fn ids(&self) -> impl Iterator<Item = ConstructId> + use<> {
        let count = self.facts.constructs.len() as u32;
        (0..count).map(|raw| ConstructId::from_raw(la_arena::RawIdx::from_u32(raw)))
    }

    /// The constructs around one, nearest first.
    pub(super) fn enclosing(&self, id: ConstructId) -> impl Iterator<Item = ConstructId> + '_ {
        std::iter::successors(self.construct(id).parent, |outer| self.construct(*outer).parent)
    }

    /// The `loop` constructs of each compute construct, in source order.
    pub(super) fn loops_by_compute(&self) -> FxHashMap<ConstructId, Vec<ConstructId>> {
        let mut loops: FxHashMap<ConstructId, Vec<ConstructId>> = FxHashMap::default();
        for id in self.ids().filter(|id| self.construct(*id).kind == AccDirective::Loop) {
            if let Some(compute) = self.construct(id).compute {
                loops.entry(compute).or_default().push(id);
            }
        }
        loops
    }

    /// The loops around a construct inside its compute construct, nearest first.
    pub(super) fn enclosing_loops(&self, id: ConstructId) -> impl Iterator<Item = ConstructId> + '_ {
        let compute = self.construct(id).compute;
        self.enclosing(id).filter(move |outer| {
            self.construct(*outer).kind == AccDirective::Loop && self.construct(*outer).compute == compute
        })
    }

    /// The outer half of a directive's constructs, and the inner one.
    pub(super) fn halves(&self, directive: DirectiveId) -> Option<(ConstructId, Option<ConstructId>)> {
        self.facts.of_directive.get(directive).copied()
    }
}

/// The constructs around each node of the outline, for a walk in its order.
pub(super) struct Nest {
    /// The constructs that the walk has not met yet, the next one last, each with the start of its region.
    coming: Vec<(u32, ConstructId)>,
    /// The constructs whose associated statement the walk is in, outermost first.
    open: Vec<ConstructId>,
}

impl Nest {
    pub(super) fn new(draft: &Draft) -> Self {
        let with_region = draft.ids().filter(|id| !draft.region(*id).is_empty());
        let mut coming: Vec<_> = with_region.map(|id| (draft.region(id).start, id)).collect();
        coming.sort_by_key(|(start, _)| *start);
        coming.reverse();
        Nest { coming, open: Vec::new() }
    }

    /// Goes on to a node behind all that were asked for before; gives the constructs around it, outermost first.
    pub(super) fn at(&mut self, draft: &Draft, node: u32) -> &[ConstructId] {
        while self.open.last().is_some_and(|top| !draft.region(*top).contains(&node)) {
            self.open.pop();
        }
        while let Some((_, id)) = self.coming.pop_if(|(start, _)| *start <= node) {
            self.open.push(id);
        }
        &self.open
    }

    /// The constructs around the node that was asked for last, outermost first.
    pub(super) fn open(&self) -> &[ConstructId] {
        &self.open
    }
}

/// Whether a directive is a compute construct (OpenACC 3.4 2.5), not combined.
pub(super) fn is_compute(kind: AccDirective) -> bool {
    matches!(kind, AccDirective::Parallel | AccDirective::Serial | AccDirective::Kernels)
}

/// The half of a combined construct that a clause belongs to ("Combined Directives"): `private` and `reduction`, which both
/// halves take, go to the loop; any other clause to the one half that takes it, `device_type` to the outer one.
fn half_of(clause: AccClause, outer: AccDirective) -> Half {
    match clause {
        AccClause::Private | AccClause::Reduction => Half::Inner,
        _ if outer.rule(clause).is_some() => Half::Outer,
        _ => Half::Inner,
    }
}

/// Finds the constructs of a declaration. `permitted` says which clauses of a directive the tables allow.
pub(super) fn find(view: &View<'_>, mut permitted: impl FnMut(DirectiveId) -> Vec<ClauseId>) -> Draft {
    let mut draft = Draft::default();
    let mut open: Vec<ConstructId> = Vec::new();
    for at in 0..view.outline.len() {
        let Node::Directive(id) = view.outline.node(at) else { continue };
        let Some(kind) = view.tree()[id].acc() else { continue };
        while open.last().is_some_and(|top| !draft.region(*top).contains(&at)) {
            open.pop();
        }
        let clauses = permitted(id);
        let parts = kind.constituents();
        let split = Split { directive: id, parts, clauses: &clauses };
        let added = add(view, &mut draft, open.last().copied(), &split);
        open.extend(added);
        draft.directives.push(id);
    }
    draft
}

struct Split<'a> {
    directive: DirectiveId,
    parts: &'static [AccDirective],
    clauses: &'a [ClauseId],
}

fn add(
    view: &View<'_>,
    draft: &mut Draft,
    parent: Option<ConstructId>,
    split: &Split<'_>,
) -> Vec<ConstructId> {
    let directive = &view.tree()[split.directive];
    let region = directive.body.map_or(0..0, |body| view.outline.run_of(body));
    let mut added: Vec<ConstructId> = Vec::new();
    for (position, kind) in split.parts.iter().enumerate() {
        let half = match (split.parts.len(), position) {
            (1, _) => Half::Whole,
            (_, 0) => Half::Outer,
            _ => Half::Inner,
        };
        let parent = added.last().copied().or(parent);
        let id = allocate(view, &mut draft.facts.constructs, parent, split, half, *kind);
        draft.regions.insert(id, region.clone());
        added.push(id);
    }
    if split.parts == [AccDirective::Declare] {
        draft.declares.extend(&added);
    }
    if let Some(first) = added.first() {
        draft.facts.of_directive.insert(split.directive, (*first, added.get(1).copied()));
    }
    added
}

fn allocate(
    view: &View<'_>,
    constructs: &mut Arena<Construct>,
    parent: Option<ConstructId>,
    split: &Split<'_>,
    half: Half,
    kind: AccDirective,
) -> ConstructId {
    let belongs = |clause: &&ClauseId| match view.tree()[**clause].kind {
        ClauseKind::Acc(acc) => half == Half::Whole || half_of(acc, split.parts[0]) == half,
        _ => half != Half::Inner,
    };
    let clauses: Box<[ClauseId]> = split.clauses.iter().filter(belongs).copied().collect();
    let specific = device_specific(view, &view.tree()[split.directive]);
    let compute = parent.and_then(|parent| constructs[parent].compute);
    let id = constructs.alloc(Construct {
        directive: split.directive,
        kind,
        half,
        parent,
        compute,
        device_clauses: clauses.iter().filter(|clause| specific.contains(clause)).copied().collect(),
        clauses,
        attributes: Box::default(),
        sizes: Sizes::default(),
        loop_facts: None,
        broken: false,
    });
    if is_compute(kind) {
        constructs[id].compute = Some(id);
    }
    id
}

/// The clauses behind a `device_type` that does not name all devices (OpenACC 3.4 2.4).
fn device_specific(view: &View<'_>, directive: &Directive) -> FxHashSet<ClauseId> {
    let mut specific = FxHashSet::default();
    let mut inside = false;
    for clause in &directive.clauses {
        if view.tree()[*clause].acc() == Some(AccClause::DeviceType) {
            inside = !names_all_devices(view, *clause);
        } else if inside {
            specific.insert(*clause);
        }
    }
    specific
}

fn names_all_devices(view: &View<'_>, clause: ClauseId) -> bool {
    let items = view.tree()[clause].arguments.iter().flat_map(|arguments| &arguments.items);
    items.into_iter().any(|item| match &item.value {
        ArgumentValue::Expr(expr) => matches!(view.tree()[*expr], clacc_syntax::ast::Expr::Star),
        ArgumentValue::Word(word) => view.text(*word) == "*",
        _ => false,
    })
}

/// The clause of a construct that holds for all devices.
pub(super) fn clause_of(
    view: &View<'_>,
    draft: &Draft,
    id: ConstructId,
    kind: AccClause,
) -> Option<ClauseId> {
    let construct = draft.construct(id);
    let general = |clause: &&ClauseId| !construct.device_clauses.contains(clause);
    construct
        .clauses
        .iter()
        .filter(general)
        .rfind(|clause| view.tree()[**clause].acc() == Some(kind))
        .copied()
}
