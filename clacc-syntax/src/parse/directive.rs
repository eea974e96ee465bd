//! Directives: `#pragma acc` and `#pragma omp` where they stand among statements and declarations.

use crate::Name;
use crate::ast::*;
use crate::token::TokenKind;

use super::cursor::Parser;

impl Parser<'_> {
    /// A directive among statements. The cursor is at its `PragmaAcc` or `PragmaOmp`.
    pub(crate) fn directive_statement(&mut self) -> StmtId {
        let start = self.position();
        let directive = self.unknown_directive();
        self.add_stmt(Stmt::Directive(directive), start)
    }

    /// A directive at file scope or among members. The cursor is at its `PragmaAcc` or `PragmaOmp`.
    pub(crate) fn directive_declaration(&mut self) -> DeclId {
        let start = self.position();
        let directive = self.unknown_directive();
        self.add_decl(Decl::Directive(directive), start)
    }

    fn unknown_directive(&mut self) -> DirectiveId {
        let start = self.position();
        let is_acc = self.at(TokenKind::PragmaAcc);
        let name = if self.kind_at(1).is_word() { self.text_at(1) } else { Name::EMPTY };
        let kind = if is_acc { DirectiveKind::UnknownAcc(name) } else { DirectiveKind::UnknownOmp(name) };
        self.skip_directive();
        let directive =
            Directive { kind, argument: DirectiveArgument::None, clauses: Box::default(), body: None };
        let end = self.position();
        self.add_directive(directive, start, end)
    }
}
