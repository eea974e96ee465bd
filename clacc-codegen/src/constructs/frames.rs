//! Outlined functions, and the resolution of names in them.

use std::fmt::Write;

use clacc_sema::c::model::{SymbolId, SymbolKind};
use clacc_sema::c::types::{QualType, Type};
use clacc_sema::program::place::EntityId;
use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::capture::types::{
    alignment, assignable, declaration, is_in_named_register, is_thread_local, is_variable, lengths, type_of,
};
use crate::capture::uses::is_of_function;
use crate::codes;
use crate::emit::Step;
use crate::piece::CapturedBy;
use crate::scope::{Arguments, Extra, Frame, Given, Participant};

impl Lowering<'_> {
    /// Begins an outlined function for a region.
    pub(crate) fn enter_frame(&mut self, region: TokenRange) {
        let outermost = match self.scope.frames.as_slice() {
            [_] => region,
            [.., last] => last.outermost,
            [] => region,
        };
        let user = Frame::of_user(region);
        self.scope.frames.push(Frame { outermost, ..user });
    }

    /// Ends the outlined function, and returns the arguments that it needs.
    pub(crate) fn leave_frame(&mut self) -> Step<Arguments> {
        let frame = self.scope.frames.pop();
        let Some(frame) = frame else { return Ok(Arguments::none()) };
        self.check_local_names(frame.region)?;
        self.check_jumps(frame.region)?;
        let (mut arguments, mut first) = (Arguments::none(), Vec::new());
        for Given { name, object } in frame.given {
            arguments.members.push(format!("const void *{name};"));
            arguments.set.push(format!("{name} = (const void *)&{object};"));
            arguments.taken.push(format!("const void *{name} = {}v->{name};", self.emit.prefix));
        }
        for Extra { declared, name, is_set_apart } in frame.extra {
            arguments.members.push(format!("{declared};"));
            first.push(format!("{declared} = {}v->{name};", self.emit.prefix));
            if !is_set_apart {
                arguments.set.push(format!("{name} = {name};"));
            }
        }
        for (entity, by) in &frame.captures {
            let participant = frame.participants.iter().find(|each| each.entity == *entity);
            self.pass(*entity, *by, participant, &mut arguments)?;
        }
        arguments.captures = frame.captures;
        for symbol in self.variable_types_in(frame.region) {
            self.pass_type(symbol, &mut arguments)?;
        }
        for entity in frame.needed_values {
            self.pass_kept_value(entity, &mut arguments)?;
        }
        // Element counts and array lengths must be declared before their uses.
        arguments.taken.sort_by_key(|text| !text.starts_with("const size_t"));
        arguments.taken.splice(0..0, first);
        Ok(arguments)
    }

    /// Passes the lengths of a typedef name of a variable length array type, and declares the typedef name in the outlined function.
    fn pass_type(&mut self, symbol: SymbolId, arguments: &mut Arguments) -> Step {
        let (entity, symbol) = (EntityId::new(symbol.into_raw().into_u32()), &self.model.symbols[symbol]);
        let (name, ty, prefix) = (self.model.text(symbol.name), symbol.ty.clone(), self.emit.prefix.clone());
        let mut bounds = Vec::new();
        for (index, length) in lengths(&ty, &format!("(*({name} *)0)")).into_iter().enumerate() {
            let bound = format!("{prefix}of_{name}_{index}");
            arguments.members.push(format!("size_t {bound};"));
            arguments.set.push(format!("{bound} = {length};"));
            arguments.taken.push(format!("const size_t {bound} = {prefix}v->{bound};"));
            bounds.push(bound);
        }
        let declared = self.declared_with(&ty, name, &bounds, entity)?;
        arguments.taken.push(format!("typedef {declared};"));
        Ok(())
    }

    /// Passes a `va_list` of the user's function by its address. If `va_list` is an array type, a parameter of this type is a pointer (C17
    /// 6.7.6.3p7), as is the value of a conditional expression.
    fn pass_argument_list(&mut self, entity: EntityId, arguments: &mut Arguments) {
        let (name, prefix, here) = (self.entity_text(entity), self.emit.prefix.clone(), self.spelled(entity));
        let list = "*(__builtin_va_list *)0";
        let ty = match self.model.symbols[self.view.c_symbol(entity)].kind {
            SymbolKind::Parameter => format!("__typeof__(1 ? {list} : {list})"),
            _ => "__builtin_va_list".to_owned(),
        };
        arguments.members.push(format!("{ty} *{name};"));
        arguments.set.push(format!("{name} = &{here};"));
        arguments.taken.push(format!("{ty} *{prefix}_{name} = {prefix}v->{name};"));
    }

    /// Passes a variable to an outlined function.
    fn pass(
        &mut self,
        entity: EntityId,
        by: CapturedBy,
        participant: Option<&Participant>,
        arguments: &mut Arguments,
    ) -> Step {
        self.check_register(entity, by)?;
        let (name, ty) = (self.entity_text(entity), type_of(self.view, entity));
        if matches!(&*ty.ty, Type::VaList) && by == CapturedBy::Address {
            self.pass_argument_list(entity, arguments);
            return Ok(());
        }
        let aligned = alignment(self.view, entity);
        let here = self.spelled(entity);
        let dims = lengths(&ty, &here);
        let mut bounds = Vec::new();
        for (index, dim) in dims.iter().enumerate() {
            let bound = format!("{}_{name}_{index}", self.emit.prefix);
            arguments.members.push(format!("size_t {bound};"));
            arguments.set.push(format!("{bound} = {dim};"));
            arguments.taken.push(format!("const size_t {bound} = {}v->{bound};", self.emit.prefix));
            bounds.push(bound);
        }
        let pointer = format!("(*{}_{name})", self.emit.prefix);
        let (inside, value) = match by {
            CapturedBy::Value | CapturedBy::Copy => {
                (self.declared_with(&ty, name, &bounds, entity)? + &aligned, here.clone())
            }
            CapturedBy::Elements if !is_variable(&ty) => {
                return self.pass_elements(entity, &ty, &here, arguments);
            }
            CapturedBy::Address | CapturedBy::Elements => {
                (self.declared_with(&ty, &pointer, &bounds, entity)?, format!("&{here}"))
            }
        };
        if by == CapturedBy::Elements {
            let bytes = format!("{}_{name}_bytes", self.emit.prefix);
            arguments.members.push(format!("size_t {bytes};"));
            arguments.set.push(format!("{bytes} = sizeof {here};"));
            arguments.variable.push((name.to_owned(), bytes));
        }
        let member = match by {
            _ if is_variable(&ty) => format!("void *{name};"),
            CapturedBy::Value | CapturedBy::Copy => {
                self.declared_with(&assignable(&ty), name, &[], entity)? + ";"
            }
            CapturedBy::Address | CapturedBy::Elements => {
                let pointer = format!("(*{name})");
                self.declared_with(&ty, &pointer, &[], entity)? + ";"
            }
        };
        arguments.members.push(member);
        let value = if is_variable(&ty) { format!("(void *){value}") } else { value };
        arguments.set.push(format!("{name} = {value};"));
        let passed = format!("{}v->{name}", self.emit.prefix);
        let value = participant.map_or(passed.clone(), |each| self.own_copy(each, &passed));
        arguments.taken.push(format!("{inside} = {value};"));
        Ok(())
    }

    /// Returns the name of the variable that keeps the value of a variable for initializers. If an enclosing function keeps it, the value
    /// is passed to the current one.
    pub(crate) fn kept_value(&mut self, entity: EntityId) -> String {
        if let Some(frame) = self.scope.frames.last_mut()
            && !frame.kept_values.contains(&entity)
            && !frame.needed_values.contains(&entity)
        {
            frame.needed_values.push(entity);
        }
        self.kept_name(entity)
    }

    /// Returns the name of the variable that keeps the value of a variable. It is the same in all functions.
    pub(crate) fn kept_name(&self, entity: EntityId) -> String {
        format!("{}copy_{}", self.emit.prefix, self.entity_text(entity))
    }

    /// Passes a kept value, which never changes.
    fn pass_kept_value(&mut self, entity: EntityId, arguments: &mut Arguments) -> Step {
        let ty = assignable(&type_of(self.view, entity));
        let here = self.kept_value(entity);
        let declared = self.declared(&ty, &here, entity)?;
        arguments.members.push(format!("{declared};"));
        arguments.set.push(format!("{here} = {here};"));
        arguments.taken.push(format!("{declared} = {}v->{here};", self.emit.prefix));
        Ok(())
    }

    /// Refuses code that uses a thread-local variable of the user's function. Its address would be passed by the encountering thread and
    /// denote that thread's variable. For the values that copies start and end with, this is correct.
    pub(crate) fn check_thread_local(&mut self, entity: EntityId) -> Step {
        let copies = self.scope.frames.iter().flat_map(|frame| frame.copies.iter().flatten());
        let is_copy = copies.into_iter().any(|copied| *copied == entity);
        if is_copy || !is_thread_local(self.view, entity) {
            return Ok(());
        }
        let name = self.entity_text(entity);
        let message = format!(
            "no code is generated for a region that uses `{name}`, of which each thread has its own and which only the function around can name"
        );
        Err(self.emit.refuse_here(&codes::GEN0050, message))
    }

    /// Refuses to share or copy a variable that is assigned to a named register.
    fn check_register(&mut self, entity: EntityId, by: CapturedBy) -> Step {
        if by == CapturedBy::Value || !is_in_named_register(self.view, entity) {
            return Ok(());
        }
        let name = self.entity_text(entity);
        let message =
            format!("no code is generated for a region that shares `{name}`, which lives in a register");
        Err(self.emit.refuse_here(&codes::GEN0050, message))
    }

    /// Returns the pointer to the thread's copy for a task reduction, as a pointer to the whole variable.
    fn own_copy(&self, participant: &Participant, passed: &str) -> String {
        let Participant { pointer, first, .. } = participant;
        let prefix = &self.emit.prefix;
        match first {
            None => format!("clacc_reduction_copy({prefix}t, {passed})"),
            Some(first) => format!(
                "(void *)(({pointer})clacc_reduction_copy({prefix}t, ({pointer}){passed} + {first}) - {first})"
            ),
        }
    }

    /// Passes the elements of an array to a task by copying them into the arguments.
    fn pass_elements(
        &mut self,
        entity: EntityId,
        ty: &QualType,
        here: &str,
        arguments: &mut Arguments,
    ) -> Step {
        let (name, prefix) = (self.entity_text(entity), self.emit.prefix.clone());
        let own = self.declared_with(&assignable(ty), name, &[], entity)?;
        let inside = self.declared_with(&assignable(ty), &format!("(*{prefix}_{name})"), &[], entity)?;
        let aligned = alignment(self.view, entity);
        arguments.members.push(format!("{own}{aligned};"));
        arguments.copied.push(self.bytes(&format!("{prefix}a.{name}"), here));
        arguments.taken.push(format!("{inside} = &{prefix}v->{name};"));
        Ok(())
    }

    /// Returns a declaration of a name with the type of a variable, for code outside of the function that declares the variable.
    pub(crate) fn declared(&mut self, ty: &QualType, name: &str, of: EntityId) -> Step<String> {
        self.declared_with(ty, name, &[], of)
    }

    pub(crate) fn declared_with(
        &mut self,
        ty: &QualType,
        name: &str,
        bounds: &[String],
        of: EntityId,
    ) -> Step<String> {
        if self.facts.mistakes_variable_arrays && matches!(&*ty.ty, Type::Array { .. }) && is_variable(ty) {
            let name = self.entity_text(of);
            let message = format!(
                "no code is generated for a region that uses `{name}`: this compiler mistakes addresses of arrays of variable length"
            );
            return Err(self.emit.refuse_here(&codes::GEN0005, message));
        }
        let is_argument_list = matches!(&*ty.ty, Type::VaList);
        if let Some(text) =
            declaration(self.view, self.local_types.names(), ty, name, bounds).filter(|_| !is_argument_list)
        {
            return Ok(text);
        }
        let (words, name) = (self.view.describe(of), self.entity_text(of));
        let message = format!(
            "no code is generated for a region that uses `{name}`: its type, {words}, cannot be named outside of the function"
        );
        Err(self.emit.refuse_here(&codes::GEN0003, message))
    }

    /// Returns the spelling of a variable in the current function.
    pub(crate) fn spelled(&mut self, entity: EntityId) -> String {
        self.other_name(entity).unwrap_or_else(|| self.entity_text(entity).to_owned())
    }

    /// Returns the spelling of a variable in the current function if it differs from the variable's name.
    pub(crate) fn other_name(&mut self, entity: EntityId) -> Option<String> {
        if let Some(own) = self.threadprivate.expression(entity) {
            return Some(own.to_owned());
        }
        if let Some(own) = self.device_name(entity) {
            return Some(own);
        }
        let by = self.captured_by(entity);
        if let Some(text) = self.on_this_side(entity).filter(|_| by.is_none() && !self.is_copied_here(entity))
        {
            return Some(text);
        }
        let is_pointed = matches!(by, Some(CapturedBy::Address | CapturedBy::Elements));
        is_pointed.then(|| format!("(*{}_{})", self.emit.prefix, self.entity_text(entity)))
    }

    /// Returns the name of a variable in a data region of the current function that renames it.
    fn device_name(&self, entity: EntityId) -> Option<String> {
        let names = self.scope.device_names.iter().rev();
        let mut here = names.filter(|name| name.functions == self.scope.frames.len());
        here.find(|name| name.entity == entity).map(|name| name.spelled.clone())
    }

    /// Returns the uses in a range of the variables that data regions of the user's function rename.
    pub(crate) fn names_on_device(&self, range: TokenRange) -> Vec<(TokenRange, String)> {
        if self.scope.device_names.is_empty() {
            return Vec::new();
        }
        let uses = self.uses.within(range).iter();
        let renamed = uses.filter_map(|(at, entity)| Some((*at, self.device_name(*entity)?)));
        renamed.map(|(at, text)| (TokenRange::new(at, at + 1), text)).collect()
    }

    /// Returns whether a variable is spelled by its name in the current function.
    pub(crate) fn is_plain(&mut self, entity: EntityId) -> bool {
        matches!(self.captured_by(entity), None | Some(CapturedBy::Value | CapturedBy::Copy))
    }

    /// Returns how the current function captures a variable, or none if it does not have to, because the name is visible there.
    pub(crate) fn captured_by(&mut self, entity: EntityId) -> Option<CapturedBy> {
        let [_, .., frame] = self.scope.frames.as_slice() else { return None };
        let is_copied = frame.copies.iter().flatten().any(|copied| *copied == entity);
        let declared = self.view.declared_at(entity);
        let is_inside =
            declared.is_some_and(|at| frame.region.start <= at.start && at.start < frame.region.end);
        if is_copied || is_inside {
            return None;
        }
        if let Some((_, by)) = frame.captures.iter().find(|(known, _)| *known == entity) {
            return Some(*by);
        }
        let decided = frame.decided.iter().find(|(known, _)| *known == entity).map(|(_, by)| *by);
        let outermost = frame.outermost;
        let is_named =
            decided.is_none() && !is_of_function(self.view, entity) && !self.is_hidden_around(entity);
        let by = match decided {
            _ if is_named => self.brought_to_device(entity)?,
            Some(by) => by,
            None => self.writers.captured_by(self.view, entity, outermost),
        };
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.captures.push((entity, by));
        }
        Some(by)
    }

    /// Returns the number of functions around the code, including the user's function.
    pub(crate) fn depth_of_functions(&self) -> usize {
        self.scope.frames.len()
    }

    /// Returns whether an enclosing function has a copy of a variable under its name.
    fn is_hidden_around(&self, entity: EntityId) -> bool {
        let around = self.scope.frames.split_last().map_or(&[][..], |(_, around)| around);
        if self.scope.device_names.iter().any(|name| name.entity == entity && name.functions <= around.len())
        {
            return true;
        }
        around.iter().any(|frame| {
            let is_captured = frame.captures.iter().chain(&frame.decided).any(|(known, _)| *known == entity);
            is_captured || frame.copies.iter().flatten().any(|copied| *copied == entity)
        })
    }

    /// Returns whether the name of a variable that is declared outside of the function refers to a copy here.
    pub(crate) fn is_hidden_here(&self, entity: EntityId) -> bool {
        self.is_hidden_around(entity) || self.is_copied_here(entity)
    }

    /// Returns whether the code is in the user's function, so that the descriptor of the current thread has to be requested.
    pub(crate) fn is_orphaned(&self) -> bool {
        self.scope.frames.len() == 1
    }

    /// Begins a scope in which copies hide some variables.
    pub(crate) fn enter_copies(&mut self, entities: Vec<EntityId>) {
        // The name of a threadprivate variable is replaced by an expression, so a copy cannot have this name (OpenMP 5.2 5.2).
        if let Some(variable) = entities.iter().find(|entity| self.threadprivate.has(**entity)) {
            let name = self.entity_text(*variable);
            let message = format!(
                "`{name}` is threadprivate, and neither private to a construct nor counts its iterations"
            );
            self.emit.refuse_here(&codes::GEN0010, message);
        }
        self.scope.hidden.extend(&entities);
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.copies.push(entities);
        }
    }

    /// Returns statements that use variables which are declared here but named only in regions, where copies hide them. Without these
    /// statements, compilers would report the variables as unused.
    pub(crate) fn used_here(&mut self) -> String {
        let mut hidden = std::mem::take(&mut self.scope.hidden);
        hidden.sort_unstable();
        hidden.dedup();
        let mut text = String::new();
        for entity in hidden {
            let is_here =
                (self.is_orphaned() || self.is_declared_here(entity)) && !self.is_copied_here(entity);
            // A volatile variable must not be read, so its address is used instead.
            let address = if type_of(self.view, entity).is_volatile() { "&" } else { "" };
            match is_here {
                true if is_of_function(self.view, entity) && self.is_in_scope(entity) => {
                    let _ = write!(text, "(void){address}{}; ", self.entity_text(entity));
                }
                true => {}
                false => self.scope.hidden.push(entity),
            }
        }
        text
    }

    /// Returns whether a variable is in scope at the current directive.
    fn is_in_scope(&self, entity: EntityId) -> bool {
        let is_before = self.view.declared_at(entity).is_none_or(|declared| declared.start < self.emit.at);
        let scope = self.view.entity(entity).scope.map(|scope| self.view.span(scope));
        is_before && scope.is_none_or(|scope| scope.start <= self.emit.at && self.emit.at < scope.end)
    }

    /// Returns whether the name of a variable refers to a copy in the current function.
    fn is_copied_here(&self, entity: EntityId) -> bool {
        let copies = self.scope.frames.last().into_iter().flat_map(|frame| frame.copies.iter().flatten());
        copies.into_iter().any(|copied| *copied == entity)
    }

    fn is_declared_here(&self, entity: EntityId) -> bool {
        let declared = self.view.declared_at(entity);
        let region = self.scope.frames.last().map(|frame| frame.region);
        declared.zip(region).is_some_and(|(at, region)| region.start <= at.start && at.start < region.end)
    }

    pub(crate) fn leave_copies(&mut self) {
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.copies.pop();
        }
    }
}
