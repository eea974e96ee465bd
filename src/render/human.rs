//! Diagnostics in the layout of rustc, rendered by annotate-snippets.

use std::borrow::Cow;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Origin, Renderer, Snippet};

use super::Sources;
use crate::diagnostics::{Diagnostic, Label, Severity, shown_path};

/// The greatest length of an excerpt in bytes. The renderer reads all of an excerpt, even the part that it does not show. Without a limit,
/// many findings in one very long line, or about places far apart, would take quadratic time.
const EXCERPT_LIMIT: usize = 4 << 10;

/// Renders one diagnostic over several lines, without a final line end. `colour` adds terminal escapes. Of a fix, it shows the title;
/// [`Fix::text_edits`](crate::diagnostics::Fix::text_edits) has its edits.
#[must_use]
pub fn human(diagnostic: &Diagnostic, sources: Sources<'_>, colour: bool) -> String {
    rendered(diagnostic, &excerpts(diagnostic, sources), colour)
}

/// Renders one diagnostic as [`human`] does, but with the place of its primary label instead of excerpts.
#[must_use]
pub fn brief(diagnostic: &Diagnostic, colour: bool) -> String {
    let places: Vec<Excerpt<'_>> = diagnostic.primary.iter().map(Excerpt::place_alone).collect();
    rendered(diagnostic, &places, colour)
}

fn rendered(diagnostic: &Diagnostic, excerpts: &[Excerpt<'_>], colour: bool) -> String {
    let mut group = level(diagnostic.severity)
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.id)
        .elements(excerpts.iter().map(Excerpt::element));
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(fix) = &diagnostic.fix {
        group = group.element(Level::HELP.message(fix.title.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&[group])
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        _ => Level::NOTE,
    }
}

/// The stretch of a file that holds the labels of a diagnostic.
struct Excerpt<'a> {
    path: Cow<'a, str>,
    /// The text; none if it is too long to be shown.
    text: Option<String>,
    first_line: usize,
    /// The offset of the excerpt in the file.
    base: usize,
    labels: Vec<(&'a Label, bool)>,
}

impl<'a> Excerpt<'a> {
    fn place_alone(label: &'a Label) -> Self {
        let (path, first_line) = (shown_path(&label.place.path), label.place.line);
        Excerpt { path, text: None, first_line, base: 0, labels: vec![(label, true)] }
    }
}

impl Excerpt<'_> {
    /// Returns the excerpt, or only the place if the line is too long to show.
    fn element(&self) -> Element<'_> {
        match (&self.text, self.labels.first()) {
            (None, Some((Label { place, .. }, _))) => {
                Origin::path(&*self.path).line(place.line).char_column(place.column).into()
            }
            (text, _) => self.snippet(text.as_deref().unwrap_or_default()).into(),
        }
    }

    fn snippet<'t>(&'t self, text: &'t str) -> Snippet<'t, Annotation<'t>> {
        let annotations = self.labels.iter().map(|(label, primary)| {
            let kind = if *primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let clip = |offset: usize| offset.saturating_sub(self.base).min(text.len());
            let annotation = kind.span(clip(label.place.start)..clip(label.place.end));
            if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
        });
        Snippet::source(text).path(&*self.path).line_start(self.first_line).annotations(annotations)
    }
}

/// Returns one excerpt for each file, in the order in which the labels name the files. The primary label
/// comes first.
fn excerpts<'a>(diagnostic: &'a Diagnostic, sources: Sources<'_>) -> Vec<Excerpt<'a>> {
    let mut by_file: Vec<(&str, Vec<(&Label, bool)>)> = Vec::new();
    let primary = diagnostic.primary.iter().map(|label| (label, true));
    for (label, is_primary) in primary.chain(diagnostic.secondary.iter().map(|label| (label, false))) {
        match by_file.iter_mut().find(|(path, _)| *path == &*label.place.path) {
            Some((_, labels)) => labels.push((label, is_primary)),
            None => by_file.push((&label.place.path, vec![(label, is_primary)])),
        }
    }
    let mut excerpts = Vec::new();
    for (path, labels) in by_file {
        if extent(&labels) > EXCERPT_LIMIT {
            excerpts.extend(labels.into_iter().map(|label| excerpt(path, vec![label], sources)));
        } else {
            excerpts.push(excerpt(path, labels, sources));
        }
    }
    excerpts
}

