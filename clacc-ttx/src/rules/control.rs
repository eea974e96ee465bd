//! `init`, `shutdown` and `set` -> calls of the runtime library.

use clacc_syntax::ast::{ArgumentValue, Clause, ClauseId, Expr};
use clacc_syntax::directive::{AccClause, AccDirective};

use super::{Context, NodeBuilder};
use crate::omp::{Argument, Call, Fidelity, NewCode, OmpNode};

const CALLED: &str = "an argument of a routine of the runtime library";

/// What the clauses say.
#[derive(Default)]
struct Control {
    device_type: Option<&'static str>,
    device_number: Option<Argument>,
    default_async: Option<Argument>,
}

/// `init`, `shutdown` and `set` -> the routine of the runtime library that does the same (OpenACC 3.4 2.14.1 to 2.14.3).
pub fn device_control(cx: &Context<'_>) -> OmpNode {
    let mut node = NodeBuilder::new(cx);
    let mut control = Control::default();
    let mut condition = None;
    for (id, clause) in cx.clauses() {
        let argument = clause.exprs().next();
        match clause.acc() {
            Some(AccClause::If) => condition = argument,
            Some(AccClause::DeviceNum) => control.device_number = argument.map(Argument::Expr),
            Some(AccClause::DefaultAsync) => control.default_async = argument.map(Argument::Expr),
            Some(AccClause::DeviceType) => {
                control.device_type = device_type(cx, &mut node, id, clause);
                continue;
            }
            _ => {
                node.unsupported(id);
                continue;
            }
        }
        node.verdict(id, Fidelity::Exact, CALLED);
    }
    let calls = match cx.construct().kind {
        AccDirective::Init => control.whole("acc_init", "acc_init_device"),
        AccDirective::Shutdown => control.whole("acc_shutdown", "acc_shutdown_device"),
        _ => control.set(),
    };
    if !calls.is_empty() {
        node.push_code(NewCode::Calls { condition, calls: calls.into() });
    }
    node.directive_verdict(Fidelity::Exact, "a routine of the runtime library does the same");
    node.finish(None)
}

/// The constant of a device type, which the library's header declares.
fn device_type(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    id: ClauseId,
    clause: &Clause,
) -> Option<&'static str> {
    let mut items = clause.arguments.iter().flat_map(|arguments| &arguments.items);
    let word = match (items.next().map(|item| &item.value), items.next()) {
        (Some(ArgumentValue::Word(word)), None) => Some(*word),
        (Some(ArgumentValue::Expr(expr)), None) => match &cx.tree()[*expr] {
            Expr::Name(word) => Some(*word),
            _ => None,
        },
        _ => None,
    };
    let constant = word.and_then(|word| constant_of(cx.text(word)));
    match constant {
        Some(_) => node.verdict(id, Fidelity::Exact, CALLED),
        None => node.unsupported_part(id, clause, "this argument"),
    }
    constant
}

/// The constant of a device type by the word of the clause, which may be the constant itself.
fn constant_of(word: &str) -> Option<&'static str> {
    const CONSTANTS: &[&str] = &[
        "acc_device_default",
        "acc_device_host",
        "acc_device_not_host",
        "acc_device_nvidia",
        "acc_device_radeon",
        "acc_device_multicore",
    ];
    let word = word.strip_prefix("acc_device_").unwrap_or(word);
    CONSTANTS.iter().find(|constant| constant.strip_prefix("acc_device_") == Some(word)).copied()
}

impl Control {
    /// The type that is asked for; for the runtime library `acc_device_default` is the type in use.
    fn kind(&self) -> Argument {
        Argument::Constant(self.device_type.unwrap_or("acc_device_default"))
    }

    /// `init` and `shutdown`: all devices of a type, or one.
    fn whole(&self, all: &'static str, one: &'static str) -> Vec<Call> {
        let call = match self.device_number {
            Some(number) => Call { routine: one, arguments: vec![number, self.kind()] },
            None => Call { routine: all, arguments: vec![self.kind()] },
        };
        vec![call]
    }

    fn set(&self) -> Vec<Call> {
        let queue =
            self.default_async.map(|queue| Call { routine: "acc_set_default_async", arguments: vec![queue] });
        let device = match (self.device_number, self.device_type) {
            (Some(number), _) => {
                Some(Call { routine: "acc_set_device_num", arguments: vec![number, self.kind()] })
            }
            (None, Some(_)) => Some(Call { routine: "acc_set_device_type", arguments: vec![self.kind()] }),
            (None, None) => None,
        };
        device.into_iter().chain(queue).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::constant_of;

    #[test]
    fn device_types_have_constants() {
        assert_eq!(constant_of("nvidia"), Some("acc_device_nvidia"));
        assert_eq!(constant_of("acc_device_host"), Some("acc_device_host"));
        assert_eq!(constant_of("default"), Some("acc_device_default"));
        assert_eq!(constant_of("acc_device_"), None);
        assert_eq!(constant_of("xeonphi"), None);
        assert_eq!(constant_of(""), None);
    }
}
