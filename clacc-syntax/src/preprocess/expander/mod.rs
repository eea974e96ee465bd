//! The state of macro expansion: a stack of token lists that are being read, a stack of buffers for
//! expanded tokens, and the rest of each limit. [`expansion`] replaces the invocations.

mod define;
mod expansion;
mod macros;
mod replacement;
mod substitution;

use std::sync::Arc;

use smallvec::SmallVec;

pub(crate) use define::macro_name;
pub(crate) use macros::{Definition, MacroJournal, MacroMark, MacroTable};
pub(crate) use substitution::spelling;

use macros::{Macro, NameSet};

use super::codes;
use super::line::DirectiveLine;
use super::options::Options;
use super::output::Output;
use super::token::PpToken;
use crate::Name;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{ExpansionId, TokenOrigin};

/// The interface of the reader that the expander needs: the text after the expander's token lists, and the output.
pub(crate) trait Surroundings {
    /// Returns the output.
    fn out(&mut self) -> &mut Output;
    /// Returns the number of open files.
    fn depth(&self) -> usize;
    /// Returns whether the next token of the current file is `(`.
    fn has_open_paren(&self) -> bool;
    /// Returns the position at which the current file is being read.
    fn mark(&self) -> Option<usize>;
    /// Reads the current file again from a mark on.
    fn go_back(&mut self, mark: usize);
    /// Returns the next token of the files. Directives before it are executed. The file that was current when `depth` files were open is
    /// not left.
    fn next_token(&mut self, expander: &mut Expander, depth: usize) -> Option<PpToken>;
    /// Emits the tokens that `word` stands for, where `word` is not a macro with a replacement list.
    fn word(&mut self, expander: &mut Expander, word: Known, token: PpToken);
}

/// A run of tokens in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TokenRun {
    start: usize,
    end: usize,
}

impl TokenRun {
    fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// The kind of a list of tokens that is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ListKind {
    /// The tokens that replace an invocation of this macro. The macro is disabled until the list is left.
    Replacement(Name),
    /// An argument that is expanded in isolation. Nothing after it is read before its expansion is complete.
    Argument,
    /// The tokens of a directive, which are expanded in isolation.
    Line,
}

/// A list of tokens that is being read.
#[derive(Clone, Copy, Debug)]
struct TokenList {
    kind: ListKind,
    run: TokenRun,
    /// The length of the arena before this list was added.
    floor: usize,
}

/// An invocation of a function-like macro whose arguments have been read.
struct Pending {
    definition: Arc<Macro>,
    name: PpToken,
    /// The unexpanded arguments.
    arguments: SmallVec<[TokenRun; 4]>,
    /// The expanded arguments, as ranges of the innermost buffer; none for an argument that needs no expansion.
    expanded: SmallVec<[Option<TokenRun>; 4]>,
    expansion: ExpansionId,
    /// true if the variadic argument was left out, with its comma.
    omits_variadic: bool,
    floor: usize,
}

/// The remaining amount of each limit.
struct Budget {
    tokens: usize,
    /// true if the limit on expansion was reached, so that nothing is expanded any more.
    exhausted: bool,
    /// The number of unterminated invocations that may still be read again as plain text.
    rereads: usize,
}

/// The number of unterminated invocations that are read again as plain text.
const REREADS: usize = 8;

/// White space that belongs before a token that has not been read yet.
#[derive(Default)]
struct Space {
    /// The white space of an invocation that expanded to nothing. The next token takes it.
    carried: TokenFlags,
    /// The white space of an operand that has no tokens, inside one replacement list.
    after_nothing: bool,
}

/// The macros in force, and their expansion.
pub(crate) struct Expander {
    macros: MacroTable,
    arena: Vec<PpToken>,
    lists: Vec<TokenList>,
    pending: Vec<Pending>,
    sinks: Sinks,
    /// The macros that are being expanded.
    disabled: NameSet,
    space: Space,
    budget: Budget,
    mode: ReadingMode,
    /// The number of tokens that were read from lists. It only paces the cancellation points.
    rescanned: usize,
}

/// The modes of the expander.
#[derive(Default)]
struct ReadingMode {
    /// Whether the GNU extensions are enabled.
    gnu: bool,
    /// true while the tokens of `#if` are being expanded, where `defined` and similar operators have a meaning.
    evaluating: bool,
    /// true if a directive was executed while arguments were collected.
    crossed_directive: bool,
}

/// The buffers for expanded tokens. If no buffer is open, the tokens are added to the unit.
#[derive(Default)]
struct Sinks {
    open: Vec<Vec<PpToken>>,
    spare: Vec<Vec<PpToken>>,
}

