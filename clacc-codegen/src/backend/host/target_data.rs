//! Directives about data on devices, where the host is the only device: nothing is moved, because device and host share one memory. What
//! remains is the evaluation of expressions, the pointers of `use_device_ptr`, and the dependences of target tasks.

use clacc_sema::omp::form::{Clause, ClauseModifier, Directive, Item};
use clacc_sema::program::place::{EntityId, Place};
use clacc_syntax::directive::OmpClause;
use clacc_syntax::token::TokenRange;

use crate::capture::types::type_of;
use crate::codes;
use crate::constructs::copies::Copies;
use crate::constructs::lowering::Lowering;
use crate::emit::Step;
use crate::plan::Node;
use crate::plan::constituents::Part;
use crate::plan::range_of_all;

impl<'a> Lowering<'a> {
    /// `target data`.
    pub(in crate::backend) fn target_data(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        use OmpClause::{Device, If, Map, UseDeviceAddr, UseDevicePtr};
        let part = self.alone(directive, &[Device, If, Map, UseDeviceAddr, UseDevicePtr])?;
        self.evaluate_items(&part.clauses)?;
        let begin = self.target_begin(&part)?;
        let firstprivate = self.device_pointers(&part, range_of_all(inside, self.emit.at))?;
        let copies = Copies { firstprivate, ..Copies::default() };
        self.emit.line(&format!("{{ {begin}"));
        self.with_copies(&copies, None, &mut |own| own.nodes(inside))?;
        let used = self.used_here();
        self.emit.line(&format!("{used}}}"));
        Ok(())
    }

    /// Returns the pointers of `use_device_ptr` that the region may change. The region gets private copies of them.
    fn device_pointers(&mut self, part: &Part<'a>, region: TokenRange) -> Step<Vec<EntityId>> {
        let mut pointers = self.listed(part, OmpClause::UseDevicePtr)?;
        pointers.retain(|entity| {
            type_of(self.view, *entity).is_pointer() && self.writers.may_change(*entity, region)
        });
        Ok(pointers)
    }

    /// `target enter data`, `target exit data`, `target update`.
    pub(in crate::backend) fn data_motion(&mut self, directive: &'a Directive) -> Step {
        use OmpClause::{Depend, Device, From, If, Map, Nowait, To};
        let part = self.alone(directive, &[Depend, Device, From, If, Map, Nowait, To])?;
        self.evaluate_items(&part.clauses)?;
        let begin = self.target_begin(&part)?;
        self.emit.line(&format!("{{ {begin}"));
        if part.has(Depend) {
            // An empty task takes the place of the data transfer, so that the dependences of the directive order other tasks before and
            // after it.
            let nothing = self.outlined(TokenRange::new(self.emit.at, self.emit.at), &mut |_| Ok(()))?;
            let flags = if part.has(Nowait) { "0" } else { "CLACC_TASK_UNDEFERRED" };
            self.task_of(&nothing, &part, flags)?;
        }
        let used = self.used_here();
        self.emit.line(&format!("{used}}}"));
        Ok(())
    }

    /// Evaluates the expressions with side effects in the list items of data clauses, because nothing else evaluates them.
    pub(in crate::backend) fn evaluate_items(&mut self, clauses: &[&'a Clause]) -> Step {
        use OmpClause::{From, HasDeviceAddr, IsDevicePtr, Map, To, UseDeviceAddr, UseDevicePtr};
        let data = [From, HasDeviceAddr, IsDevicePtr, Map, To, UseDeviceAddr, UseDevicePtr];
        for clause in clauses.iter().filter(|clause| data.contains(&clause.kind())) {
            for place in self.data_places(clause)? {
                // Variables that are used only in such clauses would be reported as unused by compilers.
                self.scope.hidden.push(place.root);
                let view = self.view;
                for at in place.expressions() {
                    self.scope
                        .hidden
                        .extend(self.uses.within(view.span(at)).iter().map(|(_, entity)| *entity));
                    if !view.has_side_effects(at) {
                        continue;
                    }
                    let text = self.text(view.span(at))?;
                    self.emit.line(&format!("(void)({text});"));
                }
            }
        }
        Ok(())
    }

    /// Returns the list items of a data clause that are places. Other list items, and those with iterators, are refused if they have side
    /// effects.
    fn data_places(&mut self, clause: &Clause) -> Step<Vec<Place>> {
        let is_repeated = clause.modifiers().iter().any(|each| matches!(each, ClauseModifier::Iterators(_)));
        let mut places = Vec::new();
        for item in clause.items() {
            let at = match item {
                Item::Place { written: Some(written), .. } if is_repeated => written.at,
                Item::Place { place, .. } => {
                    places.push(place.clone());
                    continue;
                }
                Item::Lvalue(at) => *at,
                _ => continue,
            };
            if self.view.has_side_effects(at) {
                let message = "no code is generated for this list item with side effects";
                return Err(self.emit.refuse(&codes::GEN0040, self.view.span(at), message));
            }
        }
        Ok(places)
    }
}
