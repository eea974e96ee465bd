//! Parts of forms that are not directives: code that a mapping adds.

use clacc_sema::c::types::Type;
use clacc_sema::omp::form::{
    CallArgument, Declare, Fresh, InitialValue, Local, Omp, Routine, RoutineCall, TypeLike,
};
use clacc_sema::program::place::{Bound, EntityId, Extent, Place, Step as PlaceStep, Value};

use super::lowering::Lowering;
use crate::capture::types::{assignable, type_of};
use crate::codes;
use crate::emit::{Refused, Step};
use crate::plan::Node;

impl<'a> Lowering<'a> {
    /// Emits a part of a form, with the parts inside it.
    pub(crate) fn form(&mut self, omp: &'a Omp, inside: &[Node<'a>]) -> Step {
        match omp {
            Omp::Seq(_) | Omp::Statement => self.nodes(inside),
            Omp::Block(parts) => self.block(parts, inside),
            Omp::Evaluate { value, .. } => {
                let text = self.text(self.view.span(*value))?;
                self.emit.line(&format!("(void)({text});"));
                Ok(())
            }
            Omp::If { condition, .. } => {
                let Some(condition) = self.operand_text(*condition)? else { return Err(self.refuse_form()) };
                self.emit.line(&format!("if {condition} {{"));
                self.nodes(inside)?;
                self.emit.line("}");
                Ok(())
            }
            Omp::Declare(declare) => self.declaration(declare),
            Omp::Call(call) if call.routine.is_about_pointers() => self.attachment(call),
            Omp::Call(call) => self.call(call),
            Omp::Rows(rows) => self.rows(rows, inside),
            Omp::HiddenStruct(hidden) => self.hidden_struct(hidden),
            // Code that calls the function declares it.
            Omp::DeclareFunction(_) => Ok(()),
            Omp::DeclareReduction(declared) => {
                self.of_structs.push(declared);
                Ok(())
            }
            _ => Err(self.refuse_form()),
        }
    }

    /// Emits a call of an OpenACC routine about devices and queues. The routine is declared locally under a unique name, because the
    /// program need not include `openacc.h`.
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
                | Routine::Wait
                | Routine::WaitAll
                | Routine::WaitAllAsync
                | Routine::WaitAllDevice
                | Routine::WaitAllDeviceAsync
                | Routine::WaitAsync
                | Routine::WaitDevice
                | Routine::WaitDeviceAsync
        );
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            arguments.push(match argument {
                CallArgument::Value(value) if is_known => self.value_text(*value)?,
                CallArgument::DeviceType(ty) if is_known => ty.number().to_string(),
                _ => return Err(self.refuse_form()),
            });
        }
        if !is_known {
            return Err(self.refuse_form());
        }
        let (routine, parameters) = (call.routine.text(), vec!["int"; arguments.len()].join(", "));
        self.emit.line(&format!(
            "{{ extern void clacc_{routine}({parameters}) __asm__(\"{routine}\"); clacc_{routine}({}); }}",
            arguments.join(", ")
        ));
        Ok(())
    }

    fn refuse_form(&mut self) -> Refused {
        self.emit.refuse_here(&codes::GEN0006, "no code is generated for what this directive becomes")
    }

    /// Emits a block whose variables may hide other variables.
    fn block(&mut self, parts: &'a [Omp], inside: &[Node<'a>]) -> Step {
        let hidden: Vec<EntityId> = parts.iter().filter_map(hidden).collect();
        self.emit.line("{ {");
        // The initializers of the declarations are evaluated while the names still refer to the outer variables.
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
        self.emit.line(&format!("}} {used}}}"));
        Ok(())
    }

    /// Emits a declaration of a variable that hides another one, or that keeps the value of a variable.
    fn declaration(&mut self, declare: &'a Declare) -> Step {
        if let Local::Fresh(fresh) = declare.local
            && let Some(name) = self.kept_variable(fresh)
        {
            return self.declared_value(&name, declare.init.as_ref());
        }
        let (name, hidden) = match declare.local {
            Local::Hiding(entity) => (self.entity_text(entity).to_owned(), Some(entity)),
            Local::Fresh(Fresh::CopyOf(entity)) => (self.kept(entity)?, None),
            Local::Fresh(Fresh::CopyBehind(entity)) => (self.elements_name(entity), None),
            Local::Fresh(_) => return Err(self.refuse_form()),
        };
        let of = match &declare.ty {
            TypeLike::Entity(of) | TypeLike::ValueOf(of) => *of,
            TypeLike::ElementsUpTo(part) => return self.elements_behind(part, hidden, declare.init.as_ref()),
            _ => return Err(self.refuse_form()),
        };
        let declared = self.declared(&assignable(&type_of(self.view, of)), &name, of)?;
        let value = match &declare.init {
            None => String::new(),
            Some(init) => format!(" = {}", self.initial_value(init, hidden)?),
        };
        self.emit.line(&format!("{declared}{value};"));
        Ok(())
    }

    /// Emits an array for a section of a pointee, at the same subscripts. If the declaration hides the pointer, it declares a pointer to
    /// the array, so that the name keeps its type.
    fn elements_behind(
        &mut self,
        part: &Place,
        hidden: Option<EntityId>,
        init: Option<&InitialValue>,
    ) -> Step {
        let (entity, ty) = (part.root, type_of(self.view, part.root));
        let (Some((first, length)), Some(target)) = (first_range(part), ty.target()) else {
            return Err(self.refuse_form());
        };
        let first = first.map_or(Ok("0".to_owned()), |first| self.value_text(first))?;
        let (length, array) = (self.value_text(length)?, self.elements_name(entity));
        let (lower, count) = (self.emit.name("l"), self.emit.name("n"));
        let elements = self.declared(
            &assignable(target),
            &format!("{array}[{lower} + {count} ? {lower} + {count} : 1]"),
            entity,
        )?;
        self.emit.line(&format!("const size_t {lower} = {first}, {count} = {length}; {elements};"));
        match (init, hidden) {
            (None, Some(_)) => {
                let pointer = self.declared(&assignable(&ty), self.entity_text(entity), entity)?;
                self.emit.line(&format!("{pointer} = {array};"));
            }
            (Some(InitialValue::Elements(from)), None) if from.root == entity => {
                let (index, here) = (self.emit.name("k"), self.spelled(entity));
                self.emit.line(&format!(
                    "{{ size_t {index}; for ({index} = {lower} * sizeof {array}[0]; {index} < ({lower} + {count}) * sizeof {array}[0]; ++{index}) \
                     ((unsigned char *){array})[{index}] = ((const unsigned char *){here})[{index}]; }}"
                ));
                self.scope.behind_pointers.push((entity, self.depth_of_functions()));
            }
            _ => return Err(self.refuse_form()),
        }
        Ok(())
    }

    /// Returns the initial value of a variable. An initializer that uses the hidden variable is refused, because its name would refer to
    /// the new variable.
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
            // The array must be declared in the current function. Each execution of the block has its own array.
            InitialValue::AddressOf(Fresh::CopyBehind(entity))
                if self.scope.behind_pointers.contains(&(*entity, self.depth_of_functions())) =>
            {
                Ok(self.elements_name(*entity))
            }
            _ => Err(self.refuse_form()),
        }
    }

    fn elements_name(&self, entity: EntityId) -> String {
        format!("{}behind_{}", self.emit.prefix, self.entity_text(entity))
    }

    /// Returns the name of a variable that keeps the value of another variable for later initializers. Arrays are refused.
    fn kept(&mut self, entity: EntityId) -> Step<String> {
        if matches!(&*type_of(self.view, entity).ty, Type::Array { .. }) {
            return Err(self.refuse_form());
        }
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.kept_values.push(entity);
        }
        Ok(self.kept_name(entity))
    }
}

/// Returns the first element and the number of elements of the first dimension of a section of a pointee.
fn first_range(part: &Place) -> Option<(Option<Value>, Value)> {
    match &*part.steps {
        [PlaceStep::Deref(_), PlaceStep::Index(index), ..] => Some((Some(*index), Value::constant(1))),
        [
            PlaceStep::Deref(_),
            PlaceStep::Range { start, extent: Extent::Length(length), stride: None },
            ..,
        ] => match start {
            Bound::Default => Some((None, *length)),
            Bound::At(first) => Some((Some(*first), *length)),
        },
        _ => None,
    }
}

/// Returns the variable that a declaration hides.
fn hidden(part: &Omp) -> Option<EntityId> {
    let Omp::Declare(declare) = part else { return None };
    match declare.local {
        Local::Hiding(entity) => Some(entity),
        Local::Fresh(_) => None,
    }
}
