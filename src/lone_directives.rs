//! Directives without a program: `directives::parse`.
//!
//! The preprocessor and the parser of programs read the text as a unit of one line, so that a directive has the same tree and the same
//! findings here as in a program. Only the clauses are checked by the tables; whatever needs the statement or a name is not.

use std::sync::Arc;

use clacc_sema::c::lone;
use clacc_sema::db::external_decls::DeclKind;
use clacc_sema::db::finding_places::FindingPlaces;
use clacc_sema::db::identities::{DeclIdentity, fingerprint_of};
use clacc_sema::program::{View, c_host};
use clacc_sema::{acc, omp};
use clacc_syntax::Names;
use clacc_syntax::diagnostics::Diagnostic as Finding;
use clacc_syntax::directive::Language;
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::parse::{FileScope, ParseLimits, codes, parse_external};
use clacc_syntax::preprocess::{self, preprocess};
use clacc_syntax::source::{FileId, FileProvider, FileRange};
use clacc_syntax::target::{Target, TypeSizes};
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::unit::{Preprocessed, TokenBuffer};

use crate::analysis::Unit;
use crate::diagnostics::{Diagnostic, Lines, Place};
use crate::place_finder::{FileLines, PlaceFinder};
use crate::source::without_line_end;
use crate::syntax::{DeclarationParts, Directive, DirectiveKind, ExternalDeclaration, Node};

/// The language of the program that a directive is part of. It determines how a directive is introduced and continued on the next line, and
/// the grammar of the expressions in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum HostLanguage {
    /// C: `#pragma acc` and `#pragma omp`.
    C,
}

/// A directive that was read without a program ([`parse`]).
///
/// ```
/// use clacc::directives::{self, HostLanguage, LoneDirective};
///
/// let parsed: LoneDirective = directives::parse("omp parallel for colapse(2)", HostLanguage::C);
/// assert_eq!(parsed.directive().map(|directive| directive.name()), Some("parallel for"));
/// let finding = &parsed.diagnostics()[0];
/// assert_eq!((finding.code.id, finding.primary.as_ref().map(|label| label.place.range())), ("OMP0002", Some(17..24)));
/// ```
#[derive(Clone, Debug)]
pub struct LoneDirective {
    declaration: Option<ExternalDeclaration>,
    /// The place of each token of the directive.
    tokens: Vec<Place>,
    kinds: Vec<TokenKind>,
    diagnostics: Vec<Diagnostic>,
}

/// Reads the text of one directive of OpenACC or OpenMP without the program that it is part of: `#pragma acc parallel loop copy(a[0:n])`.
/// `#pragma` may be left out, `acc` or `omp` may not: it tells the language. The directive may go on in the next line behind a `\`.
/// `_Pragma("acc wait")` is read too; everything in it has the place of the whole operator.
///
/// The result has the tree that the directive has in a program: its kind, its clauses with their arguments, and expressions. Names are not
/// resolved: variables have no type, `T` in `sizeof(T)` is an expression, an identifier where only a type makes sense is one, and no macro
/// is replaced but those that C itself defines, such as `__LINE__`. The directive has no statement; its [constructs](crate::acc) have clauses,
/// and the variables in them no meaning.
///
/// The diagnostics are those of a program about syntax and about clauses that the directive does not take, that are repeated, missing, or
/// exclude each other. What depends on names or on the place of the directive is not checked.
///
/// # Errors in the text
/// No text makes the call fail. What is wrong is a diagnostic with a code and a place in the text, whose path is `<directive>`. A text
/// without a directive of OpenACC or OpenMP, and one with something before or behind it, has an error `C0001`; only the first directive is
/// read.
///
/// # Cost
/// It takes time linear in the length of the text, and keeps nothing: each call makes the tree anew. Where many directives of one program
/// are read, a [`Session`](crate::Session) costs less.
///
/// ```
/// use clacc::directives::{self, AccClause, AccDirective, HostLanguage};
///
/// let text = "#pragma acc parallel loop \\\n  copy(a[0:n]) gang";
/// let parsed = directives::parse(text, HostLanguage::C);
/// assert!(parsed.diagnostics().is_empty());
/// let directive = parsed.directive().expect("it is one");
/// assert_eq!(directive.kind().acc(), Some(AccDirective::ParallelLoop));
/// let copy = directive.acc_clause(AccClause::Copy).expect("it has one");
/// let section = copy.items().next().and_then(|item| item.expr()).expect("it is data");
/// let at = parsed.location(section.node()).expect("it is in the text");
/// assert_eq!((at.line, at.column, &text[at.range()]), (2, 8, "a[0:n]"));
/// ```
#[must_use]
pub fn parse(text: &str, language: HostLanguage) -> LoneDirective {
    match language {
        HostLanguage::C => c_directive(text),
    }
}

