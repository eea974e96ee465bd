//! How variables of a function reach the functions that its regions become.
//!
//! A task outlives the function that makes it, so it gets the value, and no address, of what stands for a shared variable there
//! as a value (`CapturedBy::Value`); a copy is another variable (`CapturedBy::Copy`).

pub(crate) mod environment;
pub(crate) mod types;
pub(crate) mod uses;

use clacc_sema::omp::form::{Argument, Clause, Directive, Item};
use clacc_sema::program::View;
use clacc_sema::program::access::WriteKind;
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::{EntityId, Place};
use clacc_syntax::ast::{Decl, Stmt, Tree};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use crate::piece::CapturedBy;
use crate::plan::Plan;

/// Decides how variables are captured, for a whole declaration.
///
/// A variable is captured by value only if it cannot be written while the outlined function runs: it is a scalar with automatic storage,
/// neither `volatile` nor `_Atomic`; its address is never taken in the function; no clause lets a construct change it; and no code in the
/// outermost enclosing region changes it, because the threads and tasks of that region are all that can run at the same time. Tasks that
/// are created outside of all regions may still run after the code that appears to end them. Therefore, in a function with tasks, writes
/// anywhere in the function count.
#[derive(Debug)]
pub(crate) struct Writers {
    /// The first token of each assignment to a variable as a whole, in order.
    writes: Vec<(u32, EntityId)>,
    /// The variables that may be changed otherwise than by assignments.
    changed: FxHashSet<EntityId>,
    /// true if code anywhere in the function may run at the same time as a region.
    has_tasks: bool,
    /// true if code may write variables in ways or at times that the program does not show: assembly, and nested functions, which regions
    /// can call.
    has_hidden_writes: bool,
}

/// Returns whether a directive creates tasks whose execution may be deferred.
pub(crate) fn makes_tasks(directive: &Directive) -> bool {
    let is_deferred = || directive.clauses.iter().any(|clause| clause.kind() == OmpClause::Nowait);
    match directive.kind {
        OmpDirective::Task | OmpDirective::Taskloop => true,
        kind => kind.info().constituents.contains(&OmpDirective::Target) && is_deferred(),
    }
}

impl Writers {
    /// Collects the writes of a declaration. If a device has a memory of its own, a mapped variable is known by its address, so that it
    /// counts as changed.
    pub(crate) fn of(view: View<'_>, plan: &Plan<'_>, has_own_memory: bool) -> Writers {
        let mut writers = Writers {
            writes: Vec::new(),
            changed: FxHashSet::default(),
            has_tasks: false,
            has_hidden_writes: view.c_model().is_some_and(|model| has_hidden_writes(&model.parsed.tree)),
        };
        for write in &view.program.writes {
            match (write.target, write.kind) {
                (Some(target), WriteKind::Assigned) => {
                    writers.writes.push((view.span(write.at).start, target));
                }
                (Some(target), WriteKind::AddressTaken) => {
                    writers.changed.insert(target);
                }
                (None, _) => {}
            }
        }
        plan.each_directive(&mut |directive| {
            writers.note(directive);
            if has_own_memory {
                writers.note_mapped(directive);
            }
        });
        writers
    }

    fn note_mapped(&mut self, directive: &Directive) {
        let is_moved = |clause: &&Clause| {
            matches!(clause.argument.unmodified(), Argument::Map { .. } | Argument::Motion { .. })
        };
        let items = directive.clauses.iter().filter(is_moved).flat_map(Clause::items);
        let places = items.filter_map(Item::place);
        let is_storage = |place: &&Place| !place.is_in_pointee();
        self.changed.extend(places.filter(is_storage).map(|place| place.root));
    }

    fn note(&mut self, directive: &Directive) {
        self.has_tasks |= makes_tasks(directive);
        for clause in &directive.clauses {
            let changes = match *clause.argument.unmodified() {
                Argument::Reduction { .. } | Argument::TaskReduction { .. } => true,
                Argument::List(kind, _) => {
                    matches!(
                        kind,
                        OmpClause::Lastprivate
                            | OmpClause::Copyprivate
                            | OmpClause::Linear
                            | OmpClause::Detach
                    )
                }
                _ => false,
            };
            if changes {
                let places = clause.items().iter().filter_map(Item::place);
                self.changed.extend(places.filter(|place| place.is_whole()).map(|place| place.root));
            }
        }
    }

    /// Returns whether code in a range assigns a variable, and nothing else can change it.
    pub(crate) fn is_only_assigned(&self, variable: EntityId, range: TokenRange) -> bool {
        let is_inside = |at: u32| range.start <= at && at < range.end;
        let is_written = self.writes.iter().any(|(at, written)| *written == variable && is_inside(*at));
        is_written && !self.has_hidden_writes && !self.changed.contains(&variable)
    }

    /// Returns whether code may reach a variable otherwise than by its name.
    pub(crate) fn may_be_reached(&self, variable: EntityId) -> bool {
        self.has_hidden_writes || self.changed.contains(&variable)
    }

    /// Returns whether code in a range may change a variable.
    pub(crate) fn may_change(&self, variable: EntityId, range: TokenRange) -> bool {
        let is_inside = |at: u32| range.start <= at && at < range.end;
        let is_written = self.writes.iter().any(|(at, written)| *written == variable && is_inside(*at));
        is_written || self.has_hidden_writes || self.changed.contains(&variable)
    }

    /// Returns how an outlined function captures a variable of the function. `outermost` is the outermost enclosing region.
    pub(crate) fn captured_by(
        &self,
        view: View<'_>,
        variable: EntityId,
        outermost: TokenRange,
    ) -> CapturedBy {
        let entity = view.entity(variable);
        let is_plain = entity.class.is_scalar()
            && entity.duration == StorageDuration::Automatic
            && !types::is_guarded(view, variable);
        let is_fixed = !self.has_hidden_writes && !self.changed.contains(&variable);
        let is_inside = |at: u32| self.has_tasks || outermost.start <= at && at < outermost.end;
        let is_written = self.writes.iter().any(|(at, written)| *written == variable && is_inside(*at));
        if is_plain && is_fixed && !is_written { CapturedBy::Value } else { CapturedBy::Address }
    }
}

fn has_hidden_writes(tree: &Tree) -> bool {
    let functions = tree.decls.iter().filter(|(_, decl)| matches!(decl, Decl::Function(_))).count();
    functions > 1 || tree.stmts.iter().any(|(_, stmt)| matches!(stmt, Stmt::Asm(_)))
}
