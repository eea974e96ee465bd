//! `init`, `shutdown` and `set` -> calls of the runtime library (OpenACC 3.4 2.14.1 to 2.14.3), or in short text for devices the selection of a device
//! by OpenMP, or nothing.

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::omp::form::{CallArgument, DeviceType, Omp, Operand, Origin, Routine, RoutineCall};
use clacc_sema::program::place::{PlaceNumber, Value};
use clacc_syntax::directive::{AccClause, AccDirective};

use crate::codes;
use crate::openmp_devices::{NUMBERS, STARTS_ITSELF, STOPS_ITSELF, TYPES};
use crate::rules::core::table::ClauseRule::{By, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped};
use crate::verdict::Fidelity;

const CALLED: &str = "an argument of a routine of the runtime library";

/// `init`, `shutdown` and `set`.
pub(crate) const DEVICE_CONTROL: ConstructRule = ConstructRule {
    directive: |_, _| None,
    clauses: &[
        (AccClause::If, By(condition)),
        (AccClause::DeviceNum, By(device_number)),
        (AccClause::DefaultAsync, Exact(CALLED)),
        (AccClause::DeviceType, By(device_type)),
    ],
    implicit: &[calls],
    ..ConstructRule::EMPTY
};

fn condition(cx: &Context<'_>, _build: &mut Build<'_>, _clause: &Clause) -> Mapped {
    match Settings::of(cx).in_openmp(cx) {
        Some(OfOpenmp::Nothing(_, reason)) => Mapped::dropped(reason),
        _ => Mapped::exact(CALLED),
    }
}

fn device_number(cx: &Context<'_>, _build: &mut Build<'_>, _clause: &Clause) -> Mapped {
    match Settings::of(cx).in_openmp(cx) {
        Some(OfOpenmp::Selected(_)) => Mapped::approximated(NUMBERS),
        Some(OfOpenmp::Nothing(_, reason)) => Mapped::dropped(reason),
        None => Mapped::exact(CALLED),
    }
}

fn device_type(cx: &Context<'_>, _build: &mut Build<'_>, clause: &Clause) -> Mapped {
    match asked_type(cx, clause) {
        Some(_) if Settings::of(cx).in_openmp(cx).is_some() => Mapped::approximated(TYPES),
        Some(_) => Mapped::exact(CALLED),
        None => Mapped::unsupported_part(cx, clause, "this argument"),
    }
}

/// Returns the device type that a clause names, if the runtime library's header has a constant for it.
fn asked_type(cx: &Context<'_>, clause: &Clause) -> Option<DeviceType> {
    match &clause.argument {
        Argument::DeviceTypes(words) => match &words[..] {
            [word] => DeviceType::spelled(cx.view.text(*word)),
            _ => None,
        },
        _ => None,
    }
}

/// Adds the calls that have the effect of the directive.
fn calls(cx: &Context<'_>, build: &mut Build<'_>) {
    let control = Settings::of(cx);
    if let Some(of_openmp) = control.in_openmp(cx) {
        return control.push_openmp(cx, build, of_openmp);
    }
    let calls = match cx.construct().kind {
        AccDirective::Init => vec![control.whole(Routine::Init, Routine::InitDevice)],
        AccDirective::Shutdown => vec![control.whole(Routine::Shutdown, Routine::ShutdownDevice)],
        _ => control.set(),
    };
    push_calls(cx, build, calls);
    build.directive_verdict(Fidelity::Exact, "a routine of the runtime library does the same");
}

/// Adds calls to a form, under the condition of the directive if it has one.
pub(crate) fn push_calls(cx: &Context<'_>, build: &mut Build<'_>, calls: Vec<(Routine, Vec<CallArgument>)>) {
    let origin = Origin::Directive(cx.construct().directive);
    let call = |(routine, arguments)| Omp::Call(RoutineCall { routine, arguments, origin: origin.clone() });
    let calls: Vec<Omp> = calls.into_iter().map(call).collect();
    match cx.clause(AccClause::If).map(|clause| &clause.argument) {
        Some(Argument::Value(condition)) if !calls.is_empty() => {
            let condition = Operand::Value(Value::Node(*condition));
            build.push_before(Omp::If { condition, then: calls });
        }
        _ => calls.into_iter().for_each(|call| build.push_before(call)),
    }
}

/// Evaluates the condition of a directive that becomes nothing, if that has effects.
fn keep_effects_of_condition(cx: &Context<'_>, build: &mut Build<'_>) {
    if let Some(clause) = cx.clause(AccClause::If)
        && let Argument::Value(value) = clause.argument
        && cx.view.has_side_effects(value)
    {
        build.push_before(Omp::Evaluate { value, origin: Origin::Clause(clause.id) });
    }
}

