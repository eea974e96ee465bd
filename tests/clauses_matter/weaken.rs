//! The ways to weaken a node: one part or one clause of it is dropped, or says less.

use clacc_sema::omp::form::{
    Argument, Clause, DependKind, Directive, Local, MapFlags, MapKind, Omp, Operand, Origin,
};
use clacc_sema::program::place::Value;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_ttx::node::{InnerForm, OmpNode};
use clacc_ttx::policy::Context;

/// One way to weaken one part of a node.
pub(crate) struct Weakening<'a> {
    /// What asked for the part.
    pub(crate) origin: &'a Origin,
    /// The part, as it is printed.
    pub(crate) printed: String,
    /// What becomes of it.
    pub(crate) way: &'static str,
}

/// Decides whether a weakening is applied.
type Offer<'o> = &'o mut dyn FnMut(&Weakening<'_>) -> bool;

/// Offers every weakening of a node in source order, until one is taken.
pub(crate) fn weaken(cx: &Context<'_>, node: &mut OmpNode, offer: Offer<'_>) {
    let forms = node.form.iter_mut().chain(node.unit_forms.iter_mut().map(|form| &mut form.omp));
    for form in forms {
        if part(cx, form, &Origin::Mapping("code that is added"), offer) {
            return;
        }
    }
    if let Some(divided) = &mut node.divided
        && (part(cx, &mut divided.form, &Origin::Mapping("code that is added"), offer)
            || divided.parts.iter_mut().any(|each| clauses(cx, &mut each.directive, offer)))
    {
        return;
    }
    inner_loops(cx, &mut node.inner, offer);
}

/// Weakens the directives of loops that no directive of the source is about.
fn inner_loops(cx: &Context<'_>, inner: &mut Vec<InnerForm>, offer: Offer<'_>) {
    for index in 0..inner.len() {
        let directive = &inner[index].directive;
        let printed = directive.kind.text().to_owned();
        if offer(&Weakening { origin: &directive.origin, printed, way: "dropped" }) {
            inner.remove(index);
            return;
        }
        if clauses(cx, &mut inner[index].directive, offer) {
            return;
        }
    }
}

fn part(cx: &Context<'_>, omp: &mut Omp, around: &Origin, offer: Offer<'_>) -> bool {
    let origin = origin(omp).unwrap_or(around).clone();
    for (way, weaker) in alternatives(omp) {
        if offer(&Weakening { origin: &origin, printed: printed(omp), way }) {
            *omp = weaker;
            return true;
        }
    }
    if let Omp::Directive(directive) = omp
        && clauses(cx, directive, offer)
    {
        if is_empty(directive) {
            *omp = without(directive);
        }
        return true;
    }
    let is_taken = omp.parts_mut().iter_mut().any(|inner| part(cx, inner, &origin, offer));
    if let Omp::If { then, .. } = omp
        && then.iter().all(|part| *part == Omp::NOTHING)
    {
        *omp = Omp::NOTHING;
    }
    is_taken
}

fn origin(omp: &Omp) -> Option<&Origin> {
    match omp {
        Omp::Directive(directive) => Some(&directive.origin),
        Omp::Declare(declare) => Some(&declare.origin),
        Omp::Evaluate { origin, .. } | Omp::Free { origin, .. } => Some(origin),
        Omp::Assign(assign) => Some(&assign.origin),
        Omp::Call(call) => Some(&call.origin),
        _ => None,
    }
}

fn printed(omp: &Omp) -> String {
    match omp {
        Omp::Directive(directive) => directive.kind.text().to_owned(),
        Omp::Declare(declare) => match declare.local {
            Local::Hiding(_) => "a local variable that hides another".to_owned(),
            Local::Fresh(_) => "a new variable".to_owned(),
        },
        Omp::DeclareReduction(_) => "a declared reduction".to_owned(),
        Omp::DeclareFunction(_) => "a declared function".to_owned(),
        Omp::HiddenStruct(_) => "a struct that hides another".to_owned(),
        Omp::Evaluate { .. } => "an evaluated expression".to_owned(),
        Omp::Assign(_) => "an assignment".to_owned(),
        Omp::Free { .. } => "the end of memory".to_owned(),
        Omp::Call(call) => format!("{}()", call.routine.text()),
        Omp::If { .. } => "an if statement".to_owned(),
        Omp::AtStart { .. } => "a function before main".to_owned(),
        Omp::Rows(_) => "a loop over rows".to_owned(),
        Omp::ZeroBytes(_) => "a loop that sets zero".to_owned(),
        Omp::Seq(_) | Omp::Block(_) | Omp::Statement => String::new(),
    }
}

/// What a part may be replaced by. What is newly declared stays, because no program without it compiles.
fn alternatives(omp: &Omp) -> Vec<(&'static str, Omp)> {
    match omp {
        Omp::Directive(directive) => directives(directive),
        Omp::Declare(declare) => {
            let hides = matches!(declare.local, Local::Hiding(_)).then_some(("dropped", Omp::NOTHING));
            let mut bare = declare.clone();
            let initializer = bare.init.take().map(|_| ("without initializer", Omp::Declare(bare)));
            hides.into_iter().chain(initializer).collect()
        }
        Omp::If { then, .. } => vec![("unconditional", Omp::Seq(then.clone()))],
        Omp::Evaluate { .. }
        | Omp::Assign(_)
        | Omp::Free { .. }
        | Omp::Call(_)
        | Omp::AtStart { .. }
        | Omp::Rows(_)
        | Omp::HiddenStruct(_)
        | Omp::ZeroBytes(_) => vec![("dropped", Omp::NOTHING)],
        Omp::DeclareReduction(_) | Omp::DeclareFunction(_) | Omp::Seq(_) | Omp::Block(_) | Omp::Statement => {
            Vec::new()
        }
    }
}

fn directives(directive: &Directive) -> Vec<(&'static str, Omp)> {
    let without = without(directive);
    let weaker = weaker_directives(directive.kind).iter();
    let weaker = weaker.map(|(way, kind)| (*way, Omp::Directive(as_kind(directive, *kind))));
    let waits = directive.clauses.iter().all(|clause| clause.kind() != OmpClause::Nowait);
    let deferred = (waits && takes_nowait(directive.kind)).then(|| {
        let mut deferred = directive.clone();
        let nowait = Argument::Bare(OmpClause::Nowait);
        deferred.clauses.push(Clause::new(nowait, directive.origin.clone()));
        ("nowait added", Omp::Directive(deferred))
    });
    std::iter::once(("dropped", without)).chain(weaker).chain(deferred).collect()
}

/// What is left without a directive.
fn without(directive: &Directive) -> Omp {
    directive.body.as_deref().cloned().unwrap_or(Omp::NOTHING)
}

/// Whether a directive has lost the last clause that says what it is about.
fn is_empty(directive: &Directive) -> bool {
    use OmpClause as C;
    use OmpDirective as D;
    let has_none = |kinds: &[C]| directive.clauses.iter().all(|clause| !kinds.contains(&clause.kind()));
    match directive.kind {
        D::TargetData => has_none(&[C::Map, C::UseDevicePtr, C::UseDeviceAddr]),
        D::TargetEnterData | D::TargetExitData => has_none(&[C::Map]),
        D::TargetUpdate => has_none(&[C::To, C::From]),
        _ => false,
    }
}

fn takes_nowait(kind: OmpDirective) -> bool {
    use OmpDirective as D;
    matches!(kind, D::Target | D::TargetTeams | D::TargetUpdate | D::TargetEnterData | D::TargetExitData)
}

/// The directives for fewer levels of parallelism.
fn weaker_directives(kind: OmpDirective) -> &'static [(&'static str, OmpDirective)] {
    use OmpDirective as D;
    match kind {
        D::DistributeParallelForSimd => &[
            ("without distribute", D::ParallelForSimd),
            ("without parallel for", D::DistributeSimd),
            ("without simd", D::DistributeParallelFor),
        ],
        D::DistributeParallelFor => {
            &[("without distribute", D::ParallelFor), ("without parallel for", D::Distribute)]
        }
        D::DistributeSimd => &[("without distribute", D::Simd), ("without simd", D::Distribute)],
        D::ParallelForSimd => &[("without parallel for", D::Simd), ("without simd", D::ParallelFor)],
        _ => &[],
    }
}

