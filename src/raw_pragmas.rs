//! The directives in the tokens of a file, found without a unit.

use clacc_sema::db::Db as _;
use clacc_sema::db::preprocessed;
use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveKind as TreeDirective;
use clacc_syntax::directive::{AccClause, Language, OmpClause, acc, omp};
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenFlags, TokenKind};

use crate::analysis::Analysis;
use crate::diagnostics::Place;
use crate::syntax::{ClauseKind, DirectiveKind};

/// A directive of OpenACC or OpenMP in the text of a file ([`Analysis::pragmas`]), whether or not a unit reads it: it may be in a branch of
/// a conditional, or in the replacement list of a macro.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::raw_pragmas::RawPragma;
///
/// let program = "#if 0\n#pragma acc wait async(1)\n#endif\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let found: Vec<RawPragma> = session.pragmas("f.c");
/// assert_eq!((found[0].place.line, found[0].is_operator, found[0].clauses.len()), (2, false, 1));
/// assert_eq!((found[0].directive.acc().map(|each| each.text()), found[0].words.concat().as_str()), (Some("wait"), "waitasync(1)"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RawPragma {
    /// The range from `#` to the last token, or the whole `_Pragma ( ... )`.
    pub place: Place,
    /// true for a `_Pragma` operator.
    pub is_operator: bool,
    /// The directive's language and name. Macros are not expanded, so it may be unknown here and known to a unit.
    pub directive: DirectiveKind,
    /// The tokens after `acc` or `omp`, as spelled, without comments.
    pub words: Vec<String>,
    /// The clauses, in source order: the identifiers after the name, outside of parentheses.
    pub clauses: Vec<ClauseKind>,
}

impl Analysis {
    /// Returns every `#pragma acc` and `#pragma omp` line of a file, and every equivalent `_Pragma` with one string literal, in source
    /// order. It needs no unit, and does not determine which of them are active: branches that `#if` excludes are searched, and so are
    /// macro definitions. Directives that macros build from their arguments are not found. Empty if there is no such file.
    ///
    /// Takes time linear in the number of tokens; the tokens are kept for the units that read the file.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, directives::AccDirective, syntax::DirectiveKind};
    /// let text = "#define LOOP _Pragma(\"acc loop\")\n#ifdef OLD\n#pragma acc region copy(a)\n#endif\n";
    /// let session = Session::new(MemoryFiles::new().with("f.c", text));
    /// let pragmas = session.pragmas("f.c");
    /// assert_eq!(pragmas[0].directive, DirectiveKind::Acc(AccDirective::Loop));
    /// assert_eq!((pragmas[1].directive, pragmas[1].place.line), (DirectiveKind::UnknownAcc, 3));
    /// assert_eq!(pragmas[1].words, ["region", "copy", "(", "a", ")"]);
    /// ```
    #[must_use]
    pub fn pragmas(&self, path: &str) -> Vec<RawPragma> {
        let file = self.db.files().at(&self.db, path);
        let lexed = preprocessed::lex(&self.db, file);
        let lines = lexed.directives.iter().filter_map(|hash| line(&lexed, *hash as usize));
        let operators = (0..lexed.len()).filter_map(|token| operator(&lexed, token));
        let mut found: Vec<Found> = lines.chain(operators).collect();
        found.sort_by_key(|found| found.start);
        let place = |found: Found| {
            let place = self.place(FileRange { file: file.id(&self.db), start: found.start, end: found.end });
            found.pragma(place)
        };
        found.into_iter().map(place).collect()
    }
}

/// A directive with its tokens.
struct Found {
    start: u32,
    end: u32,
    is_operator: bool,
    language: Language,
    words: Vec<PragmaWord>,
}

/// A token after `acc` or `omp`.
struct PragmaWord {
    text: String,
    name: Name,
    kind: TokenKind,
}

fn text(lexed: &LexedFile, token: usize) -> &str {
    &lexed.names[lexed.texts[token]]
}

fn language(word: &str) -> Option<Language> {
    [Language::OpenAcc, Language::OpenMp].into_iter().find(|language| language.word() == word)
}

