//! The canonical print of a tree in both languages: one as code, the other in comments.
//!
//! If a directive's statement prints the same in both languages, it is printed once, after the lines of both directives. Otherwise the
//! whole construct is printed twice, between marker lines.

use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::{DirectiveId, StmtId, Tree};
use clacc_syntax::print::{DirectiveText, PrintHooks, directive_lines, print_directive, takes_rest_of_block};
use rustc_hash::FxHashSet;

/// The language that a print shows in comments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Comments {
    /// No comments: OpenMP replaces OpenACC.
    #[default]
    None,
    /// OpenMP; the code is OpenACC.
    OfOpenMp,
    /// OpenACC; the code is OpenMP.
    OfOpenAcc,
}

/// The comment after a directive that OpenMP does not need.
pub(crate) const DISCARDED: &str = " // discarded in OpenMP translation";

/// The texts to print for the directives and loops of one tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// The texts of the directives.
    pub(crate) directives: ArenaMap<DirectiveId, DirectiveText>,
    /// The directive lines to add before loops that have no directive in the source.
    pub(crate) loops: ArenaMap<StmtId, String>,
    /// The directives whose statements contain loops of `loops`.
    pub(crate) with_loops: FxHashSet<DirectiveId>,
}

/// Prints a directive that has a text as that text, and the others unchanged.
impl PrintHooks for Texts {
    fn directive(&self, _tree: usize, directive: DirectiveId) -> Option<&DirectiveText> {
        self.directives.get(directive)
    }

    fn before_statement(&self, _tree: usize, statement: StmtId) -> Option<&str> {
        self.loops.get(statement).map(String::as_str)
    }
}

/// Returns the lines of a directive's OpenMP form with its statement, unindented; none if its associated statements are the rest of the
/// block.
pub(crate) fn openmp_lines(tree: &Tree, directive: DirectiveId, openmp: &Texts) -> Option<Vec<String>> {
    let takes_rest =
        openmp.directives.get(directive).is_some_and(|text| takes_rest_of_block(text, tree[directive].body));
    (!takes_rest).then(|| directive_lines(tree, directive, openmp, 0))
}

/// Returns the texts that show both languages, made from the OpenMP texts.
pub(crate) fn texts(tree: &Tree, openmp: &Texts, comments: Comments) -> Texts {
    if comments == Comments::None {
        return openmp.clone();
    }
    let shown = |id, text: &DirectiveText| {
        let differs = opens_block(text) || openmp.with_loops.contains(&id);
        let whole = if differs { both(tree, id, openmp, comments) } else { None };
        whole.unwrap_or_else(|| lines_of_both(tree, id, text, comments))
    };
    let directives = openmp.directives.iter().map(|(id, text)| (id, shown(id, text))).collect();
    Texts { directives, ..Texts::default() }
}

/// Whether a form needs a block around or inside it.
fn opens_block(text: &DirectiveText) -> bool {
    !text.after.is_empty() || text.before.iter().any(|(_, line)| line == "{")
}

fn lines_of_both(tree: &Tree, id: DirectiveId, text: &DirectiveText, comments: Comments) -> DirectiveText {
    let mut acc = print_directive(tree, id);
    if text.before.is_empty() {
        acc.push_str(DISCARDED);
    }
    let openmp = text.before.iter().map(|(_, line)| line);
    let is_hidden = comments == Comments::OfOpenMp;
    let lines: Vec<String> = if is_hidden {
        [acc].into_iter().chain(openmp.map(|line| comment(line))).collect()
    } else {
        openmp.cloned().chain([comment(&acc)]).collect()
    };
    let before = lines.into_iter().map(|line| (0, line)).collect();
    let behind = text.after.iter().map(|(_, line)| if is_hidden { comment(line) } else { line.clone() });
    DirectiveText { before, body: text.body.map(|_| 1), after: behind.map(|line| (0, line)).collect() }
}

/// Returns a construct with its statement in both languages, one after the other; none if its associated statements are the rest of the
/// block.
fn both(tree: &Tree, id: DirectiveId, openmp: &Texts, comments: Comments) -> Option<DirectiveText> {
    let acc = openmp_lines(tree, id, &Texts::default())?;
    let openmp = openmp_lines(tree, id, openmp)?;
    let [first, second, third] = markers(comments);
    let (shown, hidden) = match comments {
        Comments::OfOpenMp => (acc, openmp),
        _ => (openmp, acc),
    };
    let mut lines = vec![first.to_owned()];
    lines.extend(shown);
    lines.push(second.to_owned());
    lines.extend(hidden.iter().map(|line| comment(line)));
    lines.push(third.to_owned());
    let before = lines.into_iter().map(|line| (0, line)).collect();
    Some(DirectiveText { before, body: None, after: Vec::new() })
}

/// The marker lines before, between and after the two texts of a construct.
pub(crate) fn markers(comments: Comments) -> [&'static str; 3] {
    match comments {
        Comments::OfOpenMp => {
            ["// v----------ACC----------v", "// ---------ACC->OMP--------", "// ^----------OMP----------^"]
        }
        _ => ["// v----------OMP----------v", "// ---------OMP<-ACC--------", "// ^----------ACC----------^"],
    }
}

/// A line as a comment.
pub(crate) fn comment(line: &str) -> String {
    format!("// {line}")
}
