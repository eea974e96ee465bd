//! Regions to pieces: outlined functions, calls in their places, loop heads, and what is declared for them.

mod array_sections;
pub(crate) mod atomics;
mod cancellation;
mod clauses;
mod combiners;
mod copyin;
mod declaration_parts;
mod dependences;
mod dependent_loops;
mod distribute;
mod doacross;
mod errors;
mod forms;
mod frames;
mod linear;
mod local_names;
mod local_types;
mod loop_constructs;
mod loop_heads;
mod loops;
mod parallel;
mod privates;
mod reductions;
mod sections;
mod simd;
mod sites;
mod synchronisation;
mod target;
mod target_data;
mod task_reductions;
mod taskloops;
mod tasks;
mod teams;
mod text;
mod threadprivate;
mod unmovable;
pub(crate) mod variant_calls;

use std::sync::Arc;

use clacc_sema::c::model::DeclModel;
use clacc_sema::omp::form::{DeclareReduction, Directive, Omp};
use clacc_sema::program::View;
use clacc_sema::program::directive::Scope;
use clacc_sema::program::place::EntityId;
use clacc_syntax::ast::{BuiltinType, Stmt, StmtId};
use clacc_syntax::diagnostics::{Code, Diagnostic, Severity};
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::{Name, Names};
use rustc_hash::FxHashMap;

use self::atomics::order::Order;
use self::combiners::CombiningFunctions;
use self::frames::Frame;
use self::local_names::LocalNames;
use self::local_types::{LocalTypes, Needs};
use self::sites::Construct;
use self::teams::LeagueSize;
use self::text::Out;
pub(crate) use self::threadprivate::Linkage;
use self::threadprivate::Threadprivate;
use self::variant_calls::VariantCalls;
use crate::abi;
use crate::capture::Writers;
use crate::capture::environment::Environments;
use crate::capture::uses::Uses;
use crate::codes;
use crate::compiler_facts::CompilerFacts;
use crate::declared_reductions::{DeclaredReduction, declared_in};
use crate::piece::{Lowered, Piece};
use crate::plan::constituents::{Part, parts_of};
use crate::plan::{Group, Node, Plan, Source, has_source};

/// The tokens of a declaration.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'a> {
    pub(crate) kinds: &'a [TokenKind],
    pub(crate) texts: &'a [Name],
    pub(crate) names: &'a Names,
}

impl<'a> Tokens<'a> {
    pub(crate) fn text(&self, at: u32) -> &'a str {
        self.texts.get(at as usize).map_or("", |name| &self.names[*name])
    }
}

/// What the lowering of a declaration has to know of the unit.
pub(crate) struct Surroundings<'a> {
    pub(crate) facts: CompilerFacts,
    /// The variables that directives at file scope make threadprivate, as far as the declaration mentions them.
    pub(crate) threadprivate: FxHashMap<Name, Linkage>,
    /// The calls that are of other functions than they name.
    pub(crate) variant_calls: VariantCalls,
    /// What else may be asked about the unit.
    pub(crate) unit: UnitQuestions<'a>,
    /// The data environments of its constructs.
    pub(crate) environments: Environments,
}

/// Questions about the unit of a declaration. Each is asked only where the answer is needed, because an edit that changes the answer
/// lowers the declaration again.
#[derive(Clone, Copy)]
pub(crate) struct UnitQuestions<'a> {
    /// The reductions that directives at file scope declare, where a clause may name one.
    pub(crate) reductions: &'a dyn Fn() -> Arc<[DeclaredReduction]>,
    /// Whether another declaration of the unit mentions a name, where types of a function move in front of it.
    pub(crate) is_mentioned_elsewhere: &'a dyn Fn(Name) -> bool,
    /// The order of atomic constructs without a clause for it.
    pub(crate) default_order: &'a dyn Fn() -> Order,
}

/// Something was refused, and a finding says so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused;

/// The outcome of a step that may refuse what it is about.
pub(crate) type Step<T = ()> = Result<T, Refused>;

