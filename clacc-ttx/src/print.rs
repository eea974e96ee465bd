//! OpenMP forms in canonically printed trees.

use crate::beside::{self, Comments, Texts};
use crate::dialect::Dialect;
use crate::layout::{Content, Layout, Line, layout};
use crate::mapping::FunctionMapping;
use crate::spell::{Speller, printed};
use clacc_sema::acc::facts::AccFacts;
use clacc_sema::omp::form::{Anchor, Directive, Omp, Routine};
use clacc_sema::program::View;
use clacc_syntax::ast::{DeclId, DirectiveId, StmtId};
use clacc_syntax::directive::Language;
use clacc_syntax::print::{DirectiveText, PrintHooks};

/// The text that replaces translated directives in printed trees. Directives that keep their text are
/// printed as they are.
#[derive(Clone, Debug, Default)]
pub struct OmpText {
    trees: Vec<Texts>,
    /// The lines after the declarations of each tree.
    behind: Vec<Vec<String>>,
    /// Lines from directives at file scope, for the declaration that comes next.
    pending: Vec<String>,
    comments: Comments,
    routines: Vec<Routine>,
}

impl OmpText {
    /// Creates a text without trees. The text of translated directives will show one language and `comments` the other.
    pub fn with_comments(comments: Comments) -> Self {
        OmpText { comments, ..OmpText::default() }
    }

    /// The routines of the runtime library that the printed OpenMP forms call.
    pub fn routines(&self) -> &[Routine] {
        &self.routines
    }

    /// Adds the next printed tree, without OpenMP forms.
    pub fn push_plain(&mut self) {
        self.trees.push(Texts::default());
        self.behind.push(std::mem::take(&mut self.pending));
    }

    /// Adds the next printed tree, with the OpenMP forms of its constructs. `is_directive` says whether the
    /// tree is a directive at file scope, which applies to the next declaration.
    pub fn push(&mut self, view: View<'_>, facts: &AccFacts, mapping: &FunctionMapping, is_directive: bool) {
        let mut behind = Vec::new();
        for (directive, _) in facts.of_directive.iter() {
            let Some(forms) = mapping.printed_forms_of(facts, directive, true) else { continue };
            let after = mapping.unit_forms_of(facts, directive, Anchor::After);
            let lines = after.flat_map(|form| text(view, &mapping.dialect, &[form]).before);
            behind.extend(lines.map(|(_, line)| line));
            self.routines.extend(forms.iter().flat_map(|form| form.routines()));
        }
        if self.comments == Comments::OfOpenMp {
            behind = behind.iter().map(|line| beside::comment(line)).collect();
        }
        let openmp = openmp_texts(view, facts, mapping);
        let tree = view.c_model().map(|model| &model.parsed.tree);
        self.trees.push(tree.map_or_else(Texts::default, |tree| beside::texts(tree, &openmp, self.comments)));
        if is_directive {
            self.pending.append(&mut behind);
        } else {
            behind.append(&mut self.pending);
        }
        self.behind.push(behind);
    }
}

impl PrintHooks for OmpText {
    fn directive(&self, tree: usize, directive: DirectiveId) -> Option<&DirectiveText> {
        self.trees.get(tree)?.directive(tree, directive)
    }

    fn before_statement(&self, tree: usize, statement: StmtId) -> Option<&str> {
        self.trees.get(tree)?.before_statement(tree, statement)
    }

    fn after_declaration(&self, tree: usize, _root: DeclId) -> Vec<String> {
        self.behind.get(tree).cloned().unwrap_or_default()
    }
}

/// The texts of all translated directives of a declaration.
pub(crate) fn openmp_texts(view: View<'_>, facts: &AccFacts, mapping: &FunctionMapping) -> Texts {
    let mut texts = Texts::default();
    for (directive, _) in facts.of_directive.iter() {
        let Some(forms) = mapping.printed_forms_of(facts, directive, true) else { continue };
        let mut own = text(view, &mapping.dialect, &forms);
        let before = mapping.unit_forms_of(facts, directive, Anchor::Before);
        own.before.splice(0..0, before.flat_map(|form| text(view, &mapping.dialect, &[form]).before));
        texts.directives.insert(directive, own);
        for inner in mapping.inner_forms_of(facts, directive) {
            if let Some(statement) = view.c_stmt(inner.at) {
                texts.loops.insert(statement, directive_line(view, &mapping.dialect, &inner.directive));
                texts.with_loops.insert(directive);
            }
        }
    }
    texts
}

/// The lines of the forms of a directive, with expressions printed from the tree.
pub fn text(view: View<'_>, dialect: &Dialect, forms: &[&Omp]) -> DirectiveText {
    let layout = layout(forms);
    let lines =
        |lines: &[Line<'_>]| lines.iter().map(|line| (line.level, line_text(view, dialect, line))).collect();
    DirectiveText { before: lines(&layout.before), body: layout.statement, after: lines(&layout.after) }
}

/// The directives and new code of forms, one on each line, without the braces of blocks.
pub fn lines(view: View<'_>, dialect: &Dialect, forms: &[&Omp]) -> Vec<String> {
    let Layout { before, after, .. } = layout(forms);
    let lines = before.iter().chain(&after);
    let is_border = |line: &&Line<'_>| matches!(line.content, Content::Open | Content::Close);
    lines.filter(|line| !is_border(line)).map(|line| line_text(view, dialect, line)).collect()
}

/// The line of a directive, without the code that it is associated with.
pub fn directive_line(view: View<'_>, dialect: &Dialect, directive: &Directive) -> String {
    let mut expr = |at| printed(view, at);
    Language::OpenMp.pragma_line(&Speller::new(view, dialect, &mut expr).directive(directive))
}

fn line_text(view: View<'_>, dialect: &Dialect, line: &Line<'_>) -> String {
    let mut expr = |at| printed(view, at);
    let mut speller = Speller::new(view, dialect, &mut expr);
    match line.content {
        Content::Directive(directive) => directive_line(view, dialect, directive),
        Content::Open => "{".to_owned(),
        Content::Close => "}".to_owned(),
        Content::Code(code) => speller.code(code),
        Content::Head(code) => speller.head(code),
        Content::Tail => "}".to_owned(),
    }
}
