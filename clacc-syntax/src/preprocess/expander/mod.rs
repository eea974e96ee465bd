//! The state of macro expansion: a stack of token lists being read, a stack of places where expanded tokens go, and
//! what is left of the limits. How invocations are replaced stands in [`expansion`].

mod define;
mod expansion;
mod macros;
mod replacement;
mod substitution;

use std::sync::Arc;

use smallvec::SmallVec;

pub(crate) use define::macro_name;
pub(crate) use macros::MacroTable;
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

/// What expansion reads on with behind its own token lists, and where it leaves what it makes.
pub(crate) trait Surroundings {
    /// The results.
    fn out(&mut self) -> &mut Output;
    /// How many files are open.
    fn depth(&self) -> usize;
    /// Whether the next token of the current file is `(`.
    fn has_open_paren(&self) -> bool;
    /// Where reading the current file stands.
    fn mark(&self) -> Option<usize>;
    /// Reads the current file again from a mark on.
    fn go_back(&mut self, mark: usize);
    /// The next token of the files: directives between the lines are followed; the file that was current when `depth`
    /// files were open is not left.
    fn next_token(&mut self, expander: &mut Expander, depth: usize) -> Option<PpToken>;
    /// Passes on what a word stands for that is no macro with a replacement list.
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

/// What a list of tokens being read is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ListKind {
    /// What replaces an invocation of this macro. The macro is disabled until the list is left.
    Replacement(Name),
    /// An argument that is expanded on its own; nothing behind it is read before it is done.
    Argument,
    /// The tokens of a directive, expanded on their own.
    Line,
}

/// A list of tokens being read.
#[derive(Clone, Copy, Debug)]
struct TokenList {
    kind: ListKind,
    run: TokenRun,
    /// Where the arena ended before this list and what belongs to it.
    floor: usize,
}

/// An invocation of a function-like macro whose arguments are known.
struct Pending {
    definition: Arc<Macro>,
    name: PpToken,
    /// The arguments as written.
    arguments: SmallVec<[TokenRun; 4]>,
    /// The arguments expanded, as runs of the sink; none where nothing in them expands.
    expanded: SmallVec<[Option<TokenRun>; 4]>,
    expansion: ExpansionId,
    /// The variadic argument was left out altogether, comma included.
    omits_variadic: bool,
    floor: usize,
}

/// What is left of the limits.
struct Budget {
    tokens: usize,
    /// The limit on expansion was hit: nothing expands any more.
    exhausted: bool,
    /// How many unterminated invocations may still be read again as plain text.
    rereads: usize,
}

/// White space that waits for a token.
#[derive(Default)]
struct Space {
    /// What an expansion to nothing left for the next token.
    carried: TokenFlags,
    /// The same between the operands of one replacement list.
    after_nothing: bool,
}

/// The macros in force, and their expansion.
pub(crate) struct Expander {
    macros: MacroTable,
    arena: Vec<PpToken>,
    lists: Vec<TokenList>,
    pending: Vec<Pending>,
    sinks: Sinks,
    /// Macros under expansion.
    disabled: NameSet,
    space: Space,
    budget: Budget,
    mode: ReadingMode,
}

/// How things are read.
#[derive(Default)]
struct ReadingMode {
    /// With the GNU extensions.
    gnu: bool,
    /// Expanding the tokens of `#if`, where `defined` and its relatives mean something.
    evaluating: bool,
    /// A directive was read while arguments were collected.
    crossed_directive: bool,
}

/// Where expanded tokens go; the unit's tokens where none is open.
#[derive(Default)]
struct Sinks {
    open: Vec<Vec<PpToken>>,
    spare: Vec<Vec<PpToken>>,
}

impl Expander {
    /// An expander of these macros that may make so many tokens.
    pub(crate) fn new(options: &Options, macros: MacroTable, tokens: usize) -> Self {
        Expander {
            macros,
            arena: Vec::new(),
            lists: Vec::new(),
            pending: Vec::new(),
            sinks: Sinks::default(),
            disabled: NameSet::default(),
            space: Space::default(),
            budget: Budget { tokens, exhausted: false, rereads: 8 },
            mode: ReadingMode { gnu: options.gnu, ..ReadingMode::default() },
        }
    }

