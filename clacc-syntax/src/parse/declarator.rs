//! Declarators, parameters and type names (C17 6.7.6, 6.7.7).

use smallvec::smallvec;

use crate::Name;
use crate::ast::*;
use crate::token::{TokenKind, TokenRange};

use super::FileName;
use super::codes;
use super::cursor::Parser;
use super::scratch::take_above;
use super::specifiers::SpecsPlace;

/// The rule for the name of a declarator: required, optional or forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Naming {
    /// The declarator must have a name.
    Named,
    /// The declarator must not have a name, because it is part of a type name.
    Abstract,
    /// The declarator may have a name, because it is that of a parameter.
    Either,
}

/// A declarator with its declared name.
#[derive(Clone, Copy)]
pub(super) struct ParsedDeclarator {
    pub(super) id: DeclaratorId,
    pub(super) name: Name,
    /// The tokens of the name. The range is empty if there is no name.
    pub(super) name_at: TokenRange,
}

impl ParsedDeclarator {
    /// Makes the declared entity. It has attributes, but no bit-field width, `asm` label or initializer.
    pub(super) fn entity(self, attributes: Vec<Attribute>) -> DeclaredEntity {
        DeclaredEntity {
            name: self.name,
            declarator: self.id,
            bit_width: None,
            asm_label: None,
            attributes,
            init: None,
        }
    }
}

