//! Lowers the directives and clauses of C to data without the expressions of the tree.

use clacc_syntax::Name;
use clacc_syntax::ast::{self, Decl, DirectiveArgument, DirectiveId, Expr, ExprId, Node, Stmt, Tree};
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Severity;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::{TokenKind, TokenRange};

use super::nodes::{CNodes, entity_of};
use crate::c::model::{DeclModel, Symbol};

use crate::program::Program;
use crate::program::directive::{
    ArgumentItem, ArgumentValue, Arguments, ClauseNode, DirectiveNode, IteratorRange, Modifier,
};
use crate::program::outline::Outline;
use crate::program::place::At;
use crate::program::run::{Region, Run};

/// Lowers the directives of one external declaration.
pub(super) struct DirectiveLowering<'a> {
    model: &'a DeclModel,
    tree: &'a Tree,
    nodes: &'a CNodes,
    /// The first tokens of the errors that the parser reported in directives, in order.
    in_directives: Vec<u32>,
    /// The first tokens of the errors outside of directives, in order.
    in_text: Vec<u32>,
}

impl<'a> DirectiveLowering<'a> {
    pub(super) fn new(model: &'a DeclModel, nodes: &'a CNodes) -> Self {
        let parsed = &model.parsed;
        let errors = parsed.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
        let mut errors: Vec<u32> = errors.map(|error| error.primary.at.start).collect();
        errors.sort_unstable();
        let mut lines: Vec<TokenRange> = Vec::new();
        if !errors.is_empty() {
            lines.extend(parsed.tree.spans.directives.iter());
            lines.sort_unstable_by_key(|line| line.start);
        }
        // If something is missing before a directive, the error is at the directive's first token.
        let (in_directives, in_text) = errors.into_iter().partition(|error| {
            let behind = lines.partition_point(|line| line.start < *error);
            behind.checked_sub(1).is_some_and(|last| *error < lines[last].end)
        });
        DirectiveLowering { model, tree: &parsed.tree, nodes, in_directives, in_text }
    }

    /// Lowers a directive and its clauses.
    pub(super) fn directive(&self, at: At, id: DirectiveId, program: &mut Program) {
        let Program { outline, directives, clauses, .. } = program;
        let directive = &self.tree[id];
        let argument = match &directive.argument {
            DirectiveArgument::List(arguments) => Some(self.arguments(arguments)),
            _ => None,
        };
        let body = directive.body.and_then(|body| self.nodes.of_stmt(body));
        let run = match body {
            Some(body) => Some(outline.run(body)),
            None if directive.kind.acc() == Some(AccDirective::Declare) => self.rest_of_block(at, outline),
            None => None,
        };
        let region = run.map(|run| Region { run, end: None });
        for child in outline.children(at) {
            if let Node::Clause(clause) = self.nodes.node(child) {
                clauses.insert(clause, self.clause(clause, child, id));
            }
        }
        let node = DirectiveNode {
            kind: directive.kind,
            at,
            argument: argument.map(Box::new),
            clauses: directive.clauses.clone(),
            region,
            has_errors: directive.has_extra_words() || self.has_errors(at, id, outline),
        };
        directives.insert(id, node);
    }

    /// The statements after a directive up to the end of its block, or to the `return` there; none unless it is in a block and a statement
    /// follows. They are the region of a `declare` (OpenACC 3.4 2.13).
    fn rest_of_block(&self, at: At, outline: &Outline) -> Option<Run> {
        let stmt = outline.parent(at)?;
        let block = outline.parent(stmt)?;
        let stmt_of = |at| match self.nodes.node(at) {
            Node::Stmt(stmt) => Some(&self.tree[stmt]),
            _ => None,
        };
        if !matches!(stmt_of(block), Some(Stmt::Compound { .. })) {
            return None;
        }
        let last = outline.children(block).last()?;
        let returns = matches!(stmt_of(last), Some(Stmt::Return(_)));
        let run = Run::new(outline.end(stmt), if returns { last } else { outline.end(block) });
        (!run.is_empty()).then_some(run)
    }

    /// Returns whether the parser reported an error in a directive, or in code that determines what it applies to: its statement, and the
    /// parts of enclosing statements other than blocks. After an error the tree may differ from the text: a statement may end elsewhere, or
    /// contain directives that were not parsed.
    fn has_errors(&self, at: At, id: DirectiveId, outline: &Outline) -> bool {
        let Some(own) = self.tree.spans.directives.get(id) else { return false };
        if any_in(&self.in_directives, own.start, own.end) {
            return true;
        }
        if self.in_text.is_empty() {
            return false;
        }
        let body = self.tree[id].body.and_then(|body| self.tree.spans.stmts.get(body));
        let end = body.map_or(own.end, |body| body.end);
        // A missing `;` is reported at the token after the statement.
        any_in(&self.in_text, own.start, end + 1) || self.has_errors_around(at, own.start, end, outline)
    }

