//! The result of preprocessing: the tokens of a unit, and the origin of each.
//!
//! Positions ([`Pos`]) are numbers within one unit. The main file has the positions `0 .. MAIN_FILE_LIMIT`. Every inclusion of a header has
//! a separate stretch of positions after that, and so has text that is in no file (from `#`, `##` and `-D`). Therefore the positions in
//! headers do not change if the main file changes its length.

use std::sync::Arc;

use crate::checkpoint::Take;
use crate::source::{FileId, FileRange};
use crate::token::{TokenKind, TokenRange, TokenSlice};
use crate::token_places::TokenPlaces;
pub use crate::unit_positions::{ExpansionId, MAIN_FILE_LIMIT, Pos, TokenOrigin};
use crate::{Name, Names};

/// The way in which an expansion contributes tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExpansionKind {
    /// Tokens of the macro's replacement list.
    Body,
    /// Tokens of the invocation's argument with this index.
    Argument(ArgumentNumber),
    /// Tokens of the string of a `_Pragma` operator, after destringizing.
    PragmaOperator,
}

/// The index of an argument. It is stored as bytes, because the alignment of an integer would enlarge each of the many expansions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArgumentNumber([u8; 2]);

impl ArgumentNumber {
    /// Makes the index of an argument. The largest index also stands for all arguments after it.
    pub fn new(index: usize) -> ArgumentNumber {
        ArgumentNumber(u16::try_from(index).unwrap_or(u16::MAX).to_ne_bytes())
    }

    /// Returns the index.
    pub fn get(self) -> u16 {
        u16::from_ne_bytes(self.0)
    }
}

/// One macro expansion, or one argument of it, or one `_Pragma`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expansion {
    /// The kind of tokens that it contributes.
    pub kind: ExpansionKind,
    /// The macro's name, or `_Pragma` for the operator.
    pub name: Name,
    /// The position of the macro's name in its definition. For `_Pragma`, it is the position of the operator.
    pub definition: Pos,
    /// The position of the name in the invocation, and the expansion that this name comes from.
    pub invocation: TokenOrigin,
    /// The position past the invocation's last character. It is in the same file as `invocation.spelling` if that is in a file. If the
    /// expansion ends in the name of a macro that takes its arguments from the text after the invocation, the position is past these
    /// arguments.
    pub invocation_end: Pos,
    /// true if the `)` is not in the text that holds the name of the invocation. Then `invocation_end` is the end of the name.
    pub ends_elsewhere: bool,
}

impl Expansion {
    /// Returns the position past the text that makes the expansion, or none if that text is not contiguous.
    pub fn text_end(&self) -> Option<Pos> {
        (!self.ends_elsewhere).then_some(self.invocation_end)
    }
}

/// A stretch of consecutive positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The first position of the stretch.
    pub base: u32,
    /// The text that the stretch stands for.
    pub content: StretchContent,
}

/// The text that a stretch of positions stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StretchContent {
    /// One inclusion of a file.
    File {
        /// The file.
        file: FileId,
        /// The length of the file in bytes.
        len: u32,
        /// The `#include` that included it. None for the main file and forced includes.
        included_at: Option<Pos>,
        /// true if the file was found in a system directory (`-isystem`, or one of the target's directories).
        system: bool,
    },
    /// Text made by the preprocessor.
    Made {
        /// The text.
        text: Arc<str>,
        /// The origin of the text, such as `<command-line>` or `<scratch>`.
        label: &'static str,
    },
}

/// Resolves positions of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    /// The stretches in the order of their bases.
    pub stretches: Vec<Stretch>,
    /// The expansions. Entry `i` has [`ExpansionId`] `first_expansion + i + 1`.
    pub expansions: Vec<Expansion>,
    /// The map of the previous stage, if a unit is preprocessed in two stages. It resolves the positions from
    /// [`MAIN_FILE_LIMIT`] up to `first_base`, and the expansions up to `first_expansion`.
    pub parent: Option<Arc<SourceMap>>,
    /// The first position of this map's stretches after the main file.
    pub first_base: u32,
    /// The number of expansions in the parent.
    pub first_expansion: u32,
}

