//! What preprocessing leaves: the tokens of a unit, and where each of them came from.
//!
//! Positions ([`Pos`]) are numbers of one unit. The main file owns `0 .. MAIN_FILE_LIMIT`, every inclusion of a
//! header gets a stretch of its own behind that, and text that no file holds (`#`, `##`, `-D`) gets stretches
//! too. So nothing that a header contributes moves when the main file changes length.

use std::sync::Arc;

use crate::lexer::FILE_LIMIT;
use crate::source::{FileId, FileRange};
use crate::token::{TokenFlags, TokenKind, TokenRange, TokenSlice};
use crate::{Name, Names};

/// A byte position within a unit: a place in one inclusion of one file, or in text made by the preprocessor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Pos(pub u32);

/// The first position that does not belong to the main file; main files may not be longer.
pub const MAIN_FILE_LIMIT: u32 = FILE_LIMIT;

/// An entry of [`SourceMap::expansions`], counted from 1; [`ExpansionId::NONE`] for tokens written where they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

impl ExpansionId {
    /// No macro involved.
    pub const NONE: ExpansionId = ExpansionId(0);
}

/// Where a token came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// Where its characters stand: in a file, in a macro's replacement list, in a macro argument, or in made text.
    pub spelling: Pos,
    /// The innermost expansion that put it here.
    pub expansion: ExpansionId,
}

/// How an expansion contributes tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExpansionKind {
    /// Tokens of the macro's replacement list.
    Body,
    /// Tokens of the invocation's argument with this number.
    Argument(u16),
    /// Tokens of the string of a `_Pragma` operator, destringized.
    PragmaOperator,
}

/// One macro expansion, or one argument of it, or one `_Pragma`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expansion {
    /// What it contributes.
    pub kind: ExpansionKind,
    /// The macro's name; `_Pragma` for the operator.
    pub name: Name,
    /// Where the macro's name stands in its definition; the operator's own place for `_Pragma`.
    pub definition: Pos,
    /// Where the name of the invocation is spelled, and the expansion that put it there.
    pub invocation: Origin,
    /// Position past the invocation's last character, in the same file as `invocation.spelling` where it is one. Where
    /// the expansion ends in a macro's name that takes text behind the invocation as its arguments, past these.
    pub invocation_end: Pos,
    /// Whether the `)` stands elsewhere: not in the text that the name of the invocation stands in. Then `invocation_end`
    /// is the name's.
    pub ends_elsewhere: bool,
}

impl Expansion {
    /// Position past the text that makes the expansion; none where that is no one stretch of text.
    pub fn text_end(&self) -> Option<Pos> {
        (!self.ends_elsewhere).then_some(self.invocation_end)
    }
}

/// One stretch of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The first position.
    pub base: u32,
    /// What stands there.
    pub content: StretchContent,
}

/// What a stretch of positions holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StretchContent {
    /// One inclusion of a file.
    File {
        /// The file.
        file: FileId,
        /// Its length in bytes.
        len: u32,
        /// The `#include` that brought it; none for the main file and forced includes.
        included_at: Option<Pos>,
        /// Found in a system directory (`-isystem`, the target's own).
        system: bool,
    },
    /// Text made by the preprocessor, with a word on where from (`<command line>`, `<pasted>`).
    Made {
        /// The text.
        text: Arc<str>,
        /// Where it came from.
        label: &'static str,
    },
}

/// Resolves positions of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    /// Ordered by base.
    pub stretches: Vec<Stretch>,
    /// Entry `i` is [`ExpansionId`] `first_expansion + i + 1`.
    pub expansions: Vec<Expansion>,
    /// `#line` directives: from this position on, lines count from here and the file is called so. In the order
    /// in which they were read.
    pub line_marks: Vec<LineMark>,
    /// The map of the stage before this one, when a unit is preprocessed in two: it resolves the positions from
    /// [`MAIN_FILE_LIMIT`] up to `first_base`, and the expansions up to `first_expansion`.
    pub parent: Option<Arc<SourceMap>>,
    /// Where this map's stretches behind the main file start.
    pub first_base: u32,
    /// How many expansions the parent holds.
    pub first_expansion: u32,
}

/// A `#line` directive, for messages that show presumed places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineMark {
    /// Where the line after the directive starts.
    pub at: Pos,
    /// The number of that line.
    pub line: u32,
    /// The new presumed name, if the directive gave one.
    pub file: Option<Arc<str>>,
}

impl SourceMap {
    /// The stretch that holds a position. Logarithmic.
    pub fn stretch(&self, pos: Pos) -> Option<&Stretch> {
        if (MAIN_FILE_LIMIT..self.first_base).contains(&pos.0)
            && let Some(parent) = &self.parent
        {
            return parent.stretch(pos);
        }
        let after = self.stretches.partition_point(|stretch| stretch.base <= pos.0);
        self.stretches.get(after.checked_sub(1)?)
    }

