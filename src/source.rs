//! The origins of nodes: places in files, macro expansions, lines and columns.
//!
//! Nodes hold no positions, so that an edit before a function does not change its nodes. The session returns them instead:
//! [`Analysis::location`](crate::Analysis::location), [`Analysis::provenance`](crate::Analysis::provenance).
//!
//! A session answers as long as it has the tree of the handle. An end of a node is written as it stands if its token comes from
//! no expansion; `Provenance::is_editable` asks this for both ends, in one inclusion of one file, outside system headers.

use std::fmt;
use std::sync::Arc;

use clacc_sema::db::Db;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::finding_places::FindingPlaces;
use clacc_sema::db::findings;
use clacc_sema::db::identities::{self, DeclIdentity};
use clacc_syntax::Name;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::unit::{ExpansionId, ExpansionKind, Pos};

use crate::analysis::Analysis;
use crate::analysis::Unit;
use crate::diagnostics::Lines;
/// The place of a node. It is the same type as [`Place`](crate::diagnostics::Place), so that a finding can be made for it.
#[doc(inline)]
pub use crate::diagnostics::Place as Location;
#[doc(inline)]
pub use crate::source_comments::Comment;
use crate::syntax::{ExternalDeclaration, Node, NodePtr};

/// The origin of a node in the source.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::source::{Expansion, Provenance};
///
/// let program = "#define N 8\nint x[N];\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let x = session.declarations(unit).remove(0);
/// let eight = x.nodes().find(|node| node.print() == "8").expect("it is there");
/// let origin: Provenance = session.provenance(eight).expect("the session has it");
/// assert_eq!((origin.location().line, origin.is_start_written(), origin.is_editable()), (2, false, false));
/// let made: &Expansion = &origin.expansions()[0];
/// assert_eq!((made.macro_name(), made.definition().map(|at| at.line)), ("N", Some(1)));
/// assert_eq!(made.invocation().map(|at| (at.line, at.column)), Some((2, 7)));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    location: Location,
    is_start_written: bool,
    is_end_written: bool,
    is_in_one_piece: bool,
    is_in_system_header: bool,
    expansions: Vec<Expansion>,
}

/// A macro, or `_Pragma`, that produced the first token of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion {
    macro_name: String,
    definition: Option<Location>,
    invocation: Option<Location>,
}

impl Provenance {
    /// Returns the place in a file. For a node that a macro produces, it is the place of the macro's name in the user's text. It takes
    /// logarithmic time in the lines of the file, whose starts are kept until the text changes.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// use clacc::syntax::NodeKind;
    ///
    /// let program = "int x;\nvoid f(void) {\n  x = 1;\n}\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let f = session.declarations(unit).pop().expect("there is one");
    /// let assignment = f.nodes().find(|node| node.kind() == NodeKind::Assign).expect("there is one");
    /// let at = session.location(assignment).expect("the session has it");
    /// assert_eq!((&*at.path, at.line, at.column, at.range()), ("f.c", 3, 3, 24..29));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Returns whether the first token is in the file itself, not produced by a macro.
    #[must_use]
    pub fn is_start_written(&self) -> bool {
        self.is_start_written
    }

    /// Returns whether the last token is in the file itself, not produced by a macro.
    #[must_use]
    pub fn is_end_written(&self) -> bool {
        self.is_end_written
    }

    /// Returns whether the node is in a system header.
    #[must_use]
    pub fn is_in_system_header(&self) -> bool {
        self.is_in_system_header
    }

    /// Returns whether the text at [`Provenance::location`] belongs to the node alone, so that replacing it replaces the node and nothing
    /// else: both ends are in one file, no macro produces them, and the file is no system header. Macros between the ends do not matter:
    /// `copy(table[0:N])` can be edited. A macro argument cannot, because the macro may use it several times.
    #[must_use]
    pub fn is_editable(&self) -> bool {
        self.is_start_written && self.is_end_written && self.is_in_one_piece && !self.is_in_system_header
    }

    /// Returns the macros that produced the first token, the innermost one first, without those that only pass it on as an argument.
    #[must_use]
    pub fn expansions(&self) -> &[Expansion] {
        &self.expansions
    }
}

impl fmt::Display for Provenance {
    /// Writes the place, and the macro that is invoked there: `f.c:3:1 (from LOOP)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.location)?;
        self.expansions.last().map_or(Ok(()), |outermost| write!(f, " (from {})", outermost.macro_name))
    }
}