impl Parser<'_> {
    /// Parses a *type-name*.
    pub(crate) fn parse_type_name(&mut self) -> TypeNameId {
        let start = self.position();
        if !self.enter() {
            self.skip_too_deep();
            return self.error_type_name(start);
        }
        let specs = self.parse_specs(SpecsPlace::TypeRequired, Vec::default());
        if specs.ty == TypeSpec::Implicit {
            self.expected(&codes::C0006, "a type");
        }
        let declarator = self.parse_declarator(Naming::Abstract).id;
        self.leave();
        self.add_type_name(TypeName { specs, declarator }, start)
    }

    fn error_type_name(&mut self, start: u32) -> TypeNameId {
        let specs = Specs { ty: TypeSpec::Error, ..Specs::default() };
        let declarator = self.tree.declarators.alloc(Declarator::Name(Name::EMPTY));
        self.add_type_name(TypeName { specs, declarator }, start)
    }

    pub(super) fn parse_declarator(&mut self, naming: Naming) -> ParsedDeclarator {
        let height = self.scratch.pointers.len();
        while self.eat(TokenKind::Star) {
            let pointer = self.parse_pointer_qualifiers();
            self.scratch.pointers.push(pointer);
        }
        let mut declarator = self.parse_direct_declarator(naming);
        let too_deep = self.chain_too_deep(self.scratch.pointers.len() - height);
        while self.scratch.pointers.len() > height {
            let Some((quals, attributes)) = self.scratch.pointers.pop() else { break };
            if !too_deep {
                let inner = declarator.id;
                declarator.id = self.tree.declarators.alloc(Declarator::Pointer { quals, attributes, inner });
            }
        }
        declarator
    }

    fn parse_pointer_qualifiers(&mut self) -> (Quals, Vec<Attribute>) {
        let height = self.scratch.attributes.len();
        let mut quals = Quals::default();
        loop {
            if let Some(qualifier) = self.at_qualifier() {
                self.bump();
                quals = quals.with(qualifier);
            } else if self.at_attribute() {
                self.push_attributes();
            } else {
                return (quals, take_above(&mut self.scratch.attributes, height));
            }
        }
    }

    /// Parses a *direct-declarator* or a *direct-abstract-declarator*.
    fn parse_direct_declarator(&mut self, naming: Naming) -> ParsedDeclarator {
        let start = self.position();
        let mut declarator = match self.kind() {
            TokenKind::Ident if naming != Naming::Abstract => {
                let name = self.bump_text();
                let id = self.tree.declarators.alloc(Declarator::Name(name));
                ParsedDeclarator { id, name, name_at: self.since(start) }
            }
            TokenKind::LParen if naming == Naming::Named || !self.parenthesis_opens_parameters() => {
                self.parse_parenthesised_declarator(naming)
            }
            _ => {
                if naming == Naming::Named {
                    self.expected(&codes::C0005, "a name to declare");
                }
                let id = self.tree.declarators.alloc(Declarator::Name(Name::EMPTY));
                ParsedDeclarator { id, name: Name::EMPTY, name_at: self.since(start) }
            }
        };
        declarator.id = self.parse_declarator_suffixes(declarator.id);
        declarator
    }

    fn parse_parenthesised_declarator(&mut self, naming: Naming) -> ParsedDeclarator {
        if !self.enter() {
            self.skip_balanced();
            let id = self.tree.declarators.alloc(Declarator::Name(Name::EMPTY));
            let end = self.position();
            return ParsedDeclarator { id, name: Name::EMPTY, name_at: self.since(end) };
        }
        self.bump();
        let attributes = self.parse_attributes();
        let mut declarator = self.parse_declarator(naming);
        self.expect_closing(TokenKind::RParen);
        self.leave();
        declarator.id = self.tree.declarators.alloc(Declarator::Paren { attributes, inner: declarator.id });
        declarator
    }

    /// Returns whether a `(` after the specifiers of a type name or parameter begins the parameters of an unnamed function.
    fn parenthesis_opens_parameters(&self) -> bool {
        match self.kind_at(1) {
            TokenKind::RParen | TokenKind::Ellipsis => true,
            TokenKind::Ident => self.names.is_typedef(self.text_at(1)),
            TokenKind::GnuAttribute | TokenKind::GnuAttribute2 => false,
            TokenKind::Register => true,
            _ => self.starts_type_name(1),
        }
    }

    fn parse_declarator_suffixes(&mut self, mut inner: DeclaratorId) -> DeclaratorId {
        let mut count = 0;
        let mut too_deep = false;
        loop {
            let suffix = match self.kind() {
                TokenKind::LBracket if self.kind_at(1) != TokenKind::LBracket => {
                    self.parse_array_suffix(inner)
                }
                TokenKind::LParen => self.parse_function_suffix(inner),
                _ => return inner,
            };
            count += 1;
            too_deep = too_deep || self.chain_too_deep(count);
            if !too_deep {
                inner = self.tree.declarators.alloc(suffix);
            }
        }
    }

    /// Parses `[ static quals size ]`.
    fn parse_array_suffix(&mut self, inner: DeclaratorId) -> Declarator {
        self.bump();
        let mut quals = Quals::default();
        let mut is_static = false;
        loop {
            if let Some(qualifier) = self.at_qualifier() {
                self.bump();
                quals = quals.with(qualifier);
            } else if self.eat(TokenKind::Static) {
                is_static = true;
            } else {
                break;
            }
        }
        let size = match self.kind() {
            TokenKind::RBracket => ArraySize::Unspecified,
            TokenKind::Star if self.kind_at(1) == TokenKind::RBracket => {
                self.bump();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.parse_inner(Self::parse_expression)),
        };
        self.expect_closing(TokenKind::RBracket);
        Declarator::Array { inner, size, quals, is_static }
    }

    /// Parses `( parameters )`.
    fn parse_function_suffix(&mut self, inner: DeclaratorId) -> Declarator {
        if !self.enter() {
            self.skip_balanced();
            return Declarator::Function { inner, params: Params::OldStyle(Vec::default()) };
        }
        self.bump();
        self.names.open();
        let params = self.parse_params();
        self.names.close();
        self.leave();
        Declarator::Function { inner, params }
    }

    fn parse_params(&mut self) -> Params {
        if self.eat(TokenKind::RParen) {
            return Params::OldStyle(Vec::default());
        }
        if self.at(TokenKind::Void) && self.kind_at(1) == TokenKind::RParen {
            self.bump_by(2);
            return Params::Prototype { params: Vec::default(), variadic: false };
        }
        if self.at_old_style_params() {
            return Params::OldStyle(self.parse_old_style_params().into());
        }
        let height = self.scratch.decls.len();
        let variadic = loop {
            self.skip_misplaced_pragmas();
            if self.eat(TokenKind::Ellipsis) {
                break true;
            }
            let param = self.parse_param();
            self.scratch.decls.push(param);
            if !self.eat(TokenKind::Comma) {
                break false;
            }
        };
        self.expect_closing(TokenKind::RParen);
        Params::Prototype { params: take_above(&mut self.scratch.decls, height), variadic }
    }

    fn at_old_style_params(&self) -> bool {
        self.at(TokenKind::Ident)
            && matches!(self.kind_at(1), TokenKind::Comma | TokenKind::RParen)
            && !self.names.is_typedef(self.text())
    }

    fn parse_old_style_params(&mut self) -> Box<[Name]> {
        let height = self.scratch.names.len();
        loop {
            let name = self.expect_identifier("a parameter name");
            self.scratch.names.push(name);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RParen);
        take_above(&mut self.scratch.names, height)
    }

    /// Parses a *parameter-declaration*.
    pub(super) fn parse_param(&mut self) -> DeclId {
        let start = self.position();
        let specs = self.parse_specs(SpecsPlace::TypeRequired, Vec::default());
        if self.position() == start {
            self.expected(&codes::C0006, "a parameter");
        }
        let declarator = self.parse_declarator(Naming::Either);
        let attributes = self.parse_attributes();
        self.names.declare(declarator.name, FileName::Ordinary);
        let entity = self.add_entity(declarator.entity(attributes), declarator.name_at);
        self.add_decl(Decl::Declaration { specs, entities: smallvec![entity] }, start)
    }
}
