//! `#include` and its relatives: finding headers (C17 6.10.2), and not reading them twice.

use std::sync::Arc;

use super::codes;
use super::directives::Line;
use super::options::Options;
use super::state::{Frame, Preprocessor};
use super::substitution::spelling;
use super::token::PpToken;
use crate::encoding;
use crate::lexer::{LexProblem, LexedFile};
use crate::name::Known;
use crate::source::FileId;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{Inclusion, Pos, StretchContent};

/// A directory to search.
struct Directory {
    path: String,
    system: bool,
}

/// The directories to search, in order: first those for quoted names only.
pub(super) struct SearchPath {
    directories: Vec<Directory>,
    /// Where `<...>` starts.
    angled: usize,
}

impl SearchPath {
    pub(super) fn new(options: &Options) -> SearchPath {
        let standard = if options.standard_includes { &options.target.include_directories[..] } else { &[] };
        let system: Vec<&String> =
            options.include_system.iter().chain(standard).chain(&options.include_after).collect();
        let mut path = SearchPath { directories: Vec::new(), angled: 0 };
        for directory in &options.include_quote {
            path.add(directory, false, 0);
        }
        path.angled = path.directories.len();
        // A directory that is a system directory anyway stays one, as compilers have it.
        for directory in options.include.iter().filter(|directory| !system.contains(directory)) {
            path.add(directory, false, path.angled);
        }
        for directory in system {
            path.add(directory, true, path.angled);
        }
        path
    }

    fn add(&mut self, path: &str, system: bool, from: usize) {
        if !self.directories[from..].iter().any(|known| known.path == path) {
            self.directories.push(Directory { path: path.to_owned(), system });
        }
    }
}

fn join(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_owned(),
        _ if directory.ends_with('/') => format!("{directory}{name}"),
        _ => format!("{directory}/{name}"),
    }
}

/// A header's name as a directive gives it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) angled: bool,
}

impl Header {
    fn written(&self) -> String {
        if self.angled { format!("<{}>", self.name) } else { format!("\"{}\"", self.name) }
    }
}

/// A header that was found.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) file: FileId,
    directory: Option<usize>,
    system: bool,
}

