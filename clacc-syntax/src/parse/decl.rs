//! Declarations and function definitions (C17 6.7, 6.9).

use smallvec::SmallVec;

use crate::ast::*;
use crate::checkpoint;
use crate::token::{TokenKind, TokenRange};

use super::codes;
use super::cursor::Parser;
use super::declarator::{Naming, ParsedDeclarator};
use super::recovery::balanced_length;
use super::scratch::{take_above, take_few};
use super::specifiers::SpecsPlace;
use super::{Bodies, FileName};

impl Parser<'_> {
    /// Parses an *external-declaration*. It moves past at least one token.
    pub(super) fn parse_external_progressing(&mut self) -> DeclId {
        checkpoint::pass();
        let start = self.position();
        let decl = self.parse_external_declaration();
        if self.position() == start {
            self.bump();
        }
        decl
    }

    /// Parses an *external-declaration*.
    fn parse_external_declaration(&mut self) -> DeclId {
        let start = self.position();
        if matches!(self.kind(), TokenKind::Asm | TokenKind::GnuAsm | TokenKind::GnuAsm2) {
            return self.parse_file_asm();
        }
        if let Some(decl) = self.parse_nameless_declaration() {
            return decl;
        }
        if !self.begins_external_declaration() {
            self.expected(&codes::C0004, "a declaration");
            self.bump();
            self.recover_external();
            return self.add_decl(Decl::Error, start);
        }
        self.parse_declaration_at(SpecsPlace::File, Vec::default(), start)
    }

    /// Parses a declaration that may occur outside functions and between members, and that its first token
    /// identifies: a directive, another pragma, a lone `;`, a static assertion.
    fn parse_nameless_declaration(&mut self) -> Option<DeclId> {
        let start = self.position();
        Some(match self.kind() {
            TokenKind::PragmaAcc | TokenKind::PragmaOmp => self.directive_declaration(),
            TokenKind::PragmaOther => {
                let text = self.bump_text();
                self.add_decl(Decl::Pragma(text), start)
            }
            TokenKind::Semi => {
                self.bump();
                self.add_decl(Decl::Empty, start)
            }
            TokenKind::StaticAssert => self.parse_static_assert(),
            _ => return None,
        })
    }

    fn begins_external_declaration(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Ident | TokenKind::Star | TokenKind::LParen | TokenKind::GnuExtension2
        ) || self.at_attribute()
            || self.starts_declaration()
    }

    fn parse_file_asm(&mut self) -> DeclId {
        let start = self.position();
        let asm = self.parse_asm();
        self.expect_semicolon();
        self.add_decl(Decl::Asm(asm.into()), start)
    }

    /// Parses `_Static_assert ( condition , message ) ;`.
    fn parse_static_assert(&mut self) -> DeclId {
        let start = self.position();
        self.bump();
        self.expect(TokenKind::LParen);
        let condition = self.parse_conditional_expr();
        let message = if self.eat(TokenKind::Comma) { Some(self.parse_string()) } else { None };
        self.expect_closing(TokenKind::RParen);
        self.expect_semicolon();
        self.add_decl(Decl::StaticAssert { condition, message }, start)
    }

    /// Parses a declaration among statements that began at token `start` with `attributes`.
    pub(super) fn parse_declaration_after(&mut self, attributes: Vec<Attribute>, start: u32) -> DeclId {
        if self.at(TokenKind::StaticAssert) {
            return self.parse_static_assert();
        }
        self.parse_declaration_at(SpecsPlace::Block, attributes, start)
    }

    fn parse_declaration_at(&mut self, place: SpecsPlace, attributes: Vec<Attribute>, start: u32) -> DeclId {
        let specs = self.parse_specs(place, attributes);
        if specs.storage == Storage::EXTENSION && specs.ty == TypeSpec::Implicit {
            match self.kind() {
                TokenKind::StaticAssert => return self.parse_static_assert(),
                TokenKind::Asm | TokenKind::GnuAsm | TokenKind::GnuAsm2 => return self.parse_file_asm(),
                _ => {}
            }
        }
        if self.eat(TokenKind::Semi) {
            return self.add_decl(Decl::Declaration { specs, entities: SmallVec::new() }, start);
        }
        let declarator = self.parse_declarator(Naming::Named);
        if self.starts_function_body(declarator.id) {
            return self.parse_function(specs, declarator, start);
        }
        let height = self.scratch.entities.len();
        self.parse_init_declarators(&specs, declarator);
        let entities = take_few(&mut self.scratch.entities, height);
        if place == SpecsPlace::File {
            self.end_external();
        } else {
            self.expect_semicolon();
        }
        self.add_decl(Decl::Declaration { specs, entities }, start)
    }

    /// Parses the `;` of an external declaration.
    fn end_external(&mut self) {
        if !self.eat(TokenKind::Semi) {
            self.expected(&codes::C0001, ";");
            self.recover_external();
        }
    }

    /// Pushes the entities of an *init-declarator-list*. Its first declarator has already been parsed.
    fn parse_init_declarators(&mut self, specs: &Specs, mut declarator: ParsedDeclarator) {
        let mut leading = self.scratch.attributes.len();
        loop {
            let entity = self.parse_init_declarator(specs, declarator, leading);
            self.scratch.entities.push(entity);
            if !self.eat(TokenKind::Comma) {
                return;
            }
            leading = self.scratch.attributes.len();
            self.push_attributes();
            declarator = self.parse_declarator(Naming::Named);
        }
    }

    /// Parses the parts of an *init-declarator* after the declarator. The attributes above `leading` on the stack precede the declarator.
    fn parse_init_declarator(
        &mut self,
        specs: &Specs,
        declarator: ParsedDeclarator,
        leading: usize,
    ) -> DeclaredId {
        self.push_attributes();
        let asm_label = self.parse_asm_label();
        self.push_attributes();
        let attributes = take_above(&mut self.scratch.attributes, leading);
        self.declare(specs, declarator);
        let init = if self.eat(TokenKind::Eq) { Some(self.parse_initializer()) } else { None };
        let entity = DeclaredEntity { asm_label, init, ..declarator.entity(attributes) };
        self.add_entity(entity, declarator.name_at)
    }

    fn declare(&mut self, specs: &Specs, declarator: ParsedDeclarator) {
        let is_typedef = specs.storage.contains(Storage::TYPEDEF);
        let what = if is_typedef { FileName::Typedef } else { FileName::Ordinary };
        self.names.declare(declarator.name, what);
    }

    // ---- functions ----

    /// Returns whether a function's body follows, or the declarations of its old-style parameters.
    fn starts_function_body(&self, declarator: DeclaratorId) -> bool {
        match self.kind() {
            TokenKind::LBrace => true,
            TokenKind::GnuAttribute | TokenKind::GnuAttribute2 => false,
            _ => self.starts_declaration() && self.has_old_style_params(declarator),
        }
    }

    fn has_old_style_params(&self, declarator: DeclaratorId) -> bool {
        let params = self.function_params(declarator);
        matches!(params, Some(Params::OldStyle(names)) if !names.is_empty())
    }

    /// Returns the parameters of the declared function, or none if the declarator declares no function.
    fn function_params(&self, mut declarator: DeclaratorId) -> Option<&Params> {
        let mut nearest = None;
        loop {
            declarator = match &self.tree[declarator] {
                Declarator::Name(_) => return nearest,
                Declarator::Paren { inner, .. } => *inner,
                Declarator::Pointer { inner, .. } | Declarator::Array { inner, .. } => {
                    nearest = None;
                    *inner
                }
                Declarator::Function { inner, params } => {
                    nearest = Some(params);
                    *inner
                }
            };
        }
    }

    fn parse_function(&mut self, specs: Specs, declarator: ParsedDeclarator, start: u32) -> DeclId {
        self.declare(&specs, declarator);
        let attributes = self.parse_attributes();
        let entity = self.add_entity(declarator.entity(attributes), declarator.name_at);
        self.names.open();
        self.declare_params(declarator.id);
        let old_style_params = self.parse_old_style_declarations();
        let (body_tokens, body) = self.parse_function_body();
        self.names.close();
        let function =
            Function { specs, entity, old_style_params: old_style_params.into(), body_tokens, body };
        self.add_decl(Decl::Function(function.into()), start)
    }

    /// Declares the parameters, so that they are visible in the body.
    fn declare_params(&mut self, declarator: DeclaratorId) {
        let height = self.scratch.names.len();
        let mut names = std::mem::take(&mut self.scratch.names);
        match self.function_params(declarator) {
            Some(Params::OldStyle(params)) => names.extend(params.iter().copied()),
            Some(Params::Prototype { params, .. }) => {
                for param in params {
                    if let Decl::Declaration { entities, .. } = &self.tree[*param] {
                        names.extend(entities.iter().map(|entity| self.tree[*entity].name));
                    }
                }
            }
            None => {}
        }
        for name in names.drain(height..) {
            self.names.declare(name, FileName::Ordinary);
        }
        self.scratch.names = names;
    }

    fn parse_old_style_declarations(&mut self) -> Box<[DeclId]> {
        let height = self.scratch.decls.len();
        while !matches!(self.kind(), TokenKind::LBrace | TokenKind::Eof) && self.starts_declaration() {
            let start = self.position();
            let decl = self.parse_old_style_declaration(start);
            self.scratch.decls.push(decl);
        }
        take_above(&mut self.scratch.decls, height)
    }

    fn parse_old_style_declaration(&mut self, start: u32) -> DeclId {
        let specs = self.parse_specs(SpecsPlace::TypeRequired, Vec::default());
        let height = self.scratch.entities.len();
        if !self.at(TokenKind::Semi) {
            let declarator = self.parse_declarator(Naming::Named);
            self.parse_init_declarators(&specs, declarator);
        }
        let entities = take_few(&mut self.scratch.entities, height);
        self.expect_semicolon();
        self.add_decl(Decl::Declaration { specs, entities }, start)
    }

    /// Finds the end of a body by its braces, and parses the body if `bodies` is [`Bodies::Parse`].
    fn parse_function_body(&mut self) -> (TokenRange, Option<StmtId>) {
        let start = self.position();
        if !self.at(TokenKind::LBrace) {
            self.expected(&codes::C0001, "{");
            self.recover_external();
            return (self.since(start), None);
        }
        let closed = balanced_length(self.rest());
        let length = closed.unwrap_or(self.rest().len());
        let body = match self.bodies {
            Bodies::Skip => {
                let opened = self.present_token();
                self.bump_by(length);
                if closed.is_none() {
                    self.error_unclosed(opened);
                }
                None
            }
            Bodies::Parse => Some(self.within(length, Self::parse_whole_body)),
        };
        (self.since(start), body)
    }

    /// Parses a body that extends to the end of the tokens.
    fn parse_whole_body(&mut self) -> StmtId {
        let outside = std::mem::replace(&mut self.sections, false);
        let body = self.parse_compound();
        if !self.at_end() {
            self.expected(&codes::C0003, "a statement");
        }
        self.sections = outside;
        body
    }

    // ---- members ----

    /// Parses a *struct-declaration*.
    pub(super) fn parse_field(&mut self) -> DeclId {
        let start = self.position();
        if let Some(decl) = self.parse_nameless_declaration() {
            return decl;
        }
        let specs = self.parse_specs(SpecsPlace::TypeRequired, Vec::default());
        if self.position() == start {
            self.expected(&codes::C0004, "a member");
            self.bump();
            self.recover_statement();
            return self.add_decl(Decl::Error, start);
        }
        let entities = self.parse_field_declarators();
        if !self.at(TokenKind::RBrace) {
            self.expect_semicolon();
        }
        self.add_decl(Decl::Declaration { specs, entities }, start)
    }

    fn parse_field_declarators(&mut self) -> SmallVec<[DeclaredId; 1]> {
        let height = self.scratch.entities.len();
        while !matches!(self.kind(), TokenKind::Semi | TokenKind::RBrace) {
            let entity = self.parse_field_declarator();
            self.scratch.entities.push(entity);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        take_few(&mut self.scratch.entities, height)
    }

    fn parse_field_declarator(&mut self) -> DeclaredId {
        let leading = self.scratch.attributes.len();
        self.push_attributes();
        let naming = if self.at(TokenKind::Colon) { Naming::Abstract } else { Naming::Named };
        let declarator = self.parse_declarator(naming);
        let bit_width = if self.eat(TokenKind::Colon) { Some(self.parse_conditional_expr()) } else { None };
        self.push_attributes();
        let attributes = take_above(&mut self.scratch.attributes, leading);
        let entity = DeclaredEntity { bit_width, ..declarator.entity(attributes) };
        self.add_entity(entity, declarator.name_at)
    }
}
