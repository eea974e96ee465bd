//! The attributes of a construct as rows of a table, each with its reason as text.

use super::environment_facts::{Determined, OmpConstruct, OmpConstructId};
use crate::acc::facts::How;
use crate::program::View;
use crate::program::place::EntityId;

/// One row of the table: a variable, one of its attributes, and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableRow {
    /// The variable.
    pub variable: EntityId,
    /// The attribute: `firstprivate`, `map(tofrom)`.
    pub attribute: String,
    /// Whether it is a data-mapping attribute.
    pub is_mapping: bool,
    /// Written, predetermined or implicit.
    pub how: How,
    /// The reason, as one sentence.
    pub rule: &'static str,
    /// The section that gives the rule.
    pub section: &'static str,
    /// The enclosing construct on which the rule depends, if there is one.
    pub from: Option<OmpConstructId>,
}

/// The rows of a construct. Variables that are declared in it are left out unless they control its loops.
pub fn rows<'a>(view: View<'a>, construct: &'a OmpConstruct) -> impl Iterator<Item = VariableRow> + 'a {
    let is_shown = move |variable: EntityId, determined: &Determined| {
        let rule = determined.reason.rule;
        !view.is_declared_in(variable, construct.run) || rule.is_about_iteration()
    };
    let variables = construct.variables.iter();
    let all = variables.flat_map(|each| each.determined.iter().map(|determined| (each.entity, determined)));
    all.filter(move |(variable, determined)| is_shown(*variable, determined)).map(|(variable, determined)| {
        let reason = determined.reason;
        VariableRow {
            variable,
            attribute: determined.attribute.text(),
            is_mapping: determined.attribute.is_mapping(),
            how: reason.how,
            rule: reason.rule.text(),
            section: reason.rule.section(),
            from: reason.from,
        }
    })
}