impl Expander {
    /// Makes an expander with these macros, which may produce `tokens` tokens.
    pub(crate) fn new(options: &Options, macros: MacroTable, tokens: usize) -> Self {
        Expander {
            macros,
            arena: Vec::new(),
            lists: Vec::new(),
            pending: Vec::new(),
            sinks: Sinks::default(),
            disabled: NameSet::default(),
            space: Space::default(),
            budget: Budget { tokens, exhausted: false, rereads: REREADS },
            mode: ReadingMode { gnu: options.gnu, ..ReadingMode::default() },
            rescanned: 0,
        }
    }

    /// Returns the state with which the next stage continues: the macros in force, and the number of tokens that it may produce.
    pub(crate) fn carried(&mut self) -> (MacroTable, usize) {
        self.macros.share();
        (self.macros.clone(), self.budget.tokens)
    }

    // ---- where a run can be resumed ----

    /// Returns whether nothing is being expanded, so that the next token does not depend on how the last ones were read.
    pub(crate) fn is_idle(&self) -> bool {
        self.lists.is_empty() && self.sinks.open.is_empty() && self.space.carried == TokenFlags::default()
    }

    /// Returns whether no limit was reached, so that the macros and the number of remaining tokens are the whole state.
    pub(crate) fn is_within_limits(&self) -> bool {
        !self.budget.exhausted && self.budget.rereads == REREADS
    }

    /// Returns the number of tokens that may still be produced.
    pub(crate) fn tokens_left(&self) -> usize {
        self.budget.tokens
    }

    /// The state of the macros.
    pub(crate) fn macro_mark(&self) -> MacroMark {
        self.macros.mark()
    }

    /// Returns the journal of definitions since the start of the stage, if one is kept.
    pub(crate) fn journal(&self) -> Option<&MacroJournal> {
        self.macros.journal()
    }

    /// Keeps a journal of definitions from here on.
    pub(crate) fn keep_journal(&mut self) {
        self.macros.keep_journal(&[], None);
    }

    /// Continues an earlier run that had recorded the definitions `made` and could still produce `tokens_left` tokens.
    pub(crate) fn resume(
        &mut self,
        made: &[(Name, Option<Definition>)],
        mark: MacroMark,
        tokens_left: usize,
    ) {
        self.macros.keep_journal(made, Some(mark));
        self.budget.tokens = tokens_left;
    }

    // ---- macros ----

    /// Executes a `#define`.
    pub(crate) fn define(&mut self, line: &DirectiveLine, out: &mut Output) {
        define::define(line, &mut self.macros, out);
    }

    /// Executes an `#undef`.
    pub(crate) fn undef(&mut self, line: &DirectiveLine, out: &mut Output) {
        define::undef(line, &mut self.macros, out);
    }

    /// Whether a name is a macro.
    pub(crate) fn is_defined(&self, name: Name) -> bool {
        self.macros.get(name).is_some()
    }

    /// Saves the definition of a name (`#pragma push_macro`).
    pub(crate) fn push_macro(&mut self, name: Name) {
        self.macros.push(name);
    }

    /// Restores the definition that was saved last (`#pragma pop_macro`).
    pub(crate) fn pop_macro(&mut self, name: Name, out: &mut Output) {
        self.macros.pop(name);
        out.note_macro_change(name, self.macros.state(name));
    }

    /// Returns the value of `__COUNTER__`, and increments it.
    pub(crate) fn count(&mut self) -> u64 {
        self.macros.count()
    }

    /// Shares the table of macros, so that copies made after this are cheap.
    pub(crate) fn share_macros(&mut self) {
        self.macros.share();
    }

    // ---- modes ----

    /// Returns whether the tokens of `#if` are being expanded, where `defined` and similar operators have a meaning.
    pub(crate) fn is_evaluating(&self) -> bool {
        self.mode.evaluating
    }

    /// Records that a directive was executed while arguments were collected.
    pub(crate) fn note_directive(&mut self) {
        self.mode.crossed_directive = true;
    }

    // ---- the destination of tokens ----

    /// Adds a token to the open buffer, or to the unit.
    pub(crate) fn put(&mut self, mut token: PpToken, out: &mut Output) {
        if self.space.carried != TokenFlags::default() {
            token.flags = token.flags.with(std::mem::take(&mut self.space.carried));
        }
        if let Some(sink) = self.sinks.open.last_mut() {
            return sink.push(token);
        }
        if token.kind == TokenKind::Unknown {
            out.report_unknown(&token);
        }
        out.emit(&token);
    }

    /// Returns whether expanded tokens are added to the unit.
    fn feeds_unit(&self) -> bool {
        self.sinks.open.is_empty()
    }

    /// Opens a buffer for expanded tokens.
    fn open_sink(&mut self) {
        self.sinks.open.push(self.sinks.spare.pop().unwrap_or_default());
    }

    /// Closes the innermost buffer, and returns it.
    fn close_sink(&mut self) -> Option<Vec<PpToken>> {
        self.sinks.open.pop()
    }

    /// The number of tokens in the innermost buffer.
    fn sunk(&self) -> usize {
        self.sinks.open.last().map_or(0, Vec::len)
    }

