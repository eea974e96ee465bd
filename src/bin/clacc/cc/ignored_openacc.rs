//! Warnings of OpenACC directives that a command without `-fopenacc` ignores, if `-Wsource-uses-openacc` asks for them.

use clacc::diagnostics::Severity;

use super::backend::Backend;
use super::request::Request;
use crate::inputs::{self, STDIN};
use crate::results::{self, Messages};
use crate::{CommandEnd, Failure};

const CODE: &str = "ACC0122";

/// Reports the first directive of each source, if that warning is enabled. Returns the exit status if it is an error.
pub(super) fn tell(request: &Request) -> Result<Option<CommandEnd>, Failure> {
    if request.serial || !request.severities.shows(CODE) {
        return Ok(None);
    }
    let is_read = |file: &&String| *file != STDIN && *file != "-" && inputs::is_readable(file);
    let files: Vec<String> = request.sources().filter(is_read).cloned().collect();
    let mut source = request.source.clone();
    source.without_openacc = true;
    let (session, inputs) = match inputs::open_for(&files, &source, &Backend::find(request)?.target(request))
    {
        Ok(opened) => opened,
        // The compiler may support what clacc does not, such as another language standard.
        Err(failure) => {
            results::warn(&format!("directives were not looked for: {failure}"));
            return Ok(None);
        }
    };
    let mut messages = Messages::of_driver();
    let mut is_error = false;
    for input in &inputs {
        let found = session.check_with(input.unit, &request.severities);
        for finding in found.into_iter().filter(|finding| finding.code.id == CODE) {
            is_error |= finding.severity == Severity::Error;
            messages.add(finding, &|path| session.source(path));
        }
    }
    messages.finish();
    Ok(is_error.then_some(CommandEnd::Compiler(1)))
}
