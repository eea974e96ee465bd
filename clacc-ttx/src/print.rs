//! OpenMP forms in the canonical print of trees.

use clacc_sema::acc::facts::AccFacts;
use clacc_sema::omp::form::Omp;
use clacc_sema::program::View;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::Language;
use clacc_syntax::print::{DirectiveText, PrintHooks};
use la_arena::ArenaMap;

use crate::dialect::Dialect;
use crate::layout::{Content, Line, layout};
use crate::mapping::FunctionMapping;
use crate::spell::{Speller, printed};

/// What takes the place of the translated directives of printed trees. Directives that keep their text are printed as
/// they are.
#[derive(Clone, Debug, Default)]
pub struct OmpText {
    trees: Vec<ArenaMap<DirectiveId, DirectiveText>>,
}

impl OmpText {
    /// Adds the next tree of the print, without OpenMP forms.
    pub fn push_plain(&mut self) {
        self.trees.push(ArenaMap::default());
    }

    /// Adds the next tree of the print with the OpenMP forms of its constructs.
    pub fn push(&mut self, view: View<'_>, facts: &AccFacts, mapping: &FunctionMapping) {
        let mut texts = ArenaMap::default();
        for (directive, _) in facts.of_directive.iter() {
            if let Some(forms) = mapping.forms_of(facts, directive) {
                texts.insert(directive, text(view, &mapping.dialect, &forms));
            }
        }
        self.trees.push(texts);
    }
}

impl PrintHooks for OmpText {
    fn directive(&self, tree: usize, directive: DirectiveId) -> Option<&DirectiveText> {
        self.trees.get(tree)?.get(directive)
    }
}

/// The lines that the forms of a directive make, expressions printed from the tree.
pub fn text(view: View<'_>, dialect: &Dialect, forms: &[&Omp]) -> DirectiveText {
    let layout = layout(forms);
    let lines = |lines: &[Line<'_>]| lines.iter().map(|line| (line.level, line_text(view, dialect, line))).collect();
    DirectiveText { before: lines(&layout.before), body: layout.statement, after: lines(&layout.after) }
}

fn line_text(view: View<'_>, dialect: &Dialect, line: &Line<'_>) -> String {
    let mut expr = |at| printed(view, at);
    let mut speller = Speller::new(view, dialect, &mut expr);
    match line.content {
        Content::Open => "{".to_owned(),
        Content::Close => "}".to_owned(),
        Content::Code(code) => speller.code(code),
        Content::Directive(directive) => Language::OpenMp.pragma_line(&speller.directive(directive)),
    }
}
