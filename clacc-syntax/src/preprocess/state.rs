//! The state of a running preprocessor: open files, conditionals, macros, and what it has produced so far.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::codes;
use super::expansion::{Context, Pending};
use super::includes::{Found, SearchPath};
use super::macros::{Definition, MacroTable, NameSet};
use super::options::Options;
use super::token::PpToken;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::lexer::LexedFile;
use crate::source::{FileId, FileProvider, FileRange};
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{
    Expansion, ExpansionId, ExpansionKind, Inclusion, LineMark, MacroDefinition, MacroUse, Origin, Pos,
    Preprocessed, SourceMap, Stretch, StretchContent, TokenBuffer,
};
use crate::{Name, Names};

/// A finding of the preprocessor.
pub(super) type Finding = Diagnostic<(Pos, Pos)>;

/// A file, or text treated like one, that is being read.
pub(super) struct Frame {
    pub(super) lexed: Arc<LexedFile>,
    /// Unit position of its first byte.
    pub(super) base: u32,
    /// The next token.
    pub(super) next: usize,
    /// Where reading stops: the final `Eof`, or the end of the prefix.
    pub(super) limit: usize,
    /// The next entry of `lexed.directives`.
    pub(super) next_directive: usize,
    /// The file; none for the predefined macros and the command line.
    pub(super) file: Option<FileId>,
    /// Warnings are not reported here.
    pub(super) system: bool,
    /// Its path, as it was found.
    pub(super) path: Arc<str>,
    /// Which directory of the search path it was found in.
    pub(super) found_in: Option<usize>,
    /// How many conditionals were open when it was entered.
    pub(super) conditionals: usize,
    /// The name that `__FILE__` shows.
    pub(super) presumed_path: Arc<str>,
    /// What `#line` adds to line numbers.
    pub(super) line_shift: i64,
    /// The last offset whose line was asked for, and that line, counted from 0.
    pub(super) line_cursor: (usize, u32),
}

/// An open `#if`.
pub(super) struct Conditional {
    /// The directive, for messages.
    pub(super) at: (Pos, Pos),
    /// One of its groups has been taken, so the others are skipped.
    pub(super) taken: bool,
    /// `#else` has been seen.
    pub(super) seen_else: bool,
}

/// Text that stands in no file: results of `#`, `##` and computed macros. Kept in blocks, so that it takes few
/// stretches.
#[derive(Default)]
struct MadeText {
    stretch: usize,
    base: u32,
    text: String,
    capacity: usize,
    total: usize,
}

/// What is left of the limits.
pub(super) struct Budget {
    pub(super) tokens: usize,
    pub(super) inclusions: usize,
    /// The limit on expansion was hit: nothing expands any more.
    pub(super) exhausted: bool,
    /// How many unterminated invocations may still be read again as plain text.
    pub(super) rereads: usize,
}

/// What a stage hands to the next one besides its result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Carried {
    pub(super) macros: MacroTable,
    pub(super) pushed: FxHashMap<Name, Vec<Option<Definition>>>,
    pub(super) once: FxHashSet<FileId>,
    pub(super) counter: u64,
    pub(super) next_base: u32,
    pub(super) expansions: u32,
    pub(super) tokens_left: usize,
    pub(super) inclusions_left: usize,
}

/// A running preprocessor.
pub(super) struct Preprocessor<'a> {
    pub(super) names: &'a Names,
    pub(super) options: &'a Options,
    pub(super) provider: &'a dyn FileProvider,
    pub(super) main: FileId,
    pub(super) main_path: Arc<str>,
    pub(super) search: SearchPath,
    /// What searching found, by where the search starts.
    pub(super) found: FxHashMap<usize, FxHashMap<String, Option<Found>>>,
    pub(super) macros: MacroTable,
    pub(super) pushed: FxHashMap<Name, Vec<Option<Definition>>>,
    pub(super) once: FxHashSet<FileId>,
    pub(super) counter: u64,
    pub(super) files: Vec<Frame>,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) budget: Budget,

    // Macro expansion.
    pub(super) arena: Vec<PpToken>,
    pub(super) contexts: Vec<Context>,
    pub(super) pending: Vec<Pending>,
    /// Where expanded tokens go; the unit's tokens when empty.
    pub(super) sinks: Vec<Vec<PpToken>>,
    pub(super) spare: Vec<Vec<PpToken>>,
    /// Macros under expansion.
    pub(super) disabled: NameSet,
    /// White space that an expansion to nothing left for the next token.
    pub(super) carried_space: TokenFlags,
    /// The same between the operands of one replacement list.
    pub(super) space_after_nothing: bool,
    /// Expanding the tokens of `#if`, where `defined` and its relatives mean something.
    pub(super) evaluating: bool,
    /// A directive was read while arguments were collected.
    pub(super) crossed_directive: bool,
    /// The main file was about to be included by the prefix, at this offset of the main file.
    pub(super) self_inclusion: Option<u32>,
    /// Reading the prefix, which must not see the rest of the main file.
    pub(super) in_prefix: bool,

    // Results.
    pub(super) tokens: TokenBuffer,
    stretches: Vec<Stretch>,
    expansions: Vec<Expansion>,
    pub(super) line_marks: Vec<LineMark>,
    parent: Option<Arc<SourceMap>>,
    first_base: u32,
    first_expansion: u32,
    next_base: u32,
    made: MadeText,
    pub(super) inactive: Vec<FileRange>,
    pub(super) inclusions: Vec<Inclusion>,
    pub(super) version_macro_uses: Vec<MacroUse>,
    pub(super) pragma_macros: Vec<MacroDefinition>,
    pub(super) diagnostics: Vec<Finding>,
}

