//! Mapping policies: which OpenMP form each OpenACC construct has.
//!
//! A [`MappingPolicy`] has one method for each construct. The defaults are the tables of the Clacc compiler's
//! design, which are available as functions in [`crate::rules`]. A prototype overrides only the rule that it
//! changes:
//!
//! ```
//! use clacc_ttx::node::OmpNode;
//! use clacc_ttx::policy::{Context, MappingPolicy};
//! use clacc_ttx::rules;
//! use clacc_syntax::directive::OmpDirective;
//!
//! /// Worker loops also share their iterations among the teams.
//! struct Flat;
//!
//! impl MappingPolicy for Flat {
//!     fn id(&self) -> &'static str {
//!         "flat"
//!     }
//!     fn version(&self) -> &'static str {
//!         "1"
//!     }
//!     fn loop_(&self, cx: &Context<'_>) -> OmpNode {
//!         let mut node = rules::loop_(cx);
//!         if let Some(form) = &mut node.form {
//!             form.each_directive_mut(&mut |directive| {
//!                 if directive.kind == OmpDirective::ParallelFor {
//!                     directive.kind = OmpDirective::DistributeParallelFor;
//!                 }
//!             });
//!         }
//!         node
//!     }
//! }
//!
//! assert_eq!(Flat.id(), "flat");
//! ```

use std::any::{Any, TypeId};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use clacc_sema::acc::facts::ConstructId;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::checkpoint;
use clacc_syntax::directive::AccDirective;

use crate::edition::{self, DesignEdition};
use crate::node::OmpNode;
pub use crate::rules::Context;
use crate::{codes, foreign, illegal, rules, unstated};

/// A mapping from OpenACC constructs to OpenMP nodes.
///
/// A policy is a pure function of its [`Context`]: the same context always gives the same node. It uses only ids of that context, and does
/// not panic; [`map_construct`] describes what happens otherwise. Its id and version name it in reports; change the version when a rule
/// changes. Values of the same type are distinguished by their [fingerprint](MappingPolicy::fingerprint).
///
/// If a node differs from the result of the default rules, the policy states with [`OmpNode::state`] and [`OmpNode::state_clause`] how much
/// of the meaning remains. A change without a statement counts as *approximated*.
///
/// The constructs are effective ones. A combined directive consists of two of them, which are mapped separately, so a rule for `parallel`
/// also applies to the outer half of `parallel loop`.
pub trait MappingPolicy: Any + Send + Sync {
    /// The name by which users choose it.
    fn id(&self) -> &str;
    /// The version of its rules.
    fn version(&self) -> &str;
    /// A hash of the parameters that distinguish this value from others of its type with the same id and version. Values with the same
    /// fingerprint count as one policy, so cached answers of one are used for the other. With the default, none, only clones of the same
    /// `Arc` are one policy.
    fn fingerprint(&self) -> Option<u64> {
        None
    }

