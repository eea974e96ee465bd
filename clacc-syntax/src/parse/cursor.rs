//! The parser's state: its position in the tokens, the nodes it has made, the errors it has found.

use crate::ast::*;
use crate::checkpoint::{self, HalfDone, Take};
use crate::diagnostics::{Code, Diagnostic};
use crate::encoding;
use crate::token::{TokenKind, TokenRange, TokenSlice};
use crate::{Name, Names};

use super::codes;
use super::file_scope::FileScope;
use super::parsed::{Bodies, ParseDiagnostic, ParseLimits, Parsed};
use super::scope::NameScopes;
use super::scratch::Scratch;

/// The number of expressions between two cancellation points. An expression can be long without a statement in it: arguments, chains of
/// operators, clauses of a directive.
const EXPRESSIONS_BETWEEN_CHECKPOINTS: usize = 1 << 11;

/// From this many nodes or items of a kind on, the parser reserves room for as many as can follow, because copying a million of them takes
/// longer than an editor's user should wait.
pub(super) const MANY: usize = 1 << 12;

/// A recursive descent parser over one run of tokens.
///
/// Every method that parses something leaves the cursor past the tokens it took, returns a node in any case,
/// and either takes at least one token or reports an error. Loops over unlimited input check that the cursor
/// moved.
pub(crate) struct Parser<'t> {
    kinds: &'t [TokenKind],
    texts: &'t [Name],
    /// The table that the names in `texts` belong to.
    table: &'t Names,
    pos: usize,
    /// The number of nested constructs that are open.
    depth: u32,
    /// The token at which the last error was reported. Further errors at that token are consequences of it
    /// and not reported.
    last_error: Option<usize>,
    pub(super) limits: ParseLimits,
    pub(super) bodies: Bodies,
    /// true if `[` may open a subarray, which is so at the top level of a clause item.
    pub(super) sections: bool,
    pub(super) names: NameScopes<'t>,
    pub(super) scratch: HalfDone<Scratch>,
    pub(crate) tree: HalfDone<Tree>,
    pub(crate) diagnostics: Vec<ParseDiagnostic>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(
        tokens: TokenSlice<'t>,
        file: &'t FileScope,
        limits: ParseLimits,
        bodies: Bodies,
    ) -> Self {
        Parser {
            kinds: tokens.kinds,
            texts: tokens.texts,
            table: tokens.names,
            pos: 0,
            depth: 0,
            last_error: None,
            limits,
            bodies,
            sections: false,
            names: NameScopes::new(file),
            scratch: HalfDone::default(),
            tree: HalfDone::new(match bodies {
                Bodies::Parse => Tree::with_room(tokens.names.clone(), tokens.kinds.len()),
                Bodies::Skip => Tree::new(tokens.names.clone()),
            }),
            diagnostics: Vec::new(),
        }
    }

    /// Returns the finished tree. The parser starts a new tree whose token 0 is the current token.
    pub(super) fn take_parsed(&mut self) -> Parsed {
        self.kinds = &self.kinds[self.pos..];
        self.texts = &self.texts[self.pos..];
        self.pos = 0;
        self.last_error = None;
        Parsed { tree: self.tree.take(), diagnostics: std::mem::take(&mut self.diagnostics) }
    }

    // ---- tokens ----

    /// Returns the kind of the current token, or `Eof` past the last one.
    #[inline]
    pub(crate) fn kind(&self) -> TokenKind {
        self.kinds.get(self.pos).copied().unwrap_or(TokenKind::Eof)
    }

    /// Returns the kind of the token `ahead` tokens after the current one.
    #[inline]
    pub(crate) fn kind_at(&self, ahead: usize) -> TokenKind {
        self.kinds.get(self.pos + ahead).copied().unwrap_or(TokenKind::Eof)
    }

    /// Returns the text of the current token, or an empty text past the last one.
    #[inline]
    pub(crate) fn text(&self) -> Name {
        self.texts.get(self.pos).copied().unwrap_or(Name::EMPTY)
    }

    /// Returns the text of the token `ahead` tokens after the current one.
    #[inline]
    pub(crate) fn text_at(&self, ahead: usize) -> Name {
        self.texts.get(self.pos + ahead).copied().unwrap_or(Name::EMPTY)
    }

    /// The text of a name.
    pub(super) fn spelled(&self, name: Name) -> &'t str {
        &self.table[name]
    }

    /// Returns the table of names.
    pub(super) fn table(&self) -> &'t Names {
        self.table
    }

    /// The name of a text.
    pub(super) fn intern(&self, text: &str) -> Name {
        self.table.intern(text)
    }

    /// Returns the kinds of the tokens from the current one on.
    pub(super) fn rest(&self) -> &'t [TokenKind] {
        &self.kinds[self.pos..]
    }

    /// Returns the index of the current token.
    #[inline]
    pub(crate) fn position(&self) -> u32 {
        self.pos as u32
    }

    /// Whether the current token is of this kind.
    #[inline]
    pub(crate) fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Whether there is no token left.
    pub(crate) fn at_end(&self) -> bool {
        self.pos >= self.kinds.len()
    }

    /// Moves past the current token.
    #[inline]
    pub(crate) fn bump(&mut self) {
        if self.pos < self.kinds.len() {
            self.pos += 1;
        }
    }

    /// Moves past `count` tokens, or to the end if there are fewer.
    pub(super) fn bump_by(&mut self, count: usize) {
        self.pos = (self.pos + count).min(self.kinds.len());
    }

    /// Moves past the current token and returns its text.
    pub(crate) fn bump_text(&mut self) -> Name {
        let text = self.text();
        self.bump();
        text
    }

    /// Moves past the current token if it is of this kind.
    #[inline]
    pub(crate) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.pos += 1;
        }
        found
    }

    /// Moves past a token of this kind, or reports that it is missing. Misplaced pragmas in front of it are
    /// skipped.
    pub(crate) fn expect(&mut self, kind: TokenKind) -> bool {
        if self.eat(kind) {
            return true;
        }
        self.skip_misplaced_pragmas();
        if self.eat(kind) {
            return true;
        }
        self.error_expected(kind.text());
        false
    }

    /// Runs `parse` as if the tokens ended `count` tokens from here, then moves to that place.
    pub(super) fn within<T>(&mut self, count: usize, parse: impl FnOnce(&mut Self) -> T) -> T {
        let (kinds, texts) = (self.kinds, self.texts);
        let end = (self.pos + count).min(kinds.len());
        (self.kinds, self.texts) = (&kinds[..end], &texts[..end]);
        let result = parse(self);
        (self.kinds, self.texts, self.pos) = (kinds, texts, end);
        result
    }

    // ---- nesting ----

    /// Opens one more level of nesting, which [`Parser::leave`] closes. At the limit it reports an error,
    /// opens no level and returns false, so that the caller skips the construct.
    pub(crate) fn enter(&mut self) -> bool {
        if self.depth >= self.limits.nesting {
            self.error_nesting();
            return false;
        }
        self.depth += 1;
        true
    }

    /// Closes a level of nesting.
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns whether a chain of `count` operators on top of the open levels makes the tree too deep, and reports it if so.
    pub(super) fn chain_too_deep(&mut self, count: usize) -> bool {
        let too_deep = self.depth as usize + count > self.limits.nesting as usize;
        if too_deep {
            self.error_nesting();
        }
        too_deep
    }

    fn error_nesting(&mut self) {
        let message = format!("nesting is deeper than {} levels", self.limits.nesting);
        self.error(&codes::C0012, message);
    }

    // ---- findings ----

    /// Reports an error at the current token, unless one was reported there already.
    pub(crate) fn error(&mut self, code: &'static Code, message: impl Into<String>) {
        if self.last_error == Some(self.pos) {
            return;
        }
        self.last_error = Some(self.pos);
        let at = self.present_token();
        self.diagnostics.push(Diagnostic::new(code, at, message));
    }

    /// Reports a finding at a range of tokens.
    pub(crate) fn report(&mut self, diagnostic: ParseDiagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports that `what` was expected at the current token.
    pub(crate) fn error_expected(&mut self, what: &str) {
        self.expected(&codes::C0001, what);
    }

    /// Reports with `code` that `what` was expected at the current token.
    pub(super) fn expected(&mut self, code: &'static Code, what: &str) {
        if self.last_error == Some(self.pos) {
            return;
        }
        let quoted = if what.starts_with(|first: char| first.is_ascii_alphabetic() || first == '<') {
            what.to_owned()
        } else {
            format!("`{what}`")
        };
        let message = format!("expected {quoted}, found {}", self.describe_present());
        self.error(code, message);
    }

    /// Describes the current token for messages.
    pub(crate) fn describe_present(&self) -> String {
        match self.kind() {
            TokenKind::Eof => "the end of the text".to_owned(),
            TokenKind::PragmaEnd => "the end of the directive".to_owned(),
            TokenKind::PragmaAcc => "`#pragma acc`".to_owned(),
            TokenKind::PragmaOmp => "`#pragma omp`".to_owned(),
            TokenKind::PragmaOther => "`#pragma`".to_owned(),
            _ => format!("`{}`", encoding::shown(self.spelled(self.text()))),
        }
    }

    /// Returns the range of the current token. At the end, that is the range of the last one.
    pub(crate) fn present_token(&self) -> TokenRange {
        let pos = self.pos.min(self.kinds.len().saturating_sub(1)) as u32;
        TokenRange::new(pos, (pos + 1).min(self.kinds.len() as u32))
    }

    // ---- nodes ----

    /// Returns the range of the tokens from `start` to the current one, which is not part of it.
    #[inline]
    pub(crate) fn since(&self, start: u32) -> TokenRange {
        TokenRange::new(start, self.pos as u32)
    }

    /// Adds an expression that began at token `start` and ends before the current one.
    pub(crate) fn add_expr(&mut self, expr: Expr, start: u32) -> ExprId {
        let count = self.tree.exprs.len();
        if count.is_multiple_of(EXPRESSIONS_BETWEEN_CHECKPOINTS) && count > 0 {
            self.look(count);
        }
        let id = self.tree.exprs.alloc(expr);
        self.tree.spans.exprs.insert(id, TokenRange::new(start, self.pos as u32));
        id
    }

    /// Passes a cancellation point after `count` expressions. If bodies are skipped, room for many expressions was not reserved before, so
    /// it is done here.
    #[cold]
    fn look(&mut self, count: usize) {
        checkpoint::pass();
        if count == MANY && self.bodies == Bodies::Skip {
            let more = self.half_of_rest();
            self.tree.reserve_exprs(more);
        }
    }

    /// Returns the largest number of expressions, or of items of a list, that the remaining tokens can make.
    pub(super) fn half_of_rest(&self) -> usize {
        self.rest().len() / 2
    }

    /// Adds a statement that began at token `start`.
    pub(crate) fn add_stmt(&mut self, stmt: Stmt, start: u32) -> StmtId {
        let id = self.tree.stmts.alloc(stmt);
        self.tree.spans.stmts.insert(id, TokenRange::new(start, self.pos as u32));
        id
    }

    /// Adds a declaration that began at token `start`.
    pub(crate) fn add_decl(&mut self, decl: Decl, start: u32) -> DeclId {
        let id = self.tree.decls.alloc(decl);
        self.tree.spans.decls.insert(id, TokenRange::new(start, self.pos as u32));
        id
    }

    /// Adds an entity whose name is at `name_at`.
    pub(crate) fn add_entity(&mut self, entity: DeclaredEntity, name_at: TokenRange) -> DeclaredId {
        let id = self.tree.entities.alloc(entity);
        self.tree.spans.entity_names.insert(id, name_at);
        id
    }

    /// Adds an initializer that began at token `start`.
    pub(super) fn add_init(&mut self, init: Init, start: u32) -> InitId {
        if self.tree.inits.len() == MANY {
            let more = self.half_of_rest();
            self.tree.reserve_inits(more);
        }
        let id = self.tree.inits.alloc(init);
        self.tree.spans.inits.insert(id, TokenRange::new(start, self.pos as u32));
        id
    }

    /// Adds a type name that began at token `start`.
    pub(crate) fn add_type_name(&mut self, type_name: TypeName, start: u32) -> TypeNameId {
        let id = self.tree.type_names.alloc(type_name);
        self.tree.spans.type_names.insert(id, TokenRange::new(start, self.pos as u32));
        id
    }

    /// Adds a `struct` or `union` specifier that began at token `start`.
    pub(super) fn add_record(&mut self, record: Record, start: u32) -> RecordId {
        let id = self.tree.records.alloc(record);
        self.tree.spans.records.insert(id, TokenRange::new(start, self.pos as u32));
        id
    }

    /// Adds an `enum` specifier that began at token `start`.
    pub(super) fn add_enum(&mut self, specifier: Enum, start: u32) -> EnumId {
        let id = self.tree.enums.alloc(specifier);
        self.tree.spans.enums.insert(id, TokenRange::new(start, self.pos as u32));
        id
    }

    /// Adds a directive that begins with the `PragmaAcc` or `PragmaOmp` at token `start` and ends before
    /// token `end`.
    pub(crate) fn add_directive(&mut self, directive: Directive, start: u32, end: u32) -> DirectiveId {
        let id = self.tree.directives.alloc(directive);
        self.tree.spans.directives.insert(id, TokenRange::new(start, end));
        id
    }

    /// Adds a clause that began at token `start`.
    pub(crate) fn add_clause(&mut self, clause: Clause, start: u32) -> ClauseId {
        let id = self.tree.clauses.alloc(clause);
        self.tree.spans.clauses.insert(id, TokenRange::new(start, self.pos as u32));
        id
    }
}
