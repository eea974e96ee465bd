//! Private copies of variables: declarations of the same names in a block around the code, so that the code stays unchanged.

use clacc_sema::c::types::Type;
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::copies::{Copies, CopyCode};
use super::lowering::Lowering;
use crate::capture::types::{alignment, assignable, is_variable, lengths, type_of};
use crate::emit::Step;
use crate::plan::constituents::Part;

/// The data-sharing attributes of a copy: firstprivate, lastprivate or both.
#[derive(Clone, Copy)]
struct CopyKind {
    is_first: bool,
    is_last: bool,
}

impl<'a> Lowering<'a> {
    /// Returns the copies that the clauses of a part specify.
    pub(crate) fn copies(&mut self, part: &Part<'a>) -> Step<Copies> {
        Ok(Copies {
            private: self.listed(part, OmpClause::Private)?,
            firstprivate: self.listed(part, OmpClause::Firstprivate)?,
            lastprivate: self.listed(part, OmpClause::Lastprivate)?,
            reductions: self.reductions(part)?,
            is_of_league: part.kind == OmpDirective::Teams,
        })
    }

    /// Emits code with copies of variables. `last` is the name of the variable that records whether this thread executed the last
    /// iteration.
    pub(crate) fn with_copies(
        &mut self,
        copies: &Copies,
        last: Option<&str>,
        body: &mut dyn FnMut(&mut Self) -> Step,
    ) -> Step {
        if copies.is_empty() {
            return body(self);
        }
        if copies.has_both() || !copies.reductions.is_empty() {
            self.check_complete_team("a construct whose threads combine or copy values")?;
        }
        let mut code = CopyCode::default();
        for entity in copies.entities() {
            let kind = CopyKind {
                is_first: copies.firstprivate.contains(&entity),
                is_last: copies.lastprivate.contains(&entity),
            };
            if copies.reductions.iter().all(|reduction| reduction.entity != entity) {
                self.copy(entity, kind, last, &mut code)?;
            }
        }
        self.reduced(&copies.reductions, copies.is_of_league, &mut code)?;
        self.emit.line(&format!("{{ {}", code.around.join(" ")));
        if copies.has_both() {
            let prefix = self.emit.prefix.clone();
            code.inside.push(format!("clacc_barrier({prefix}t);"));
        }
        self.emit.line(&format!("{{ {}", code.inside.join(" ")));
        self.enter_copies(copies.entities());
        let done = self.with_participants(&copies.reductions, body);
        self.leave_copies();
        let used = self.used_here();
        self.emit.line(&format!("{} }} {used}}}", code.behind.join(" ")));
        done
    }

    /// Adds the declarations of one copy.
    fn copy(&mut self, entity: EntityId, kind: CopyKind, last: Option<&str>, code: &mut CopyCode) -> Step {
        let (name, ty) = (self.entity_text(entity), type_of(self.view, entity));
        let bounds = self.copied_bounds(entity, code);
        let is_array = matches!(&*ty.ty, Type::Array { .. });
        let aligned = alignment(self.view, entity);
        let by_address = kind.is_last || kind.is_first && is_array;
        let first = self.emit.name("f");
        let original = self.emit.name("o");
        if by_address {
            let here = self.spelled(entity);
            let pointer = self.declared_with(&ty, &format!("(*{original})"), &bounds, entity)?;
            code.around.push(format!("{pointer} = &{here};"));
        }
        if kind.is_first && !is_array {
            let here = self.spelled(entity);
            let declared = self.declared_with(&assignable(&ty), &first, &bounds, entity)?;
            code.around.push(format!("{declared} = {here};"));
            let declared = self.declared_with(&ty, name, &bounds, entity)?;
            code.inside.push(format!("{declared}{aligned} = {first};"));
        } else {
            let declared = self.declared_with(&assignable(&ty), name, &bounds, entity)?;
            code.inside.push(format!("{declared}{aligned};"));
        }
        if kind.is_first && is_array {
            code.inside.push(self.bytes(name, &format!("*{original}")));
        }
        if let Some(last) = last.filter(|_| kind.is_last) {
            let assigned = if is_array {
                self.bytes(&format!("*{original}"), name)
            } else {
                format!("*{original} = {name};")
            };
            code.behind.push(format!("if ({last}) {{ {assigned} }}"));
        }
        Ok(())
    }

    /// Declares variables for the lengths of the variable length arrays in the type of a copy, before the copy, and returns their names.
    pub(crate) fn copied_bounds(&mut self, entity: EntityId, code: &mut CopyCode) -> Vec<String> {
        let ty = type_of(self.view, entity);
        if !is_variable(&ty) {
            return Vec::new();
        }
        let here = self.spelled(entity);
        let mut bounds = Vec::new();
        for length in lengths(&ty, &here) {
            let bound = self.emit.name("d");
            code.around.push(format!("const size_t {bound} = {length};"));
            bounds.push(bound);
        }
        bounds
    }

    /// Returns code that copies an object to another object of the same size, which does not overlap it.
    pub(crate) fn bytes(&mut self, to: &str, from: &str) -> String {
        if self.facts.has_memory_copy {
            return format!("__builtin_memcpy((void *)&({to}), (const void *)&({from}), sizeof ({to}));");
        }
        let index = self.emit.name("k");
        format!(
            "{{ size_t {index}; for ({index} = 0; {index} < sizeof ({to}); ++{index}) ((unsigned char *)&({to}))[{index}] = ((const unsigned char *)&({from}))[{index}]; }}"
        )
    }
}