impl Preprocessor<'_> {
    pub(super) fn include(&mut self, line: &Line, word: Known) {
        let Some((header, rest)) = self.header_of_line(line) else {
            let message = "#include expects \"file\" or <file>";
            return self.report(&codes::PP0002, line.range(), message);
        };
        self.extra_tokens(line, rest, "#include");
        if word == Known::IncludeNext && self.files.len() == 1 {
            let message = "#include_next in the main file searches from the start";
            self.report(&codes::PP0036, line.range(), message);
        }
        let found = self.find_header(&header, word == Known::IncludeNext);
        let at = line.range().0;
        let written: Arc<str> = header.written().into();
        self.inclusions.push(Inclusion { at, file: found.map(|found| found.file), written });
        if let Some(found) = found {
            self.enter_header(found, line, word == Known::Import);
        } else {
            let message = format!("header {} is not found", header.written());
            self.report(&codes::PP0001, line.range(), message);
        }
    }

    /// The header that a line names, and the first token behind it.
    fn header_of_line(&mut self, line: &Line) -> Option<(Header, usize)> {
        if line.from >= line.end {
            return None;
        }
        let start = line.lexed.starts[line.from] as usize;
        if let Some((header, end)) = header_in_bytes(&line.lexed.text, start) {
            let behind = (line.from..line.end).find(|index| line.lexed.starts[*index] as usize >= end);
            return Some((header, behind.unwrap_or(line.end)));
        }
        let expanded = self.expand_line(&line.tokens());
        let header = self.header_of_tokens(&expanded);
        self.recycle(expanded);
        Some((header?, line.end))
    }

    /// The header that macro-expanded tokens name.
    pub(super) fn header_of_tokens(&self, tokens: &[PpToken]) -> Option<Header> {
        let first = tokens.first()?;
        if first.kind == TokenKind::StrLit {
            let name = self.names[first.text].strip_prefix('"')?.strip_suffix('"')?;
            return Some(Header { name: name.to_owned(), angled: false });
        }
        if first.kind != TokenKind::Lt {
            return None;
        }
        let mut name = String::new();
        for (index, token) in tokens.iter().enumerate().skip(1) {
            if index > 1 && token.spaced() {
                name.push(' ');
            }
            if token.kind == TokenKind::Gt {
                return Some(Header { name, angled: true });
            }
            name.push_str(spelling(self.names, token));
        }
        None
    }

    /// Searches for a header.
    pub(super) fn find_header(&mut self, header: &Header, next: bool) -> Option<Found> {
        let frame = self.files.last()?;
        if header.name.starts_with('/') {
            let file = self.provider.find(&header.name)?;
            return Some(Found { file, directory: None, system: frame.system });
        }
        let mut from = if header.angled { self.search.angled } else { 0 };
        if next {
            from = frame.found_in.map_or(from, |directory| directory + 1);
        } else if !header.angled {
            let directory = frame.path.rfind('/').map_or("", |slash| &frame.path[..=slash]);
            if let Some(file) = self.provider.find(&join(directory, &header.name)) {
                return Some(Found { file, directory: None, system: frame.system });
            }
        }
        self.search_from(&header.name, from)
    }

    fn search_from(&mut self, name: &str, from: usize) -> Option<Found> {
        if let Some(known) = self.found.get(&from).and_then(|names| names.get(name)) {
            return *known;
        }
        let mut found = None;
        for (index, directory) in self.search.directories.iter().enumerate().skip(from) {
            if let Some(file) = self.provider.find(&join(&directory.path, name)) {
                found = Some(Found { file, directory: Some(index), system: directory.system });
                break;
            }
        }
        self.found.entry(from).or_default().insert(name.to_owned(), found);
        found
    }

    fn enter_header(&mut self, found: Found, line: &Line, import: bool) {
        if self.in_prefix && found.file == self.main {
            let offset = self.main_offset();
            self.self_inclusion = Some(offset);
            self.files.clear();
            return;
        }
        if self.once.contains(&found.file) {
            return;
        }
        let lexed = self.provider.lexed(found.file);
        if lexed.guard.is_some_and(|guard| self.macros.get(guard).is_some()) {
            return;
        }
        if import {
            self.once.insert(found.file);
        }
        if self.inclusion_allowed(line, &lexed) {
            self.enter_file(found, lexed, Some(line.range().0));
        }
    }

    /// Where in the main file the directive starts that is being followed, headers between included; where the
    /// outermost conditional around it starts, if there is one.
    fn main_offset(&self) -> u32 {
        let Some(frame) = self.files.iter().find(|frame| frame.base == 0) else { return 0 };
        let index = frame.next_directive.saturating_sub(1);
        let directive =
            frame.lexed.directives.get(index).map_or(0, |hash| frame.lexed.starts[*hash as usize]);
        match self.conditionals.get(frame.conditionals) {
            Some(outermost) => outermost.at.0.0.min(directive),
            None => directive,
        }
    }

    fn inclusion_allowed(&mut self, line: &Line, lexed: &LexedFile) -> bool {
        let limits = self.options.limits;
        let problem = if self.files.len() > limits.include_depth {
            // Files that include themselves twice would come back here two to the power of the depth times.
            self.budget.inclusions = 0;
            Some((
                &codes::PP0003,
                "#include is nested too deeply; this one and all further ones are left out",
            ))
        } else if self.budget.inclusions == 0 {
            Some((&codes::PP0004, "too many files are included; this one and all further ones are left out"))
        } else if self.tokens.len() + lexed.len() > limits.unit_tokens {
            Some((&codes::PP0005, "the unit grows too large; this file is left out"))
        } else {
            self.budget.inclusions -= 1;
            None
        };
        match problem {
            Some((code, message)) => {
                self.report_once(code, line.range(), message);
                false
            }
            None => true,
        }
    }

    fn enter_file(&mut self, found: Found, lexed: Arc<LexedFile>, included_at: Option<Pos>) {
        let content = StretchContent::File {
            file: found.file,
            len: lexed.text.len() as u32,
            included_at,
            system: found.system,
        };
        let place = included_at.unwrap_or(Pos(0));
        let Some(base) = self.take_stretch(lexed.text.len(), content) else {
            let message = "the unit is longer than 4 GiB; this file is left out";
            return self.report_once(&codes::PP0005, (place, place), message);
        };
        let path = self.provider.path(found.file);
        let frame = Frame::new(lexed, base, Some(found.file), path);
        self.push_file(Frame { system: found.system, found_in: found.directory, ..frame });
    }

    /// Starts reading a file or text.
    pub(super) fn push_file(&mut self, mut frame: Frame) {
        frame.conditionals = self.conditionals.len();
        if frame.lexed.problem == Some(LexProblem::TooLong) {
            let place = (Pos(frame.base), Pos(frame.base));
            self.report(&codes::PP0006, place, format!("`{}` is longer than 2 GiB", frame.path));
        }
        self.files.push(frame);
    }

    /// A file named by `-include`; the lookup is that of a quoted name in the working directory.
    pub(super) fn forced_include(&mut self, name: &str) {
        let header = Header { name: name.to_owned(), angled: false };
        let found = match self.provider.find(name) {
            Some(file) => Some(Found { file, directory: None, system: false }),
            None => self.search_from(&header.name, 0),
        };
        if let Some(found) = found {
            let lexed = self.provider.lexed(found.file);
            self.enter_file(found, lexed, None);
        } else {
            let message = format!("file `{name}`, included by option, is not found");
            self.report(&codes::PP0001, (Pos(0), Pos(0)), message);
        }
    }

    /// Leaves the current file, whose end has been reached.
    pub(super) fn leave_file(&mut self) {
        let Some(frame) = self.files.last() else { return };
        let (floor, base) = (frame.conditionals, frame.base);
        let at_end = frame.limit + 1 == frame.lexed.len();
        let problem = frame.lexed.problem.filter(|_| at_end);
        self.close_conditionals(floor);
        if let Some(LexProblem::UnterminatedComment(at)) = problem {
            let place = (Pos(base + at), Pos(base + at + 2));
            self.report(&codes::PP0037, place, "this comment has no end");
        }
        self.files.pop();
        self.carried_space = TokenFlags::default();
    }

    /// `__has_include` and `__has_include_next`, in conditions.
    pub(super) fn has_include(&mut self, operator: &PpToken, next: bool) {
        let Some(tokens) = self.parenthesized_of_line(operator) else {
            return self.put_truth(false, operator);
        };
        let direct =
            matches!(tokens.first().map(|token| token.kind), Some(TokenKind::Lt | TokenKind::StrLit));
        let header = if direct {
            self.header_in_file(&tokens).or_else(|| self.header_of_tokens(&tokens))
        } else {
            let expanded = self.expand_line(&tokens);
            self.header_of_tokens(&expanded)
        };
        let found = header.as_ref().is_some_and(|header| self.find_header(header, next).is_some());
        if header.is_none() {
            let message = format!("`{}` expects \"file\" or <file>", &self.names[operator.text]);
            self.report(&codes::PP0013, operator.range(), message);
        }
        self.put_truth(found, operator);
    }

    /// The header that tokens of the current file spell: its bytes, not the tokens, so that white space stays.
    fn header_in_file(&self, tokens: &[PpToken]) -> Option<Header> {
        let first =
            tokens.first().filter(|token| token.origin.expansion == crate::unit::ExpansionId::NONE)?;
        let frame = self.files.last()?;
        let offset = first.origin.spelling.0.checked_sub(frame.base)? as usize;
        header_in_bytes(&frame.lexed.text, offset).map(|(header, _)| header)
    }
}

/// The header name that starts at `start`, and where it ends.
fn header_in_bytes(text: &[u8], start: usize) -> Option<(Header, usize)> {
    let close = match text.get(start)? {
        b'<' => b'>',
        b'"' => b'"',
        _ => return None,
    };
    let rest = &text[start + 1..];
    let len = rest.iter().position(|byte| *byte == close || *byte == b'\n')?;
    if rest[len] == b'\n' {
        return None;
    }
    let name = encoding::decode(&rest[..len]).into_owned();
    Some((Header { name, angled: close == b'>' }, start + len + 2))
}
