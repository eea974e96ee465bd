//! Regions to pieces: outlined functions, calls in their places, loop heads, and what is declared for them.

mod allocators;
mod announced_constructs;
mod announced_functions;
mod array_sections;
mod atomics;
mod cancellation;
pub(crate) mod clauses;
mod combiners;
pub(crate) mod copies;
mod copyin;
mod declared_on_device;
pub(crate) mod dependences;
mod dependent_loops;
mod dispatch;
mod distribute;
mod doacross;
mod errors;
mod forms;
mod frames;
mod linear;
mod loop_constructs;
mod loop_heads;
mod loop_plans;
mod loops;
pub(crate) mod lowering;
pub(crate) mod parallel;
mod privates;
mod reductions;
mod region_ends;
mod sections;
mod simd;
mod synchronisation;
mod task_reductions;
mod taskloops;
pub(crate) mod tasks;
mod teams;
mod text;
pub(crate) mod threadprivate;
mod unmovable;

use clacc_sema::omp::close_nesting::is_excluded;
use clacc_sema::omp::form::{Directive, Omp};
use clacc_sema::program::View;
use clacc_sema::program::directive::Scope as DirectiveScope;
use clacc_syntax::ast::{BuiltinType, Stmt, StmtId};
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::{TokenKind, TokenRange};

use self::lowering::Lowering;
pub(crate) use self::lowering::{Surroundings, UnitQuestions};
use crate::codes;
use crate::declaration_tokens::Tokens;
use crate::emit::{Construct, Refused, Step};
use crate::piece::{Item, Lowered};
use crate::plan::constituents::{Part, parts_of};
use crate::plan::{Group, Node, Plan, Source, has_source};

/// Lowers a declaration with this plan.
pub(crate) fn lower<'a>(
    view: View<'a>,
    tokens: Tokens<'a>,
    plan: &Plan<'a>,
    surroundings: Surroundings<'a>,
) -> Lowered {
    let Some(model) = view.c_model() else { return Lowered::unchanged() };
    let mut lowering = Lowering::new(view, model, tokens, plan, surroundings);
    for directive in plan.outermost_kept(view) {
        let at = view.directive_name_span(directive);
        let text = view.directive_text(directive);
        lowering.emit.refuse(&codes::GEN0001, at, format!("no code is generated for `{text}` here"));
    }
    let done = lowering.whole(plan);
    let calls_same = lowering.variant_calls.changes_nothing() && lowering.bound_calls.changes_nothing();
    let is_same = calls_same && lowering.threadprivate.changes_nothing() && !lowering.names_by_address();
    let is_unchanged = done.is_ok() && plan.is_plain() && is_same;
    if is_unchanged && lowering.emit.before.is_empty() {
        Lowered::unchanged()
    } else {
        lowering.emit.finish()
    }
}

impl<'a> Lowering<'a> {
    fn whole(&mut self, plan: &Plan<'a>) -> Step {
        if !plan.is_plain() {
            self.check_target()?;
            self.check_labels()?;
        }
        for (name, declared) in std::mem::take(&mut self.bound_calls.undeclared) {
            self.emit.declare_before(&[&name], declared);
        }
        self.check_variant_calls()?;
        let in_front = self.local_types.take_before();
        if !in_front.is_empty() {
            self.emit.before.push(Item::new(&[], in_front));
        }
        self.store_threadprivate()?;
        self.register_device_variables();
        let whole = TokenRange::new(0, self.tokens.kinds.len() as u32);
        self.replaced(whole, &plan.nodes)
    }

    /// Refuses targets with another data model than the one of the runtime's interface.
    fn check_target(&mut self) -> Step {
        if self.model.data_model.builtin(BuiltinType::Long).size == 8 {
            return Ok(());
        }
        let message = "no code is generated for targets where `long` has fewer than 64 bits";
        Err(self.emit.refuse(&codes::GEN0005, TokenRange::new(0, 1), message))
    }