impl LoneDirective {
    /// Returns the directive. None if the text has no directive of OpenACC or OpenMP.
    #[must_use]
    pub fn directive(&self) -> Option<Directive<'_>> {
        self.declaration.as_ref()?.directives().next()
    }

    /// Returns what is wrong with the text, in the order of the places.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the place of a node of the directive in the text. None if the node is not a part of this directive.
    #[must_use]
    pub fn location(&self, node: Node<'_>) -> Option<Place> {
        self.declaration.as_ref().filter(|own| *own == node.declaration())?;
        let tokens = without_line_end(node.tokens()?, &self.kinds);
        let first = self.tokens.get(tokens.start as usize)?;
        // A node without tokens, such as one for missing text, is at the start of its token.
        let (end, end_line, end_column) = match tokens.end.checked_sub(1) {
            Some(last) if last >= tokens.start => {
                let last = self.tokens.get(last as usize)?;
                (last.end, last.end_line, last.end_column)
            }
            _ => (first.start, first.line, first.column),
        };
        Some(Place { end, end_line, end_column, ..first.clone() })
    }
}

/// The path in the places of a directive that is in no file.
const PATH: &str = "<directive>";

/// The only file.
const FILE: FileId = FileId(0);

/// The words that are put before a directive without them.
const PRAGMA: &str = "#pragma ";

/// The text as the preprocessor reads it.
struct PragmaText {
    lexed: Arc<LexedFile>,
    /// The offset at which `#pragma` was put in.
    added_at: Option<u32>,
}

impl PragmaText {
    fn new(names: &Names, text: &str) -> PragmaText {
        let lexed = lex(names, text.as_bytes().into());
        let first = &lexed.names[lexed.texts[0]];
        let has_sentinel = [Language::OpenAcc, Language::OpenMp].iter().any(|each| each.word() == first);
        if !has_sentinel {
            return PragmaText { lexed: lexed.into(), added_at: None };
        }
        let at = lexed.starts.get(0);
        let (before, directive) = text.split_at(at as usize);
        let whole = format!("{before}{PRAGMA}{directive}");
        PragmaText { lexed: lex(names, whole.as_bytes().into()).into(), added_at: Some(at) }
    }

    /// Returns the range in the text as it was given.
    fn given(&self, range: FileRange) -> FileRange {
        let given = |offset: u32| match self.added_at {
            Some(at) if offset > at => offset.saturating_sub(PRAGMA.len() as u32).max(at),
            _ => offset,
        };
        FileRange { start: given(range.start), end: given(range.end), ..range }
    }
}

/// The text as the only file that the preprocessor finds.
struct OneFile<'a> {
    names: &'a Names,
    text: &'a PragmaText,
}

impl FileProvider for OneFile<'_> {
    fn names(&self) -> &Names {
        self.names
    }

    fn find(&self, _: &str) -> Option<FileId> {
        None
    }

    fn path(&self, _: FileId) -> Arc<str> {
        PATH.into()
    }

    fn lexed(&self, _: FileId) -> Arc<LexedFile> {
        Arc::clone(&self.text.lexed)
    }
}

/// The options with the fewest predefined macros.
fn options() -> preprocess::Options {
    let target = Target {
        name: "none".into(),
        macros: "".into(),
        gnu_macros: Vec::new(),
        include_directories: Vec::new(),
        sizes: TypeSizes::X86_64_LINUX,
    };
    preprocess::Options { target, openacc: false, ..preprocess::Options::default() }
}

