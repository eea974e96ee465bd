//! Parts of forms that are no directives: code that a mapping adds.

use clacc_sema::omp::form::{Declare, InitialValue, Local, Omp, TypeLike};
use clacc_sema::program::place::EntityId;

use super::{Lowering, Refused, Step};
use crate::capture::types::{assignable, type_of};
use crate::codes;
use crate::plan::Node;

impl<'a> Lowering<'a> {
    /// Emits a part of a form, with the parts inside it.
    pub(super) fn form(&mut self, omp: &'a Omp, inside: &[Node<'a>]) -> Step {
        match omp {
            Omp::Seq(_) | Omp::Statement => self.nodes(inside),
            Omp::Block(parts) => self.block(parts, inside),
            Omp::Evaluate { value, .. } => {
                let text = self.text(self.view.span(*value))?;
                self.line(&format!("(void)({text});"));
                Ok(())
            }
            Omp::If { condition, .. } => {
                let Some(condition) = self.operand_text(*condition)? else { return Err(self.refuse_form()) };
                self.line(&format!("if {condition} {{"));
                self.nodes(inside)?;
                self.line("}");
                Ok(())
            }
            Omp::Declare(declare) => self.declaration(declare),
            _ => Err(self.refuse_form()),
        }
    }

    fn refuse_form(&mut self) -> Refused {
        self.refuse_here(&codes::GEN0006, "no code is generated for what this directive becomes")
    }

    /// A block, in which variables may hide others.
    fn block(&mut self, parts: &'a [Omp], inside: &[Node<'a>]) -> Step {
        let hidden: Vec<EntityId> = parts.iter().filter_map(hidden).collect();
        self.line("{");
        // What the declarations begin with is computed under the names outside.
        let mut begun = false;
        for node in inside {
            if !begun && !matches!(node, Node::Form(Omp::Declare(_), _)) {
                self.enter_copies(hidden.clone());
                begun = true;
            }
            self.node(node)?;
        }
        if begun {
            self.leave_copies();
        }
        self.line("}");
        Ok(())
    }

    /// A declaration of a variable that hides another one.
    fn declaration(&mut self, declare: &'a Declare) -> Step {
        let Local::Hiding(entity) = declare.local else { return Err(self.refuse_form()) };
        let of = match declare.ty {
            TypeLike::Entity(of) | TypeLike::ValueOf(of) => of,
            _ => return Err(self.refuse_form()),
        };
        let (name, ty) = (self.entity_text(entity), assignable(&type_of(self.view, of)));
        let declared = self.declared(&ty, name, of)?;
        let value = match &declare.init {
            None => String::new(),
            Some(InitialValue::Value(at)) => {
                // The name of the variable would be its own in its first value.
                let range = self.view.span(*at);
                if self.uses.within(range).iter().any(|(_, used)| *used == entity) {
                    return Err(self.refuse_form());
                }
                format!(" = {}", self.text(range)?)
            }
            Some(_) => return Err(self.refuse_form()),
        };
        self.line(&format!("{declared}{value};"));
        Ok(())
    }
}

/// The variable that a declaration hides.
fn hidden(part: &Omp) -> Option<EntityId> {
    match part {
        Omp::Declare(Declare { local: Local::Hiding(entity), .. }) => Some(*entity),
        _ => None,
    }
}
