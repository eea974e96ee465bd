//! `clacc ast`.

use clacc::dialect;
use clacc::omp::MappingChoice;
use clacc::policy::Policy;

use crate::command_line::{AstArguments, TreeFormat};
use crate::results::{self, Messages};
use crate::{CommandEnd, Failure, inputs};

pub(crate) fn run(options: &AstArguments) -> Result<CommandEnd, Failure> {
    let choice = options.mapping.choice(&MappingChoice::new(Policy::clacc(), dialect::CLACC))?;
    let (session, inputs) = inputs::open(std::slice::from_ref(&options.file), &options.source)?;
    let mut messages = Messages::new(&options.messages);
    let mut out = String::new();
    for input in &inputs {
        for diagnostic in session.check(input.unit) {
            messages.add(diagnostic, &|path| session.source(path));
        }
        let dump = match options.format {
            TreeFormat::Text => session.dump_text(input.unit, &choice),
            TreeFormat::Json => session.dump_json(input.unit, &choice),
        };
        out.push_str(&dump);
    }
    messages.finish();
    results::result(out.as_bytes())?;
    Ok(if messages.any() { CommandEnd::Findings } else { CommandEnd::Clean })
}
