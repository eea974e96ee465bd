//! The place where a directive is written, which determines the spelling of its replacement.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::Language;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::{ExpansionId, ExpansionKind};

use super::edit_places::EditPlaces;
use super::{FunctionInput, SourceFiles, lines};

/// The text that produces a directive.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Site {
    /// The text to replace.
    pub(super) range: FileRange,
    /// The spelling of the directive.
    pub(super) form: SiteForm,
}

/// The spelling of a directive in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SiteForm {
    /// `#pragma acc ...`, from the `#` to the last token.
    Line,
    /// `_Pragma("acc ...")`, in the text or in a macro's replacement list.
    Operator,
    /// `NAME(acc ...)`, where the macro turns its argument into a pragma.
    Wrapper(Vec<u8>),
    /// An invocation of a macro that produces the directive and nothing else.
    Invocation,
}

impl SiteForm {
    /// Whether the replacement of the directive is on lines of its own.
    pub(super) fn is_line(&self) -> bool {
        *self == SiteForm::Line
    }

    /// Writes a pragma about warnings, which gcc and clang share, in this form.
    pub(super) fn warnings(&self, state: &str) -> Vec<u8> {
        match self {
            SiteForm::Line => format!("#pragma GCC diagnostic {state}").into_bytes(),
            _ => format!("_Pragma(\"GCC diagnostic {}\")", state.replace('"', "\\\"")).into_bytes(),
        }
    }

    /// Writes an OpenMP directive in this form.
    pub(super) fn pragma(&self, directive: &str) -> Vec<u8> {
        let language = Language::OpenMp;
        match self {
            SiteForm::Line => language.pragma_line(directive).into_bytes(),
            SiteForm::Operator | SiteForm::Invocation => language.pragma_operator(directive).into_bytes(),
            SiteForm::Wrapper(name) => {
                [name, b"(".as_slice(), language.pragma_argument(directive).as_bytes(), b")"].concat()
            }
        }
    }
}

/// The place of a directive, for the text of expressions that come from elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Here {
    /// The expansion level on which the directive is written.
    pub(super) level: ExpansionId,
    /// Its first token in the unit.
    pub(super) token: u32,
}

/// Finds the site of a directive of a function, and the place of its own text.
pub(super) fn of_directive(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    sources: &mut SourceFiles<'_>,
) -> Option<(Site, Here)> {
    let tokens = function.tokens_of(directive)?;
    let (site, level) = find(&function.places, tokens, sources)?;
    Some((site, Here { level, token: tokens.start }))
}

/// Finds the site of the directive that starts at a token, and the expansion level on which the user wrote the directive's own text.
/// `tokens` ends before the `PragmaEnd`.
pub(super) fn find(
    places: &EditPlaces<'_>,
    tokens: TokenRange,
    sources: &mut SourceFiles<'_>,
) -> Option<(Site, ExpansionId)> {
    let operator =
        places.chain(tokens.start + 1).find(|(_, each)| each.kind == ExpansionKind::PragmaOperator);
    let Some((level, operator)) = operator else {
        let start = places.unit.tokens.places.origin(tokens.start as usize)?.spelling;
        // The origin of the end token is the end of the line's last token, even if that is a macro that
        // expands to nothing.
        let end = places.unit.tokens.places.origin(tokens.end as usize)?.spelling;
        let range = places.file_range(start, end)?;
        return Some((Site { range, form: SiteForm::Line }, ExpansionId::NONE));
    };
    let range = operator.text_end().and_then(|end| places.file_range(operator.invocation.spelling, end));
    if let Some(range) = range.filter(|range| is_literal_operator(sources.slice(*range))) {
        return Some((Site { range, form: SiteForm::Operator }, level));
    }
    wrapper(places, tokens, operator.invocation.expansion, sources)
        .or_else(|| whole_invocation(places, tokens))
        .map(|site| (site, level))
}