fn c_directive(text: &str) -> LoneDirective {
    let names = Names::default();
    let written = PragmaText::new(&names, text);
    let preprocessed = preprocess(&options(), &OneFile { names: &names, text: &written }, FILE);
    let places = FindingPlaces { tokens: &preprocessed.tokens, map: &preprocessed.map, main: FILE };
    let lines = Arc::new(Lines::new(text.as_bytes().into()));
    let file = |_| FileLines { path: PATH.into(), lines: Arc::clone(&lines) };
    let mut finder = PlaceFinder::new(&file);
    let of_directive = directive_tokens(&preprocessed.tokens);
    let kinds = &preprocessed.tokens.kinds[of_directive.start as usize..of_directive.end as usize];
    let (declaration, findings) = declaration(&preprocessed, of_directive);
    let of_text = preprocessed.diagnostics.iter().cloned();
    let mut found: Vec<_> = of_text.map(|finding| places.locate_positions(finding)).collect();
    found.extend(misplaced(&preprocessed.tokens, of_directive).map(|finding| places.locate(finding, 0)));
    found.extend(findings.into_iter().map(|finding| places.locate(finding, of_directive.start)));
    found.sort_by_key(|(at, finding)| (*at, finding.primary.at.end, finding.code.id));
    let token = |token| written.given(places.spot(TokenRange::new(token, token + 1)).range);
    LoneDirective {
        declaration,
        tokens: (of_directive.start..of_directive.end).map(|each| finder.place(token(each))).collect(),
        kinds: kinds.into(),
        diagnostics: found
            .into_iter()
            .map(|(_, finding)| finder.located(&finding.map(|range| written.given(range))))
            .collect(),
    }
}

/// Returns the tokens of the first directive, with the end of its line. Empty if there is none.
fn directive_tokens(tokens: &TokenBuffer) -> TokenRange {
    let is_start = |kind: &TokenKind| matches!(kind, TokenKind::PragmaAcc | TokenKind::PragmaOmp);
    let Some(start) = tokens.kinds.iter().position(is_start) else { return TokenRange::new(0, 0) };
    let end = tokens.kinds[start..].iter().position(|kind| *kind == TokenKind::PragmaEnd);
    let end = end.map_or(tokens.len(), |length| start + length + 1);
    TokenRange::new(start as u32, end as u32)
}

/// Returns the findings about a text without a directive, and about tokens before and behind the directive.
fn misplaced(tokens: &TokenBuffer, directive: TokenRange) -> impl Iterator<Item = Finding<TokenRange>> {
    let all = tokens.len() as u32;
    let finding = |at, message: &str| Finding::new(&codes::C0001, at, message);
    let missing = (directive.start == directive.end)
        .then(|| finding(TokenRange::new(0, all.min(1)), "`#pragma acc` or `#pragma omp` is expected"));
    let is_there = missing.is_none();
    let before = (is_there && directive.start > 0)
        .then(|| finding(TokenRange::new(0, directive.start), "only a directive is expected here"));
    let behind = (is_there && directive.end < all).then(|| {
        finding(TokenRange::new(directive.end, all), "one directive is expected, and the text goes on")
    });
    [missing, before, behind].into_iter().flatten()
}

/// Returns the directive as a declaration, with the findings about it; their tokens are counted from its first one.
fn declaration(
    preprocessed: &Preprocessed,
    tokens: TokenRange,
) -> (Option<ExternalDeclaration>, Vec<Finding<TokenRange>>) {
    if tokens.start == tokens.end {
        return (None, Vec::new());
    }
    let slice = preprocessed.tokens.slice(tokens);
    let parsed = Arc::new(parse_external(slice, &FileScope::default(), ParseLimits::default()));
    // The only finding of the parser that depends on the declarations of a program.
    let is_about_text = |finding: &&Finding<TokenRange>| *finding.code != codes::C0007;
    let mut findings: Vec<_> = parsed.diagnostics.iter().filter(is_about_text).cloned().collect();
    let model = Arc::new(lone::model(&parsed));
    let program = Arc::new(c_host::lower(&model));
    let name = clacc_syntax::Name::EMPTY;
    let identity = DeclIdentity { kind: DeclKind::Directive, name, nth: 0, in_headers: false };
    let fingerprint = fingerprint_of(slice, &model, &program);
    let unit = Unit::OF_NO_SESSION;
    // Its findings depend on names and on the place of the directive.
    let analysis = Arc::new(acc::analyze(View::of_c(&program, &model), acc::UnitFacts::default()));
    let parts = DeclarationParts::new(unit, identity, fingerprint, model, program, Some(analysis));
    let declaration = ExternalDeclaration::new(parts);
    if let Some(directive) = declaration.directives().next() {
        let (view, id) = (declaration.view(), directive.id());
        match directive.kind() {
            DirectiveKind::Acc(_) => findings.extend(acc::clause_findings(view, id)),
            DirectiveKind::Omp(_) => findings.extend(omp::checks::clause_findings(view, id)),
            DirectiveKind::UnknownAcc | DirectiveKind::UnknownOmp => {}
        }
    }
    (Some(declaration), findings)
}
