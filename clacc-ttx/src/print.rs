//! OpenMP forms in the canonical print of trees.

use std::sync::Arc;

use clacc_sema::acc::facts::AccFacts;
use clacc_sema::c::model::FunctionModel;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::print::{DirectiveText, PrintHooks};
use la_arena::ArenaMap;

use crate::mapping::FunctionMapping;
use crate::omp::{NewCode, OmpDirectiveNode, OmpNode};
use crate::render;

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
    pub fn push(&mut self, model: &FunctionModel, facts: &AccFacts, mapping: &Arc<FunctionMapping>) {
        let mut texts = ArenaMap::default();
        for (directive, (outer, inner)) in facts.of_directive.iter() {
            let nodes: Option<Vec<&OmpNode>> =
                std::iter::once(*outer).chain(*inner).map(|id| mapping.translated(id)).collect();
            if let Some(nodes) = nodes {
                texts.insert(directive, text(model, directive, &nodes));
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

/// The lines that the nodes of a directive make: each directive's statement stands one level deeper, and so does the inside of a
/// block.
pub fn text(model: &FunctionModel, directive: DirectiveId, nodes: &[&OmpNode]) -> DirectiveText {
    let has_statement = model.parsed.tree[directive].body.is_some();
    let mut lines = Lines { model, text: DirectiveText::default(), level: 0 };
    for node in nodes {
        lines.block(node.opens_block(has_statement), &node.block, &node.end);
        for each in &node.directives {
            lines.before(pragma(model, each));
            lines.level += usize::from(has_statement);
        }
        lines.block(node.opens_inner_block(), &node.inner, &node.inner_end);
    }
    lines.text.body = has_statement.then_some(lines.level);
    lines.text
}

/// The lines so far, and the level that the next one has.
struct Lines<'a> {
    model: &'a FunctionModel,
    text: DirectiveText,
    level: usize,
}

impl Lines<'_> {
    fn before(&mut self, line: String) {
        self.text.before.push((self.level, line));
    }

    fn after(&mut self, line: String) {
        self.text.after.insert(0, (self.level, line));
    }

    /// New code around what follows, in a block where there must be one. A block that is the statement of a directive
    /// shares its column.
    fn block(&mut self, has_braces: bool, code: &[NewCode], end: &[OmpDirectiveNode]) {
        if has_braces {
            self.level = self.text.before.last().map_or(self.level, |(last, _)| *last);
            self.before("{".to_owned());
            self.after("}".to_owned());
            self.level += 1;
        }
        for each in end.iter().rev() {
            self.after(pragma(self.model, each));
        }
        for each in code {
            let tree = &self.model.parsed.tree;
            self.before(render::new_code(self.model, each, &mut |id| render::expr(tree, id)));
        }
    }
}

fn pragma(model: &FunctionModel, directive: &OmpDirectiveNode) -> String {
    let tree = &model.parsed.tree;
    format!("#pragma omp {}", render::directive(model, directive, &mut |id| render::expr(tree, id)))
}
