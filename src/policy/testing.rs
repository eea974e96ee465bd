//! Test helpers for authors of policies.

use std::sync::Arc;

use super::Policy;
use crate::Dialect;
use crate::files::MemoryFiles;
use crate::omp::MappingChoice;
use crate::options::CompileOptions;
use crate::session::Session;
use crate::syntax::ExternalDeclaration;
use crate::translate::{TranslateOptions, Translation};

/// A program for which a policy gave two different answers.
///
/// ```
/// use clacc::policy::Policy;
/// use clacc::policy::testing::{ImpurePolicy, check_pure};
///
/// let checked: Result<(), ImpurePolicy> = check_pure(&Policy::clacc(), clacc::dialect::LLVM, ["#pragma acc wait\n"]);
/// if let Err(found) = checked {
///     panic!("program {}: {} and then {}", found.program, found.first, found.second);
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the policy has several answers for program {program}: {first} and {second}")]
#[non_exhaustive]
pub struct ImpurePolicy {
    /// The index of the program among those given, from 0.
    pub program: usize,
    /// A line of the first answer that the second one does not have.
    pub first: String,
    /// The line of the second answer in its place.
    pub second: String,
}

/// Calls a policy for the directives of programs in several orders, in several sessions and on another thread, and compares the
/// translations and verdicts. Answers may only depend on the construct and the dialect.
///
/// # Errors
/// [`ImpurePolicy`] for the first program with different answers.
///
/// ```
/// use clacc::dialect;
/// use clacc::policy::{Policy, testing};
///
/// let program = "void f(int *x) {\n#pragma acc parallel copy(x[0:4])\n  x[0] = 1;\n}\n";
/// testing::check_pure(&Policy::clacc(), dialect::PORTABLE, [program])?;
/// # Ok::<(), testing::ImpurePolicy>(())
/// ```
pub fn check_pure<'s>(
    policy: &Policy,
    dialect: Dialect,
    programs: impl IntoIterator<Item = &'s str>,
) -> Result<(), ImpurePolicy> {
    let choice = MappingChoice::new(policy.clone(), dialect);
    for (number, program) in programs.into_iter().enumerate() {
        let first = answer(program, &choice, false);
        let backwards = answer(program, &choice, true);
        // If no thread can be started, there is no second answer to compare.
        let elsewhere = std::thread::scope(|threads| {
            let asked = || answer(program, &choice, true);
            std::thread::Builder::new().spawn_scoped(threads, asked).ok()?.join().ok()
        });
        for other in [Some(backwards), elsewhere].into_iter().flatten() {
            if let Some((first, second)) = difference(first.as_deref(), other.as_deref()) {
                return Err(ImpurePolicy { program: number, first, second });
            }
        }
    }
    Ok(())
}

/// Returns the translation of a program in a new session, in which the directives were first queried in source order or backwards.
fn answer(program: &str, choice: &MappingChoice, is_backwards: bool) -> Option<Arc<Translation>> {
    let mut session = Session::new(MemoryFiles::new().with("program.c", program));
    let unit = session.add_unit("program.c", &CompileOptions::default()).ok()?;
    let declarations = session.directed_declarations(unit);
    let mut directives: Vec<_> = declarations.iter().flat_map(ExternalDeclaration::directives).collect();
    if is_backwards {
        directives.reverse();
    }
    for directive in directives {
        let _ = session.get_omp_node(directive, choice);
    }
    let options = TranslateOptions::default().with_policy(choice.policy().clone());
    Some(session.translate(unit, &options.with_dialect(*choice.dialect())))
}

fn difference(one: Option<&Translation>, other: Option<&Translation>) -> Option<(String, String)> {
    let lines = |translation: Option<&Translation>| -> Vec<String> {
        let Some(translation) = translation else { return Vec::new() };
        let text = String::from_utf8_lossy(&translation.text).into_owned();
        let verdicts = translation
            .verdicts
            .iter()
            .map(|line| format!("{}: {}, {}", line.what(), line.fidelity, line.reason));
        text.lines().map(str::to_owned).chain(verdicts).collect()
    };
    let (one, other) = (lines(one), lines(other));
    let length = one.len().max(other.len());
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    (0..length).map(|at| (line(&one, at), line(&other, at))).find(|(one, other)| one != other)
}
