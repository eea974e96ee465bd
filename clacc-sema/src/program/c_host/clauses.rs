//! Lowers the directives and clauses of C to data without the expressions of the tree.

use clacc_syntax::Name;
use clacc_syntax::ast::{self, DirectiveArgument, DirectiveId, Expr, ExprId, Node, Tree};
use clacc_syntax::token::TokenKind;

use super::nodes::CNodes;
use crate::program::Program;
use crate::program::directive::{
    ArgumentItem, ArgumentValue, Arguments, ClauseNode, DirectiveNode, Modifier,
};
use crate::program::place::At;
use crate::program::run::Region;

/// Lowers a directive and its clauses.
pub(super) fn lower(tree: &Tree, nodes: &CNodes, at: At, id: DirectiveId, program: &mut Program) {
    let Program { outline, directives, clauses, .. } = program;
    let directive = &tree[id];
    let lower = Lower { tree, nodes };
    let argument = match &directive.argument {
        DirectiveArgument::List(arguments) => Some(lower.arguments(arguments)),
        _ => None,
    };
    let body = directive.body.and_then(|body| nodes.of_stmt(body));
    let region = body.map(|body| Region { run: outline.run(body), end: None });
    for child in outline.children(at) {
        if let Node::Clause(clause) = nodes.node(child) {
            clauses.insert(clause, lower.clause(clause, child, id));
        }
    }
    let node = DirectiveNode {
        kind: directive.kind,
        at,
        argument,
        clauses: directive.clauses.clone(),
        region,
        has_extra_words: directive.has_extra_words(),
    };
    directives.insert(id, node);
}

struct Lower<'a> {
    tree: &'a Tree,
    nodes: &'a CNodes,
}

impl Lower<'_> {
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
            has_errors: arguments.items.iter().any(|item| self.has_errors(&item.value)),
        }
    }

    /// Whether a part of an argument is an expression that the parser could not read.
    fn has_errors(&self, value: &ast::ArgumentValue) -> bool {
        let ast::ArgumentValue::Expr(expr) = value else { return false };
        let mut found = false;
        self.tree.preorder(Node::Expr(*expr), &mut |node| {
            found |= matches!(node, Node::Expr(expr) if matches!(self.tree[expr], Expr::Error));
            !found
        });
        found
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
