//! Walking a function with its OpenMP nodes: OpenACC only, OpenMP instead of OpenACC, or both.
//!
//! An OpenMP node is a second parent of an OpenACC construct's children. Which parent a walk goes through is the
//! visitor's choice ([`Through`]); the default methods of [`Visitor`] do the rest.
//!
//! | walk | for a directive that is translated |
//! |---|---|
//! | [`Through::Acc`] | the directive, its clauses, the associated statement |
//! | [`Through::Omp`] | the new code, directives and clauses of its nodes, then the associated statement |
//! | [`Through::Both`] | the directive and its clauses, then its nodes, then the associated statement |
//!
//! A directive that keeps its text is visited as in the first row, whatever the walk.

use clacc_sema::acc::facts::{AccFacts, ConstructId};
use clacc_syntax::ast::{ClauseId, DirectiveId, Node, Tree};

use crate::mapping::FunctionMapping;
use crate::omp::{NewCode, OmpClauseNode, OmpDirectiveNode, OmpNode};

/// Which parent a walk goes through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Through {
    /// OpenACC directives, as written.
    #[default]
    Acc,
    /// OpenMP nodes instead of the OpenACC directives that they stand for.
    Omp,
    /// OpenACC directives with their OpenMP nodes.
    Both,
}

/// What a walk goes over.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The OpenACC constructs.
    pub facts: &'a AccFacts,
    /// Their nodes.
    pub mapping: &'a FunctionMapping,
    /// Which parent it goes through.
    pub through: Through,
}

/// Sees the nodes of a walk, parents before children, in source order. A method that does not call the default walk
/// of the same name on `walk` skips the children.
pub trait Visitor {
    /// A node of the tree, directives and clauses included.
    fn visit(&mut self, walk: &Walk<'_>, node: Node) {
        walk.children(self, node);
    }
    /// The OpenMP node of an effective construct.
    fn visit_omp(&mut self, walk: &Walk<'_>, _construct: ConstructId, node: &OmpNode) {
        walk.omp_children(self, node);
    }
    /// Code that the translation adds.
    fn visit_new_code(&mut self, _walk: &Walk<'_>, _code: &NewCode) {}
    /// An OpenMP directive of a node.
    fn visit_omp_directive(&mut self, walk: &Walk<'_>, directive: &OmpDirectiveNode) {
        walk.omp_clauses(self, directive);
    }
    /// An OpenMP clause of a directive.
    fn visit_omp_clause(&mut self, _walk: &Walk<'_>, _clause: &OmpClauseNode) {}
}

impl Walk<'_> {
    /// Visits the external declarations of the tree.
    pub fn run<V: Visitor + ?Sized>(&self, visitor: &mut V) {
        for root in &self.tree.roots {
            visitor.visit(self, Node::Decl(*root));
        }
    }

    /// Visits the children of a node of the tree. The parser bounds how deep these nest.
    pub fn children<V: Visitor + ?Sized>(&self, visitor: &mut V, node: Node) {
        match node {
            Node::Directive(id) => self.directive(visitor, id),
            _ => self.tree.for_each_child(node, &mut |child| visitor.visit(self, child)),
        }
    }

    fn directive<V: Visitor + ?Sized>(&self, visitor: &mut V, id: DirectiveId) {
        let nodes = self.nodes_of(id);
        if self.through != Through::Omp || nodes.is_empty() {
            let body = self.tree[id].body;
            self.tree.for_each_child(Node::Directive(id), &mut |child| {
                if !matches!((child, body), (Node::Stmt(stmt), Some(body)) if stmt == body) {
                    visitor.visit(self, child);
                }
            });
        }
        if self.through != Through::Acc {
            for (construct, node) in nodes {
                visitor.visit_omp(self, construct, node);
            }
        }
        if let Some(body) = self.tree[id].body {
            visitor.visit(self, Node::Stmt(body));
        }
    }

    /// The nodes that stand for a directive, outer one first; none if it keeps its text.
    pub fn nodes_of(&self, id: DirectiveId) -> Vec<(ConstructId, &OmpNode)> {
        let Some((outer, inner)) = self.facts.of_directive.get(id).copied() else { return Vec::new() };
        std::iter::once(outer)
            .chain(inner)
            .filter_map(|construct| Some((construct, self.mapping.translated(construct)?)))
            .collect()
    }

    /// Visits what an OpenMP node adds: new code around, directives, new code inside, directives at the end of the
    /// inside and behind the construct.
    pub fn omp_children<V: Visitor + ?Sized>(&self, visitor: &mut V, node: &OmpNode) {
        for code in &node.block {
            visitor.visit_new_code(self, code);
            if let NewCode::Directive(directive) = code {
                visitor.visit_omp_directive(self, directive);
            }
        }
        for directive in &node.directives {
            visitor.visit_omp_directive(self, directive);
        }
        for code in &node.inner {
            visitor.visit_new_code(self, code);
        }
        for directive in node.inner_end.iter().chain(&node.end) {
            visitor.visit_omp_directive(self, directive);
        }
    }

    /// Visits the clauses of an OpenMP directive.
    pub fn omp_clauses<V: Visitor + ?Sized>(&self, visitor: &mut V, directive: &OmpDirectiveNode) {
        for clause in &directive.clauses {
            visitor.visit_omp_clause(self, clause);
        }
    }

    /// The OpenACC clauses of a directive.
    pub fn clauses_of(&self, id: DirectiveId) -> &[ClauseId] {
        &self.tree[id].clauses
    }
}
