//! Clauses for device types (OpenACC 3.4 2.4). The analysis has selected those that apply; the verdicts on the others are added here.

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_syntax::directive::AccClause;

use super::{Build, Context, Mapped};
use crate::codes;

/// Adds the verdicts on the clauses of a construct that do not apply to the selected device type.
pub(crate) fn other_clauses(cx: &Context<'_>, build: &mut Build<'_>) {
    for clause in cx.other_clauses() {
        build.clause_verdict(clause.id, of_others(cx, clause));
    }
}

fn of_others(cx: &Context<'_>, clause: &Clause) -> Mapped {
    if clause.kind != AccClause::DeviceType {
        return Mapped::dropped("the clauses for the chosen type of devices do not contain it");
    }
    let mapped = Mapped::dropped("the translation is for one type of devices");
    match (&clause.argument, &cx.facts.device_type) {
        (Argument::DeviceTypes(words), None) if !words.is_empty() => {
            let names: Vec<_> = words.iter().map(|word| cx.view.text(*word)).collect();
            let message = format!(
                "the clauses for `{}` are left out, because no type of devices is chosen (`--device-type {}`)",
                names.join("`, `"),
                names[0]
            );
            mapped.reported(&codes::MAP0061, message)
        }
        _ => mapped,
    }
}