    /// Keeps an empty buffer for reuse.
    pub(crate) fn recycle(&mut self, mut tokens: Vec<PpToken>) {
        tokens.clear();
        self.sinks.spare.push(tokens);
    }

    /// Takes the white space that was kept for the next token.
    pub(crate) fn take_space(&mut self) -> TokenFlags {
        std::mem::take(&mut self.space.carried)
    }

    /// Drops the white space that was kept for the next token.
    pub(crate) fn forget_space(&mut self) {
        self.space.carried = TokenFlags::default();
    }

    // ---- the source of tokens ----

    /// Leaves the innermost token list, which has been read to its end. With `drop_tokens` its tokens are dropped from the arena. They must
    /// stay while arguments are collected after them in the arena.
    fn leave_list(&mut self, drop_tokens: bool) -> Option<ListKind> {
        let list = self.lists.pop()?;
        if let ListKind::Replacement(name) = list.kind {
            self.disabled.remove(name);
        }
        if drop_tokens {
            self.arena.truncate(list.floor);
        }
        Some(list.kind)
    }

    /// Starts reading the tokens that replace an invocation: the tokens of the arena from `floor` on.
    fn enter_replacement(&mut self, name: &PpToken, floor: usize) {
        let run = TokenRun { start: floor, end: self.arena.len() };
        if run.is_empty() {
            let space = name.flags.without(TokenFlags::UNCLEAN).without(TokenFlags::NO_EXPAND);
            self.space.carried = self.space.carried.with(space);
            return;
        }
        self.arena[floor] = self.arena[floor].spaced_like(name.flags);
        self.disabled.insert(name.text);
        self.lists.push(TokenList { kind: ListKind::Replacement(name.text), run, floor });
    }

    /// Returns whether the next token is `(`. Leaves token lists that are at their end, which ends the expansion of their macros, as in
    /// other compilers.
    pub(crate) fn at_open_paren(&mut self, around: &impl Surroundings) -> bool {
        while let Some(list) = self.lists.last() {
            if !list.run.is_empty() {
                return self.arena[list.run.start].is(TokenKind::LParen);
            }
            if !matches!(list.kind, ListKind::Replacement(_)) {
                return false;
            }
            self.leave_list(true);
        }
        around.has_open_paren()
    }

    /// Returns the next token, unexpanded, or none at the end of the argument, the line or the file.
    fn next_unexpanded(&mut self, around: &mut impl Surroundings, depth: usize) -> Option<PpToken> {
        while let Some(list) = self.lists.last_mut() {
            if !list.run.is_empty() {
                let token = self.arena[list.run.start];
                list.run.start += 1;
                return Some(token);
            }
            if !matches!(list.kind, ListKind::Replacement(_)) {
                return None;
            }
            self.leave_list(false);
        }
        around.next_token(self, depth)
    }

    /// Returns the next unexpanded token of the line that is being expanded.
    pub(crate) fn next_of_line(&mut self, around: &mut impl Surroundings) -> Option<PpToken> {
        self.next_unexpanded(around, usize::MAX)
    }

    // ---- limits ----

    /// Returns whether the limit on expansion was reached, so that nothing is expanded any more.
    fn is_exhausted(&self) -> bool {
        self.budget.exhausted
    }

    /// Takes `count` tokens from the budget, for the expansion of `name`.
    fn spend(&mut self, count: usize, name: &PpToken, out: &mut Output) {
        match self.budget.tokens.checked_sub(count) {
            Some(left) => self.budget.tokens = left,
            None => self.exhaust(name, out),
        }
    }

    /// Reports once that macro expansion exceeds the limit, and ends all expansion.
    fn exhaust(&mut self, name: &PpToken, out: &mut Output) {
        if !self.budget.exhausted {
            self.budget.exhausted = true;
            let message = "macro expansion makes too many tokens; macros are not expanded from here on";
            out.report(&codes::PP0007, name.range(), message);
        }
    }

    /// Decrements the number of unterminated invocations that may still be read again. Returns whether it was above zero.
    fn spend_reread(&mut self) -> bool {
        let left = self.budget.rereads.checked_sub(1);
        self.budget.rereads = left.unwrap_or_default();
        left.is_some()
    }

    /// Makes a token whose text is in no file. It takes the place of `place`.
    pub(crate) fn made_token(
        &mut self,
        kind: TokenKind,
        text: &str,
        place: &PpToken,
        out: &mut Output,
    ) -> PpToken {
        let name = out.names().intern(text);
        let Some((spelling, end)) = out.map.make_text(text) else {
            self.exhaust(place, out);
            return PpToken { kind, text: name, ..*place };
        };
        let origin = TokenOrigin { spelling, expansion: place.origin.expansion };
        PpToken { kind, flags: place.flags, text: name, origin, end }
    }
}
