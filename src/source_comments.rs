//! Comments, which trees leave out, on request: those of a file, and those next to a node.

use clacc_sema::db::Db as _;
use clacc_sema::db::preprocessed;
use clacc_syntax::encoding;
use clacc_syntax::source::FileRange;

use crate::analysis::Analysis;
use crate::diagnostics::Place;
use crate::syntax::Node;

/// A comment of a file ([`Analysis::comments`]).
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::source::Comment;
///
/// let program = "/* Sets all. */\nvoid f(int *x) {\n  // the first\n  x[0] = 1; /* one */\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let all: Vec<Comment> = session.comments("f.c");
/// assert_eq!((all[0].is_block, all[0].words(), all[1].place.line), (true, "Sets all.", 3));
/// let f = session.declarations(unit).remove(0);
/// let statement = f.nodes().find(|node| node.print() == "x[0] = 1;").expect("it is there");
/// let texts = |found: Vec<Comment>| found.iter().map(|it| it.words().to_owned()).collect::<Vec<_>>();
/// assert_eq!(texts(session.comments_before(statement)), ["the first"]);
/// assert_eq!(texts(session.comments_behind(statement)), ["one"]);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Comment {
    /// The range of the comment, with its marks and without the end of the line.
    pub place: Place,
    /// The text with its marks. Bytes that are not part of UTF-8 are encoded as in [paths](crate::files::path_text).
    pub text: String,
    /// true for `/* ... */`, false for `// ...`.
    pub is_block: bool,
}

impl Comment {
    /// Returns the text without its marks and the white space around it.
    #[must_use]
    pub fn words(&self) -> &str {
        // The end of a line may divide the marks.
        let marks = self.text.get(1..).and_then(|rest| rest.find(['/', '*']));
        let inner = marks.and_then(|second| self.text.get(second + 2..)).unwrap_or_default();
        let inner = if self.is_block { inner.strip_suffix("*/").unwrap_or(inner) } else { inner };
        inner.trim()
    }
}

impl Analysis {
    /// Returns every comment of a file, in source order. It needs no unit; comments in branches that `#if` excludes, and in macro definitions,
    /// are among them. Empty if there is no such file. Takes time linear in the length of the file, whose tokens are kept for units that read
    /// it; the comments are gathered anew by each call.
    #[must_use]
    pub fn comments(&self, path: &str) -> Vec<Comment> {
        let file = self.db.files().at(&self.db, path);
        let lexed = preprocessed::lex(&self.db, file);
        let comment = |range: std::ops::Range<usize>| {
            let bytes = &lexed.text[range.clone()];
            let at = FileRange { file: file.id(&self.db), start: range.start as u32, end: range.end as u32 };
            // The marks may be divided by the end of a line, so that the second one is not at the second byte.
            let second = bytes.iter().skip(1).find(|byte| !b"\\\r\n".contains(byte));
            Comment {
                place: self.place(at),
                text: encoding::decode(bytes).into_owned(),
                is_block: second == Some(&b'*'),
            }
        };
        lexed.comments().into_iter().map(comment).collect()
    }

    /// Returns the comments directly before a node: those between its first token and the token before it, without those on the line where
    /// that token ends. For a node that a macro produces, they are those before the macro's name. Empty if the session no longer has the node.
    /// It costs as much as [`Analysis::comments`]. [`Comment`] has an example.
    #[must_use]
    pub fn comments_before(&self, node: Node<'_>) -> Vec<Comment> {
        let Some((place, gap)) = self.gap_at(node, true) else { return Vec::new() };
        let is_own = |comment: &Comment| {
            let range = comment.place.range();
            gap.contains(&range.start) && range.end <= gap.end
        };
        let Some(text) = self.source(&place.path) else { return Vec::new() };
        let mut found = self.comments(&place.path);
        // A comment on the line of the token before belongs to that token.
        let is_behind_token = |comment: &Comment| {
            gap.start > 0 && !text[gap.start..comment.place.range().start].contains(&b'\n')
        };
        found.retain(|comment| is_own(comment) && !is_behind_token(comment));
        found
    }

    /// Returns the comments behind a node that begin on the line where it ends, before the next token. Empty if the session no longer has the
    /// node. It costs as much as [`Analysis::comments`]. [`Comment`] has an example.
    #[must_use]
    pub fn comments_behind(&self, node: Node<'_>) -> Vec<Comment> {
        let Some((place, gap)) = self.gap_at(node, false) else { return Vec::new() };
        let Some(text) = self.source(&place.path) else { return Vec::new() };
        let line_end = text[gap.clone()].iter().position(|byte| *byte == b'\n');
        let line_end = line_end.map_or(gap.end, |length| gap.start + length);
        let mut found = self.comments(&place.path);
        found.retain(|comment| (gap.start..line_end).contains(&comment.place.range().start));
        found
    }

    /// Returns the text between a node and the token before or behind it, with the place of the node.
    fn gap_at(&self, node: Node<'_>, is_before: bool) -> Option<(Place, std::ops::Range<usize>)> {
        let place = self.location(node)?;
        let file = self.db.files().at(&self.db, &place.path);
        let lexed = preprocessed::lex(&self.db, file);
        let (start, end) = (place.range().start, place.range().end);
        let tokens = 0..lexed.len();
        let gap = if is_before {
            let before = tokens.map(|token| lexed.end(token) as usize).take_while(|end| *end <= start);
            before.last().unwrap_or(0)..start
        } else {
            let mut starts = tokens.map(|token| lexed.starts.get(token) as usize);
            end..starts.find(|start| *start >= end).unwrap_or(lexed.text.len())
        };
        Some((place, gap))
    }
}
