//! Everything that the declarations of a unit depend on in each other, as one value that stays equal as long as no declaration can notice a
//! difference.
//!
//! The results about a declaration follow from its own tokens, from the tokens before the bodies of other functions, from directives that
//! concern the whole unit, from the headers and from the options. The body of a function affects other declarations only by its
//! [effects](super::function_effects) on callers and by `routine` directives in it. So while an [`Environment`] stays equal, the results
//! about a declaration with the same content stay valid, and a caller that keeps them need not ask the query engine, which would verify
//! every query below. Debug builds compute the results again and compare.
//!
//! In a unit with directives `routine` and `declare`, the names in a body are seen by others too. **A new query about one declaration that
//! reads the body of another one belongs into `Environment::looks_like`.**

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::Tree;
use clacc_syntax::directive::{AccDirective, OmpDirective};
use clacc_syntax::parse::{DataSubscripts, ParseLimits, Parsed};
use clacc_syntax::preprocess::Options;
use clacc_syntax::source::FileId;
use clacc_syntax::unit::{Preprocessed, StretchContent};
use salsa::plumbing::AsId;

use crate::acc::ImplicitLevels;
use crate::db::decl_contents::{DeclContent, DeclKind, SaidWords};
use crate::db::definition_effects::body_effects;
use crate::db::name_in_unit::NameInUnit;
use crate::db::preprocessed::{prefix, rest};
use crate::db::{Db, Unit};
use crate::tuning::{LoopInterchange, LoopProofs};

/// Everything that the declarations of a unit depend on in each other. Environments are equal if no declaration can tell them apart.
#[derive(Debug)]
pub struct Environment {
    stamp: Arc<Stamp>,
    seen: SeenByAll,
    contents: Arc<[Arc<DeclContent>]>,
    /// Whether a directive of the unit may be a `routine`.
    says_routine: bool,
    /// Whether a directive of the unit may be a `declare`.
    says_declare: bool,
    /// True if a directive of the unit may be an OpenMP directive about variables, functions or reductions of other declarations.
    says_of_others: bool,
}

/// A mark that is compared by its address.
#[derive(Debug)]
struct Stamp;

/// Two environments are equal if the results about a declaration that were made in one of them are valid in the other, for the same
/// declaration.
impl PartialEq for Environment {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.stamp, &other.stamp)
    }
}

impl Eq for Environment {}

/// The inputs of declarations other than the contents of other declarations.
#[derive(PartialEq, Eq, Debug)]
struct SeenByAll {
    headers: ByAddress,
    /// The files that are included after the run of headers, and whether they are system headers.
    inclusions: Box<[(FileId, bool)]>,
    options: Arc<Options>,
    limits: ParseLimits,
    device_type: Option<Arc<str>>,
    data_subscripts: DataSubscripts,
    implicit_levels: ImplicitLevels,
    loop_proofs: LoopProofs,
    loop_interchange: LoopInterchange,
}

/// The run of headers, compared by its address: it is parsed again whenever a part of it changes.
#[derive(Debug)]
struct ByAddress(Arc<Parsed>);

impl PartialEq for ByAddress {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ByAddress {}

impl SeenByAll {
    fn of(db: &dyn Db, unit: Unit) -> SeenByAll {
        SeenByAll {
            headers: ByAddress(prefix(db, unit).parsed.clone()),
            inclusions: inclusions(&rest(db, unit).preprocessed),
            options: unit.options(db),
            limits: unit.limits(db),
            device_type: unit.device_type(db),
            data_subscripts: unit.data_subscripts(db),
            implicit_levels: unit.implicit_levels(db),
            loop_proofs: unit.loop_proofs(db),
            loop_interchange: unit.loop_interchange(db),
        }
    }
}

fn inclusions(part: &Preprocessed) -> Box<[(FileId, bool)]> {
    let file = |content: &StretchContent| match content {
        StretchContent::File { file, system, .. } => Some((*file, *system)),
        StretchContent::Made { .. } => None,
    };
    part.map.stretches.iter().filter_map(|stretch| file(&stretch.content)).collect()
}

impl Environment {
    fn of(db: &dyn Db, unit: Unit) -> Environment {
        let headers = &prefix(db, unit).parsed.tree;
        let contents = rest(db, unit).contents().clone();
        let said = contents.iter().fold(SaidWords::default(), |said, content| said.or(content.said));
        let says_routine = said.routine || in_headers(headers, AccDirective::Routine);
        let says_declare = said.declare || in_headers(headers, AccDirective::Declare);
        let says_of_others = said.threadprivate
            || said.declare
            || headers.directives.iter().any(|(_, each)| each.kind.omp().is_some_and(is_about_others));
        Environment {
            stamp: Arc::new(Stamp),
            seen: SeenByAll::of(db, unit),
            contents,
            says_routine,
            says_declare,
            says_of_others,
        }
    }

