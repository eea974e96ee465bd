//! The tokens of a unit's files as they are written, with the lines that the preprocessor skips: an edit for every use of a word needs
//! more than the uses that were processed.

use std::sync::Arc;

use clacc_syntax::lexer::LexedFile;
use clacc_syntax::sorted::distinct;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::unit::{SourceMap, StretchContent};
use clacc_syntax::wide_search;

use super::UnitInput;

/// Returns the files of the program that a unit reads, or the system headers.
pub(super) fn files(unit: &UnitInput<'_>, of_system: bool) -> Vec<FileId> {
    let mut found = Vec::from_iter((!of_system).then_some(unit.main));
    unit.parts.iter().for_each(|part| add_files(&part.map, of_system, &mut found));
    distinct(found)
}

fn add_files(map: &SourceMap, of_system: bool, found: &mut Vec<FileId>) {
    found.extend(map.stretches.iter().filter_map(|stretch| match stretch.content {
        StretchContent::File { file, system, .. } if system == of_system => Some(file),
        _ => None,
    }));
    if let Some(parent) = &map.parent {
        add_files(parent, of_system, found);
    }
}

/// The files of a unit that belong to the program, and those that do not.
pub(super) struct ProgramFiles {
    pub(super) own: Vec<FileId>,
    /// System headers, and OpenACC's header wherever it was found.
    pub(super) foreign: Vec<FileId>,
    /// True if the unit includes OpenACC's header, and not one of the program with this name.
    pub(super) includes_library: bool,
}

impl ProgramFiles {
    pub(super) fn of(unit: &UnitInput<'_>) -> ProgramFiles {
        let (mut own, mut foreign) = (files(unit, false), files(unit, true));
        let inclusions = unit.parts.iter().flat_map(|part| &part.inclusions);
        let with = |name: &'static str| inclusions.clone().filter(move |each| &*each.written == name);
        let is_own = |file: FileId| own.contains(&file);
        let quoted = || with("\"openacc.h\"");
        let has_own = quoted().any(|each| each.file.is_some_and(is_own));
        let includes_library =
            !has_own && (quoted().next().is_some() || with("<openacc.h>").next().is_some());
        let headers: Vec<FileId> = with("<openacc.h>").filter_map(|each| each.file).collect();
        own.retain(|file| has_own || !headers.contains(file));
        foreign.extend(headers.into_iter().filter(|_| !has_own));
        ProgramFiles { own, foreign: distinct(foreign), includes_library }
    }
}

/// The tokens of a file.
pub(super) struct FileWords {
    pub(super) file: FileId,
    pub(super) lexed: Arc<LexedFile>,
}

impl FileWords {
    /// Returns the tokens of a file that the unit reads.
    pub(super) fn of(unit: &UnitInput<'_>, file: FileId) -> Option<FileWords> {
        Some(FileWords { file, lexed: (unit.lexed)(file)? })
    }

    /// The text of a token; empty behind the last one.
    pub(super) fn text(&self, token: usize) -> &str {
        self.lexed.texts.get(token).map_or("", |text| &self.lexed.names[*text])
    }

    /// The place of some tokens, the last one included.
    pub(super) fn range(&self, first: usize, last: usize) -> FileRange {
        FileRange { file: self.file, start: self.lexed.starts.get(first), end: self.lexed.end(last) }
    }

    /// Returns the tokens with a text.
    pub(super) fn all(&self, word: &str) -> impl Iterator<Item = usize> + '_ {
        let name = self.lexed.names.find(word);
        let named = name.map(|name| wide_search::positions(&self.lexed.texts, move |text| text == name));
        named.into_iter().flatten()
    }

    /// Returns the preprocessing line that holds a token, if one does.
    pub(super) fn line_of(&self, token: usize) -> Option<Line> {
        let behind = self.lexed.directives.partition_point(|hash| *hash as usize <= token);
        let line = self.line(*self.lexed.directives.get(behind.checked_sub(1)?)?);
        (token < line.end).then_some(line)
    }

    /// The preprocessing lines, in order.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.lexed.directives.iter().map(|hash| self.line(*hash))
    }

    fn line(&self, hash: u32) -> Line {
        let hash = hash as usize;
        Line { hash, end: self.lexed.line_end(hash) }
    }
}

/// The tokens of a preprocessing line.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The `#`.
    pub(super) hash: usize,
    /// The token behind the line.
    pub(super) end: usize,
}

impl Line {
    /// The name of the directive; empty if the line has none.
    pub(super) fn word(self, words: &FileWords) -> &str {
        if self.hash + 1 < self.end { words.text(self.hash + 1) } else { "" }
    }
}
