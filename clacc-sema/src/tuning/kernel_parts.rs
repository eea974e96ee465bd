//! The parts of `kernels` constructs that can be launched one after the other (OpenACC 3.4 2.5.3).
//!
//! The implementation may divide a `kernels` construct into a sequence of kernels. Here each part is a partitioned loop in the construct's
//! block, or a run of the statements between such loops. The parts run in order and share memory, so no proof about two parts is necessary:
//! only that the construct can be divided there, and that its clauses have the same meaning for each part.

use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::{FxHashMap, FxHashSet};

use super::tuned_loops::{InnerLoop, KernelPart, PartLoop, SharedBy};
use super::tuner::Tuner;
use crate::acc::constructs::Draft;
use crate::acc::facts::{ConstructId, Half, Merged, Sharing};
use crate::acc::kernels::is_kernels;
use crate::program::access::{JumpKind, Write, WriteKind};
use crate::program::entity::{Class, StorageDuration};
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId, Place, Step};
use crate::program::run::Run;

/// Finds the parts of each construct that can be divided and has a partitioned loop. The partitioned loops without a directive are known.
pub(super) fn find(cx: &Tuner<'_>, draft: &Draft, inner: &[InnerLoop]) -> Vec<KernelPart> {
    let kernels: Vec<_> = draft.ids().filter(|id| is_kernels(draft, *id)).collect();
    if kernels.is_empty() {
        return Vec::new();
    }
    let is_shared = |each: &&InnerLoop| matches!(each.shared_by, SharedBy::Threads { .. });
    let shared: FxHashSet<At> = inner.iter().filter(is_shared).map(|each| each.at).collect();
    let scopes: FxHashSet<At> = cx.program.entities.iter().filter_map(|entity| entity.scope).collect();
    let is_taken = |write: &&Write| write.kind == WriteKind::AddressTaken;
    let taken = cx.all_writes().filter(is_taken);
    let addressed = taken.filter_map(|write| cx.root_of(write.operand)).collect();
    let dividing = Dividing {
        cx,
        draft,
        shared,
        scopes,
        loops: statements_of(cx, draft, AccDirective::Loop),
        hints: statements_of(cx, draft, AccDirective::Cache),
        addressed,
    };
    kernels.iter().flat_map(|compute| dividing.parts(*compute)).collect()
}

/// The statements that are constructs of this kind.
fn statements_of(cx: &Tuner<'_>, draft: &Draft, kind: AccDirective) -> FxHashMap<At, ConstructId> {
    let statement =
        |id: ConstructId| cx.program.outline.parent(cx.directive(draft.construct(id).directive).at);
    let constructs = draft.ids().filter(|id| draft.construct(*id).kind == kind);
    constructs.filter_map(|id| Some((statement(id)?, id))).collect()
}

struct Dividing<'d, 'a> {
    cx: &'d Tuner<'a>,
    draft: &'d Draft,
    /// The loops without a directive that threads share.
    shared: FxHashSet<At>,
    /// The scopes with declarations.
    scopes: FxHashSet<At>,
    /// The statements that are `loop` constructs.
    loops: FxHashMap<At, ConstructId>,
    /// The statements that are misplaced `cache` directives. They generate no code and so can be no part.
    hints: FxHashMap<At, ConstructId>,
    /// The variables whose address is taken.
    addressed: FxHashSet<EntityId>,
}

impl Dividing<'_, '_> {
    /// The parts of a construct; none if it is not divided.
    fn parts(&self, compute: ConstructId) -> Vec<KernelPart> {
        let construct = self.draft.construct(compute);
        let run = construct.run();
        if construct.is_gang_loop
            || construct.half != Half::Whole
            || !self.permits(compute)
            || !self.keeps_order(run)
        {
            return Vec::new();
        }
        let statements = self.statements(run);
        if statements.iter().any(|at| self.cx.is_foreign_pragma(*at)) {
            return Vec::new();
        }
        let mut parts: Vec<KernelPart> = Vec::new();
        for statement in statements {
            let shared = self.loop_of(compute, statement);
            match parts.last_mut().filter(|last| last.shared.is_none() && shared.is_none()) {
                Some(last) => last.last = statement,
                None => parts.push(KernelPart { compute, first: statement, last: statement, shared }),
            }
        }
        if parts.iter().any(|part| part.shared.is_some()) { parts } else { Vec::new() }
    }

    /// The statements of a construct; none if there are declarations between them, or if one generates no code.
    fn statements(&self, run: Run) -> Vec<At> {
        let outline = &self.cx.program.outline;
        if outline.end(run.start) != run.end {
            return Vec::new();
        }
        let statements: Vec<At> = match self.cx.passage(run.start) {
            Some(Passage::Sequence) if self.scopes.contains(&run.start) => Vec::new(),
            Some(Passage::Sequence) => outline.children(run.start).collect(),
            _ => vec![run.start],
        };
        let has_hint = statements.iter().any(|statement| self.hints.contains_key(statement));
        if has_hint { Vec::new() } else { statements }
    }