    /// Returns whether results about the declaration of the main file with this index are valid in the other environment as well.
    pub fn has_same(&self, index: usize, other: &Environment) -> bool {
        let content = |of: &Environment| of.contents.get(index).map(Arc::as_ptr);
        self == other && content(self).is_some() && content(self) == content(other)
    }

    /// Returns whether the unit may contain a `routine` directive.
    pub(super) fn says_routine(&self) -> bool {
        self.says_routine
    }

    /// Returns whether the unit may contain a `declare` directive.
    pub(super) fn says_declare(&self) -> bool {
        self.says_declare
    }

    /// Returns whether the unit may contain a `threadprivate`, `declare target`, `declare variant` or `declare
    /// reduction` directive.
    pub(super) fn says_of_others(&self) -> bool {
        self.says_of_others
    }

    /// Returns whether no declaration can tell the later state of the unit from this one.
    fn looks_like(&self, db: &dyn Db, unit: Unit, later: &Environment) -> bool {
        // Results about directives at file scope depend on the variables that the bodies of routines name.
        let shows_bodies = later.says_routine && later.says_declare;
        let looks_like = |(old, new): (&Arc<DeclContent>, &Arc<DeclContent>)| {
            Arc::ptr_eq(old, new)
                || old == new
                || !shows_bodies && differs_in_body(old, new) && has_same_effects(db, unit, new.name)
        };
        self.contents.len() == later.contents.len()
            && self.seen == later.seen
            && self.contents.iter().zip(&*later.contents).all(looks_like)
    }
}

/// Returns whether an OpenMP directive determines the storage of variables, or variants of functions.
fn is_about_others(directive: OmpDirective) -> bool {
    use OmpDirective as D;
    matches!(
        directive,
        D::Threadprivate | D::DeclareTarget | D::BeginDeclareTarget | D::DeclareVariant | D::DeclareReduction
    )
}

fn in_headers(tree: &Tree, directive: AccDirective) -> bool {
    tree.directives.iter().any(|(_, each)| each.kind.acc() == Some(directive))
}

/// Returns whether two declarations define the same function and differ only in its body, without `routine` directives in either body.
fn differs_in_body(old: &DeclContent, new: &DeclContent) -> bool {
    let is_function = |content: &DeclContent| content.kind == DeclKind::Function;
    is_function(old)
        && is_function(new)
        && !old.has_errors
        && !new.has_errors
        && (old.name, &old.names, &old.tags) == (new.name, &new.names, &new.tags)
        && old.before_body().is_some_and(|before| Some(before) == new.before_body())
        && !old.said.routine
        && !new.said.routine
}

/// Returns whether the body of a function still has the effects that results depend on.
fn has_same_effects(db: &dyn Db, unit: Unit, function: Name) -> bool {
    let seen = db.last_results().seen_effects(unit.as_id(), function);
    seen.is_none_or(|seen| seen.are(body_effects(db, NameInUnit::new(db, unit, function)).as_ref()))
}

/// The current environment of the unit, equal to the last one if no declaration can tell them apart.
#[salsa::tracked(returns(clone))]
pub fn environment(db: &dyn Db, unit: Unit) -> Arc<Environment> {
    let (id, results) = (unit.as_id(), db.last_results());
    let mut now = Environment::of(db, unit);
    let last = results.of_unit::<Environment>(id);
    if let Some(last) = last.filter(|last| last.looks_like(db, unit, &now)) {
        now.stamp = last.stamp.clone();
        let now = Arc::new(now);
        results.set_of_unit(id, &now);
        return now;
    }
    let effects = |function| (function, body_effects(db, NameInUnit::new(db, unit, function)));
    let effects = results.seen_functions(id).into_iter().map(effects).collect();
    let now = Arc::new(now);
    results.begin_environment(id, &now, effects);
    now
}