    /// The description in a list of policies, in one line.
    #[expect(clippy::unnecessary_literal_bound, reason = "a policy may own its description")]
    fn about(&self) -> &str {
        ""
    }
    /// The edition of the design, which the rules of [`crate::rules`] consult.
    fn edition(&self) -> &'static DesignEdition {
        &edition::SEED
    }

    /// The policy that this one changes; none if that is the default rules.
    fn below(&self) -> Option<&Arc<dyn MappingPolicy>> {
        None
    }

    /// Maps one construct. `below` is the answer of the policy that this one changes. The default calls the method for the kind of
    /// construct.
    fn map(&self, cx: &Context<'_>, below: &OmpNode) -> OmpNode {
        let _ = below;
        by_rule(self, cx)
    }

    /// Maps both halves of a combined directive, the outer one first. The default maps each half separately.
    fn map_halves(
        &self,
        outer: (&Context<'_>, &OmpNode),
        inner: (&Context<'_>, &OmpNode),
    ) -> (OmpNode, OmpNode) {
        (self.map(outer.0, outer.1), self.map(inner.0, inner.1))
    }

    /// `update`
    fn update(&self, cx: &Context<'_>) -> OmpNode {
        rules::update(cx)
    }
    /// `enter data`
    fn enter_data(&self, cx: &Context<'_>) -> OmpNode {
        rules::enter_data(cx)
    }
    /// `exit data`
    fn exit_data(&self, cx: &Context<'_>) -> OmpNode {
        rules::exit_data(cx)
    }
    /// `data`
    fn data(&self, cx: &Context<'_>) -> OmpNode {
        rules::data(cx)
    }
    /// `parallel`, also as the outer half of `parallel loop`
    fn parallel(&self, cx: &Context<'_>) -> OmpNode {
        rules::parallel(cx)
    }
    /// `serial`, also as the outer half of `serial loop`
    fn serial(&self, cx: &Context<'_>) -> OmpNode {
        rules::serial(cx)
    }
    /// `kernels`, also as the outer half of `kernels loop`
    fn kernels(&self, cx: &Context<'_>) -> OmpNode {
        rules::kernels(cx)
    }
    /// `loop`, also as the inner half of a combined directive
    fn loop_(&self, cx: &Context<'_>) -> OmpNode {
        rules::loop_(cx)
    }
    /// `host_data`
    fn host_data(&self, cx: &Context<'_>) -> OmpNode {
        rules::host_data(cx)
    }
    /// `atomic`
    fn atomic(&self, cx: &Context<'_>) -> OmpNode {
        rules::atomic(cx)
    }
    /// `wait`
    fn wait(&self, cx: &Context<'_>) -> OmpNode {
        rules::wait(cx)
    }
    /// `cache`
    fn cache(&self, cx: &Context<'_>) -> OmpNode {
        rules::cache(cx)
    }
    /// `declare`
    fn declare(&self, cx: &Context<'_>) -> OmpNode {
        rules::declare(cx)
    }
    /// `routine`
    fn routine(&self, cx: &Context<'_>) -> OmpNode {
        rules::routine(cx)
    }
    /// `init`, `shutdown` and `set`
    fn device_control(&self, cx: &Context<'_>) -> OmpNode {
        rules::device_control(cx)
    }
}

/// The tables of the Clacc compiler's design: every rule is the default. Where the design gives no mapping,
/// as for queues, the rule follows later versions of that compiler or calls the runtime library.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clacc;

impl MappingPolicy for Clacc {
    fn id(&self) -> &'static str {
        "clacc"
    }
    fn about(&self) -> &'static str {
        "the mapping of the Clacc compiler's design document"
    }
    fn version(&self) -> &'static str {
        "10"
    }
    fn fingerprint(&self) -> Option<u64> {
        Some(0)
    }
}

/// The newest version of the Clacc compiler: the tables of [`Clacc`], as its last edition has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClaccLatest;

impl MappingPolicy for ClaccLatest {
    fn id(&self) -> &'static str {
        "clacc-latest"
    }
    fn about(&self) -> &'static str {
        "the mapping of the newest version of the Clacc compiler"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn fingerprint(&self) -> Option<u64> {
        Some(0)
    }
    fn edition(&self) -> &'static DesignEdition {
        &edition::LATEST
    }
}

/// The mapping for speed: what the program leaves to the implementation is chosen so that threads share outer loops and
/// vector lanes inner ones. The tables are those of [`Clacc`]; loops have merged levels
/// ([`clacc_sema::acc::facts::Merged`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Performance;

impl MappingPolicy for Performance {
    fn id(&self) -> &'static str {
        "performance"
    }
    fn about(&self) -> &'static str {
        "fast OpenMP: threads share the outer loops, vector lanes the inner ones, and tuning is left out"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn fingerprint(&self) -> Option<u64> {
        Some(0)
    }
    fn edition(&self) -> &'static DesignEdition {
        &edition::FAST
    }
}

/// A custom policy whose id, version and other properties were read once. If reading them panicked, every construct reports the panic.
struct Taken<P> {
    policy: P,
    id: String,
    version: String,
    about: String,
    fingerprint: Option<u64>,
    edition: &'static DesignEdition,
    panicked_with: Option<String>,
}

/// Wraps a custom policy: its id, version and other properties are read once, and a panic there is caught. A policy that panics there gets
/// the name `unnamed` and maps nothing.
pub fn taken<P: MappingPolicy>(policy: P) -> Arc<dyn MappingPolicy> {
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let [id, version, about] = [policy.id(), policy.version(), policy.about()].map(str::to_owned);
        (id, version, about, policy.fingerprint(), policy.edition())
    }));
    let unnamed = || ("unnamed".to_owned(), String::new(), String::new(), None, &edition::SEED);
    let panicked_with = asked.as_ref().err().map(|payload| panicked_with(&**payload).to_owned());
    let (id, version, about, fingerprint, edition) = asked.unwrap_or_else(|_| unnamed());
    Arc::new(Taken { policy, id, version, about, fingerprint, edition, panicked_with })
}