/// The lowering of one declaration.
pub(crate) struct Lowering<'a> {
    view: View<'a>,
    model: &'a DeclModel,
    tokens: Tokens<'a>,
    facts: CompilerFacts,
    threadprivate: Threadprivate,
    variant_calls: VariantCalls,
    uses: Uses,
    writers: Writers,
    environments: Environments,
    out: Out,
    before: Vec<Piece>,
    behind: Vec<Piece>,
    findings: Vec<Diagnostic<TokenRange>>,
    /// The functions that are being made: that of the user, and the outlined ones around the current place.
    frames: Vec<Frame>,
    /// What the function declares for itself besides objects and types.
    local_names: LocalNames,
    /// The types that it declares for itself.
    local_types: LocalTypes,
    /// The words `register`, with what stands in their places.
    registers: Vec<(u32, &'static str)>,
    /// The variables of which code in outlined functions has copies alone, so that nothing may be left that names them where they
    /// are declared.
    hidden: Vec<EntityId>,
    /// The size of the league of a `teams` that is combined with a `target` around, where that one has evaluated it.
    league: Option<LeagueSize>,
    /// The iterations that `distribute` gives to a team, for the `parallel` loop that is combined with it: the first one,
    /// and the one behind the last.
    distributed: Option<(String, String)>,
    /// The directives around the current one, outermost first.
    around: Vec<OmpDirective>,
    /// The number of names that were made.
    made: u32,
    /// What new names begin with.
    prefix: String,
    /// The name of the user's function.
    function: String,
    /// The first token of the current directive, to whose line errors in new code are attributed.
    at: u32,
    /// What directives declare as reductions: those of the declaration, and those of the unit.
    declared: Vec<DeclaredReduction>,
    unit: UnitQuestions<'a>,
    /// The functions that were made of them.
    combining: Vec<(DeclaredReduction, CombiningFunctions)>,
    /// The reductions of structs that forms declare.
    of_structs: Vec<&'a DeclareReduction>,
    /// The arrays that have the values behind pointers, with the number of functions around each.
    behind_pointers: Vec<(EntityId, usize)>,
    /// The construct that code is made for.
    construct: Construct,
    /// The constructs that have a constant, by their first tokens.
    sites: Vec<u32>,
}

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
        lowering.refuse(&codes::GEN0001, at, format!("no code is generated for `{text}` here"));
    }
    let done = lowering.whole(plan);
    let is_same = lowering.threadprivate.changes_nothing() && lowering.variant_calls.changes_nothing();
    let is_unchanged = done.is_ok() && plan.is_plain() && is_same;
    if is_unchanged && lowering.before.is_empty() { Lowered::unchanged() } else { lowering.finish() }
}