impl Expansion {
    /// Returns the name of the macro.
    #[must_use]
    pub fn macro_name(&self) -> &str {
        &self.macro_name
    }

    /// Returns the place of the name in the macro's definition. None if it is not defined in a file.
    #[must_use]
    pub fn definition(&self) -> Option<&Location> {
        self.definition.as_ref()
    }

    /// Returns the place of the macro invocation, with its arguments. It may be in the definition of another macro.
    #[must_use]
    pub fn invocation(&self) -> Option<&Location> {
        self.invocation.as_ref()
    }
}

/// The token range of a node in its part of the unit (the headers or the main file).
pub(crate) struct PlacedNode<'db> {
    pub(crate) places: FindingPlaces<'db>,
    pub(crate) tokens: TokenRange,
}

impl PlacedNode<'_> {
    /// Returns whether a token is in a file itself, not produced by a macro.
    fn is_written(&self, token: u32) -> bool {
        let origin = self.places.tokens.places.origin(token as usize);
        origin.is_some_and(|origin| {
            origin.expansion == ExpansionId::NONE && self.places.map.file_offset(origin.spelling).is_some()
        })
    }

    pub(crate) fn is_in_system_header(&self) -> bool {
        let origin = self.places.tokens.places.origin(self.tokens.start as usize);
        origin.is_some_and(|origin| self.places.map.is_system(self.places.map.outermost(origin).spelling))
    }

    /// Returns whether both ends are in one inclusion of one file.
    fn is_in_one_piece(&self) -> bool {
        let start =
            self.places.tokens.places.origin(self.tokens.start as usize).map(|origin| origin.spelling);
        let end =
            self.tokens.end.checked_sub(1).and_then(|last| self.places.tokens.places.end(last as usize));
        let both = start.zip(end);
        both.is_some_and(|(start, end)| self.places.map.file_range(start, end).is_some())
    }
}

impl Analysis {
    /// Returns the place of a node. For a node that macros produce, it is the place of the invocation in the user's text. None if the
    /// session no longer has the node's declaration, or never had it, or if the node has no tokens.
    #[must_use]
    pub fn location(&self, node: Node<'_>) -> Option<Location> {
        let placed = self.placed(node)?;
        Some(self.place(placed.places.spot(placed.tokens).range))
    }

