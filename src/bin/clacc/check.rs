//! `clacc check`.

use crate::arguments::CheckArguments;
use crate::output::Messages;
use crate::{Failure, Outcome, inputs};

pub(crate) fn run(options: &CheckArguments) -> Result<Outcome, Failure> {
    let (session, inputs) = inputs::open(&options.files, &options.source)?;
    let mut messages = Messages::new(&options.messages);
    for input in &inputs {
        for diagnostic in session.check(input.unit) {
            messages.add(diagnostic, &|path| session.source(path));
        }
    }
    messages.finish();
    Ok(if messages.any() { Outcome::Findings } else { Outcome::Clean })
}
