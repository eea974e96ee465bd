//! The library of clacc for programs in C: the functions of `include/clacc.h`.
//!
//! Every function makes a session for one question. What C passes is read in `arguments`, the one module with unsafe code beside the
//! functions themselves; everything else is safe Rust over the crate `clacc`.

mod answers;
mod arguments;

use std::ffi::{c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::files::Disk;
use clacc::translate::TranslateOptions;
use clacc::{Session, Unit, render};

pub use self::answers::{ClaccAnswer, ClaccText};
pub use self::arguments::ClaccOptions;
use self::arguments::Program;

/// There is no error among the findings.
pub const CLACC_DONE: c_int = 0;
/// There is an error among the findings.
pub const CLACC_ERRORS: c_int = 1;
/// The call could not be answered.
pub const CLACC_REFUSED: c_int = 2;

/// Checks the main file of a program.
///
/// # Safety
/// `path` is a text that ends with NUL, `text` points to `length` bytes, and `options` is null or points to options as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_check(
    path: *const c_char,
    text: *const c_char,
    length: usize,
    options: *const ClaccOptions,
) -> ClaccAnswer {
    // SAFETY: the caller promises what `Program::read` needs.
    let read = || unsafe { Program::read(path, text, length, options) };
    answered(read, |session, unit, _| (Vec::new(), session.check(unit)))
}

/// Translates OpenACC to OpenMP in the main file of a program.
///
/// # Safety
/// As for [`clacc_check`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_translate(
    path: *const c_char,
    text: *const c_char,
    length: usize,
    options: *const ClaccOptions,
) -> ClaccAnswer {
    // SAFETY: the caller promises what `Program::read` needs.
    let read = || unsafe { Program::read(path, text, length, options) };
    answered(read, |session, unit, options| {
        let translation = session.translate(unit, options);
        (translation.text.clone(), translation.diagnostics.clone())
    })
}

/// Frees what an answer holds.
///
/// # Safety
/// `answer` is null or points to an answer of a function of this library, which nobody else frees.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_free(answer: *mut ClaccAnswer) {
    // SAFETY: the caller promises that the pointer is null or leads to an answer.
    if let Some(answer) = unsafe { answer.as_mut() } {
        // SAFETY: the texts were made by this library, and are empty afterwards, so that they are freed once.
        unsafe { answer.free() };
    }
}

/// Makes the answer of a question about a program: a text, and findings. Nothing of clacc panics; if something did, it would not go on in C.
fn answered(
    read: impl FnOnce() -> Result<Program, String>,
    question: impl FnOnce(&Session, Unit, &TranslateOptions) -> (Vec<u8>, Vec<Diagnostic>),
) -> ClaccAnswer {
    let refused = |why: String| ClaccAnswer::new(CLACC_REFUSED, why.into_bytes(), Vec::new());
    let asked = || {
        let Program { path, text, compile, dialect, policy } = read()?;
        let mut session = Session::new(Disk::new());
        session.set_source(&path, text);
        let unit = session.add_unit(&path, &compile).map_err(|error| error.to_string())?;
        let options = TranslateOptions::default().with_policy(policy).with_dialect(dialect);
        Ok::<_, String>(question(&session, unit, &options))
    };
    match catch_unwind(AssertUnwindSafe(asked)) {
        Ok(Ok((text, found))) => {
            let has_errors = found.iter().any(|finding| finding.severity == Severity::Error);
            let lines: Vec<String> = found.iter().map(|finding| render::json_line(finding) + "\n").collect();
            let status = if has_errors { CLACC_ERRORS } else { CLACC_DONE };
            ClaccAnswer::new(status, text, lines.concat().into_bytes())
        }
        Ok(Err(why)) => refused(why),
        Err(_) => refused("clacc has failed; please report the program".to_owned()),
    }
}