    /// Returns whether there is an error in the nodes around a node, outside of the tokens from `start` to `end`. Blocks are left out,
    /// because their statements are parsed one by one.
    fn has_errors_around(&self, at: At, start: u32, end: u32, outline: &Outline) -> bool {
        let mut inner = TokenRange::new(start, end);
        outline.ancestors(at).any(|around| {
            let node = self.nodes.node(around);
            let outer = self.tree.spans.of(node).unwrap_or(inner);
            let is_block =
                matches!(node, Node::Stmt(stmt) if matches!(self.tree[stmt], Stmt::Compound { .. }));
            // If something is missing before a part, the error is at the part's first token.
            let beside = any_in(&self.in_text, outer.start, inner.start + 1)
                || any_in(&self.in_text, inner.end, outer.end);
            inner = outer;
            beside && !is_block
        })
    }

    fn clause(&self, id: ast::ClauseId, at: At, directive: DirectiveId) -> ClauseNode {
        let clause = &self.tree[id];
        ClauseNode {
            kind: clause.kind,
            spelling: clause.spelling,
            at,
            directive,
            arguments: clause.arguments.as_ref().map(|arguments| self.clause_arguments(clause, arguments)),
        }
    }

    /// The arguments of a clause. A string in `bind` is the function's name, as an identifier is (OpenACC 3.4 2.15.1).
    fn clause_arguments(&self, clause: &ast::Clause, arguments: &ast::Arguments) -> Arguments {
        let mut lowered = self.arguments(arguments);
        if clause.kind.acc() == Some(AccClause::Bind) {
            for (item, source) in lowered.items.iter_mut().zip(&arguments.items) {
                if let Some(name) = self.quoted_name(&source.value) {
                    item.value = ArgumentValue::Word(name);
                }
            }
        }
        lowered
    }

    /// The identifier that a string literal quotes.
    fn quoted_name(&self, value: &ast::ArgumentValue) -> Option<Name> {
        let ast::ArgumentValue::Expr(expr) = value else { return None };
        let Expr::Str(parts) = &self.tree[*expr] else { return None };
        let [only] = parts[..] else { return None };
        let text = self.tree.names[only].strip_prefix('"')?.strip_suffix('"')?;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_name = text.bytes().all(is_part) && text.starts_with(|first: char| !first.is_ascii_digit());
        is_name.then(|| self.tree.names.intern(text))
    }

    fn arguments(&self, arguments: &ast::Arguments) -> Arguments {
        let modifiers = |found: &[ast::Modifier]| found.iter().map(|each| self.modifier(each)).collect();
        Arguments {
            modifiers: modifiers(&arguments.modifiers),
            items: checkpoint::every(checkpoint::STRIDE, arguments.items.iter())
                .map(|item| self.argument(item))
                .collect(),
            post_modifiers: modifiers(&arguments.post_modifiers),
        }
    }

    fn modifier(&self, modifier: &ast::Modifier) -> Modifier {
        let arguments = modifier.args.iter().flatten().map(|expr| self.at(*expr)).collect();
        let iterators = modifier.iterators.iter().filter_map(|iterator| self.iterator(iterator)).collect();
        Modifier { word: modifier.word, arguments, iterators }
    }

    fn iterator(&self, iterator: &ast::IteratorDef) -> Option<IteratorRange> {
        let Decl::Declaration { entities, .. } = &self.tree[iterator.declaration] else { return None };
        let mut symbols = self.model.symbols.iter();
        let declares = |symbol: &Symbol| symbol.entity.is_some_and(|entity| entities.contains(&entity));
        let (symbol, _) = symbols.find(|(_, symbol)| declares(symbol))?;
        Some(IteratorRange {
            variable: entity_of(symbol),
            begin: self.at(iterator.begin),
            end: self.at(iterator.end),
            step: iterator.step.map(|step| self.at(step)),
        })
    }

    fn argument(&self, argument: &ast::ArgumentItem) -> ArgumentItem {
        let value = match &argument.value {
            ast::ArgumentValue::Expr(expr) => self.value(*expr),
            ast::ArgumentValue::Word(word) => ArgumentValue::Word(*word),
            ast::ArgumentValue::Tokens(tokens) => ArgumentValue::Other(None, words(tokens)),
            ast::ArgumentValue::Directive(directive) => ArgumentValue::Directive(*directive),
            ast::ArgumentValue::Init(_) => ArgumentValue::Other(None, Box::default()),
        };
        ArgumentItem { key: argument.key, value }
    }

    fn value(&self, expr: ExprId) -> ArgumentValue {
        let at = self.at(expr);
        match self.tree[expr] {
            Expr::Star => ArgumentValue::Star(at),
            Expr::Error => ArgumentValue::Error(at),
            Expr::Str(_) => ArgumentValue::Text(at),
            _ => ArgumentValue::Value(at),
        }
    }

    fn at(&self, expr: ExprId) -> At {
        self.nodes.of_expr(expr).unwrap_or_default()
    }
}

/// Returns whether one of these sorted numbers is in a range.
fn any_in(sorted: &[u32], start: u32, end: u32) -> bool {
    let first = sorted.partition_point(|each| *each < start);
    sorted.get(first).is_some_and(|each| *each < end)
}

fn words(tokens: &[(TokenKind, Name)]) -> Box<[Name]> {
    tokens.iter().map(|(_, text)| *text).collect()
}
