//! Parts of forms that are no directives: code that a mapping adds.

use clacc_sema::c::types::Type;
use clacc_sema::omp::form::{
    CallArgument, Declare, Fresh, InitialValue, Local, Omp, Routine, RoutineCall, TypeLike,
};
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
            Omp::Call(call) => self.call(call),
            _ => Err(self.refuse_form()),
        }
    }

    /// A call of a routine of OpenACC about devices and queues. A program without `openacc.h` gets an error of the compiler for
    /// the constants in it.
    fn call(&mut self, call: &RoutineCall) -> Step {
        let is_known = matches!(
            call.routine,
            Routine::Init
                | Routine::InitDevice
                | Routine::Shutdown
                | Routine::ShutdownDevice
                | Routine::SetDeviceNum
                | Routine::SetDeviceType
                | Routine::SetDefaultAsync
        );
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            arguments.push(match argument {
                CallArgument::Value(value) if is_known => self.value_text(*value)?,
                CallArgument::DeviceType(ty) if is_known => ty.constant().to_owned(),
                _ => return Err(self.refuse_form()),
            });
        }
        if !is_known {
            return Err(self.refuse_form());
        }
        self.line(&format!("{}({});", call.routine.text(), arguments.join(", ")));
        Ok(())
    }

    fn refuse_form(&mut self) -> Refused {
        self.refuse_here(&codes::GEN0006, "no code is generated for what this directive becomes")
    }

    /// A block, in which variables may hide others.
    fn block(&mut self, parts: &'a [Omp], inside: &[Node<'a>]) -> Step {
        let hidden: Vec<EntityId> = parts.iter().filter_map(hidden).collect();
        self.line("{ {");
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
        let used = self.used_here();
        self.line(&format!("}} {used}}}"));
        Ok(())
    }

    /// A declaration of a variable that hides another one, or that has its value until then.
    fn declaration(&mut self, declare: &'a Declare) -> Step {
        let (name, hidden) = match declare.local {
            Local::Hiding(entity) => (self.entity_text(entity).to_owned(), Some(entity)),
            Local::Fresh(Fresh::CopyOf(entity)) => (self.kept(entity)?, None),
            Local::Fresh(_) => return Err(self.refuse_form()),
        };
        let (TypeLike::Entity(of) | TypeLike::ValueOf(of)) = declare.ty else {
            return Err(self.refuse_form());
        };
        let declared = self.declared(&assignable(&type_of(self.view, of)), &name, of)?;
        let value = match &declare.init {
            None => String::new(),
            Some(init) => format!(" = {}", self.initial_value(init, hidden)?),
        };
        self.line(&format!("{declared}{value};"));
        Ok(())
    }

    /// The first value of a variable. In it, the name of the variable would be that of the new one.
    fn initial_value(&mut self, init: &InitialValue, hidden: Option<EntityId>) -> Step<String> {
        match init {
            InitialValue::Value(at) => {
                let range = self.view.span(*at);
                let is_own = |used: &(u32, EntityId)| Some(used.1) == hidden;
                if self.uses.within(range).iter().any(is_own) {
                    return Err(self.refuse_form());
                }
                self.text(range)
            }
            InitialValue::ValueOf(entity) if Some(*entity) != hidden => Ok(self.spelled(*entity)),
            InitialValue::Fresh(Fresh::CopyOf(entity)) => Ok(self.kept_value(*entity)),
            _ => Err(self.refuse_form()),
        }
    }

    /// The name of the value of a variable that is declared here for others to begin with. An array has no value.
    fn kept(&mut self, entity: EntityId) -> Step<String> {
        if matches!(&*type_of(self.view, entity).ty, Type::Array { .. }) {
            return Err(self.refuse_form());
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.kept_values.push(entity);
        }
        Ok(self.kept_name(entity))
    }
}

/// The variable that a declaration hides.
fn hidden(part: &Omp) -> Option<EntityId> {
    let Omp::Declare(declare) = part else { return None };
    match declare.local {
        Local::Hiding(entity) => Some(entity),
        Local::Fresh(_) => None,
    }
}