/// The values of the clauses.
struct Settings {
    device_type: Option<DeviceType>,
    device_number: Option<CallArgument>,
    default_async: Option<CallArgument>,
}

/// The replacement of a directive without OpenACC's library.
enum OfOpenmp {
    /// The selection of a device.
    Selected(CallArgument),
    /// Nothing, for this reason.
    Nothing(Fidelity, &'static str),
}

impl Settings {
    /// Returns what the directive becomes in text that somebody keeps, which needs no library where OpenMP does nearly the same. None if it
    /// becomes calls of the library.
    fn in_openmp(&self, cx: &Context<'_>) -> Option<OfOpenmp> {
        if !cx.dialect.is_short() || cx.dialect.is_for_host() {
            return None;
        }
        match cx.construct().kind {
            AccDirective::Init => Some(OfOpenmp::Nothing(Fidelity::Dropped, STARTS_ITSELF)),
            AccDirective::Shutdown => Some(OfOpenmp::Nothing(Fidelity::Approximated, STOPS_ITSELF)),
            AccDirective::Set => match (&self.device_number, self.device_type) {
                (_, Some(DeviceType::Host | DeviceType::Multicore)) => {
                    Some(OfOpenmp::Selected(CallArgument::InitialDevice))
                }
                (Some(number), _) => Some(OfOpenmp::Selected(number.clone())),
                (None, Some(DeviceType::Default)) if self.default_async.is_none() => {
                    Some(OfOpenmp::Nothing(Fidelity::Dropped, "the type in use stays the type in use"))
                }
                (None, Some(DeviceType::Default) | None) => None,
                // The first device of the type.
                (None, Some(_)) => {
                    Some(OfOpenmp::Selected(CallArgument::Value(Value::Constant(PlaceNumber::new(0)))))
                }
            },
            _ => None,
        }
    }

    /// Adds what the directive becomes, with a finding that says what is different.
    fn push_openmp(&self, cx: &Context<'_>, build: &mut Build<'_>, of_openmp: OfOpenmp) {
        let kind = cx.construct().kind.text();
        let (fidelity, reason) = match of_openmp {
            OfOpenmp::Selected(device) => {
                let queue = self.default_async.clone().map(|queue| (Routine::SetDefaultAsync, vec![queue]));
                let select = (Routine::SetDefaultDevice, vec![device]);
                push_calls(cx, build, std::iter::once(select).chain(queue).collect());
                (Fidelity::Approximated, if self.device_number.is_some() { NUMBERS } else { TYPES })
            }
            OfOpenmp::Nothing(fidelity, reason) => {
                keep_effects_of_condition(cx, build);
                (fidelity, reason)
            }
        };
        build
            .report_directive(&codes::MAP0104, format!("`{kind}` is not quite the same in OpenMP: {reason}"));
        build.directive_verdict(fidelity, reason);
    }

    fn of(cx: &Context<'_>) -> Settings {
        let value = |kind| cx.clauses().filter(|clause| clause.kind == kind).last().and_then(Clause::value);
        let node = |at| CallArgument::Value(Value::Node(at));
        Settings {
            device_type: cx
                .clauses()
                .filter(|clause| clause.kind == AccClause::DeviceType)
                .last()
                .and_then(|clause| asked_type(cx, clause)),
            device_number: value(AccClause::DeviceNum).map(node),
            default_async: value(AccClause::DefaultAsync).map(node),
        }
    }

    /// Returns the device type; `acc_device_default` if no clause gives it, which the runtime library treats as the current type.
    fn kind(&self) -> CallArgument {
        CallArgument::DeviceType(self.device_type.unwrap_or(DeviceType::Default))
    }

    /// `init` and `shutdown`: returns the call for all devices of a type, or for one device.
    fn whole(&self, all: Routine, one: Routine) -> (Routine, Vec<CallArgument>) {
        match self.device_number.clone() {
            Some(number) => (one, vec![number, self.kind()]),
            None => (all, vec![self.kind()]),
        }
    }

    fn set(&self) -> Vec<(Routine, Vec<CallArgument>)> {
        let queue = self.default_async.clone().map(|queue| (Routine::SetDefaultAsync, vec![queue]));
        let device = match (self.device_number.clone(), self.device_type) {
            (Some(number), _) => Some((Routine::SetDeviceNum, vec![number, self.kind()])),
            (None, Some(_)) => Some((Routine::SetDeviceType, vec![self.kind()])),
            (None, None) => None,
        };
        device.into_iter().chain(queue).collect()
    }
}
