//! Declaration specifiers (C17 6.7.1 to 6.7.5), `struct`, `union` and `enum` bodies.

use crate::Name;
use crate::ast::*;
use crate::token::TokenKind;

use super::FileName;
use super::codes;
use super::cursor::Parser;
use super::scratch::take_above;
use super::type_words::TypeWords;

/// The context of specifiers, which decides what an unknown identifier among them can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpecsPlace {
    /// An external declaration.
    File,
    /// A declaration in a block.
    Block,
    /// A parameter, a member or a type name, where a type is required.
    TypeRequired,
}

/// The specifiers that were parsed so far.
struct SpecsBuilder {
    specs: Specs,
    words: TypeWords,
    attributes: usize,
    alignments: Vec<Alignment>,
}

impl Parser<'_> {
    /// Returns whether the token `ahead` begins a type name in parentheses.
    pub(crate) fn starts_type_name(&self, ahead: usize) -> bool {
        match self.kind_at(ahead) {
            TokenKind::Ident => {
                self.names.is_typedef(self.text_at(ahead)) || self.is_unknown_type_in_cast(ahead)
            }
            TokenKind::GnuExtension2 => false,
            kind => is_type_specifier(kind) || is_qualifier(kind) || is_alignment_or_attribute(kind),
        }
    }

    /// Returns whether the tokens are `(T *)`, `(T *) x` or `(T) x` with an undeclared `T`, which make sense only if `T` is a type.
    fn is_unknown_type_in_cast(&self, ahead: usize) -> bool {
        if ahead == 0 || self.kind_at(ahead - 1) != TokenKind::LParen {
            return false;
        }
        let next = ahead + 1;
        match self.kind_at(next) {
            TokenKind::Star => {
                let stars = self.rest()[next..].iter().take_while(|kind| **kind == TokenKind::Star).count();
                self.kind_at(next + stars) == TokenKind::RParen
            }
            TokenKind::RParen => {
                matches!(self.kind_at(next + 1), TokenKind::Ident | TokenKind::Number | TokenKind::StrLit)
                    && self.names.lookup(self.text_at(ahead)).is_none()
            }
            _ => false,
        }
    }

    /// Returns whether a declaration begins at the cursor, among statements.
    pub(super) fn starts_declaration(&self) -> bool {
        match self.kind() {
            TokenKind::Ident => {
                self.kind_at(1) != TokenKind::Colon
                    && (self.names.is_typedef(self.text()) || self.is_unknown_type(SpecsPlace::Block))
            }
            TokenKind::GnuExtension2 => self.extension_starts_declaration(),
            TokenKind::StaticAssert => true,
            TokenKind::GnuAttribute | TokenKind::GnuAttribute2 => false,
            kind => is_declaration_specifier(kind),
        }
    }

    /// Returns whether the `__extension__` at the cursor begins a declaration. It can also begin an expression.
    fn extension_starts_declaration(&self) -> bool {
        let ahead = self.rest().iter().take_while(|kind| **kind == TokenKind::GnuExtension2).count();
        match self.kind_at(ahead) {
            TokenKind::Ident => self.names.is_typedef(self.text_at(ahead)),
            TokenKind::StaticAssert => true,
            kind => is_declaration_specifier(kind),
        }
    }

    /// Returns whether the identifier at the cursor is the name of an undeclared type, because the tokens after it can only be part of a
    /// declaration.
    fn is_unknown_type(&self, place: SpecsPlace) -> bool {
        if place != SpecsPlace::TypeRequired && self.names.lookup(self.text()).is_some() {
            return false;
        }
        match self.kind_at(1) {
            TokenKind::Ident => true,
            kind if is_declaration_specifier(kind) && !is_alignment_or_attribute(kind) => true,
            TokenKind::Star => place == SpecsPlace::TypeRequired || self.pointer_declaration_follows(place),
            _ => place == SpecsPlace::TypeRequired,
        }
    }

    /// Returns whether the tokens after `T * name` continue a declaration. At file scope `T * name` always is a declaration.
    fn pointer_declaration_follows(&self, place: SpecsPlace) -> bool {
        let pointers = self.rest()[1..].iter().take_while(|kind| is_pointer_part(**kind)).count();
        let ends = matches!(
            self.kind_at(2 + pointers),
            TokenKind::Semi | TokenKind::Comma | TokenKind::Eq | TokenKind::LBracket
        );
        self.kind_at(1 + pointers) == TokenKind::Ident && (ends || place == SpecsPlace::File)
    }

    /// Parses *declaration-specifiers* or a *specifier-qualifier-list*. `attributes` are the attributes that precede them.
    pub(super) fn parse_specs(&mut self, place: SpecsPlace, attributes: Vec<Attribute>) -> Specs {
        let mut builder = SpecsBuilder {
            specs: Specs::default(),
            words: TypeWords::default(),
            attributes: self.scratch.attributes.len(),
            alignments: Vec::new(),
        };
        self.scratch.attributes.extend(attributes);
        while self.parse_specifier(&mut builder, place) {}
        let SpecsBuilder { mut specs, words, attributes, alignments } = builder;
        specs.attributes = take_above(&mut self.scratch.attributes, attributes);
        specs.alignments = alignments;
        self.finish_type_words(&mut specs, words);
        specs
    }

    fn finish_type_words(&mut self, specs: &mut Specs, words: TypeWords) {
        if words.is_empty() {
            return;
        }
        match words.finish() {
            Some(builtin) if specs.ty == TypeSpec::Implicit => specs.ty = TypeSpec::Builtin(builtin),
            _ => {
                self.error(&codes::C0008, "these type specifiers do not form a type");
                specs.ty = TypeSpec::Error;
            }
        }
    }

    /// Parses one specifier. Returns false if there is none.
    fn parse_specifier(&mut self, builder: &mut SpecsBuilder, place: SpecsPlace) -> bool {
        let kind = self.kind();
        if let Some(storage) = storage_class(kind) {
            self.bump();
            builder.specs.storage = builder.specs.storage.with(storage);
            return true;
        }
        if let Some(qualifier) = self.at_qualifier() {
            self.bump();
            builder.specs.quals = builder.specs.quals.with(qualifier);
            return true;
        }
        if builder.words.add(kind) {
            self.bump();
            return true;
        }
        match kind {
            TokenKind::GnuAttribute | TokenKind::GnuAttribute2 => self.push_attributes(),
            TokenKind::LBracket if self.kind_at(1) == TokenKind::LBracket => self.push_attributes(),
            TokenKind::Alignas => {
                let alignment = self.parse_alignment();
                builder.alignments.push(alignment);
            }
            TokenKind::Ident => return self.parse_type_identifier(builder, place),
            _ => return self.parse_single_type_specifier(builder),
        }
        true
    }

    /// Returns the qualifier that the current token stands for. `_Atomic (` is not a qualifier.
    pub(super) fn at_qualifier(&self) -> Option<Quals> {
        match self.kind() {
            TokenKind::Atomic if self.kind_at(1) == TokenKind::LParen => None,
            kind => qualifier(kind),
        }
    }

    /// Parses a type specifier that does not combine with others: a tag, `typeof`, `_Atomic ( type )`.
    fn parse_single_type_specifier(&mut self, builder: &mut SpecsBuilder) -> bool {
        let ty = match self.kind() {
            TokenKind::Struct | TokenKind::Union => self.parse_record(),
            TokenKind::Enum => self.parse_enum(),
            TokenKind::Typeof | TokenKind::GnuTypeof | TokenKind::GnuTypeof2 => self.parse_typeof(),
            TokenKind::Atomic => {
                self.bump();
                TypeSpec::Atomic(self.parse_parenthesised_type_name())
            }
            TokenKind::GnuAutoType => {
                self.bump();
                TypeSpec::Auto
            }
            TokenKind::BuiltinVaList => {
                self.bump();
                TypeSpec::VaList
            }
            _ => return false,
        };
        if builder.specs.ty != TypeSpec::Implicit {
            self.error(&codes::C0008, "these type specifiers do not form a type");
        }
        builder.specs.ty = ty;
        true
    }

    /// Parses a typedef name, unless another type specifier precedes it. An undeclared name is read as a typedef name if it cannot be
    /// anything else.
    fn parse_type_identifier(&mut self, builder: &mut SpecsBuilder, place: SpecsPlace) -> bool {
        if builder.specs.ty != TypeSpec::Implicit || !builder.words.is_empty() {
            return false;
        }
        let name = self.text();
        if self.names.is_typedef(name) {
            self.bump();
            builder.specs.ty = TypeSpec::Typedef(name);
            return true;
        }
        if !self.is_unknown_type(place) {
            return false;
        }
        self.error(&codes::C0007, format!("unknown type name `{}`", self.spelled(name)));
        self.bump();
        if is_type_specifier(self.kind()) || is_storage_or_extension(self.kind()) {
            return true;
        }
        self.names.declare_unknown_type(name);
        builder.specs.ty = TypeSpec::Typedef(name);
        true
    }

    fn parse_alignment(&mut self) -> Alignment {
        self.bump();
        self.expect(TokenKind::LParen);
        let alignment = if self.starts_type_name(0) {
            Alignment::Type(self.parse_type_name())
        } else {
            Alignment::Expr(self.parse_conditional_expr())
        };
        self.expect_closing(TokenKind::RParen);
        alignment
    }

    fn parse_typeof(&mut self) -> TypeSpec {
        self.bump();
        self.expect(TokenKind::LParen);
        let ty = if self.starts_type_name(0) {
            TypeSpec::TypeofType(self.parse_type_name())
        } else {
            TypeSpec::TypeofExpr(self.parse_inner(Self::parse_expression))
        };
        self.expect_closing(TokenKind::RParen);
        ty
    }

    fn parse_tag(&mut self) -> Option<Name> {
        if self.at(TokenKind::Ident) { Some(self.bump_text()) } else { None }
    }

    /// Parses a *struct-or-union-specifier*.
    fn parse_record(&mut self) -> TypeSpec {
        let start = self.position();
        let is_union = self.at(TokenKind::Union);
        self.bump();
        let height = self.scratch.attributes.len();
        self.push_attributes();
        let tag = self.parse_tag();
        let fields = if self.at(TokenKind::LBrace) { Some(self.parse_fields()) } else { None };
        if fields.is_some() {
            self.push_attributes();
        } else if tag.is_none() {
            self.expected(&codes::C0009, "a tag or the members");
        }
        let attributes = take_above(&mut self.scratch.attributes, height);
        let record = Record { is_union, tag, fields, attributes };
        TypeSpec::Record(self.add_record(record, start))
    }

    fn parse_fields(&mut self) -> Box<[DeclId]> {
        if !self.enter() {
            self.skip_balanced();
            return Box::default();
        }
        let opened = self.present_token();
        self.bump();
        let height = self.scratch.decls.len();
        while !matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) {
            let start = self.position();
            let field = self.parse_field();
            self.scratch.decls.push(field);
            if self.position() == start {
                self.bump();
            }
        }
        if !self.eat(TokenKind::RBrace) {
            self.error_unclosed(opened);
        }
        self.leave();
        take_above(&mut self.scratch.decls, height)
    }

    /// Parses an *enum-specifier*.
    fn parse_enum(&mut self) -> TypeSpec {
        let start = self.position();
        self.bump();
        let height = self.scratch.attributes.len();
        self.push_attributes();
        let tag = self.parse_tag();
        let enumerators = if self.at(TokenKind::LBrace) { Some(self.parse_enumerators()) } else { None };
        if enumerators.is_some() {
            self.push_attributes();
        } else if tag.is_none() {
            self.expected(&codes::C0009, "a tag or the enumerators");
        }
        let attributes = take_above(&mut self.scratch.attributes, height);
        TypeSpec::Enum(self.add_enum(Enum { tag, enumerators, attributes }, start))
    }

    fn parse_enumerators(&mut self) -> Box<[Enumerator]> {
        self.bump();
        let height = self.scratch.enumerators.len();
        loop {
            self.skip_misplaced_pragmas();
            if !self.at(TokenKind::Ident) {
                break;
            }
            let enumerator = self.parse_enumerator();
            self.scratch.enumerators.push(enumerator);
            self.skip_misplaced_pragmas();
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RBrace);
        take_above(&mut self.scratch.enumerators, height)
    }

    fn parse_enumerator(&mut self) -> Enumerator {
        let name = self.bump_text();
        let attributes = self.parse_attributes();
        let value =
            if self.eat(TokenKind::Eq) { Some(self.parse_inner(Self::parse_conditional_expr)) } else { None };
        self.names.declare(name, FileName::Ordinary);
        Enumerator { name, value, attributes }
    }
}

