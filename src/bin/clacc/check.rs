//! `clacc check`.

use crate::command_line::CheckArguments;
use crate::results::Messages;
use crate::{CommandEnd, Failure, folders, inputs};

pub(crate) fn run(options: &CheckArguments) -> Result<CommandEnd, Failure> {
    let (session, inputs) = inputs::open(&folders::files_of(&options.files, None)?, &options.source)?;
    let mut messages = Messages::new(&options.messages);
    for input in &inputs {
        let found = session.check(input.unit);
        let bodies = if options.all_bodies { session.check_syntax(input.unit) } else { Vec::new() };
        for diagnostic in found.into_iter().chain(bodies) {
            messages.add(diagnostic, &|path| session.source(path));
        }
    }
    messages.finish();
    Ok(if messages.any() { CommandEnd::Findings } else { CommandEnd::Clean })
}