    /// Emits a range of tokens with nodes in place of some of them.
    fn replaced(&mut self, range: TokenRange, nodes: &[Node<'a>]) -> Step {
        let mut cursor = range.start;
        for node in nodes {
            if let Some(own) = crate::plan::range_of(node) {
                self.code(TokenRange::new(cursor, own.start.max(cursor)))?;
                cursor = own.end.max(cursor);
            }
            self.node(node)?;
        }
        self.code(TokenRange::new(cursor, range.end.max(cursor)))
    }

    /// Emits a part of a plan.
    fn node(&mut self, node: &Node<'a>) -> Step {
        match node {
            Node::Source(source) => self.source(source),
            Node::Group(group) => self.group(group),
            Node::Directive(directive, inside) => self.directive(directive, inside),
            Node::Form(omp, inside) => self.form(omp, inside),
        }
    }

    pub(crate) fn nodes(&mut self, nodes: &[Node<'a>]) -> Step {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    /// Emits the code that replaces a directive of the source. Several parts become one statement by a block. If the parts do not contain
    /// the associated statement of the directive, it follows unchanged.
    fn group(&mut self, group: &Group<'a>) -> Step {
        let kind = group.directive.map(|id| self.view.directive(id).kind);
        let outer = std::mem::replace(&mut self.emit.at, group.range.start);
        let construct = Construct::of(kind, self.with_statement(group));
        let around = std::mem::replace(&mut self.emit.construct, construct);
        let directive = group.directive.map(|id| self.view.directive(id));
        let is_left = directive.is_some_and(|node| node.region.is_some()) && !has_source(&group.nodes);
        let announced = self.announce(group)?;
        let is_at_file = group.directive.is_some_and(|id| self.view.scope_of(id) == DirectiveScope::File);
        match group.nodes.as_slice() {
            [] if is_left => {}
            [] if group.directive.is_some_and(|id| self.view.scope_of(id) != DirectiveScope::Block) => {}
            [] if self.is_before_statement(group) => {}
            [] if self.is_in_block(group) => self.emit.out.replaced(";", group.range.start),
            // After a label, this is the labelled statement. Compilers warn about `;` as the body of an `if`.
            [] => self.emit.out.replaced("{}", group.range.start),
            _ if is_left && !self.is_in_block(group) => {
                return Err(self.emit.refuse_here(
                    &codes::GEN0006,
                    "no code is generated for this directive without braces around it",
                ));
            }
            [only] if self.is_in_block(group) || !is_sequence(only) => self.node(only)?,
            several if is_at_file => self.nodes(several)?,
            several => {
                self.emit.out.inline("{");
                self.nodes(several)?;
                self.emit.out.inline("}");
            }
        }
        self.announce_end(announced, group, is_left);
        (self.emit.at, self.emit.construct) = (outer, around);
        Ok(())
    }

    /// Returns true if the directive of a group is an item of a compound statement with braces.
    fn is_in_block(&self, group: &Group<'a>) -> bool {
        self.block_around(group).is_some_and(|block| self.has_braces(block))
    }

    /// Returns true if the directive of a group precedes the substatement of an `if`, a loop or a directive.
    fn is_before_statement(&self, group: &Group<'a>) -> bool {
        self.block_around(group).is_some_and(|block| !self.has_braces(block))
    }

    /// Returns the compound statement of which the directive of a group is an item.
    fn block_around(&self, group: &Group<'a>) -> Option<StmtId> {
        let outline = &self.view.program.outline;
        let at = group.directive.map(|id| self.view.directive(id).at);
        let mut around =
            at.into_iter().flat_map(|at| outline.ancestors(at)).filter_map(|at| self.view.c_stmt(at));
        // The nearest statement is the directive's own statement.
        let parent = around.nth(1)?;
        matches!(self.model.parsed.tree[parent], Stmt::Compound { .. }).then_some(parent)
    }

    /// Returns whether a compound statement has braces. Directives before the substatement of an `if` form a compound statement with it,
    /// which has none.
    fn has_braces(&self, block: StmtId) -> bool {
        let span = self.model.parsed.tree.spans.stmts.get(block);
        span.is_some_and(|span| self.tokens.kinds.get(span.start as usize) == Some(&TokenKind::LBrace))
    }

    fn source(&mut self, source: &Source<'a>) -> Step {
        self.part_of(source, source.range)
    }

    /// Emits a range of a node of the source, with the groups in it.
    fn part_of(&mut self, source: &Source<'a>, range: TokenRange) -> Step {
        let mut cursor = range.start;
        let inside = |group: &&Group<'a>| range.start <= group.range.start && group.range.end <= range.end;
        for group in source.groups.iter().filter(inside) {
            self.code(TokenRange::new(cursor, group.range.start.max(cursor)))?;
            self.group(group)?;
            cursor = group.range.end.max(cursor);
        }
        self.code(TokenRange::new(cursor, range.end.max(cursor)))
    }

    /// Emits a directive of a form.
    fn directive(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        self.scope.around.push(directive.kind);
        let done = match directive.body {
            None => self.constructs(directive, inside),
            Some(_) => self.without_exit(&mut |own| own.constructs(directive, inside)),
        };
        self.scope.around.pop();
        done
    }

    fn constructs(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        if let Some(done) = self.without_parts(directive, inside) {
            return done;
        }
        match parts_of(directive) {
            Ok(mut parts) => {
                if let Some(outermost) = parts.first_mut() {
                    outermost.ends_region |= self.ends_region(directive);
                }
                self.parts(&parts, inside)
            }
            Err(clause) => Err(self.refuse_clause(clause)),
        }
    }

    pub(crate) fn refuse_directive(&mut self, directive: &Directive) -> Refused {
        let text = directive.kind.text();
        self.emit.refuse_here(&codes::GEN0001, format!("no code is generated for `{text}` yet"))
    }

    /// Emits the parts of a combined directive around its statement, outermost first.
    pub(crate) fn parts(&mut self, parts: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        let Some((part, inner)) = parts.split_first() else { return self.nodes(inside) };
        self.check_allocators(part)?;
        self.check_nesting(part.kind)?;
        self.constituent(part, inner, inside)
    }

    /// Refuses a worksharing region that is closely nested in code that only some threads of the team execute (OpenMP 5.2 17.1).
    fn check_nesting(&mut self, kind: OmpDirective) -> Step {
        use OmpDirective::{For, Parallel, Scope, Sections, Single};
        let is_of_all = matches!(kind, For | Sections | Single | Scope);
        let Some((current, around)) = self.scope.around.split_last().filter(|_| is_of_all) else {
            return Ok(());
        };
        if current.info().constituents.contains(&Parallel) {
            return Ok(());
        }
        let constituents = around.iter().rev().flat_map(|around| around.info().constituents.iter().rev());
        let mut closely = constituents.take_while(|around| **around != Parallel);
        if closely.any(|around| is_excluded(kind, *around)) {
            return Err(self.emit.refuse_here(
                &codes::GEN0035,
                "no code is generated for a construct of all threads of a team in code that some of them execute",
            ));
        }
        Ok(())
    }

    fn constituent(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        use OmpDirective::*;
        match part.kind {
            Parallel => self.parallel(part, inner, inside),
            For => self.worksharing_loop(part, inner, inside),
            Simd => self.simd(part, inside),
            Sections => self.sections(part, inside),
            Single => self.single(part, inside),
            Master | Masked => self.masked(part, inner, inside),
            Scope => self.scope(part, inside),
            Task => self.task(part, inside),
            Taskloop => self.taskloop(part, inner, inside),
            Target => self.backend.target(self, part, inner, inside),
            Teams => self.teams(part, inner, inside),
            Distribute => self.distribute(part, inner, inside),
            Loop => self.loop_construct(part, inside),
            _ => Err(self.refuse_directive(part.directive)),
        }
    }
}

/// Returns true if a part of a form is a sequence of statements.
fn is_sequence(node: &Node<'_>) -> bool {
    matches!(node, Node::Form(Omp::Seq(_), _))
}
