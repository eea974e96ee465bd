//! Lowers the directives and clauses of C to data without the expressions of the tree.

use clacc_syntax::Name;
use clacc_syntax::ast::{self, DirectiveArgument, DirectiveId, Expr, ExprId, Node, Tree};
use clacc_syntax::diagnostics::Severity;
use clacc_syntax::parse::Parsed;
use clacc_syntax::token::TokenKind;

use super::nodes::CNodes;
use crate::program::Program;
use crate::program::directive::{
    ArgumentItem, ArgumentValue, Arguments, ClauseNode, DirectiveNode, Modifier,
};
use crate::program::place::At;
use crate::program::run::Region;

/// Lowers the directives of one external declaration.
pub(super) struct DirectiveLowering<'a> {
    tree: &'a Tree,
    nodes: &'a CNodes,
    /// The first tokens of the errors that the parser reported, in order.
    errors: Vec<u32>,
}

impl<'a> DirectiveLowering<'a> {
    pub(super) fn new(parsed: &'a Parsed, nodes: &'a CNodes) -> Self {
        let errors = parsed.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
        let mut errors: Vec<u32> = errors.map(|error| error.primary.at.start).collect();
        errors.sort_unstable();
        DirectiveLowering { tree: &parsed.tree, nodes, errors }
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
        let region = body.map(|body| Region { run: outline.run(body), end: None });
        for child in outline.children(at) {
            if let Node::Clause(clause) = self.nodes.node(child) {
                clauses.insert(clause, self.clause(clause, child, id));
            }
        }
        let node = DirectiveNode {
            kind: directive.kind,
            at,
            argument,
            clauses: directive.clauses.clone(),
            region,
            has_errors: directive.has_extra_words() || self.has_errors(id),
        };
        directives.insert(id, node);
    }

    /// Whether the parser reported an error among the tokens of a directive.
    fn has_errors(&self, id: DirectiveId) -> bool {
        let Some(tokens) = self.tree.spans.directives.get(id) else { return false };
        let first = self.errors.partition_point(|start| *start < tokens.start);
        self.errors.get(first).is_some_and(|start| *start < tokens.end)
    }

    fn clause(&self, id: ast::ClauseId, at: At, directive: DirectiveId) -> ClauseNode {
        let clause = &self.tree[id];
        ClauseNode {
            kind: clause.kind,
            spelling: clause.spelling,
            at,
            directive,
            arguments: clause.arguments.as_ref().map(|arguments| self.arguments(arguments)),
        }
    }

    fn arguments(&self, arguments: &ast::Arguments) -> Arguments {
        let modifiers = |found: &[ast::Modifier]| found.iter().map(|each| self.modifier(each)).collect();
        Arguments {
            modifiers: modifiers(&arguments.modifiers),
            items: arguments.items.iter().map(|item| self.argument(item)).collect(),
            post_modifiers: modifiers(&arguments.post_modifiers),
        }
    }

    fn modifier(&self, modifier: &ast::Modifier) -> Modifier {
        let arguments = modifier.args.iter().flatten().map(|expr| self.at(*expr)).collect();
        Modifier { word: modifier.word, arguments }
    }

    fn argument(&self, argument: &ast::ArgumentItem) -> ArgumentItem {
        let value = match &argument.value {
            ast::ArgumentValue::Expr(expr) => self.value(*expr),
            ast::ArgumentValue::Word(word) => ArgumentValue::Word(*word),
            ast::ArgumentValue::Tokens(tokens) => ArgumentValue::Other(None, words(tokens)),
            ast::ArgumentValue::Init(_) | ast::ArgumentValue::Directive(_) => {
                ArgumentValue::Other(None, Box::default())
            }
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

fn words(tokens: &[(TokenKind, Name)]) -> Box<[Name]> {
    tokens.iter().map(|(_, text)| *text).collect()
}