impl<'a> Preprocessor<'a> {
    /// A preprocessor that goes on where `carried` was left.
    pub(super) fn new(
        options: &'a Options,
        provider: &'a dyn FileProvider,
        main: FileId,
        carried: &Carried,
        parent: Option<Arc<SourceMap>>,
    ) -> Self {
        Preprocessor {
            names: provider.names(),
            options,
            provider,
            main,
            main_path: provider.path(main),
            search: SearchPath::new(options),
            found: FxHashMap::default(),
            macros: carried.macros.clone(),
            pushed: carried.pushed.clone(),
            once: carried.once.clone(),
            counter: carried.counter,
            files: Vec::new(),
            conditionals: Vec::new(),
            budget: Budget {
                tokens: carried.tokens_left,
                inclusions: carried.inclusions_left,
                exhausted: false,
                rereads: 8,
            },
            arena: Vec::new(),
            contexts: Vec::new(),
            pending: Vec::new(),
            sinks: Vec::new(),
            spare: Vec::new(),
            disabled: NameSet::default(),
            carried_space: TokenFlags::default(),
            space_after_nothing: false,
            evaluating: false,
            crossed_directive: false,
            self_inclusion: None,
            in_prefix: false,
            tokens: TokenBuffer::new(provider.names().clone()),
            stretches: Vec::new(),
            expansions: Vec::new(),
            line_marks: Vec::new(),
            parent,
            first_base: carried.next_base,
            first_expansion: carried.expansions,
            next_base: carried.next_base,
            made: MadeText::default(),
            inactive: Vec::new(),
            inclusions: Vec::new(),
            version_macro_uses: Vec::new(),
            pragma_macros: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// What the next stage goes on with. To be asked before [`Preprocessor::finish`].
    pub(super) fn carry(&mut self) -> Carried {
        self.macros.share();
        Carried {
            macros: self.macros.clone(),
            pushed: self.pushed.clone(),
            once: self.once.clone(),
            counter: self.counter,
            next_base: self.next_base,
            expansions: self.first_expansion + self.expansions.len() as u32,
            tokens_left: self.budget.tokens,
            inclusions_left: self.budget.inclusions,
        }
    }

    /// The result.
    pub(super) fn finish(mut self) -> Preprocessed {
        self.close_made_block();
        Preprocessed {
            tokens: self.tokens,
            map: Arc::new(SourceMap {
                stretches: self.stretches,
                expansions: self.expansions,
                line_marks: self.line_marks,
                parent: self.parent,
                first_base: self.first_base,
                first_expansion: self.first_expansion,
            }),
            inactive: self.inactive,
            inclusions: self.inclusions,
            version_macro_uses: self.version_macro_uses,
            pragma_macros: self.pragma_macros,
            diagnostics: self.diagnostics,
        }
    }

    /// Reports a finding, unless it is a warning about a system header.
    pub(super) fn report(&mut self, code: &'static Code, at: (Pos, Pos), message: impl Into<String>) {
        self.report_finding(Diagnostic::new(code, at, message));
    }

    /// Reports a finding, unless it is a warning about a system header.
    pub(super) fn report_finding(&mut self, finding: Finding) {
        /// Far beyond what anybody reads; keeps hostile input from filling the memory with messages.
        const MOST: usize = 1000;
        let quiet = finding.severity < Severity::Error && self.files.last().is_some_and(|frame| frame.system);
        if !quiet && self.diagnostics.len() < MOST {
            self.diagnostics.push(finding);
        }
    }

    /// Reports a finding about a limit, unless the same one was reported before.
    pub(super) fn report_once(&mut self, code: &'static Code, at: (Pos, Pos), message: &str) {
        if !self.diagnostics.iter().any(|finding| std::ptr::eq(finding.code, code)) {
            self.report(code, at, message);
        }
    }

    /// Takes a stretch of `len` positions behind the main file's.
    pub(super) fn take_stretch(&mut self, len: usize, content: StretchContent) -> Option<u32> {
        let base = self.next_base;
        let len = u32::try_from(len).ok()?.checked_add(1)?;
        self.next_base = base.checked_add(len)?;
        self.stretches.push(Stretch { base, content });
        Some(base)
    }

    /// Makes the main file's stretch, which must be the first one.
    pub(super) fn open_main_stretch(&mut self, len: u32) {
        let content = StretchContent::File { file: self.main, len, included_at: None, system: false };
        self.stretches.insert(0, Stretch { base: 0, content });
        self.made.stretch += 1;
    }

    fn close_made_block(&mut self) {
        if self.made.capacity > 0 {
            let text: Arc<str> = std::mem::take(&mut self.made.text).into();
            if let Some(StretchContent::Made { text: made, .. }) =
                self.stretches.get_mut(self.made.stretch).map(|stretch| &mut stretch.content)
            {
                *made = text;
            }
            self.made.capacity = 0;
        }
    }

    /// Keeps text that a token was made with, and says where; nothing if the limits do not allow it.
    pub(super) fn make_text(&mut self, text: &str) -> Option<(Pos, Pos)> {
        const BLOCK: usize = 4096;
        if self.made.total + text.len() > self.options.limits.made_text {
            return None;
        }
        self.made.total += text.len();
        if self.made.capacity - self.made.text.len() <= text.len() {
            self.close_made_block();
            let capacity = BLOCK.max(text.len() + 1);
            let content = StretchContent::Made { text: Arc::from(""), label: "<scratch>" };
            self.made.stretch = self.stretches.len();
            self.made.base = self.take_stretch(capacity, content)?;
            self.made.capacity = capacity;
        }
        let start = self.made.base + self.made.text.len() as u32;
        self.made.text.push_str(text);
        self.made.text.push(' ');
        Some((Pos(start), Pos(start + text.len() as u32)))
    }

    /// A token that no file holds, in place of the one at `place`.
    pub(super) fn made_token(&mut self, kind: TokenKind, text: &str, place: &PpToken) -> PpToken {
        let Some((spelling, end)) = self.make_text(text) else {
            self.exhaust(place.range());
            return PpToken { kind, text: self.names.intern(text), ..*place };
        };
        let origin = Origin { spelling, expansion: place.origin.expansion };
        PpToken { kind, flags: place.flags, text: self.names.intern(text), origin, end }
    }

    /// Reports once that macro expansion goes too far, and ends all expansion.
    pub(super) fn exhaust(&mut self, at: (Pos, Pos)) {
        if !self.budget.exhausted {
            self.budget.exhausted = true;
            self.report(
                &codes::PP0007,
                at,
                "macro expansion makes too many tokens; macros are not expanded from here on",
            );
        }
    }

    /// Takes `count` tokens from the budget.
    pub(super) fn spend(&mut self, count: usize, at: (Pos, Pos)) {
        match self.budget.tokens.checked_sub(count) {
            Some(left) => self.budget.tokens = left,
            None => self.exhaust(at),
        }
    }

    pub(super) fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        self.expansions.push(expansion);
        ExpansionId(self.first_expansion + self.expansions.len() as u32)
    }

    /// The expansion with this id, if this stage made it.
    fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        let index = id.0.checked_sub(self.first_expansion + 1)?;
        self.expansions.get(index as usize)
    }

