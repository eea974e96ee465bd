//! Pointers whose values others than their own names may lead to.

use clacc_syntax::Name;
use clacc_syntax::sorting::Sorting;
use rustc_hash::{FxHashMap, FxHashSet};

use super::pragma_runs::PragmaRuns;
use crate::program::View;
use crate::program::access::{JumpKind, Write, WriteKind};
use crate::program::element::{Element, Gathering};
use crate::program::entity::{Class, StorageDuration};
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// The pointers with static storage duration that directives of a declaration name, or that it names in other ways than to use the memory
/// behind them, to test them, to have it freed or filled by the language's library, or to give them new memory. They are sorted.
pub fn revealed_pointers(view: View<'_>) -> Box<[Name]> {
    let all = view.program.outline.all();
    let is_wanted = |root: EntityId| {
        let entity = view.entity(root);
        entity.class == Class::Pointer && entity.duration == StorageDuration::Static
    };
    let mut gathering = Gathering::default();
    view.gather_elements(all, &is_wanted, &mut gathering);
    let elements = gathering.finish();
    let uses = PointerUses::of(view);
    let has_errors = view.program.directives.iter().any(|(_, directive)| directive.has_errors);
    let positions =
        (0..elements.len()).map(|position| (elements.get(position), elements.all_parts(position).is_empty()));
    let revealed = positions.filter(|(element, is_bare)| has_errors || uses.reveals(element, *is_bare));
    let mut names: Vec<Name> = revealed.map(|(element, _)| view.name(element.root)).collect();
    names.order_unstable_by_key(|name| name.index());
    names.dedup();
    names.into()
}

struct PointerUses<'a> {
    view: View<'a>,
    writes: FxHashMap<At, &'a Write>,
    addressed: FxHashSet<At>,
    directives: PragmaRuns,
}

impl<'a> PointerUses<'a> {
    fn of(view: View<'a>) -> PointerUses<'a> {
        let (mut writes, mut addressed) = (FxHashMap::default(), FxHashSet::default());
        for write in view.writes(view.program.outline.all()) {
            match write.kind {
                WriteKind::Assigned => drop(writes.insert(write.operand, write)),
                WriteKind::AddressTaken => drop(addressed.insert(write.operand)),
            }
        }
        let directives = PragmaRuns::of(view, view.program.directives.iter().map(|(id, _)| id));
        PointerUses { view, writes, addressed, directives }
    }

    fn reveals(&self, element: &Element, is_bare: bool) -> bool {
        let (view, operand) = (self.view, element.operand);
        if self.directives.contains(element.name) {
            return true;
        }
        let is_addressed = self.addressed.contains(&operand);
        if !is_bare && !is_addressed && view.class_at(operand) != Class::Array {
            return false;
        }
        if is_bare && is_addressed {
            return true;
        }
        match self.writes.get(&operand) {
            Some(write) => !self.gives_new_memory(write),
            None => !self.is_dropped(operand) && !self.is_argument_of_library(operand),
        }
    }

    /// Whether an assignment gives a pointer memory that nothing else leads to, or none.
    fn gives_new_memory(&self, write: &Write) -> bool {
        let value = At::new(self.view.program.outline.end(write.operand).index());
        let is_new = self.view.is_allocation(value) || self.view.is_null(value);
        write.replaces && is_new && self.is_dropped(write.at)
    }

    /// Whether a value goes nowhere but into a condition.
    fn is_dropped(&self, value: At) -> bool {
        let view = self.view;
        let is_return =
            |at: At| view.jumps(Run::new(at, at.next())).any(|jump| jump.kind == JumpKind::Return);
        view.is_tested_or_returned(value) && !view.program.outline.ancestors(value).any(is_return)
    }

    /// Whether a value is an argument of a function of the language's library, which keeps it nowhere.
    fn is_argument_of_library(&self, value: At) -> bool {
        let view = self.view;
        let at_node = |at: At| Run::new(at, at.next());
        let call_at = |at: At| view.calls(at_node(at)).as_slice().first();
        let mut around = view.program.outline.ancestors(value);
        let is_last = |at: &At| call_at(*at).is_some() || !view.writes(at_node(*at)).as_slice().is_empty();
        let call = around.find(is_last).and_then(call_at);
        call.is_some_and(|call| {
            let is_number = matches!(view.class_at(call.at), Class::Integer | Class::Real | Class::Void);
            call.arguments.iter().any(|argument| view.run(*argument).contains(value))
                && call.callee.is_some_and(|callee| view.is_library_function(callee))
                && (is_number || self.is_dropped(call.at))
        })
    }
}
