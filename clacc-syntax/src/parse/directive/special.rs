//! Parses arguments that are declarations: OpenMP's `declare reduction`, `declare mapper`, `initializer` and `iterator`.

use smallvec::smallvec;

use crate::Name;
use crate::ast::*;
use crate::directive::codes;
use crate::token::TokenKind;

use super::super::cursor::Parser;
use super::arguments::ArgumentOwner;

impl Parser<'_> {
    /// Parses `name : types : combiner` (OpenMP 5.2 section 5.5.11).
    pub(super) fn parse_declare_reduction(&mut self, owner: ArgumentOwner) -> DirectiveArgument {
        let name = if self.at_end() || self.at(TokenKind::Colon) { Name::EMPTY } else { self.bump_text() };
        if name == Name::EMPTY {
            self.directive_error(owner, codes::BOTH0010, "the name of a reduction or an operator expected");
        }
        self.expect_colon(owner, self.spelled(name));
        let mut types = Vec::new();
        while !self.at_end() {
            types.push(self.parse_type_name());
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_colon(owner, self.spelled(name));
        let combiner = if self.at_end() { self.parse_argument_expr(owner) } else { self.parse_expression() };
        DirectiveArgument::DeclareReduction { name, types: types.into(), combiner }
    }

    /// Parses `name : type variable` or `type variable` (OpenMP 5.2 section 5.8.8).
    pub(super) fn parse_declare_mapper(&mut self, _owner: ArgumentOwner) -> DirectiveArgument {
        let mut name = Name::EMPTY;
        if self.kind().is_word() && self.kind_at(1) == TokenKind::Colon {
            name = self.bump_text();
            self.bump();
        }
        DirectiveArgument::DeclareMapper { name, variable: self.parse_param() }
    }

    /// Parses `omp_priv = e`, `omp_priv = { ... }` or a call (OpenMP 5.2 section 5.5.4).
    pub(super) fn parse_reduction_initializer(&mut self, owner: ArgumentOwner) -> ArgumentItem {
        if self.kind().is_word() && self.kind_at(1) == TokenKind::Eq && self.kind_at(2) == TokenKind::LBrace {
            let key = Some(self.bump_text());
            self.bump();
            return ArgumentItem { key, value: ArgumentValue::Init(self.parse_initializer()) };
        }
        ArgumentItem { key: None, value: ArgumentValue::Expr(self.parse_argument_expr(owner)) }
    }

    /// Parses `type name = begin : end : step, ...` (OpenMP 5.2 section 3.2.6).
    pub(super) fn parse_iterators(&mut self, owner: ArgumentOwner) -> Vec<IteratorDef> {
        let mut iterators = Vec::new();
        while !self.at_end() {
            iterators.push(self.parse_iterator(owner));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if iterators.is_empty() {
            self.directive_error(owner, codes::BOTH0006, "an iterator expected");
        }
        iterators
    }

    fn parse_iterator(&mut self, owner: ArgumentOwner) -> IteratorDef {
        let untyped = self.at(TokenKind::Ident) && self.kind_at(1) == TokenKind::Eq;
        let declaration = if untyped { self.parse_untyped_variable() } else { self.parse_param() };
        if !self.eat(TokenKind::Eq) {
            self.directive_error(owner, codes::BOTH0006, "`=` expected behind the iterator's name");
        }
        let begin = self.parse_argument_expr(owner);
        self.expect_colon(owner, "begin");
        let end = self.parse_argument_expr(owner);
        let step = self.eat(TokenKind::Colon).then(|| self.parse_argument_expr(owner));
        IteratorDef { declaration, begin, end, step }
    }

    /// Parses a declaration that consists of a name only.
    fn parse_untyped_variable(&mut self) -> DeclId {
        let start = self.position();
        let name_at = self.present_token();
        let name = self.bump_text();
        let declarator = self.tree.declarators.alloc(Declarator::Name(name));
        let entity = DeclaredEntity {
            name,
            declarator,
            bit_width: None,
            asm_label: None,
            attributes: Vec::default(),
            init: None,
        };
        let entity = self.add_entity(entity, name_at);
        self.add_decl(Decl::Declaration { specs: Specs::default(), entities: smallvec![entity] }, start)
    }
}