    /// The same, to change.
    pub(super) fn expansion_mut(&mut self, id: ExpansionId) -> Option<&mut Expansion> {
        let index = id.0.checked_sub(self.first_expansion + 1)?;
        self.expansions.get_mut(index as usize)
    }

    /// Where running text or an argument written there holds what a token came through: replacement lists are left
    /// behind.
    pub(super) fn written_at(&self, mut origin: Origin) -> Origin {
        while let Some(expansion) = self.expansion(origin.expansion) {
            if matches!(expansion.kind, ExpansionKind::Argument(_)) && self.is_written(expansion.invocation) {
                break;
            }
            origin = expansion.invocation;
        }
        origin
    }

    /// Whether a place lies in running text, or in arguments written there.
    fn is_written(&self, mut origin: Origin) -> bool {
        while let Some(expansion) = self.expansion(origin.expansion) {
            if !matches!(expansion.kind, ExpansionKind::Argument(_)) {
                return false;
            }
            origin = expansion.invocation;
        }
        true
    }

    /// Appends a token to the unit.
    pub(super) fn emit(&mut self, token: &PpToken) {
        let kind = match token.kind {
            TokenKind::Ident => token.text.keyword().unwrap_or(TokenKind::Ident),
            kind => kind,
        };
        self.tokens.kinds.push(kind);
        self.tokens.texts.push(token.text);
        self.tokens.flags.push(token.flags);
        self.tokens.origins.push(token.origin);
        self.tokens.ends.push(token.end);
    }
}