/// The directive as one of another kind, without the clauses that this kind does not take.
fn as_kind(directive: &Directive, kind: OmpDirective) -> Directive {
    use OmpDirective as D;
    let is_simd = matches!(kind, D::Simd | D::DistributeSimd | D::ParallelForSimd);
    let distributes = matches!(kind, D::Distribute | D::DistributeSimd | D::DistributeParallelFor);
    let takes = |clause: &Clause| match clause.kind() {
        OmpClause::Simdlen => is_simd,
        OmpClause::NumThreads | OmpClause::Shared => takes_shared(kind),
        OmpClause::DistSchedule => distributes,
        OmpClause::Reduction => kind != D::Distribute,
        _ => true,
    };
    let mut weaker = directive.clone();
    weaker.kind = kind;
    weaker.clauses.retain(takes);
    weaker
}

fn takes_shared(kind: OmpDirective) -> bool {
    use OmpDirective as D;
    matches!(
        kind,
        D::TargetTeams
            | D::Parallel
            | D::ParallelFor
            | D::ParallelForSimd
            | D::DistributeParallelFor
            | D::DistributeParallelForSimd
    )
}

fn clauses(cx: &Context<'_>, directive: &mut Directive, offer: Offer<'_>) -> bool {
    for index in 0..directive.clauses.len() {
        let clause = &directive.clauses[index];
        for (way, weaker) in weaker_clauses(cx, directive.kind, &clause.argument) {
            if !offer(&Weakening {
                origin: &clause.origin,
                printed: printed_clause(directive.kind, clause),
                way,
            }) {
                continue;
            }
            match weaker {
                Some(argument) => directive.clauses[index].argument = argument,
                None => drop(directive.clauses.remove(index)),
            }
            return true;
        }
    }
    false
}

