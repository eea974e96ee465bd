//! Constructs whose barrier the end of the `parallel` region around them replaces: `for`, `sections`, `single` and `scope` as the last
//! statement of the region, because all threads meet again at its end.
//!
//! The barrier stays where something needs it before the region ends:
//!
//! - Variables of a thread in the region end with the region's block, and another thread may still use them in the construct. So they must
//!   be scalars that nothing can reach but by their names, and there must be no task beside them.
//! - Memory of compound literals and of `alloca` ends there too.
//! - Threads combine the copies of a `reduction` of the region behind the construct.
//! - A cancelled loop needs its barrier (OpenMP 5.2 11.2), and the barriers of a region that can be cancelled are cancellation points.
//!
//! Code that follows, a loop or a label around the construct, and a branch are not the end of the region. A barrier that the program writes
//! stays, and so does the barrier of `copyprivate`, which keeps the copied values.

use clacc_sema::omp::form::Directive;
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::ast::{Expr, Stmt};
use clacc_syntax::token::{TokenKind, TokenRange};

use super::copies::Copies;
use super::lowering::Lowering;
use crate::capture::makes_tasks;
use crate::plan::{Group, Node, Source, each_directive, range_of_all};
use crate::scope::{Cancellable, is_cancelled_in};

impl<'a> Lowering<'a> {
    /// Returns whether the end of the enclosing region replaces the barrier of a construct.
    pub(super) fn ends_region(&self, directive: &Directive) -> bool {
        self.last_construct.is_some_and(|last| std::ptr::eq(last, directive))
    }

    /// Returns the construct with which a region of `parallel` ends, if the end of the region replaces its barrier. `copies` are those of
    /// the region.
    pub(super) fn construct_at_end(
        &self,
        region: TokenRange,
        copies: &Copies,
        inside: &[Node<'a>],
    ) -> Option<&'a Directive> {
        use Cancellable::{Loop, Parallel, Sections};
        let (last, construct) = self.last_of(inside)?;
        let is_cancelled = [Parallel, Loop, Sections].iter().any(|kind| is_cancelled_in(inside, *kind));
        if is_cancelled || !copies.reductions.is_empty() || self.makes_memory(region) {
            return None;
        }
        let own = self.variables_of_threads(region, construct, copies);
        let mut has_tasks = false;
        each_directive(inside, &mut |directive| has_tasks |= makes_tasks(directive));
        let is_safe = |variable: &EntityId| {
            let is_scalar = self.view.entity(*variable).class.is_scalar();
            is_scalar && !has_tasks && !self.writers.may_be_reached(*variable)
        };
        own.iter().all(is_safe).then_some(last)
    }

    /// Returns the directive with which nodes end, and its tokens.
    fn last_of(&self, nodes: &[Node<'a>]) -> Option<(&'a Directive, TokenRange)> {
        match nodes {
            [only @ Node::Directive(directive, _)] => {
                Some((directive, range_of_all(std::slice::from_ref(only), 0)))
            }
            [Node::Group(group)] => self.last_of(&group.nodes),
            [Node::Source(source)] => {
                let group = source.groups.last().filter(|group| self.is_last_in(source, group))?;
                self.last_of(&group.nodes).map(|(last, _)| (last, group.range))
            }
            _ => None,
        }
    }

    /// Returns whether the directive of a group is the last statement of a node of the source, in blocks alone.
    fn is_last_in(&self, source: &Source<'a>, group: &Group<'a>) -> bool {
        let Some(directive) = group.directive else { return false };
        let outline = &self.view.program.outline;
        let is_around = |at: &At| *at >= source.at;
        let around = outline.ancestors(self.view.directive(directive).at).take_while(is_around);
        let mut statements = around.filter_map(|at| self.view.c_stmt(at)).skip(1);
        let is_block = |stmt| matches!(self.model.parsed.tree[stmt], Stmt::Compound { .. });
        let behind = group.range.end as usize..source.range.end.max(group.range.end) as usize;
        let closes = |kinds: &[TokenKind]| kinds.iter().all(|kind| *kind == TokenKind::RBrace);
        statements.all(is_block) && self.tokens.kinds.get(behind).is_some_and(closes)
    }

    /// Returns the variables that code of a region uses and of which each thread has its own, without those of the construct at its end.
    fn variables_of_threads(
        &self,
        region: TokenRange,
        construct: TokenRange,
        copies: &Copies,
    ) -> Vec<EntityId> {
        let copied = copies.entities();
        let is_in = |range: TokenRange, at: u32| range.start <= at && at < range.end;
        let is_own = |variable: EntityId| {
            let declared = self.view.declared_at(variable).map(|at| at.start);
            copied.binary_search(&variable).is_ok()
                || declared.is_some_and(|at| is_in(region, at) && !is_in(construct, at))
        };
        let mut own: Vec<EntityId> = self.uses.within(region).iter().map(|(_, used)| *used).collect();
        own.sort_unstable();
        own.dedup();
        own.retain(|variable| is_own(*variable));
        own
    }

    /// Returns whether code in a range makes memory that ends with its block or function and has no name.
    fn makes_memory(&self, range: TokenRange) -> bool {
        let tree = &self.model.parsed.tree;
        let is_literal = |expr| matches!(tree[expr], Expr::CompoundLiteral { .. });
        let is_inside = |at: TokenRange| range.start <= at.start && at.start < range.end;
        let literals = tree.exprs.iter().map(|(id, _)| id).filter(|id| is_literal(*id));
        let mut literals = literals.filter_map(|id| tree.spans.exprs.get(id));
        let mut words = (range.start..range.end).map(|at| self.tokens.text(at));
        literals.any(is_inside) || words.any(|word| word.contains("alloca"))
    }
}
