//! Parses directives: `#pragma acc` and `#pragma omp` among statements and declarations.
//!
//! The grammar is data: [`crate::directive`] says what each directive and clause takes. A directive stays in
//! the tree whatever is wrong with it, with all of its clauses that could be read. A clause that a directive
//! does not take is parsed like any other, and reported by the checks.

mod arguments;
mod items;
mod modifiers;
mod special;
mod suggest;

use crate::Name;
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::directive::{
    AccClause, AccDirective, Association, Language, OmpClause, OmpDirective, Parens, acc, codes, form_of, omp,
};
use crate::token::{TokenKind, TokenRange};

use super::cursor::Parser;

/// The number of findings after which a directive is not read further. It bounds the work on lines that are
/// not directives at all, because the partner of each unmatched parenthesis is searched up to the end of the
/// line.
const FINDINGS_PER_DIRECTIVE: usize = 32;

impl Parser<'_> {
    /// Parses a directive among statements, with the statement it applies to. The cursor is at its
    /// `PragmaAcc` or `PragmaOmp`.
    pub(crate) fn directive_statement(&mut self) -> StmtId {
        let start = self.position();
        let mut directive = self.parse_directive_line();
        let end = self.position();
        if self.takes_statement(&directive) {
            directive.body = self.parse_associated_statement(directive.kind, start, end);
        }
        let directive = self.add_directive(directive, start, end);
        self.add_stmt(Stmt::Directive(directive), start)
    }

    /// Parses a directive at file scope or among members. The cursor is at its `PragmaAcc` or `PragmaOmp`.
    pub(crate) fn directive_declaration(&mut self) -> DeclId {
        let start = self.position();
        let directive = self.parse_directive_line();
        let end = self.position();
        let directive = self.add_directive(directive, start, end);
        self.add_decl(Decl::Directive(directive), start)
    }

    /// Parses the directive up to and including its `PragmaEnd`.
    fn parse_directive_line(&mut self) -> Directive {
        let language = if self.at(TokenKind::PragmaAcc) { Language::OpenAcc } else { Language::OpenMp };
        self.bump();
        let rest = self.rest();
        let length = rest.iter().position(|kind| *kind == TokenKind::PragmaEnd).unwrap_or(rest.len());
        self.names.open();
        let directive = self.within(length, |parser| parser.parse_directive(language));
        self.names.close();
        self.eat(TokenKind::PragmaEnd);
        directive
    }

    /// Parses name, argument and clauses, up to the end of the tokens.
    pub(super) fn parse_directive(&mut self, language: Language) -> Directive {
        let Some((kind, words)) = self.directive_name(language) else {
            return self.unknown_directive(language);
        };
        self.bump_by(words);
        let argument = self.parse_directive_argument(kind);
        let mut clauses = Vec::new();
        let mut extra = Box::default();
        let findings = self.diagnostics.len();
        while !self.at_end() {
            if self.diagnostics.len() - findings > FINDINGS_PER_DIRECTIVE {
                extra = self.take_tokens();
                break;
            }
            self.eat(TokenKind::Comma);
            if self.kind().is_word() {
                clauses.push(self.parse_clause(kind));
            } else {
                extra = self.take_extra_tokens(language);
            }
        }
        Directive { kind, argument, clauses: clauses.into(), extra: extra.into(), body: None }
    }

    /// Returns the directive that the words at the cursor name, and the number of words in its name.
    fn directive_name(&self, language: Language) -> Option<(DirectiveKind, usize)> {
        let words = (0..).take_while(|ahead| self.kind_at(*ahead).is_word()).map(|ahead| self.text_at(ahead));
        match language {
            Language::OpenAcc => {
                acc::names().longest(words).map(|(found, count)| (DirectiveKind::Acc(found), count))
            }
            Language::OpenMp => {
                omp::names().longest(words).map(|(found, count)| (DirectiveKind::Omp(found), count))
            }
        }
    }

    /// Parses and reports a directive that the language does not have. Its tokens are kept.
    fn unknown_directive(&mut self, language: Language) -> Directive {
        let name = if self.kind().is_word() { self.text() } else { Name::EMPTY };
        let at = self.present_token();
        let message = match (name, self.at_end()) {
            (Name::EMPTY, true) => format!("an {language} directive is expected"),
            (Name::EMPTY, false) => {
                format!("an {language} directive is expected, found {}", self.describe_present())
            }
            _ => format!("{language} has no directive `{}`", self.spelled(name)),
        };
        let mut diagnostic = Diagnostic::new(codes::BOTH0001.of(language), at, message);
        match suggest::continuations(language, self.spelled(name)) {
            Some(note) => diagnostic = diagnostic.note(note),
            None => diagnostic.fix = suggest::directive(language, self.spelled(name), at),
        }
        self.report(diagnostic);
        if name != Name::EMPTY {
            self.bump();
        }
        let kind = DirectiveKind::unknown(language, name);
        let argument = DirectiveArgument::Tokens(self.take_tokens());
        Directive { kind, argument, clauses: Box::default(), extra: Vec::default(), body: None }
    }

    /// Takes all remaining tokens, in source spelling.
    pub(super) fn take_tokens(&mut self) -> Box<[(TokenKind, Name)]> {
        let mut tokens = Vec::new();
        while !self.at_end() {
            tokens.push((self.kind(), self.text()));
            self.bump();
        }
        tokens.into()
    }

    /// Reports the remaining tokens of a directive as extra tokens, and takes them.
    fn take_extra_tokens(&mut self, language: Language) -> Box<[(TokenKind, Name)]> {
        let start = self.position();
        let extra = self.take_tokens();
        if !extra.is_empty() {
            let message = "extra tokens at the end of the directive are ignored";
            self.report(Diagnostic::new(codes::BOTH0003.of(language), self.since(start), message));
        }
        extra
    }

    // ---- clauses ----

    /// Parses a clause. The cursor is at its name.
    fn parse_clause(&mut self, directive: DirectiveKind) -> ClauseId {
        let start = self.position();
        let spelling = self.bump_text();
        let kind = self.clause_kind(directive, spelling);
        let arguments = match form_of(directive, kind) {
            Some(form) => match form.parens {
                Parens::Never => self.skip_needless_arguments(directive.language(), spelling),
                Parens::Optional if !self.at(TokenKind::LParen) => None,
                _ => self.parse_parentheses(directive.language(), spelling, form),
            },
            None => self.parse_unknown_clause(directive, spelling, start),
        };
        self.add_clause(Clause { kind, spelling, arguments }, start)
    }

    /// Returns the clause that a word stands for on a directive.
    fn clause_kind(&self, directive: DirectiveKind, spelling: Name) -> ClauseKind {
        let found = match directive {
            DirectiveKind::Acc(kind) => AccClause::from_name(spelling)
                .filter(|clause| kind.takes_spelling(*clause, self.spelled(spelling)))
                .map(ClauseKind::Acc),
            _ => OmpClause::from_name(spelling).map(ClauseKind::Omp),
        };
        found.unwrap_or(ClauseKind::Unknown)
    }

    /// Reports and skips parentheses after a clause that takes none.
    fn skip_needless_arguments(&mut self, language: Language, spelling: Name) -> Option<Arguments> {
        if self.at(TokenKind::LParen) {
            let start = self.position();
            self.skip_balanced();
            let message =
                format!("`{}` takes no argument; the extra tokens are ignored", self.spelled(spelling));
            self.report(Diagnostic::new(codes::BOTH0003.of(language), self.since(start), message));
        }
        None
    }

    /// Parses a word that is not a clause. Its parentheses are kept as tokens.
    fn parse_unknown_clause(
        &mut self,
        directive: DirectiveKind,
        spelling: Name,
        start: u32,
    ) -> Option<Arguments> {
        let language = directive.language();
        let at = TokenRange::new(start, start + 1);
        let written = self.spelled(spelling);
        let message = match AccClause::from_name(spelling) {
            Some(_) if language == Language::OpenAcc => {
                format!("`{written}` is no clause of `{}`", directive.text(self.table()))
            }
            _ => format!("{language} has no clause `{written}`"),
        };
        let mut diagnostic = Diagnostic::new(codes::BOTH0002.of(language), at, message);
        diagnostic.fix = suggest::clause(directive, written, at);
        self.report(diagnostic);
        if !self.at(TokenKind::LParen) {
            return None;
        }
        let tokens = self.in_parentheses(language, spelling, Self::take_tokens)?;
        let item = ArgumentItem { key: None, value: ArgumentValue::Tokens(tokens) };
        Some(Arguments { items: Box::new([item]), ..Arguments::default() })
    }

    // ---- the statement ----

    /// Returns whether the next statement belongs to a directive.
    fn takes_statement(&self, directive: &Directive) -> bool {
        let has = |clause: ClauseKind| directive.clauses.iter().any(|id| self.tree[*id].kind == clause);
        match directive.kind {
            DirectiveKind::Omp(kind) => match kind.info().association {
                Association::Variant => self.has_variant_with_statement(directive),
                association => {
                    let alone =
                        kind.info().standalone_with.iter().any(|clause| has(ClauseKind::Omp(*clause)));
                    association.takes_statement() && !alone
                }
            },
            kind => kind.association().takes_statement(),
        }
    }

    /// Returns whether a directive among the arguments of a metadirective's clauses takes a statement.
    fn has_variant_with_statement(&self, directive: &Directive) -> bool {
        let clauses = directive.clauses.iter().filter_map(|id| self.tree[*id].arguments.as_ref());
        clauses.flat_map(|arguments| &arguments.items).any(|item| match item.value {
            ArgumentValue::Directive(variant) => self.takes_statement(&self.tree[variant]),
            _ => false,
        })
    }

    /// Parses the statement of a directive.
    fn parse_associated_statement(&mut self, kind: DirectiveKind, start: u32, end: u32) -> Option<StmtId> {
        use AccDirective::{Data, HostData, Kernels, Parallel, Serial};
        if matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) {
            let message = "the directive applies to the next statement, and the block ends here";
            let at = TokenRange::new(start, end);
            self.report(Diagnostic::new(codes::BOTH0013.of(kind.language()), at, message));
            return None;
        }
        let has_code = matches!(kind, DirectiveKind::Acc(Parallel | Serial | Kernels | Data | HostData));
        Some(if has_code && self.at_cache() { self.parse_behind_cache() } else { self.parse_statement() })
    }

    /// Returns whether a `cache` directive comes next.
    fn at_cache(&self) -> bool {
        let name = AccDirective::Cache.text();
        self.at(TokenKind::PragmaAcc) && self.kind_at(1).is_word() && self.spelled(self.text_at(1)) == name
    }

    /// Parses `cache` directives in the place of a construct's statement, together with the statement after them, as one block: `cache` is
    /// no statement of its own, so the construct applies to the statement after it. The checks warn about it.
    fn parse_behind_cache(&mut self) -> StmtId {
        let (start, mut items) = (self.position(), Vec::new());
        while self.at_cache() {
            items.push(self.parse_statement());
        }
        if matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) && items.len() == 1 {
            return items[0];
        }
        if !matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) {
            items.push(self.parse_statement());
        }
        self.add_stmt(Stmt::Compound { labels: Vec::default(), items: items.into() }, start)
    }
}

/// Returns the directive of a language with exactly this name.
fn directive_of(language: Language, text: &str) -> Option<DirectiveKind> {
    match language {
        Language::OpenAcc => AccDirective::by_name(text).map(DirectiveKind::Acc),
        Language::OpenMp => OmpDirective::by_name(text).map(DirectiveKind::Omp),
    }
}