impl<P: MappingPolicy> MappingPolicy for Taken<P> {
    fn id(&self) -> &str {
        &self.id
    }
    fn version(&self) -> &str {
        &self.version
    }
    fn fingerprint(&self) -> Option<u64> {
        self.fingerprint
    }
    fn about(&self) -> &str {
        &self.about
    }
    fn edition(&self) -> &'static DesignEdition {
        self.edition
    }
    fn below(&self) -> Option<&Arc<dyn MappingPolicy>> {
        self.policy.below()
    }
    fn map(&self, cx: &Context<'_>, below: &OmpNode) -> OmpNode {
        match &self.panicked_with {
            Some(text) => rules::faulty(cx, &codes::MAP0037, text),
            None => self.policy.map(cx, below),
        }
    }
    fn map_halves(
        &self,
        outer: (&Context<'_>, &OmpNode),
        inner: (&Context<'_>, &OmpNode),
    ) -> (OmpNode, OmpNode) {
        match &self.panicked_with {
            Some(text) => rules::panicked(outer.0, inner.0, text).into(),
            None => self.policy.map_halves(outer, inner),
        }
    }
}

/// Returns whether two policies are the same: one object, or values of one type with the same id, version and fingerprint over the same
/// policy. An id and a version alone never identify a policy.
pub fn is_same(one: &Arc<dyn MappingPolicy>, other: &Arc<dyn MappingPolicy>) -> bool {
    let has_equal_parameters = || {
        one.fingerprint().is_some()
            && one.fingerprint() == other.fingerprint()
            && type_of(&**one) == type_of(&**other)
            && (one.id(), one.version()) == (other.id(), other.version())
            && match (one.below(), other.below()) {
                (Some(one), Some(other)) => is_same(one, other),
                (one, other) => one.is_none() && other.is_none(),
            }
    };
    Arc::ptr_eq(one, other) || has_equal_parameters()
}

fn type_of(policy: &(dyn MappingPolicy + 'static)) -> TypeId {
    let policy: &dyn Any = policy;
    policy.type_id()
}

/// Returns whether the policy is one of this crate. Such policies consist of the default rules, which `tests/tables.rs` checks.
pub(crate) fn is_built_in(policy: &(dyn MappingPolicy + 'static)) -> bool {
    [TypeId::of::<Clacc>(), TypeId::of::<ClaccLatest>(), TypeId::of::<Performance>()]
        .contains(&type_of(policy))
}

/// Maps one effective construct under a policy.
///
/// A construct with an error keeps its text under every policy. So does a construct for which the policy panics, or returns a node that
/// does not fit the declaration or contains directives that OpenMP or the dialect does not have; these are errors of the policy (MAP0036,
/// MAP0037, OMP9001 to OMP9007). A panic can be caught only in a program whose panics unwind; otherwise it ends the program.
///
/// If the node of a custom policy differs from that of the policy below it without a statement, the verdict is *approximated*.
pub fn map_construct(policy: &(dyn MappingPolicy + 'static), cx: &Context<'_>) -> OmpNode {
    map_directive(policy, std::slice::from_ref(cx)).pop().unwrap_or_default()
}

/// Maps the constructs of one directive like [`map_construct`]: one construct, or both halves of a combined directive, the outer one first.
pub fn map_directive(policy: &(dyn MappingPolicy + 'static), constructs: &[Context<'_>]) -> Vec<OmpNode> {
    checkpoint::pass();
    if let [cx] = constructs
        && let Some(kept) = kept_anyway(cx)
    {
        return vec![kept];
    }
    if constructs.len() > 1 && constructs.iter().any(|cx| kept_anyway(cx).is_some()) {
        return constructs.iter().map(|cx| map_construct(policy, cx)).collect();
    }
    if is_built_in(policy) {
        return constructs.iter().map(|cx| own_answer(policy, cx)).collect();
    }
    let below = match policy.below() {
        Some(below) => map_directive(&**below, constructs),
        None => constructs.iter().map(|cx| own_answer(&Clacc, cx)).collect(),
    };
    match catch_unwind(AssertUnwindSafe(|| asked(policy, constructs, &below))) {
        Ok(made) => {
            let all = constructs.iter().zip(below).zip(made);
            all.map(|((cx, below), node)| checked(policy, cx, node, &below)).collect()
        }
        Err(payload) => {
            let payload = of_policy(payload);
            let fault = panicked_with(&*payload);
            match constructs {
                [outer, inner] => rules::panicked(outer, inner, fault).into(),
                _ => constructs.iter().map(|cx| rules::faulty(cx, &codes::MAP0037, fault)).collect(),
            }
        }
    }
}

/// Calls a policy for the constructs of a directive. `below` is the answer of the policy that it changes.
fn asked(policy: &dyn MappingPolicy, constructs: &[Context<'_>], below: &[OmpNode]) -> Vec<OmpNode> {
    match (constructs, below) {
        ([outer, inner], [of_outer, of_inner]) => {
            let (outer, inner) = policy.map_halves((outer, of_outer), (inner, of_inner));
            vec![outer, inner]
        }
        _ => constructs.iter().zip(below).map(|(cx, below)| policy.map(cx, below)).collect(),
    }
}

/// The node of a construct that keeps its text under every policy.
fn kept_anyway(cx: &Context<'_>) -> Option<OmpNode> {
    match () {
        () if cx.construct().broken => Some(rules::broken(cx)),
        () if !rules::may_run(cx) => Some(rules::on_device(cx)),
        () => None,
    }
}

/// Returns the node that a custom policy made of a construct, or an error node if it has a fault.
fn checked(policy: &dyn MappingPolicy, cx: &Context<'_>, node: OmpNode, below: &OmpNode) -> OmpNode {
    // A fault in an unchanged node is not this policy's fault.
    if node == *below {
        return node;
    }
    if let Some(fault) = foreign::fault(cx, &node) {
        return rules::faulty(cx, &codes::MAP0036, fault);
    }
    match illegal::fault(cx, &node) {
        None => {
            let name = format!("{} {}", policy.id(), policy.version());
            unstated::completed(&name, cx, node, below)
        }
        Some(fault) => rules::faulty(cx, fault.code, &fault.text),
    }
}

/// Returns the node that a built-in policy makes of a construct. Its faults are caught too.
fn own_answer(policy: &dyn MappingPolicy, cx: &Context<'_>) -> OmpNode {
    match catch_unwind(AssertUnwindSafe(|| by_rule(policy, cx))) {
        Ok(node) => match foreign::fault(cx, &node) {
            None => node,
            Some(fault) => rules::faulty(cx, &codes::MAP0036, fault),
        },
        Err(payload) => rules::faulty(cx, &codes::MAP0037, panicked_with(&*of_policy(payload))),
    }
}

/// Returns the payload of a panic that is a fault of a policy. A panic that cancels a salsa query is resumed.
fn of_policy(payload: Box<dyn Any + Send>) -> Box<dyn Any + Send> {
    if payload.is::<salsa::Cancelled>() { resume_unwind(payload) } else { payload }
}

/// Replaces the nodes of a custom policy that do not fit the nodes of the constructs around them.
pub(crate) fn keep_to_each_other<'a>(
    policy: &(dyn MappingPolicy + 'static),
    nodes: &mut ArenaMap<ConstructId, Arc<OmpNode>>,
    cx: impl Fn(ConstructId) -> Context<'a>,
) {
    if is_built_in(policy) {
        return;
    }
    for (id, fault) in illegal::faults_among(&cx, nodes) {
        nodes.insert(id, rules::faulty(&cx(id), fault.code, &fault.text).into());
    }
}

/// Returns the error node of a construct for which a policy returned a node that does not belong to it.
pub fn misfit(cx: &Context<'_>, fault: &str) -> OmpNode {
    rules::faulty(cx, &codes::MAP0036, fault)
}

/// The start of salsa's message about the use of another database inside a query. Addresses follow it.
const OTHER_DATABASE: &str = "Cannot change database mid-query";

/// Returns the message of a panic.
pub(crate) fn panicked_with(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    match text.or_else(|| payload.downcast_ref::<&str>().copied()) {
        Some(text) if text.starts_with(OTHER_DATABASE) => "it asked a session or a snapshot",
        text => text.unwrap_or("it panicked"),
    }
}

fn by_rule<P: MappingPolicy + ?Sized>(policy: &P, cx: &Context<'_>) -> OmpNode {
    match cx.construct().kind {
        AccDirective::Update => policy.update(cx),
        AccDirective::EnterData => policy.enter_data(cx),
        AccDirective::ExitData => policy.exit_data(cx),
        AccDirective::Data => policy.data(cx),
        AccDirective::Parallel => policy.parallel(cx),
        AccDirective::Serial => policy.serial(cx),
        AccDirective::Kernels => policy.kernels(cx),
        AccDirective::Loop => policy.loop_(cx),
        AccDirective::HostData => policy.host_data(cx),
        AccDirective::Atomic => policy.atomic(cx),
        AccDirective::Wait => policy.wait(cx),
        AccDirective::Cache => policy.cache(cx),
        AccDirective::Declare => policy.declare(cx),
        AccDirective::Routine => policy.routine(cx),
        AccDirective::Init | AccDirective::Shutdown | AccDirective::Set => policy.device_control(cx),
        // Combined directives are mapped by halves; no other directive has a rule.
        _ => rules::unmapped(cx),
    }
}