/// Returns the length of the stretch that holds the labels of one file.
fn extent(labels: &[(&Label, bool)]) -> usize {
    let first = labels.iter().map(|(label, _)| label.place.start).min().unwrap_or(0);
    let last = labels.iter().map(|(label, _)| label.place.end).max().unwrap_or(0);
    last.saturating_sub(first)
}

fn excerpt<'a>(path: &'a str, labels: Vec<(&'a Label, bool)>, sources: Sources<'_>) -> Excerpt<'a> {
    let source = sources(path).unwrap_or_default();
    let first = labels.iter().map(|(label, _)| label.place.start).min().unwrap_or(0).min(source.len());
    let last = labels.iter().map(|(label, _)| label.place.end).max().unwrap_or(0).clamp(first, source.len());
    // Line ends beyond the limit are not searched for: the excerpt would be too long to be shown.
    let (earliest, latest) = (first.saturating_sub(EXCERPT_LIMIT), source.len().min(last + EXCERPT_LIMIT));
    let before = source[earliest..first].iter().rposition(|byte| *byte == b'\n');
    let base = before.map_or(earliest, |at| earliest + at + 1);
    let behind = source[last..latest].iter().position(|byte| *byte == b'\n');
    let end = behind.map_or(latest, |at| last + at);
    let end = end - usize::from(source[base..end].ends_with(b"\r"));
    let first_line = labels.iter().map(|(label, _)| label.place.line).min().unwrap_or(1);
    let text = (end - base < EXCERPT_LIMIT).then(|| same_length_text(&source[base..end]));
    Excerpt { path: shown_path(path), text, first_line, base, labels }
}

/// Converts the bytes to a text of the same length, so that offsets stay right. A byte that is not UTF-8
/// becomes `?`.
fn same_length_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::Session;
    use crate::files::MemoryFiles;
    use crate::options::CompileOptions;

    /// Renders the excerpts of the findings of `check`.
    fn rendered(source: &[u8]) -> String {
        let mut session = Session::new(MemoryFiles::new().with("a.c", source));
        let unit = session.add_unit("a.c", &CompileOptions::default()).expect("the file is there");
        let bytes: Arc<[u8]> = source.into();
        let sources = |_: &str| Some(bytes.clone());
        let found = session.check(unit);
        found.iter().map(|each| super::human(each, &sources, false)).collect::<Vec<_>>().join("\n")
    }

    /// Labels far apart are shown without reading all of the text between them. A line that is too long is
    /// not shown.
    #[test]
    fn excerpts_are_bounded() {
        let blanks = " ".repeat(super::EXCERPT_LIMIT);
        let line =
            rendered(format!("void f(void) {{\n#pragma acc parallel copy(b) {blanks}\n;\n}}\n").as_bytes());
        assert_eq!(line, "error[ACC0065]: `b` is not declared\n--> a.c:2:27");
        let lines = "// nothing\n".repeat(super::EXCERPT_LIMIT);
        let far = rendered(
            format!("void f(int *a) {{\n#pragma acc parallel copy(a[0:1]) \\\n  {blanks}\\\n copy(a[0:1])\n;\n}}\n{lines}").as_bytes(),
        );
        assert!(
            far.contains("2 | #pragma acc parallel copy(a[0:1])") && far.contains("4 |  copy(a[0:1])"),
            "{far}"
        );
    }

    #[test]
    fn line_ends_are_no_part_of_an_excerpt() {
        let unix =
            rendered(b"int a;\nvoid f(void) {\n#pragma acc parallel \\\n  copy(b) \\\n  copy(c)\n;\n}\n");
        let dos = rendered(
            b"int a;\r\nvoid f(void) {\r\n#pragma acc parallel \\\r\n  copy(b) \\\r\n  copy(c)\r\n;\r\n}\r\n",
        );
        assert!(unix.contains("4 |   copy(b) \\\n"), "{unix}");
        assert_eq!(unix, dos);
    }
}
