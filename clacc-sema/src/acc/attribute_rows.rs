//! The attributes of a construct as rows of a table, each with its reason as text.

use clacc_syntax::ast::ClauseId;

use super::facts::{Construct, ConstructId, DataAttributes, How, Reason, Rule, Sharing};
use crate::program::View;

/// One row of the table: a variable, one of its attributes, and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeRow {
    /// The variable with its members: `s.a`.
    pub variable: String,
    /// The attribute: `copy`, `reduction(+)`.
    pub attribute: String,
    /// Whether the attribute belongs to the mapping group.
    pub is_mapping: bool,
    /// Explicit, predetermined or implicit.
    pub how: How,
    /// The reason, as one sentence.
    pub rule: &'static str,
    /// The section that gives the rule.
    pub section: &'static str,
    /// The clause that gives the attribute, or that the rule depends on.
    pub clause: Option<ClauseId>,
    /// The other construct that the rule depends on, if there is one.
    pub from: Option<ConstructId>,
}

impl How {
    /// The name for messages.
    pub const fn text(self) -> &'static str {
        match self {
            How::Explicit => "explicit",
            How::Predetermined => "predetermined",
            How::Implicit => "implicit",
        }
    }
}

impl std::fmt::Display for How {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.text())
    }
}

/// The rows of a construct: for each variable its mapping attribute, then its sharing attribute. The
/// control variables that loops declare come last: they are private although the construct has no attribute
/// for them.
pub fn rows<'a>(view: View<'a>, construct: &'a Construct) -> impl Iterator<Item = AttributeRow> + 'a {
    let attributes = construct.attributes.iter().flat_map(move |attribute| rows_of(view, attribute));
    let loops = construct.loop_facts.iter().flat_map(|facts| &*facts.control);
    let declared = loops.filter(|control| control.declared).map(move |control| AttributeRow {
        variable: view.text(view.name(control.entity)).to_owned(),
        attribute: Sharing::Private.text().to_owned(),
        is_mapping: false,
        how: How::Predetermined,
        rule: Rule::LoopControlPrivate.text(),
        section: Rule::LoopControlPrivate.section(),
        clause: None,
        from: None,
    });
    attributes.chain(declared)
}

fn rows_of<'a>(view: View<'a>, attribute: &'a DataAttributes) -> impl Iterator<Item = AttributeRow> + 'a {
    let mapping = attribute.mapping.iter().map(|given| (given.kind.text().to_owned(), true, &given.reason));
    let sharing = attribute.sharing.iter().map(|given| (sharing_text(given.kind), false, &given.reason));
    mapping
        .chain(sharing)
        .map(move |(text, is_mapping, reason)| row(view, attribute, text, is_mapping, reason))
}

fn sharing_text(sharing: Sharing) -> String {
    match sharing {
        Sharing::Reduction(op) => format!("reduction({})", op.text()),
        other => other.text().to_owned(),
    }
}

fn row(
    view: View<'_>,
    attribute: &DataAttributes,
    text: String,
    is_mapping: bool,
    reason: &Reason,
) -> AttributeRow {
    AttributeRow {
        variable: view.place_text(&attribute.place),
        attribute: text,
        is_mapping,
        how: reason.how,
        rule: reason.rule.text(),
        section: reason.rule.section(),
        clause: reason.clause,
        from: reason.from,
    }
}
