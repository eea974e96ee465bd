//! Header names, and the directories in which headers are searched (C17 6.10.2).

use rustc_hash::FxHashMap;

use super::super::options::Options;
use crate::encoding;
use crate::source::{FileId, FileProvider};

/// A directory to search.
struct Directory {
    path: String,
    system: bool,
}

/// The directories to search, in order. Directories that are searched for quoted names only come first.
pub(crate) struct SearchPath {
    directories: Vec<Directory>,
    /// The index at which the search for `<...>` starts.
    pub(crate) angled: usize,
    /// The results of earlier searches, by the index of the directory at which they started.
    found: FxHashMap<usize, FxHashMap<String, Option<FoundHeader>>>,
}

impl SearchPath {
    pub(crate) fn new(options: &Options) -> SearchPath {
        let standard = if options.standard_includes { &options.target.include_directories[..] } else { &[] };
        let system: Vec<&String> =
            options.include_system.iter().chain(standard).chain(&options.include_after).collect();
        let mut path = SearchPath { directories: Vec::new(), angled: 0, found: FxHashMap::default() };
        for directory in &options.include_quote {
            path.add(directory, false, 0);
        }
        path.angled = path.directories.len();
        // As in other compilers, a system directory remains a system directory even if `-I` names it too.
        for directory in options.include.iter().filter(|directory| !system.contains(directory)) {
            path.add(directory, false, path.angled);
        }
        for directory in system {
            path.add(directory, true, path.angled);
        }
        path
    }

    /// Searches the directories from index `from` on.
    pub(crate) fn find(
        &mut self,
        provider: &dyn FileProvider,
        name: &str,
        from: usize,
    ) -> Option<FoundHeader> {
        if let Some(known) = self.found.get(&from).and_then(|names| names.get(name)) {
            return *known;
        }
        let mut found = None;
        for (index, directory) in self.directories.iter().enumerate().skip(from) {
            if let Some(file) = provider.find(&join(&directory.path, name)) {
                found = Some(FoundHeader { file, directory: Some(index), system: directory.system });
                break;
            }
        }
        self.found.entry(from).or_default().insert(name.to_owned(), found);
        found
    }

    fn add(&mut self, path: &str, system: bool, from: usize) {
        if !self.directories[from..].iter().any(|known| known.path == path) {
            self.directories.push(Directory { path: path.to_owned(), system });
        }
    }
}

/// The path of a name in a directory.
pub(crate) fn join(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_owned(),
        _ if directory.ends_with('/') => format!("{directory}{name}"),
        _ => format!("{directory}/{name}"),
    }
}

/// The name of a header in a directive.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Header {
    pub(crate) name: String,
    pub(crate) angled: bool,
}

impl Header {
    /// Returns the spelling of the name in a directive.
    pub(crate) fn written(&self) -> String {
        if self.angled { format!("<{}>", self.name) } else { format!("\"{}\"", self.name) }
    }
}

/// A header that was found.
#[derive(Clone, Copy)]
pub(crate) struct FoundHeader {
    pub(crate) file: FileId,
    /// The index of the directory of the search path that contains it.
    pub(crate) directory: Option<usize>,
    /// true for a system header, in which warnings are not reported.
    pub(crate) system: bool,
}

/// Returns the header name that starts at `start`, and the offset at which it ends.
pub(crate) fn header_in_bytes(text: &[u8], start: usize) -> Option<(Header, usize)> {
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