impl<'a> Lowering<'a> {
    fn new(
        view: View<'a>,
        model: &'a DeclModel,
        tokens: Tokens<'a>,
        plan: &Plan<'_>,
        surroundings: Surroundings<'a>,
    ) -> Lowering<'a> {
        let whole = TokenRange::new(0, tokens.kinds.len() as u32);
        let threadprivate = Threadprivate::of(view, &surroundings.threadprivate);
        let uses = Uses::of(view, |entity| threadprivate.has(entity));
        let (declared, prefix, function) = (declared_in(view, tokens), prefix(tokens), function_name(model));
        let needs = Needs {
            view,
            model,
            tokens,
            uses: &uses,
            is_mentioned_elsewhere: surroundings.unit.is_mentioned_elsewhere,
            prefix: &prefix,
            function: &function,
        };
        let local_types = LocalTypes::of(&needs, plan, &declared);
        Lowering {
            view,
            model,
            tokens,
            facts: surroundings.facts,
            uses,
            threadprivate,
            variant_calls: surroundings.variant_calls,
            writers: Writers::of(view, plan),
            environments: surroundings.environments,
            out: Out::default(),
            before: Vec::new(),
            behind: Vec::new(),
            findings: Vec::new(),
            frames: vec![Frame::of_user(whole)],
            local_names: LocalNames::of(model, &local_types),
            local_types,
            registers: unmovable::register_words(model, tokens),
            hidden: Vec::new(),
            league: None,
            distributed: None,
            made: 0,
            prefix,
            function,
            at: 0,
            declared,
            unit: surroundings.unit,
            combining: Vec::new(),
            of_structs: Vec::new(),
            around: Vec::new(),
            behind_pointers: Vec::new(),
            construct: Construct::whole(whole),
            sites: Vec::new(),
        }
    }

    fn whole(&mut self, plan: &Plan<'a>) -> Step {
        if !plan.is_plain() {
            self.check_target()?;
            self.check_labels()?;
        }
        self.check_variant_calls()?;
        let in_front = self.local_types.take_before();
        self.before.extend(in_front);
        self.store_threadprivate()?;
        let whole = TokenRange::new(0, self.tokens.kinds.len() as u32);
        self.replaced(whole, &plan.nodes)
    }

    fn finish(self) -> Lowered {
        let is_refused = self.findings.iter().any(|finding| finding.severity == Severity::Error);
        if is_refused {
            return Lowered { findings: self.findings.into(), ..Lowered::unchanged() };
        }
        Lowered {
            before: self.before.into(),
            declaration: Some(self.out.finish()),
            behind: self.behind.into(),
            findings: self.findings.into(),
        }
    }

    /// Reports what cannot be generated.
    fn refuse(&mut self, code: &'static Code, at: TokenRange, message: impl Into<String>) -> Refused {
        let finding = Diagnostic::new(code, at, message.into());
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
        Refused
    }

    /// The same at the current directive.
    fn refuse_here(&mut self, code: &'static Code, message: impl Into<String>) -> Refused {
        self.refuse(code, TokenRange::new(self.at, self.at + 1), message)
    }

    /// The types of the runtime's interface are known for one data model.
    fn check_target(&mut self) -> Step {
        if self.model.data_model.builtin(BuiltinType::Long).size == 8 {
            return Ok(());
        }
        let message = "no code is generated for targets where `long` has fewer than 64 bits";
        Err(self.refuse(&codes::GEN0005, TokenRange::new(0, 1), message))
    }

    /// A new name.
    fn name(&mut self, purpose: &str) -> String {
        self.made += 1;
        format!("{}{purpose}{}", self.prefix, self.made)
    }

    /// Emits a range of tokens in which nodes stand instead of some.
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

    fn nodes(&mut self, nodes: &[Node<'a>]) -> Step {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    /// What stands for a directive of the source. A block makes one statement of several parts. Where the statement of the
    /// directive is none of them, it follows.
    fn group(&mut self, group: &Group<'a>) -> Step {
        let outer = std::mem::replace(&mut self.at, group.range.start);
        let around = std::mem::replace(&mut self.construct, Construct::of(group));
        let directive = group.directive.map(|id| self.view.directive(id));
        let is_left = directive.is_some_and(|node| node.region.is_some()) && !has_source(&group.nodes);
        match group.nodes.as_slice() {
            [] if is_left => {}
            [] if group.directive.is_some_and(|id| self.view.scope_of(id) != Scope::Block) => {}
            [] if self.is_before_statement(group) => {}
            [] if self.is_in_block(group) => self.out.replaced(";", group.range.start),
            // Behind a label it is the statement that the label is about. Compilers warn about `;` if that one stands behind an `if`.
            [] => self.out.replaced("{}", group.range.start),
            _ if is_left && !self.is_in_block(group) => {
                return Err(self.refuse_here(
                    &codes::GEN0006,
                    "no code is generated for this directive without braces around it",
                ));
            }
            [only] if self.is_in_block(group) || !is_sequence(only) => self.node(only)?,
            several => {
                self.out.inline("{");
                self.nodes(several)?;
                self.out.inline("}");
            }
        }
        (self.at, self.construct) = (outer, around);
        Ok(())
    }

    /// Whether the directive of a group is one of several statements.
    fn is_in_block(&self, group: &Group<'a>) -> bool {
        self.block_around(group).is_some_and(|block| self.has_braces(block))
    }

    /// Whether the directive of a group stands between an `if`, a loop or a directive and the statement that this one is about.
    fn is_before_statement(&self, group: &Group<'a>) -> bool {
        self.block_around(group).is_some_and(|block| !self.has_braces(block))
    }

    /// The compound statement of which the directive of a group is an item.
    fn block_around(&self, group: &Group<'a>) -> Option<StmtId> {
        let outline = &self.view.program.outline;
        let at = group.directive.map(|id| self.view.directive(id).at);
        let mut around =
            at.into_iter().flat_map(|at| outline.ancestors(at)).filter_map(|at| self.view.c_stmt(at));
        // The nearest one is the statement that the directive is.
        let parent = around.nth(1)?;
        matches!(self.model.parsed.tree[parent], Stmt::Compound { .. }).then_some(parent)
    }

    /// Directives in front of the statement that an `if` is about form a compound statement with it, which has no braces.
    fn has_braces(&self, block: StmtId) -> bool {
        let span = self.model.parsed.tree.spans.stmts.get(block);
        span.is_some_and(|span| self.tokens.kinds.get(span.start as usize) == Some(&TokenKind::LBrace))
    }

    fn source(&mut self, source: &Source<'a>) -> Step {
        self.part_of(source, source.range)
    }

    /// A part of a node of the source: some of its tokens, with the groups among them.
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

    /// A directive of a form.
    fn directive(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        self.around.push(directive.kind);
        let done = match directive.body {
            None => self.constructs(directive, inside),
            Some(_) => self.without_exit(&mut |own| own.constructs(directive, inside)),
        };
        self.around.pop();
        done
    }

    fn constructs(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        if let Some(done) = self.without_parts(directive, inside) {
            return done;
        }
        match parts_of(directive) {
            Ok(parts) => self.parts(&parts, inside),
            Err(clause) => Err(self.refuse_clause(clause)),
        }
    }

    pub(super) fn refuse_directive(&mut self, directive: &Directive) -> Refused {
        let text = directive.kind.text();
        self.refuse_here(&codes::GEN0001, format!("no code is generated for `{text}` yet"))
    }

    /// The parts of a combined directive, the outermost first, around its statement.
    pub(super) fn parts(&mut self, parts: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        let Some((part, inner)) = parts.split_first() else { return self.nodes(inside) };
        self.check_allocators(part)?;
        self.check_nesting(part.kind)?;
        self.constituent(part, inner, inside)
    }

    /// All threads of a team come to a worksharing region, so that it is not closely nested inside of code that some of them
    /// execute (OpenMP 5.2 17.1).
    fn check_nesting(&mut self, kind: OmpDirective) -> Step {
        use OmpDirective::{For, Masked, Master, Parallel, Scope, Sections, Single, Task, Taskloop};
        let is_of_all = matches!(kind, For | Sections | Single | Scope);
        let Some((current, around)) = self.around.split_last().filter(|_| is_of_all) else { return Ok(()) };
        if current.info().constituents.contains(&Parallel) {
            return Ok(());
        }
        let constituents = around.iter().rev().flat_map(|around| around.info().constituents.iter().rev());
        let mut closely = constituents.take_while(|around| **around != Parallel);
        if closely.any(|around| matches!(around, For | Sections | Single | Masked | Master | Task | Taskloop))
        {
            return Err(self.refuse_here(
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
            Target => self.target(part, inner, inside),
            Teams => self.teams(part, inner, inside),
            Distribute => self.distribute(part, inner, inside),
            Loop => self.loop_construct(part, inside),
            _ => Err(self.refuse_directive(part.directive)),
        }
    }

    fn entity_text(&self, entity: EntityId) -> &'a str {
        self.view.text(self.view.name(entity))
    }
}

/// Whether a part of a form is several statements.
fn is_sequence(node: &Node<'_>) -> bool {
    matches!(node, Node::Form(Omp::Seq(_), _))
}

/// The name of the function that a declaration defines; that of its first entity, for others.
fn function_name(model: &DeclModel) -> String {
    let tree = &model.parsed.tree;
    let named = model
        .symbols
        .iter()
        .find(|(_, symbol)| symbol.entity.is_some() && symbol.scope.is_none() && symbol.ty.is_function());
    named.map_or_else(|| "file".to_owned(), |(_, symbol)| tree.text(symbol.name).to_owned())
}

/// What new names begin with: no name of the declaration does.
fn prefix(tokens: Tokens<'_>) -> String {
    let is_taken = |prefix: &str| tokens.texts.iter().any(|name| tokens.names[*name].starts_with(prefix));
    let numbered = (1u32..).map(|number| format!("clacc{number}_"));
    let mut prefixes = std::iter::once("clacc_".to_owned()).chain(numbered);
    prefixes.find(|prefix| !is_taken(prefix)).unwrap_or_else(|| "clacc_".to_owned())
}

/// New code that pieces share.
fn shared(text: impl AsRef<str>) -> Arc<str> {
    abi::plain(text.as_ref()).into()
}