impl SourceMap {
    /// Returns the stretch that holds a position. Takes logarithmic time.
    pub fn stretch(&self, pos: Pos) -> Option<&Stretch> {
        if (MAIN_FILE_LIMIT..self.first_base).contains(&pos.0)
            && let Some(parent) = &self.parent
        {
            return parent.stretch(pos);
        }
        let after = self.stretches.partition_point(|stretch| stretch.base <= pos.0);
        self.stretches.get(after.checked_sub(1)?)
    }

    /// Returns the file and offset of a position, or none if it is in made text.
    pub fn file_offset(&self, pos: Pos) -> Option<(FileId, u32)> {
        let stretch = self.stretch(pos)?;
        match stretch.content {
            StretchContent::File { file, .. } => Some((file, pos.0 - stretch.base)),
            StretchContent::Made { .. } => None,
        }
    }

    /// Returns the range between two positions, if both are in one inclusion of one file.
    pub fn file_range(&self, start: Pos, end: Pos) -> Option<FileRange> {
        let stretch = self.stretch(start)?;
        let StretchContent::File { file, len, .. } = stretch.content else { return None };
        let (start, end) = (start.0 - stretch.base, end.0.checked_sub(stretch.base)?);
        (start <= end && end <= len).then_some(FileRange { file, start, end })
    }

    /// Returns whether a position is in a system header.
    pub fn is_system(&self, pos: Pos) -> bool {
        matches!(
            self.stretch(pos).map(|stretch| &stretch.content),
            Some(StretchContent::File { system: true, .. })
        )
    }

    /// Returns the expansion with this id.
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        let index = id.0.checked_sub(1)?;
        match index.checked_sub(self.first_expansion) {
            Some(own) => self.expansions.get(own as usize),
            None => self.parent.as_ref()?.expansion(id),
        }
    }

    /// Returns the expansion with this id and the expansions that its invocation came through, innermost first.
    pub fn chain(&self, innermost: ExpansionId) -> impl Iterator<Item = (ExpansionId, &Expansion)> {
        let with_id = |id: ExpansionId| self.expansion(id).map(|expansion| (id, expansion));
        std::iter::successors(with_id(innermost), move |(_, expansion)| {
            with_id(expansion.invocation.expansion)
        })
    }

    /// Returns the outermost invocation that a token came through, which is text that the user wrote. For a token that does not come from
    /// an expansion, returns its origin.
    pub fn outermost(&self, origin: TokenOrigin) -> TokenOrigin {
        self.chain(origin.expansion).last().map_or(origin, |(_, expansion)| expansion.invocation)
    }
}

/// The tokens of a unit as columns, without the final end of file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenBuffer {
    /// The table that the names in `texts` belong to.
    pub names: Names,
    /// The kind of each token; keywords are recognised.
    pub kinds: Vec<TokenKind>,
    /// The text of each token.
    pub texts: Vec<Name>,
    /// The place of each token. For `PragmaAcc` and `PragmaOmp`, it is the place of the `#` or `_Pragma`. For `PragmaEnd`, it is the
    /// position just past the last character of the directive's last token, or past the `)` of `_Pragma`.
    pub places: TokenPlaces,
}

impl Take for TokenBuffer {
    fn take(&mut self) -> TokenBuffer {
        let empty = TokenBuffer::new(self.names.clone());
        std::mem::replace(self, empty)
    }
}

impl TokenBuffer {
    /// Makes an empty buffer whose texts belong to this table.
    pub fn new(names: Names) -> Self {
        TokenBuffer { names, kinds: Vec::new(), texts: Vec::new(), places: TokenPlaces::default() }
    }