fn printed_clause(directive: OmpDirective, clause: &Clause) -> String {
    let name = clause.kind().text();
    match &clause.argument {
        Argument::Map { kind, flags, .. } => {
            let always = if flags.contains(MapFlags::ALWAYS) { "always," } else { "" };
            format!("{name}({always}{})", kind.text())
        }
        // A wait without dependences waits for more, and a construct for less.
        Argument::Depend { kind, .. } if directive == OmpDirective::Taskwait => {
            format!("{name}({}) on taskwait", kind.text())
        }
        Argument::Depend { kind, .. } => format!("{name}({})", kind.text()),
        _ => name.to_owned(),
    }
}

/// What a clause may be replaced by; none if it is dropped.
fn weaker_clauses(
    cx: &Context<'_>,
    directive: OmpDirective,
    argument: &Argument,
) -> Vec<(&'static str, Option<Argument>)> {
    let mut found = vec![("dropped", None)];
    found.extend(fewer_items(argument).map(|argument| ("dropped", Some(argument))));
    let mut replaced = |way, argument| found.push((way, Some(argument)));
    match argument {
        Argument::Map { kind, flags, items } => {
            let map = |kind, flags| Argument::Map { kind, flags, items: items.clone() };
            for weaker in weaker_maps(directive, *kind) {
                replaced(way_of(*weaker), map(*weaker, *flags));
            }
            for (way, flag) in FLAGS.iter().filter(|(_, flag)| flags.contains(*flag)) {
                replaced(way, map(*kind, flags.without(*flag)));
            }
        }
        Argument::Motion { to_device, present: true, items } => {
            let (to_device, items) = (*to_device, items.clone());
            replaced("without present", Argument::Motion { to_device, present: false, items });
        }
        Argument::Reduction { items, .. } => {
            replaced("as private", Argument::List(OmpClause::Private, items.clone()));
            if takes_shared(directive) {
                replaced("as shared", Argument::List(OmpClause::Shared, items.clone()));
            }
        }
        Argument::Depend { kind: DependKind::Inout, items } => {
            replaced("as in", Argument::Depend { kind: DependKind::In, items: items.clone() });
        }
        Argument::List(kind @ (OmpClause::Private | OmpClause::Firstprivate), items) => {
            if *kind == OmpClause::Firstprivate {
                replaced("as private", Argument::List(OmpClause::Private, items.clone()));
            }
            if takes_shared(directive) {
                replaced("as shared", Argument::List(OmpClause::Shared, items.clone()));
            }
        }
        Argument::Value(OmpClause::Collapse, Operand::Value(Value::Node(at))) => {
            if let Some(fewer) = cx.constant(*at).filter(|loops| *loops > 2) {
                let fewer = Operand::Value(Value::constant(fewer - 1));
                replaced("fewer loops", Argument::Value(OmpClause::Collapse, fewer));
            }
        }
        Argument::DistSchedule { chunk: Some(_) } => {
            replaced("without chunk", Argument::DistSchedule { chunk: None });
        }
        _ => {}
    }
    found
}

const FLAGS: &[(&str, MapFlags)] = &[
    ("without always", MapFlags::ALWAYS),
    ("without present", MapFlags::PRESENT),
    ("without hold", MapFlags::HOLD),
    ("without no_alloc", MapFlags::NO_ALLOC),
];

fn way_of(kind: MapKind) -> &'static str {
    match kind {
        MapKind::To => "as to",
        MapKind::From => "as from",
        MapKind::Tofrom => "as tofrom",
        MapKind::Alloc => "as alloc",
        MapKind::Release => "as release",
        MapKind::Delete => "as delete",
        _ => "as another",
    }
}

/// The map types that do less.
fn weaker_maps(directive: OmpDirective, kind: MapKind) -> &'static [MapKind] {
    match kind {
        MapKind::Tofrom => &[MapKind::To, MapKind::From, MapKind::Alloc],
        MapKind::From if directive == OmpDirective::TargetExitData => &[MapKind::Release],
        MapKind::To | MapKind::From => &[MapKind::Alloc],
        MapKind::Delete => &[MapKind::Release],
        _ => &[],
    }
}

/// The argument with one list item less, for each of several.
fn fewer_items(argument: &Argument) -> impl Iterator<Item = Argument> {
    let count = argument.clone().items_mut().map_or(0, |items| items.len());
    let left_out = if count > 1 { 0..count } else { 0..0 };
    left_out.map(|index| {
        let mut fewer = argument.clone();
        if let Some(items) = fewer.items_mut() {
            items.remove(index);
        }
        fewer
    })
}