    /// Returns the origin of a node: its place, and the macros that produced it. None in the same cases as [`Analysis::location`].
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::files::MemoryFiles;
    /// use clacc::options::CompileOptions;
    ///
    /// let program = "#define N 8\n#define LOOP _Pragma(\"acc loop\")\nvoid f(int *x) {\n#pragma acc parallel copy(x[0:N])\nLOOP for (int i = 0; i < N; ++i) x[i] = 0;\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let declarations = session.declarations(unit);
    /// let origins: Vec<_> = declarations[0].directives().filter_map(|each| session.provenance(each.node())).collect();
    /// assert_eq!((origins[0].is_editable(), origins[1].is_editable()), (true, false));
    /// assert_eq!(origins[1].to_string(), "f.c:5:1 (from LOOP)");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn provenance(&self, node: Node<'_>) -> Option<Provenance> {
        let placed = self.placed(node)?;
        let spot = placed.places.spot(placed.tokens);
        Some(Provenance {
            location: self.place(spot.range),
            is_start_written: placed.is_written(placed.tokens.start),
            is_end_written: placed.is_written(placed.tokens.end.saturating_sub(1).max(placed.tokens.start)),
            is_in_one_piece: placed.is_in_one_piece(),
            is_in_system_header: placed.is_in_system_header(),
            expansions: self.expansions(&placed),
        })
    }

    /// Returns the macros that produced the first token, innermost first.
    fn expansions(&self, placed: &PlacedNode<'_>) -> Vec<Expansion> {
        let PlacedNode { places, tokens } = placed;
        let Some(origin) = places.tokens.places.origin(tokens.start as usize) else { return Vec::new() };
        let chain = places.map.chain(origin.expansion).map(|(_, expansion)| expansion);
        let made = chain.filter(|expansion| !matches!(expansion.kind, ExpansionKind::Argument(_)));
        // `_Pragma` is an operator, not a macro.
        let is_macro = |kind| kind != ExpansionKind::PragmaOperator;
        let at = |start: Pos, end: Pos| places.map.file_range(start, end).map(|range| self.place(range));
        let name_end =
            |start: Pos, name: Name| Pos(start.0.saturating_add(places.tokens.names[name].len() as u32));
        made.filter(|expansion| is_macro(expansion.kind))
            .map(|expansion| Expansion {
                macro_name: places.tokens.names[expansion.name].to_owned(),
                definition: at(expansion.definition, name_end(expansion.definition, expansion.name)),
                invocation: at(expansion.invocation.spelling, expansion.invocation_end),
            })
            .collect()
    }

    /// Returns the tokens of a node whose declaration the session still has. A directive ends with its last token, without the end of its
    /// line.
    fn placed(&self, node: Node<'_>) -> Option<PlacedNode<'_>> {
        let PlacedNode { places, tokens } = self.placed_with_line_end(node)?;
        Some(PlacedNode { places, tokens: without_line_end(tokens, &places.tokens.kinds) })
    }

    /// As [`Analysis::placed`], but a directive includes the end of its line.
    pub(crate) fn placed_with_line_end(&self, node: Node<'_>) -> Option<PlacedNode<'_>> {
        let (unit, decl) = self.current(node.declaration())?;
        let own = node.tokens()?;
        let places = findings::places_of(&self.db, unit, decl);
        let first = decl.first_token(&self.db);
        Some(PlacedNode { places, tokens: TokenRange::new(own.start + first, own.end + first) })
    }

    /// Returns the database's declaration for a handle, if its content is still the same.
    pub(crate) fn current(
        &self,
        declaration: &ExternalDeclaration,
    ) -> Option<(clacc_sema::db::Unit, ExternalDecl<'_>)> {
        let unit = self.own_unit(declaration.unit())?;
        let parts = declaration.parts();
        // The handle's names may be interned in another table, if the database was replaced.
        let name = self.db.names().find(declaration.name())?;
        let decl = identities::find(&self.db, unit, DeclIdentity { name, ..parts.identity })?;
        let is_same = identities::fingerprint(&self.db, decl) == parts.fingerprint;
        is_same.then_some((unit, decl))
    }

    /// Returns the innermost node at an offset of a file, with its declaration. None if there is no declaration: between declarations, in
    /// text that `#if` excludes, in headers without directives. At a macro's name, it is the first node that the macro produced. Takes time
    /// linear in the number of the unit's declarations and of the tokens of the found one.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// use clacc::syntax::NodeKind;
    ///
    /// let program = "void f(int n) {\n  n = n + 1;\n}\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let (f, pointer) = session.node_at(unit, "f.c", 22).expect("a node stands there");
    /// let node = f.resolve(pointer).expect("it is one of this handle");
    /// assert_eq!((node.kind(), node.print().as_str()), (NodeKind::Name, "n"));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn node_at(&self, unit: Unit, path: &str, offset: usize) -> Option<(ExternalDeclaration, NodePtr)> {
        let decls = self.all_declarations(self.own_unit(unit)?);
        let found = decls.into_iter().find_map(|decl| Some((decl, self.token_at(unit, decl, path, offset)?)));
        let (decl, token) = found?;
        let declaration = self.handle(unit, decl);
        let spans = &declaration.tree().spans;
        let range = |node: &Node<'_>| node.tree_node().and_then(|node| spans.of(node));
        let holding = declaration
            .nodes()
            .filter(|node| range(node).is_some_and(|range| (range.start..range.end).contains(&token)));
        let innermost = holding.min_by_key(|node| {
            (range(node).map_or(u32::MAX, |range| range.end - range.start), std::cmp::Reverse(node.at))
        });
        let pointer = innermost?.ptr();
        Some((declaration, pointer))
    }

    /// Returns the first token of a declaration at an offset, or whose macro invocation is at that offset. The result is relative to the
    /// first token of the declaration.
    fn token_at(&self, unit: Unit, decl: ExternalDecl<'_>, path: &str, offset: usize) -> Option<u32> {
        let places = findings::places_of(&self.db, self.unit(unit), decl);
        let (first, length) = (decl.first_token(&self.db), decl.tokens(&self.db).kinds.len() as u32);
        let holds = |range: FileRange| {
            (range.start as usize..range.end as usize).contains(&offset) && *self.path_of(range.file) == *path
        };
        if !holds(places.spot(TokenRange::new(first, first + length)).range) {
            return None;
        }
        let at = |token: u32| places.spot(TokenRange::new(first + token, first + token + 1)).range;
        (0..length).find(|token| holds(at(*token)))
    }

    /// Returns the line starts of a file, to convert between offsets and columns. None if there is no such file. They are computed once for
    /// each text. [`LineIndex::line_column`] has an example.
    #[must_use]
    pub fn line_index(&self, path: &str) -> Option<LineIndex> {
        Some(LineIndex { lines: Arc::new(Lines::new(self.source(path)?)) })
    }
}