    /// Frees the spare capacity of the complete columns.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.kinds.shrink_to_fit();
        self.texts.shrink_to_fit();
    }

    /// Returns the tokens with a text, in order.
    pub fn with_text(&self, text: &str) -> impl Iterator<Item = u32> + use<'_> {
        let named = self.names.find(text).map(|name| {
            crate::wide_search::positions(&self.texts, move |text| text == name).map(|token| token as u32)
        });
        named.into_iter().flatten()
    }

    /// Number of tokens.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the columns that the parser sees.
    pub fn slice(&self, range: TokenRange) -> TokenSlice<'_> {
        let range = range.start as usize..range.end as usize;
        TokenSlice { kinds: &self.kinds[range.clone()], texts: &self.texts[range], names: &self.names }
    }
}

/// The definition of a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroDefinition {
    /// Its name.
    pub name: Name,
    /// The position of the name.
    pub name_at: Pos,
    /// The start and end of the replacement list, without surrounding white space.
    pub body: (Pos, Pos),
}

/// A point at which a name becomes a macro, another macro, or no macro.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MacroChange {
    /// The name.
    pub name: Name,
    /// The number of tokens before this point.
    pub before: u32,
    /// The state of the name from here on.
    pub state: MacroState,
}

/// The treatment of a name in running text by the preprocessor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MacroState {
    /// The name is no macro, or a macro that expands to its own name.
    Plain,
    /// The name is replaced.
    Replaced,
    /// The name is replaced if `(` follows.
    ReplacedBeforeParen,
}

/// A use of a macro's name that the preprocessor evaluated: `#ifdef`, `defined`, an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MacroUse {
    /// The macro's name.
    pub name: Name,
    /// The place of the use.
    pub at: Pos,
}

/// A `#include` and the file that it found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inclusion {
    /// The position of the `#`.
    pub at: Pos,
    /// The file, if one was found.
    pub file: Option<FileId>,
    /// The header name as spelled, with its delimiters.
    pub written: Arc<str>,
}

/// A pragma that yields no tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IgnoredPragma {
    /// The origin of the pragma's `#` or `_Pragma`.
    pub start: TokenOrigin,
    /// The position past the pragma's last character.
    pub end: Pos,
}

/// A change of the line numbers, the file name or the system-header state of the following lines: by `#line`, a line marker, or
/// `#pragma GCC system_header`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineMark {
    /// The start of the first line that the change applies to.
    pub from: Pos,
    /// The number of that line, if it was changed.
    pub number: Option<u32>,
    /// The name of the file, if it was changed.
    pub file: Option<Arc<str>>,
    /// true if the lines belong to a system header; none if that is unchanged.
    pub system: Option<bool>,
}

/// The result of preprocessing a unit, or one of its two stages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preprocessed {
    /// The tokens.
    pub tokens: TokenBuffer,
    /// The map that resolves the origins of the tokens.
    pub map: Arc<SourceMap>,
    /// The parts of the main file and of headers outside system directories that `#if` skipped, in order, as
    /// byte ranges of whole lines.
    pub inactive: Vec<FileRange>,
    /// Every inclusion, in order.
    pub inclusions: Vec<Inclusion>,
    /// Uses of `_OPENACC` and `_OPENMP` outside system headers.
    pub version_macro_uses: Vec<MacroUse>,
    /// Every definition and undefinition of a macro, in order, including those of the command line and the predefined ones.
    pub macro_changes: Vec<MacroChange>,
    /// Macros whose replacement list contains `_Pragma` with `acc` or `omp` in it.
    pub pragma_macros: Vec<MacroDefinition>,
    /// The directives of OpenMP outside system headers, if they are not effective.
    pub ignored_openmp: Vec<IgnoredPragma>,
    /// The changes of line numbers, file names and system-header state, in order.
    pub line_marks: Vec<LineMark>,
    /// The findings, located by ranges of spellings.
    pub diagnostics: Vec<crate::diagnostics::Diagnostic<(Pos, Pos)>>,
}
