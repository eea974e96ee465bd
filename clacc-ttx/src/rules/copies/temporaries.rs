//! Scalars that each iteration of a loop assigns before it reads them. They are private, or shared in dialects that follow the design.

use clacc_sema::acc::codes as acc_codes;
use clacc_sema::acc::facts::{Given, Reason, Rule, Sharing};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::OmpClause;

use crate::codes;
use crate::rules::core::{Build, Context};

/// Whether a variable is private only because each iteration assigns it first.
pub(crate) fn is_temporary(given: &Given<Sharing>) -> bool {
    given.reason.rule == Rule::LoopTemporary
}

/// Makes the temporaries of a loop private and reports that. A dialect that follows the design shares them, which is reported too.
pub(crate) fn private(cx: &Context<'_>, build: &mut Build<'_>) {
    let attributes = cx.construct().whole_attributes();
    let given = attributes.filter_map(|each| Some((each.place.root, each.sharing.as_ref()?)));
    let variables: Vec<(EntityId, &Reason)> = given
        .filter(|(_, given)| is_temporary(given))
        .map(|(entity, given)| (entity, &given.reason))
        .collect();
    if variables.is_empty() {
        return;
    }
    let names: Vec<_> = variables.iter().map(|(entity, _)| cx.view.text(cx.view.name(*entity))).collect();
    if cx.dialect.follows_design() {
        report_shared(build, &names);
    } else {
        build.push_entities(OmpClause::Private, &variables);
        report_private(build, &names);
    }
}

fn report_private(build: &mut Build<'_>, names: &[&str]) {
    let (all, them) = (names.join("`, `"), if names.len() == 1 { "it" } else { "them" });
    let message =
        format!("each iteration of this loop gets its own `{all}`: it assigns {them} before it reads {them}");
    build.report_directive(&codes::MAP0073, message);
}

fn report_shared(build: &mut Build<'_>, names: &[&str]) {
    let (all, list) = (names.join("`, `"), names.join(", "));
    let message = format!(
        "the iterations of this loop overwrite each other's `{all}`; `private({list})` on the loop gives each its own"
    );
    build.report_directive(&acc_codes::ACC0106, message);
}