/// Returns the tokens of a node without the end of a directive's line.
pub(crate) fn without_line_end(tokens: TokenRange, kinds: &[TokenKind]) -> TokenRange {
    let last = tokens.end.checked_sub(1).and_then(|last| kinds.get(last as usize));
    let is_cut = last == Some(&TokenKind::PragmaEnd) && tokens.end > tokens.start + 1;
    TokenRange::new(tokens.start, tokens.end - u32::from(is_cut))
}

/// The unit in which columns count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ColumnUnit {
    /// Bytes, as in [`Location`].
    Utf8,
    /// UTF-16 code units, as editors count unless told otherwise. Bytes that are not UTF-8 count one each.
    Utf16,
}

/// A line and a column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The line starts of one text ([`Analysis::line_index`]). It stays valid for that text, whatever happens to the session.
#[derive(Clone, Debug)]
pub struct LineIndex {
    lines: Arc<Lines>,
}

impl LineIndex {
    /// Returns the line and column of an offset. An offset past the end counts as the end. Takes time linear in the length of the line.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::files::MemoryFiles;
    /// use clacc::source::{ColumnUnit, LineColumn, LineIndex};
    ///
    /// let session = Session::new(MemoryFiles::new().with("f.c", "int a;\n/* ä𝄞 */ int b;\n"));
    /// let lines: LineIndex = session.line_index("f.c").expect("there is such a file");
    /// let at = lines.line_column("int a;\n/* ä𝄞 */ ".len(), ColumnUnit::Utf16);
    /// assert_eq!(at, LineColumn { line: 2, column: 11 });
    /// assert_eq!(lines.offset(at, ColumnUnit::Utf16), Some("int a;\n/* ä𝄞 */ ".len()));
    /// ```
    #[must_use]
    pub fn line_column(&self, offset: usize, unit: ColumnUnit) -> LineColumn {
        let offset = offset.min(self.lines.text().len());
        let (line, column) = self.lines.line_column(offset);
        let before = &self.lines.text()[offset + 1 - column..offset];
        match unit {
            ColumnUnit::Utf8 => LineColumn { line, column },
            ColumnUnit::Utf16 => LineColumn { line, column: 1 + units(before) },
        }
    }

    /// Returns the offset of a line and column. None if there is no such line, or the line is shorter, or the column is within a character.
    /// Takes time linear in the length of the line.
    #[must_use]
    pub fn offset(&self, at: LineColumn, unit: ColumnUnit) -> Option<usize> {
        let start = self.lines.start_of(at.line)?;
        let rest = &self.lines.text()[start..];
        let line = &rest[..rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())];
        let units = at.column.checked_sub(1)?;
        let bytes = match unit {
            ColumnUnit::Utf8 => Some(units).filter(|units| *units <= line.len()),
            ColumnUnit::Utf16 => bytes_of(line, units),
        };
        bytes.map(|bytes| start + bytes)
    }
}

/// Returns the characters of a text, and its bytes that are not UTF-8, each as a number of bytes and of UTF-16 code units.
fn pieces(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    text.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|character| (character.len_utf8(), character.len_utf16()));
        valid.chain(chunk.invalid().iter().map(|_| (1, 1)))
    })
}

/// Returns the number of UTF-16 code units of a text.
fn units(text: &[u8]) -> usize {
    pieces(text).map(|(_, units)| units).sum()
}

/// Returns the number of bytes of the first `wanted` UTF-16 code units. None if they end within a character, or the text is shorter.
fn bytes_of(text: &[u8], wanted: usize) -> Option<usize> {
    let (mut bytes, mut seen) = (0, 0);
    for (length, units) in pieces(text) {
        if seen >= wanted {
            break;
        }
        (bytes, seen) = (bytes + length, seen + units);
    }
    (seen == wanted).then_some(bytes)
}
