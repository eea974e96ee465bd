//! OpenMP forms in the canonical print of trees.

use std::sync::Arc;

use clacc_sema::acc::facts::AccFacts;
use clacc_sema::model::FunctionModel;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::print::{DirectiveText, PrintHooks};
use la_arena::ArenaMap;

use crate::mapping::FunctionMapping;
use crate::omp::OmpNode;
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

/// The lines that nodes make: each directive's statement stands one level deeper, and so does the inside of a block; a
/// block that is the statement of a directive shares its column.
fn text(model: &FunctionModel, directive: DirectiveId, nodes: &[&OmpNode]) -> DirectiveText {
    let tree = &model.parsed.tree;
    let has_statement = tree[directive].body.is_some();
    let mut expr = |id| render::expr(tree, id);
    let mut text = DirectiveText::default();
    let mut level = 0;
    for node in nodes {
        if node.opens_block(has_statement) {
            level = text.before.last().map_or(level, |(last, _)| *last);
            text.before.push((level, "{".to_owned()));
            text.after.insert(0, (level, "}".to_owned()));
            level += 1;
        }
        for each in node.end.iter().rev() {
            let line = format!("#pragma omp {}", render::directive(model, each, &mut expr));
            text.after.insert(0, (level, line));
        }
        for code in &node.block {
            text.before.push((level, render::new_code(model, code, &mut expr)));
        }
        for each in &node.directives {
            text.before.push((level, format!("#pragma omp {}", render::directive(model, each, &mut expr))));
            level += usize::from(has_statement);
        }
        if node.opens_inner_block() {
            level = text.before.last().map_or(level, |(last, _)| *last);
            text.before.push((level, "{".to_owned()));
            text.after.insert(0, (level, "}".to_owned()));
            level += 1;
        }
        for each in node.inner_end.iter().rev() {
            let line = format!("#pragma omp {}", render::directive(model, each, &mut expr));
            text.after.insert(0, (level, line));
        }
        for code in &node.inner {
            text.before.push((level, render::new_code(model, code, &mut expr)));
        }
    }
    text.body = tree[directive].body.map(|_| level);
    text
}
