//! Edits of the declarations of threadprivate variables.

use clacc_sema::program::place::EntityId;
use clacc_syntax::ast::{Decl, DeclaredId};
use clacc_syntax::token::TokenRange;

use super::super::lowering::Lowering;
use super::variables::Linkage;
use crate::capture::types::{declaration, type_of};
use crate::capture::uses::is_of_function;
use crate::codes;
use crate::emit::Step;
use crate::local_declarations::Parts;
use crate::piece::{Item, Piece};

/// A declaration, with the threadprivate variable that each declarator declares, if it declares one.
struct Declared {
    range: TokenRange,
    parts: Parts,
    variables: Vec<Option<EntityId>>,
}

impl Lowering<'_> {
    /// Collects the edits of the declarations of threadprivate variables.
    pub(crate) fn edit_declarations(&mut self) -> Step {
        let tree = &self.model.parsed.tree;
        let lists: Vec<_> = tree
            .decls
            .iter()
            .filter_map(|(id, decl)| match decl {
                Decl::Declaration { entities, .. } => Some((tree.spans.decls.get(id)?, entities)),
                _ => None,
            })
            .collect();
        for (range, entities) in lists {
            let variables: Vec<_> = entities.iter().map(|id| self.declared_threadprivate(*id)).collect();
            let Some(found) = variables.iter().flatten().next().copied() else { continue };
            let Some(declared) = self.declaration_parts(range, entities, variables) else {
                let message = "no code is generated for this declaration of a threadprivate variable";
                return Err(self.emit.refuse(&codes::GEN0011, range, message));
            };
            if self.threadprivate.variables[&found].linkage == Linkage::None {
                self.hoist(&declared)?;
            } else {
                self.edit_in_place(&declared)?;
            }
        }
        Ok(())
    }

    /// Returns the threadprivate variable that a declarator declares.
    fn declared_threadprivate(&self, id: DeclaredId) -> Option<EntityId> {
        let symbol = self.model.declared.get(id).copied()?;
        let entity = EntityId::new(symbol.into_raw().into_u32());
        self.threadprivate.has(entity).then_some(entity)
    }

    fn declaration_parts(
        &self,
        range: TokenRange,
        entities: &[DeclaredId],
        variables: Vec<Option<EntityId>>,
    ) -> Option<Declared> {
        let names = &self.model.parsed.tree.spans.entity_names;
        let first = names.get(*entities.first()?)?.start;
        let parts = Parts::of(self.tokens, range, first);
        (parts.declarators.len() == variables.len()).then_some(Declared { range, parts, variables })
    }

    fn edit(&mut self, range: TokenRange, text: impl Into<String>) {
        self.threadprivate.edits.push((range, text.into()));
    }

    // ---- variables with linkage ----

    /// Edits a declaration of file-scope variables in place.
    fn edit_in_place(&mut self, declared: &Declared) -> Step {
        if self.facts.has_thread_storage {
            self.split(declared)?;
        } else {
            self.rename(declared);
        }
        for entity in declared.variables.iter().flatten() {
            self.declare_for_regions(*entity)?;
        }
        Ok(())
    }

    /// Renames the objects of the declared variables.
    fn rename(&mut self, declared: &Declared) {
        for (entity, range) in declared.variables.iter().zip(&declared.parts.declarators) {
            let Some(entity) = entity else { continue };
            let object = self.threadprivate.variables[entity].object.clone();
            let name = self.name_token(*entity, *range);
            self.edit(TokenRange::new(name, name + 1), object);
        }
    }

    /// Returns the token of the variable's name in a declarator.
    fn name_token(&self, entity: EntityId, declarator: TokenRange) -> u32 {
        let at = self.view.declared_at(entity).map(|at| at.start);
        let name = self.entity_text(entity);
        let is_inside = |at: &u32| declarator.start <= *at && *at < declarator.end;
        at.filter(is_inside)
            .or_else(|| (declarator.start..declarator.end).find(|at| self.tokens.text(*at) == name))
            .unwrap_or(declarator.start)
    }

    /// Adds `__thread` to some of the declarators. The others get a separate declaration.
    fn split(&mut self, declared: &Declared) -> Step {
        let Declared { parts, variables, .. } = declared;
        let is_same = variables.iter().all(|each| each.is_some() == variables[0].is_some());
        let own = if is_same { None } else { self.shared_type(declared)? };
        if variables[0].is_some() && own.is_none() {
            let at = self.place_of_thread_word(parts);
            self.edit(TokenRange::new(at, at), "__thread");
        }
        if let Some(name) = &own {
            let first = self.repeated_specifiers(parts, Some(name), variables[0].is_some());
            let end = parts.specifiers.end;
            self.edit(TokenRange::new(end, end), format!("{name} ; {first}"));
        }
        for (index, pair) in variables.windows(2).enumerate() {
            if pair[0].is_some() != pair[1].is_some() {
                let specifiers = self.repeated_specifiers(parts, own.as_deref(), pair[1].is_some());
                let comma = parts.declarators[index].end;
                self.edit(TokenRange::new(comma, comma + 1), format!("; {specifiers}"));
            }
        }
        Ok(())
    }

    /// Returns the place of `__thread`: gcc requires it after `static` and `extern`.
    fn place_of_thread_word(&self, parts: &Parts) -> u32 {
        let storage = parts.specifier(self.tokens, &["static", "extern"]).map(|at| at + 1);
        let is_extension = |at: &u32| self.tokens.text(*at) == "__extension__";
        let first = || parts.outer(self.tokens).find(|at| !is_extension(at));
        storage.or_else(first).unwrap_or(parts.specifiers.start)
    }

    /// Turns the declaration into one of a typedef name if its specifiers define a type that has no tag and so cannot be named again.
    /// Returns the typedef name.
    fn shared_type(&mut self, declared: &Declared) -> Step<Option<String>> {
        let Some((_, false)) = declared.parts.body(self.tokens) else { return Ok(None) };
        if declared.parts.specifier(self.tokens, &["_Alignas", "__attribute__", "__attribute"]).is_some() {
            let message =
                "no code is generated for this declaration of a threadprivate variable among others";
            return Err(self.emit.refuse(&codes::GEN0011, declared.range, message));
        }
        let first = declared.parts.declarators[0];
        let at = TokenRange::new(declared.parts.specifiers.start, declared.parts.specifiers.start);
        let storage = declared.parts.specifier(self.tokens, &["static", "extern"]);
        match storage {
            Some(token) => self.edit(TokenRange::new(token, token + 1), "typedef"),
            None => self.edit(at, "typedef"),
        }
        let name = (first.start..first.end).map(|at| self.tokens.text(at));
        let is_word =
            |text: &&str| text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
        Ok(Some(format!("clacc_type_of_{}", name.into_iter().find(is_word).unwrap_or_default())))
    }

    /// Returns the specifiers for further declarators. A type that they define is named instead of defined.
    fn repeated_specifiers(&self, parts: &Parts, own: Option<&str>, is_threadprivate: bool) -> String {
        let storage = parts.specifier(self.tokens, &["static", "extern"]);
        let word = storage.map_or("", |at| self.tokens.text(at));
        let thread = if is_threadprivate { "__thread" } else { "" };
        let ty = match (own, parts.body(self.tokens)) {
            (Some(name), _) => name.to_owned(),
            (None, body) => {
                let without: Vec<u32> = storage
                    .into_iter()
                    .chain(body.into_iter().flat_map(|(braces, _)| braces.start..braces.end))
                    .collect();
                let all = parts.specifiers;
                let kept = (all.start..all.end).filter(|at| !without.contains(at));
                kept.map(|at| self.tokens.text(at)).collect::<Vec<_>>().join(" ")
            }
        };
        [word, thread, &ty].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Repeats a block-scope `extern` declaration before the function, where outlined functions see it.
    fn declare_for_regions(&mut self, entity: EntityId) -> Step {
        if !is_of_function(self.view, entity) {
            return Ok(());
        }
        let object = self.threadprivate.variables[&entity].object.clone();
        let ty = type_of(self.view, entity);
        let Some(text) = declaration(self.view, self.local_types.names(), &ty, &object, &[]) else {
            let at = self.view.declared_at(entity).unwrap_or_default();
            let name = self.entity_text(entity);
            let message = format!(
                "no code is generated for `{name}`: its type cannot be named outside of the function"
            );
            return Err(self.emit.refuse(&codes::GEN0003, at, message));
        };
        let thread = if self.facts.has_thread_storage { "__thread " } else { "" };
        self.emit.declare_before(&[&object], format!("extern {thread}{text};"));
        Ok(())
    }

    // ---- static variables of a function ----

    /// Moves the declaration of static variables of the function before the function.
    fn hoist(&mut self, declared: &Declared) -> Step {
        self.check_hoisted(declared)?;
        let parts = &declared.parts;
        for (entity, declarator) in declared.variables.iter().zip(&parts.declarators) {
            let Some(entity) = entity else { continue };
            let object = self.threadprivate.variables[entity].object.clone();
            let name = self.name_token(*entity, *declarator);
            let at = self.place_of_thread_word(parts);
            let word = if self.facts.has_thread_storage { "__thread" } else { "" };
            let in_front = |start, end| self.local_types.in_front_of_function(TokenRange::new(start, end));
            let mut pieces = in_front(parts.specifiers.start, at);
            pieces.push(Piece::Inline(word.into()));
            pieces.extend(in_front(at, parts.specifiers.end));
            pieces.extend(in_front(declarator.start, name));
            pieces.push(Piece::Inline(object.as_str().into()));
            pieces.extend(in_front(name + 1, declarator.end));
            pieces.push(Piece::Inline(";".into()));
            let is_empty = |piece: &Piece| matches!(piece, Piece::Inline(text) if text.is_empty());
            pieces.retain(|piece| !is_empty(piece));
            self.emit.before.push(Item::new(&[&object], pieces));
        }
        self.remove(declared);
        Ok(())
    }

    /// Refuses to move a declaration that uses entities which the function declares.
    fn check_hoisted(&mut self, declared: &Declared) -> Step {
        let range = declared.range;
        let is_mixed = declared.variables.iter().any(Option::is_none);
        let body = declared.parts.body(self.tokens);
        let stays = body.is_some_and(|(braces, _)| !self.local_types.moves(braces.start));
        let defines = body.is_some_and(|(_, has_tag)| stays && (is_mixed || has_tag))
            || stays && declared.parts.specifier(self.tokens, &["enum"]).is_some();
        let is_named = self.uses.within(range).iter().any(|(_, entity)| is_of_function(self.view, *entity));
        // Threadprivate variables may have another name there, and are not constant.
        let is_renamed =
            self.uses.threadprivate().iter().any(|(at, _)| range.start <= *at && *at < range.end);
        let has_constant = !self.local_names.constants_in(range).is_empty();
        if defines || is_named || is_renamed || has_constant || self.local_name_in(range).is_some() {
            let message = "no code is generated for a threadprivate variable whose declaration needs what its function declares";
            return Err(self.emit.refuse(&codes::GEN0011, range, message));
        }
        Ok(())
    }

    /// Removes the declarators of threadprivate variables from a declaration.
    fn remove(&mut self, declared: &Declared) {
        let declarators = &declared.parts.declarators;
        let Some(first) = declared.variables.iter().position(Option::is_none) else {
            self.edit(declared.range, "");
            return;
        };
        if first > 0 {
            self.edit(TokenRange::new(declarators[0].start, declarators[first].start), "");
        }
        for index in first + 1..declarators.len() {
            if declared.variables[index].is_some() {
                self.edit(TokenRange::new(declarators[index - 1].end, declarators[index].end), "");
            }
        }
    }
}