    /// The file and offset of a position, unless it lies in made text.
    pub fn file_offset(&self, pos: Pos) -> Option<(FileId, u32)> {
        let stretch = self.stretch(pos)?;
        match stretch.content {
            StretchContent::File { file, .. } => Some((file, pos.0 - stretch.base)),
            StretchContent::Made { .. } => None,
        }
    }

    /// Between two positions, if they lie in one inclusion of one file.
    pub fn file_range(&self, start: Pos, end: Pos) -> Option<FileRange> {
        let stretch = self.stretch(start)?;
        let StretchContent::File { file, len, .. } = stretch.content else { return None };
        let (start, end) = (start.0 - stretch.base, end.0.checked_sub(stretch.base)?);
        (start <= end && end <= len).then_some(FileRange { file, start, end })
    }

    /// Whether a position lies in a system header.
    pub fn is_system(&self, pos: Pos) -> bool {
        matches!(
            self.stretch(pos).map(|stretch| &stretch.content),
            Some(StretchContent::File { system: true, .. })
        )
    }

    /// The expansion with this id.
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        let index = id.0.checked_sub(1)?;
        match index.checked_sub(self.first_expansion) {
            Some(own) => self.expansions.get(own as usize),
            None => self.parent.as_ref()?.expansion(id),
        }
    }

    /// The `#line` directive that is in force at a position: the last one before it in the same stretch.
    pub fn line_mark(&self, pos: Pos) -> Option<&LineMark> {
        let base = self.stretch(pos)?.base;
        let own = self.line_marks.iter().rev().find(|mark| mark.at <= pos && mark.at.0 >= base);
        own.or_else(|| self.parent.as_ref()?.line_mark(pos))
    }

    /// The expansion with this id and those that its invocation came through, innermost first.
    pub fn chain(&self, innermost: ExpansionId) -> impl Iterator<Item = (ExpansionId, &Expansion)> {
        let with_id = |id: ExpansionId| self.expansion(id).map(|expansion| (id, expansion));
        std::iter::successors(with_id(innermost), move |(_, expansion)| {
            with_id(expansion.invocation.expansion)
        })
    }

    /// The outermost invocation that a token came through, where the user wrote something: the token's own
    /// place when no macro is involved.
    pub fn outermost(&self, origin: Origin) -> Origin {
        self.chain(origin.expansion).last().map_or(origin, |(_, expansion)| expansion.invocation)
    }
}

/// The tokens of a unit as columns, without the final end of file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenBuffer {
    /// The table that the texts are of.
    pub names: Names,
    /// The kind of each token; keywords are recognised.
    pub kinds: Vec<TokenKind>,
    /// The text of each token.
    pub texts: Vec<Name>,
    /// What stood before each token.
    pub flags: Vec<TokenFlags>,
    /// Where each token came from. For `PragmaAcc` and `PragmaOmp` the `#` (or `_Pragma`), for `PragmaEnd` the
    /// position just past the last character of the directive's last token (or past the `)` of `_Pragma`).
    pub origins: Vec<Origin>,
    /// Position past each token's last character, where it is spelled.
    pub ends: Vec<Pos>,
}

impl TokenBuffer {
    /// No tokens yet, of texts of this table.
    pub fn new(names: Names) -> Self {
        TokenBuffer {
            names,
            kinds: Vec::new(),
            texts: Vec::new(),
            flags: Vec::new(),
            origins: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Number of tokens.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The columns that the parser sees.
    pub fn slice(&self, range: TokenRange) -> TokenSlice<'_> {
        let range = range.start as usize..range.end as usize;
        TokenSlice { kinds: &self.kinds[range.clone()], texts: &self.texts[range], names: &self.names }
    }
}

/// A macro definition that was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroDefinition {
    /// Its name.
    pub name: Name,
    /// Where the name stands.
    pub name_at: Pos,
    /// Where the replacement list starts and ends, without surrounding white space.
    pub body: (Pos, Pos),
}

/// A use of a macro's name that the preprocessor looked at: `#ifdef`, `defined`, an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MacroUse {
    /// The macro's name.
    pub name: Name,
    /// Where.
    pub at: Pos,
}

/// A `#include` and what it found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inclusion {
    /// The `#`.
    pub at: Pos,
    /// The file, if one was found.
    pub file: Option<FileId>,
    /// As written, delimiters included.
    pub written: Arc<str>,
}

/// All that preprocessing yields for one stretch of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preprocessed {
    /// The tokens.
    pub tokens: TokenBuffer,
    /// Their origins resolved.
    pub map: Arc<SourceMap>,
    /// Parts of the main file that were skipped by `#if`, in order; byte ranges of whole lines.
    pub inactive: Vec<FileRange>,
    /// Every inclusion, in order.
    pub inclusions: Vec<Inclusion>,
    /// Uses of `_OPENACC` and `_OPENMP` outside system headers.
    pub version_macro_uses: Vec<MacroUse>,
    /// Macros whose replacement list holds `_Pragma` with `acc` or `omp` in it.
    pub pragma_macros: Vec<MacroDefinition>,
    /// Findings; places are spelled ranges.
    pub diagnostics: Vec<crate::diagnostics::Diagnostic<(Pos, Pos)>>,
}
