//! Kinds of mutants: a row of the rule tables, and a way to weaken what it prints.

use std::fmt;

use clacc_sema::acc::facts::{Construct, Rule};
use clacc_sema::omp::form::Origin;
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::AccDirective;
use clacc_ttx::policy::Context;

use crate::weaken::Weakening;

/// A row of the rule tables, and a way to weaken what it prints.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Kind {
    /// The construct whose table has the row.
    pub(crate) construct: &'static str,
    /// The clause of the row, the rule for an attribute, or the purpose of what no clause asks for.
    pub(crate) asked: String,
    /// What the row prints: a clause, with its map type, a directive or code.
    pub(crate) printed: String,
    /// What becomes of it.
    pub(crate) way: &'static str,
}

impl Kind {
    pub(crate) fn new(cx: &Context<'_>, weakening: &Weakening<'_>) -> Kind {
        let asked = match weakening.origin {
            Origin::Directive(_) => "the directive".to_owned(),
            Origin::Clause(id) => {
                cx.facts.clauses.get(*id).map_or("another", |clause| clause.kind.text()).to_owned()
            }
            Origin::Attribute(_, reason) => by_rule(reason.rule),
            Origin::Mapping(why) => (*why).to_owned(),
        };
        let construct = match weakening.origin {
            Origin::Clause(id) => owner(cx, *id),
            _ => cx.construct(),
        };
        let is_declare = construct.written == AccDirective::Declare;
        let kind = if is_declare { AccDirective::Declare } else { construct.kind };
        Kind { construct: kind.text(), asked, printed: weakening.printed.clone(), way: weakening.way }
    }
}

/// The construct that a clause is of: a row of `parallel` may print on the loops inside.
fn owner<'a>(cx: &Context<'a>, clause: ClauseId) -> &'a Construct {
    let mut constructs = cx.facts.constructs.values();
    constructs.find(|construct| construct.clauses.contains(&clause)).unwrap_or(cx.construct())
}

fn by_rule(rule: Rule) -> String {
    format!("by rule: {}", rule.text())
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Kind { construct, asked, printed, way } = self;
        write!(f, "{construct} | {asked} | {printed} | {way}")
    }
}