/// Returns the tokens of a range.
fn words(lexed: &LexedFile, from: usize, end: usize) -> Vec<PragmaWord> {
    let word = |token| PragmaWord {
        text: text(lexed, token).to_owned(),
        name: lexed.texts[token],
        kind: lexed.kinds[token],
    };
    (from..end).map(word).collect()
}

/// Returns the directive in the line of a `#`, if it is one of OpenACC or OpenMP.
fn line(lexed: &LexedFile, hash: usize) -> Option<Found> {
    let end = lexed.line_end(hash);
    if hash + 2 >= end || text(lexed, hash + 1) != "pragma" {
        return None;
    }
    Some(Found {
        start: lexed.starts.get(hash),
        end: lexed.end(end - 1),
        is_operator: false,
        language: language(text(lexed, hash + 2))?,
        words: words(lexed, hash + 3, end),
    })
}

/// Returns the directive of a `_Pragma ( "acc ..." )` that begins with this token.
fn operator(lexed: &LexedFile, token: usize) -> Option<Found> {
    let kinds = lexed.kinds.get(token..token + 4)?;
    let has_form = kinds == [TokenKind::Ident, TokenKind::LParen, TokenKind::StrLit, TokenKind::RParen];
    if !has_form || text(lexed, token) != "_Pragma" {
        return None;
    }
    let literal = text(lexed, token + 2);
    let content = literal.get(literal.find('"')? + 1..literal.len() - 1)?;
    // The pragma is the unescaped content of the string literal (C17 6.10.9).
    let content = content.replace("\\\"", "\"").replace("\\\\", "\\");
    let inner = lex(&lexed.names, content.as_bytes().into());
    let end = inner.len() - 1;
    let is_one_line = (1..end).all(|token| !inner.flags[token].contains(TokenFlags::LINE_START));
    let language = (end > 0 && is_one_line).then(|| language(text(&inner, 0)))??;
    Some(Found {
        start: lexed.starts.get(token),
        end: lexed.end(token + 3),
        is_operator: true,
        language,
        words: words(&inner, 1, end),
    })
}

impl Found {
    fn pragma(self, place: Place) -> RawPragma {
        let names = self.words.iter().take_while(|word| word.kind == TokenKind::Ident).map(|word| word.name);
        let known = match self.language {
            Language::OpenAcc => {
                acc::names().longest(names).map(|(kind, count)| (TreeDirective::Acc(kind), count))
            }
            Language::OpenMp => {
                omp::names().longest(names).map(|(kind, count)| (TreeDirective::Omp(kind), count))
            }
        };
        let directive = match (known, self.language) {
            (Some((TreeDirective::Acc(kind), _)), _) => DirectiveKind::Acc(kind),
            (Some((TreeDirective::Omp(kind), _)), _) => DirectiveKind::Omp(kind),
            (_, Language::OpenAcc) => DirectiveKind::UnknownAcc,
            (_, Language::OpenMp) => DirectiveKind::UnknownOmp,
        };
        let clauses = known.map(|(_, count)| self.clauses(count)).unwrap_or_default();
        let words = self.words.into_iter().map(|word| word.text).collect();
        RawPragma { place, is_operator: self.is_operator, directive, words, clauses }
    }

    /// Returns the clauses after the `name` tokens of the directive's name.
    fn clauses(&self, name: usize) -> Vec<ClauseKind> {
        let mut depth = 0usize;
        let mut clauses = Vec::new();
        for word in &self.words[name..] {
            match word.kind {
                TokenKind::LParen | TokenKind::LBracket => depth += 1,
                TokenKind::RParen | TokenKind::RBracket => depth = depth.saturating_sub(1),
                TokenKind::Ident if depth == 0 => clauses.push(self.clause(&word.text)),
                _ => {}
            }
        }
        clauses
    }

    fn clause(&self, word: &str) -> ClauseKind {
        let known = match self.language {
            Language::OpenAcc => AccClause::by_name(word).map(ClauseKind::Acc),
            Language::OpenMp => OmpClause::by_name(word).map(ClauseKind::Omp),
        };
        known.unwrap_or(ClauseKind::Unknown)
    }
}
