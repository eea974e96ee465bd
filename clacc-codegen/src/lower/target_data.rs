//! Directives about data on devices, where the host is the only device: nothing is moved, because device and host have one memory.
//! What they evaluate, which pointers they give, and the dependences of their tasks remain.

use clacc_sema::omp::form::{Argument, Clause, Directive, Item};
use clacc_sema::program::directive::{ArgumentValue, Modifier};
use clacc_sema::program::place::{At, Bound, EntityId, Extent, Step as PlaceStep, Value};
use clacc_syntax::directive::OmpClause;
use clacc_syntax::token::TokenRange;

use super::parallel::range_of_all;
use super::privates::Copies;
use super::{Lowering, Step};
use crate::capture::types::type_of;
use crate::codes;
use crate::plan::Node;
use crate::plan::constituents::{Constituent, Part};

impl<'a> Lowering<'a> {
    /// `target data`.
    pub(super) fn target_data(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        use OmpClause::{Device, If, Map, UseDeviceAddr, UseDevicePtr};
        let part = self.alone(directive, &[Device, If, Map, UseDeviceAddr, UseDevicePtr])?;
        self.evaluate_items(&part.clauses)?;
        let begin = self.target_begin(&part)?;
        let firstprivate = self.device_pointers(&part, range_of_all(inside, self.at))?;
        let copies = Copies { firstprivate, ..Copies::default() };
        self.line(&format!("{{ {begin}"));
        self.with_copies(&copies, None, &mut |own| own.nodes(inside))?;
        self.line("}");
        Ok(())
    }

    /// The pointers of `use_device_ptr` that the region changes: what it changes is its own.
    fn device_pointers(&mut self, part: &Part<'a>, region: TokenRange) -> Step<Vec<EntityId>> {
        let mut pointers = self.listed(part, OmpClause::UseDevicePtr)?;
        pointers.retain(|entity| {
            type_of(self.view, *entity).is_pointer() && self.writers.may_change(*entity, region)
        });
        Ok(pointers)
    }

    /// `target enter data`, `target exit data`, `target update`.
    pub(super) fn data_motion(&mut self, directive: &'a Directive) -> Step {
        use OmpClause::{Depend, Device, From, If, Map, Nowait, To};
        let part = self.alone(directive, &[Depend, Device, From, If, Map, Nowait, To])?;
        self.evaluate_items(&part.clauses)?;
        let begin = self.target_begin(&part)?;
        self.line(&format!("{{ {begin}"));
        if part.has(Depend) {
            // Other tasks may come before this one, and others behind it.
            let nothing = self.outlined(TokenRange::new(self.at, self.at), &mut |_| Ok(()))?;
            let flags = if part.has(Nowait) { "0" } else { "CLACC_TASK_UNDEFERRED" };
            self.task_of(&nothing, &part, flags)?;
        }
        self.line("}");
        Ok(())
    }

    /// A directive that consists of nothing else, if it has these clauses alone.
    fn alone(&mut self, directive: &'a Directive, known: &[OmpClause]) -> Step<Part<'a>> {
        let clauses: Vec<&'a Clause> = directive.clauses.iter().collect();
        if let Some(clause) = clauses.iter().find(|clause| !known.contains(&clause.kind())) {
            return Err(self.refuse_clause(clause));
        }
        Ok(Part { kind: Constituent::Target, directive, clauses, is_combined: false, is_inner: false })
    }

    /// Evaluates what the list items of data clauses hold that has side effects, because nothing else evaluates them.
    pub(super) fn evaluate_items(&mut self, clauses: &[&'a Clause]) -> Step {
        use OmpClause::{From, HasDeviceAddr, IsDevicePtr, Map, To, UseDeviceAddr, UseDevicePtr};
        let data = [From, HasDeviceAddr, IsDevicePtr, Map, To, UseDeviceAddr, UseDevicePtr];
        for clause in clauses.iter().filter(|clause| data.contains(&clause.kind())) {
            self.check_written_items(clause)?;
            for at in clause.items().iter().flat_map(evaluated) {
                if self.view.has_side_effects(at) {
                    let text = self.text(self.view.span(at))?;
                    self.line(&format!("(void)({text});"));
                }
            }
        }
        Ok(())
    }

    /// Refuses side effects in list items of which the parts are not known.
    fn check_written_items(&mut self, clause: &Clause) -> Step {
        let Argument::AsWritten(_, id) = clause.argument else { return Ok(()) };
        let view = self.view;
        let values = view.clause_node(id).items().iter().filter_map(|item| match item.value {
            ArgumentValue::Value(at) => Some(at),
            _ => None,
        });
        let Some(at) = values.into_iter().find(|at| view.has_side_effects(*at)) else { return Ok(()) };
        let message = "no code is generated for a list item with side effects in a clause with modifiers";
        Err(self.refuse(&codes::GEN0040, view.span(at), message))
    }

    /// `requires`: the host has all that a program may require of a device, and atomic operations are ordered by sequence.
    pub(super) fn requires(&mut self, directive: &'a Directive) -> Step {
        use OmpClause::{
            AtomicDefaultMemOrder, DynamicAllocators, ReverseOffload, UnifiedAddress, UnifiedSharedMemory,
        };
        let known =
            [AtomicDefaultMemOrder, DynamicAllocators, ReverseOffload, UnifiedAddress, UnifiedSharedMemory];
        self.alone(directive, &known).map(|_| ())
    }

    /// Refuses `allocate` with anything but the allocators that OpenMP names (OpenMP 5.2 6.2): the memory of the host is that of all
    /// of them, and copies are local variables.
    pub(super) fn check_allocators(&mut self, part: &Part<'a>) -> Step {
        for clause in part.clauses.iter().filter(|clause| clause.kind() == OmpClause::Allocate) {
            let is_known = match clause.argument {
                Argument::AsWritten(_, id) => {
                    let arguments = self.view.clause_node(id).arguments.as_ref();
                    arguments.is_some_and(|arguments| {
                        arguments.modifiers.iter().all(|each| self.is_predefined_allocator(each))
                    })
                }
                Argument::List(..) => true,
                _ => false,
            };
            if !is_known {
                return Err(self.refuse_clause(clause));
            }
        }
        Ok(())
    }

    fn is_predefined_allocator(&self, modifier: &Modifier) -> bool {
        let is_allocator = matches!(self.view.text(modifier.word), "" | "allocator");
        let is_known = |at: &At| {
            let span = self.view.span(*at);
            let name = self.tokens.text(span.start);
            span.end == span.start + 1 && name.starts_with("omp_") && name.ends_with("_mem_alloc")
        };
        is_allocator && modifier.arguments.iter().all(is_known)
    }
}

/// The expressions in the subscripts and ranges of a list item.
fn evaluated(item: &Item) -> Vec<At> {
    let Item::Place { place, .. } = item else { return Vec::new() };
    let node = |value: &Value| match value {
        Value::Node(at) => Some(*at),
        Value::Constant(_) => None,
    };
    let mut found = Vec::new();
    for step in place.steps.iter() {
        match step {
            PlaceStep::Index(value) => found.extend(node(value)),
            PlaceStep::Range { start, extent, stride } => {
                if let Bound::At(value) = start {
                    found.extend(node(value));
                }
                if let Extent::Length(value) | Extent::Upto(value) = extent {
                    found.extend(node(value));
                }
                found.extend(stride.iter().filter_map(node));
            }
            PlaceStep::Field(_) | PlaceStep::Deref(_) => {}
        }
    }
    found
}