/// Returns the innermost invocation `NAME(acc ...)` that produces the directive and nothing else.
fn wrapper(
    places: &EditPlaces<'_>,
    tokens: TokenRange,
    from: ExpansionId,
    sources: &mut SourceFiles<'_>,
) -> Option<Site> {
    let with_end = TokenRange::new(tokens.start, tokens.end + 1);
    places.unit.map.chain(from).find_map(|(id, expansion)| {
        let range = places.file_range(expansion.invocation.spelling, expansion.text_end()?)?;
        let name = wrapper_name(sources.slice(range))?.to_vec();
        let is_wrapper = places.makes_only((id, expansion), with_end)
            && !depends_on_parameters(places, expansion.invocation.expansion, range, sources);
        is_wrapper.then_some(Site { range, form: SiteForm::Wrapper(name) })
    })
}

/// Whether text in the replacement list of the macro that `id` expands names a parameter of that macro. If
/// so, its meaning depends on the use of the macro.
fn depends_on_parameters(
    places: &EditPlaces<'_>,
    id: ExpansionId,
    text: FileRange,
    sources: &mut SourceFiles<'_>,
) -> bool {
    let Some(around) = places.expansion(id) else { return false };
    let Some(name) = places.file_range(around.definition, around.definition) else { return false };
    let behind_name = name.start + places.unit.tokens.names[around.name].len() as u32;
    let head = sources.slice(FileRange { start: behind_name, end: text.start, ..name }).to_vec();
    let Some(parameters) = head.strip_prefix(b"(") else { return false };
    let parameters = parameters.split(|byte| *byte == b')').next().unwrap_or_default();
    let text = sources.slice(text);
    words(parameters).chain([b"__VA_ARGS__".as_slice()]).any(|name| words(text).any(|word| word == name))
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.split(move |byte| !is_part(*byte)).filter(|word| !word.is_empty())
}

/// Returns the outermost invocation, if it produces the directive and nothing else.
fn whole_invocation(places: &EditPlaces<'_>, tokens: TokenRange) -> Option<Site> {
    let with_end = TokenRange::new(tokens.start + 1, tokens.end);
    let (id, expansion) = places.chain(with_end.start).last()?;
    let range = places.file_range(expansion.invocation.spelling, expansion.text_end()?)?;
    let made = TokenRange::new(tokens.start, tokens.end + 1);
    places.makes_only((id, expansion), made).then_some(Site { range, form: SiteForm::Invocation })
}

/// Whether text is `_Pragma ( "acc ..." )`.
fn is_literal_operator(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"_Pragma") else { return false };
    let Some(rest) = trim_start(rest).strip_prefix(b"(") else { return false };
    let rest = trim_start(rest);
    let rest = rest.strip_prefix(b"L").unwrap_or(rest);
    let Some(rest) = rest.strip_prefix(b"\"") else { return false };
    trim_start(rest).starts_with(b"acc")
}

/// The macro's name in text of the form `NAME ( acc ... )`.
fn wrapper_name(text: &[u8]) -> Option<&[u8]> {
    let length = text.iter().position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))?;
    let (name, rest) = text.split_at(length);
    let rest = trim_start(trim_start(rest).strip_prefix(b"(")?);
    let rest = rest.strip_prefix(b"acc")?;
    (rest.first().copied().is_some_and(lines::is_blank) && text.ends_with(b")") && name != b"_Pragma")
        .then_some(name)
}

fn trim_start(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    &text[blanks..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_and_wrappers_are_told_apart() {
        assert!(is_literal_operator(b"_Pragma(\"acc loop\")"));
        assert!(is_literal_operator(b"_Pragma ( L\" acc loop\")"));
        assert!(!is_literal_operator(b"_Pragma(#x)"));
        assert!(!is_literal_operator(b"_Pragma(\"omp simd\")"));
        assert_eq!(wrapper_name(b"DO_PRAGMA(acc parallel loop)"), Some(b"DO_PRAGMA".as_slice()));
        assert_eq!(wrapper_name(b"ACC(parallel)"), None);
        assert_eq!(wrapper_name(b"P( account )"), None);
        assert_eq!(wrapper_name(b""), None);
    }

    #[test]
    fn strings_of_operators_are_escaped() {
        let text = SiteForm::Operator.pragma("target teams if(s[0] == '\"')");
        assert_eq!(text, b"_Pragma(\"omp target teams if(s[0] == '\\\"')\")");
        assert_eq!(SiteForm::Wrapper(b"P".to_vec()).pragma("simd"), b"P(omp simd)");
        assert_eq!(SiteForm::Line.pragma("simd"), b"#pragma omp simd");
    }
}