    /// Returns whether the clauses of a construct have the same meaning for each of its parts: the construct does not change anything that
    /// they evaluate.
    fn permits(&self, compute: ConstructId) -> bool {
        use AccClause as C;
        let (cx, construct) = (self.cx, self.draft.construct(compute));
        let changes = Changes::of(cx, &self.addressed, construct.run());
        construct.clauses.iter().filter_map(|clause| cx.clauses.get(*clause)).all(|clause| {
            let is_kept = |root: EntityId| !changes.may_change(root);
            let is_plain = |place: &Place| {
                let has_member = place.steps.iter().any(|step| matches!(step, Step::Field(_)));
                !has_member && (place.is_whole() || is_kept(place.root))
            };
            match clause.kind {
                // The values of these clauses are evaluated once.
                C::If | C::SelfClause | C::Default | C::NumGangs | C::NumWorkers | C::VectorLength => true,
                kind if kind.creates() || matches!(kind, C::Present | C::Deviceptr) => {
                    let places: Vec<&Place> =
                        clause.items().iter().filter_map(|item| item.place.as_ref()).collect();
                    let is_item = |root: EntityId| places.iter().any(|place| place.root == root);
                    let mentions = cx.mentions(cx.run(cx.clause_node(clause.id).at));
                    places.iter().all(|place| is_plain(place))
                        && mentions
                            .map(|mention| mention.place.root)
                            .all(|root| is_item(root) || is_kept(root))
                }
                _ => false,
            }
        })
    }

    /// Returns whether the statements of a construct are executed in their order, without jumps out of it.
    fn keeps_order(&self, run: Run) -> bool {
        let is_inside = |other: Option<At>| other.is_some_and(|other| run.contains(other));
        self.cx.jumps(run).all(|jump| match jump.kind {
            JumpKind::Return | JumpKind::Goto(_) | JumpKind::Indirect => false,
            JumpKind::Leave(other) | JumpKind::Cycle(other) | JumpKind::Selected(other) => is_inside(other),
        })
    }

    /// The loop of a statement, if its iterations are partitioned.
    fn loop_of(&self, compute: ConstructId, statement: At) -> Option<PartLoop> {
        if self.shared.contains(&statement) {
            return Some(PartLoop { at: statement, directive: None });
        }
        let id = self.loops.get(&statement).copied()?;
        if self.draft.construct(id).parent != Some(compute) {
            return None;
        }
        let facts = self.draft.construct(id).loop_facts.as_deref()?;
        let is_shared = facts.sequential.is_none() && facts.merged == Some(Merged::Threads);
        let at = facts.loops.first().copied().filter(|_| is_shared && self.reduces_numbers(id))?;
        Some(PartLoop { at, directive: Some(id) })
    }

    /// Returns whether all reductions of a loop are of numbers.
    fn reduces_numbers(&self, id: ConstructId) -> bool {
        let attributes = self.draft.attributes.get(id).map_or(&[][..], |attributes| &attributes.list);
        let mut reduced =
            attributes.iter().filter(|each| matches!(each.sharing_kind(), Some(Sharing::Reduction(_))));
        reduced.all(|each| {
            let root = each.place.root;
            let is_number = matches!(self.cx.entity(root).class, Class::Integer | Class::Real);
            let shape = self.cx.shape(&each.place);
            let is_plain = shape.is_some_and(|shape| !shape.is_bool && !shape.is_narrow && !shape.is_wide);
            each.place.is_whole() && is_number && is_plain
        })
    }
}

/// The variables that a run of statements may change. Clauses would evaluate them again for each part.
struct Changes<'c, 'a> {
    cx: &'c Tuner<'a>,
    addressed: &'c FxHashSet<EntityId>,
    assigned: FxHashSet<EntityId>,
    /// The classes of values changed through pointers.
    through_pointers: Vec<Class>,
    /// Whether it calls functions that may change anything.
    has_calls: bool,
}

impl<'c, 'a> Changes<'c, 'a> {
    fn of(cx: &'c Tuner<'a>, addressed: &'c FxHashSet<EntityId>, run: Run) -> Self {
        let mut changes = Changes {
            cx,
            addressed,
            assigned: FxHashSet::default(),
            through_pointers: Vec::new(),
            has_calls: cx.unseen(run).is_some()
                || cx.calls(run).any(|call| !call.callee.is_some_and(|callee| cx.is_mathematical(callee))),
        };
        for write in cx.writes(run) {
            let place = cx.place_of(write.operand);
            match (write.target, place) {
                (Some(target), _) => _ = changes.assigned.insert(target),
                (None, Some(place)) if !place.leads_through_pointer() => {}
                _ => changes.through_pointers.push(cx.class_at(write.operand)),
            }
        }
        changes
    }

    fn may_change(&self, root: EntityId) -> bool {
        let entity = self.cx.entity(root);
        let is_reached = self.addressed.contains(&root) || entity.duration != StorageDuration::Automatic;
        self.assigned.contains(&root)
            || is_reached && (self.has_calls || self.through_pointers.contains(&entity.class))
    }
}