fn storage_class(kind: TokenKind) -> Option<Storage> {
    Some(match kind {
        TokenKind::Typedef => Storage::TYPEDEF,
        TokenKind::Extern => Storage::EXTERN,
        TokenKind::Static => Storage::STATIC,
        TokenKind::Auto => Storage::AUTO,
        TokenKind::Register => Storage::REGISTER,
        TokenKind::ThreadLocal | TokenKind::GnuThread => Storage::THREAD_LOCAL,
        TokenKind::Inline | TokenKind::GnuInline | TokenKind::GnuInline2 => Storage::INLINE,
        TokenKind::Noreturn => Storage::NORETURN,
        TokenKind::GnuExtension2 => Storage::EXTENSION,
        _ => return None,
    })
}

fn qualifier(kind: TokenKind) -> Option<Quals> {
    Some(match kind {
        TokenKind::Const | TokenKind::GnuConst | TokenKind::GnuConst2 => Quals::CONST,
        TokenKind::Volatile | TokenKind::GnuVolatile | TokenKind::GnuVolatile2 => Quals::VOLATILE,
        TokenKind::Restrict | TokenKind::GnuRestrict | TokenKind::GnuRestrict2 => Quals::RESTRICT,
        TokenKind::Atomic => Quals::ATOMIC,
        TokenKind::GnuSegFs => Quals::SEG_FS,
        TokenKind::GnuSegGs => Quals::SEG_GS,
        _ => return None,
    })
}

fn is_qualifier(kind: TokenKind) -> bool {
    qualifier(kind).is_some()
}

fn is_pointer_part(kind: TokenKind) -> bool {
    kind == TokenKind::Star || is_qualifier(kind)
}

fn is_storage_or_extension(kind: TokenKind) -> bool {
    storage_class(kind).is_some()
}

fn is_alignment_or_attribute(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Alignas | TokenKind::GnuAttribute | TokenKind::GnuAttribute2)
}

/// Returns whether a keyword is a type specifier or begins one.
fn is_type_specifier(kind: TokenKind) -> bool {
    TypeWords::is_word(kind)
        || matches!(
            kind,
            TokenKind::Struct
                | TokenKind::Union
                | TokenKind::Enum
                | TokenKind::Typeof
                | TokenKind::GnuTypeof
                | TokenKind::GnuTypeof2
                | TokenKind::GnuAutoType
                | TokenKind::BuiltinVaList
        )
}

fn is_declaration_specifier(kind: TokenKind) -> bool {
    is_type_specifier(kind)
        || is_qualifier(kind)
        || is_alignment_or_attribute(kind)
        || storage_class(kind).is_some()
}