    /// What the next stage goes on with: the macros in force, and how many tokens it may make.
    pub(crate) fn carried(&mut self) -> (MacroTable, usize) {
        self.macros.share();
        (self.macros.clone(), self.budget.tokens)
    }

    // ---- macros ----

    /// Follows a `#define`.
    pub(crate) fn define(&mut self, line: &DirectiveLine, out: &mut Output) {
        define::define(line, &mut self.macros, out);
    }

    /// Follows an `#undef`.
    pub(crate) fn undef(&mut self, line: &DirectiveLine, out: &mut Output) {
        define::undef(line, &mut self.macros, out);
    }

    /// Whether a name is a macro.
    pub(crate) fn is_defined(&self, name: Name) -> bool {
        self.macros.get(name).is_some()
    }

    /// Puts the definition of a name aside.
    pub(crate) fn push_macro(&mut self, name: Name) {
        self.macros.push(name);
    }

    /// Puts the definition that was put aside last in force.
    pub(crate) fn pop_macro(&mut self, name: Name) {
        self.macros.pop(name);
    }

    /// The next value of `__COUNTER__`.
    pub(crate) fn count(&mut self) -> u64 {
        self.macros.count()
    }

    /// Makes copies of the macros cheap from here on.
    pub(crate) fn share_macros(&mut self) {
        self.macros.share();
    }

    // ---- how things are read ----

    /// Whether the tokens of `#if` are being expanded, where `defined` and its relatives mean something.
    pub(crate) fn is_evaluating(&self) -> bool {
        self.mode.evaluating
    }

    /// Says that a directive was followed while arguments were collected.
    pub(crate) fn note_directive(&mut self) {
        self.mode.crossed_directive = true;
    }

    // ---- where tokens go ----

    /// Passes a token on to where expanded tokens go.
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

    /// Whether expanded tokens go to the unit.
    fn feeds_unit(&self) -> bool {
        self.sinks.open.is_empty()
    }

    /// Expanded tokens go to a buffer from here on.
    fn open_sink(&mut self) {
        self.sinks.open.push(self.sinks.spare.pop().unwrap_or_default());
    }

    /// The buffer that expanded tokens went to.
    fn close_sink(&mut self) -> Option<Vec<PpToken>> {
        self.sinks.open.pop()
    }

    /// How many tokens went to the present buffer.
    fn sunk(&self) -> usize {
        self.sinks.open.last().map_or(0, Vec::len)
    }

    /// Gives a buffer back for use by others.
    pub(crate) fn recycle(&mut self, mut tokens: Vec<PpToken>) {
        tokens.clear();
        self.sinks.spare.push(tokens);
    }

    /// The space that waits for the next token.
    pub(crate) fn take_space(&mut self) -> TokenFlags {
        std::mem::take(&mut self.space.carried)
    }

    /// The space that waits for the next token belongs to none.
    pub(crate) fn forget_space(&mut self) {
        self.space.carried = TokenFlags::default();
    }

    // ---- what is read ----

    /// Leaves the innermost token list, which has been read. Its tokens are dropped if nothing is collected above.
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

    /// Starts reading what replaces an invocation: the tokens of the arena from `floor` on.
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

    /// Whether the next token is `(`. Leaves token lists that are at their end, which ends the expansion of their
    /// macros, as compilers do it.
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

    /// The next token, unexpanded; none at the end of what may be read.
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

    /// The next token of the line being expanded, itself unexpanded.
    pub(crate) fn next_of_line(&mut self, around: &mut impl Surroundings) -> Option<PpToken> {
        self.next_unexpanded(around, usize::MAX)
    }

    // ---- limits ----

    /// Whether nothing expands any more.
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

    /// Reports once that macro expansion goes too far, and ends all expansion.
    fn exhaust(&mut self, name: &PpToken, out: &mut Output) {
        if !self.budget.exhausted {
            self.budget.exhausted = true;
            let message = "macro expansion makes too many tokens; macros are not expanded from here on";
            out.report(&codes::PP0007, name.range(), message);
        }
    }

    /// Takes one from the number of unterminated invocations that are read again; whether there was one.
    fn spend_reread(&mut self) -> bool {
        let left = self.budget.rereads.checked_sub(1);
        self.budget.rereads = left.unwrap_or_default();
        left.is_some()
    }

    /// A token that no file holds, in place of the one at `place`.
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
