//! `clacc ast`.

use crate::command_line::{AstArguments, TreeFormat};
use crate::results::{self, Messages};
use crate::{CommandEnd, Failure, inputs, policies};

pub(crate) fn run(options: &AstArguments) -> Result<CommandEnd, Failure> {
    let policy = policies::chosen(&options.policy, options.policy_file.as_deref())?.policy;
    let dialect = policies::dialect(&options.dialect)?;
    let (session, inputs) = inputs::open(std::slice::from_ref(&options.file), &options.source)?;
    let mut messages = Messages::new(&options.messages);
    let mut out = String::new();
    for input in &inputs {
        for diagnostic in session.check(input.unit) {
            messages.add(diagnostic, &|path| session.source(path));
        }
        let dump = match options.format {
            TreeFormat::Text => session.dump_text(input.unit, &policy, dialect),
            TreeFormat::Json => session.dump_json(input.unit, &policy, dialect),
        };
        out.push_str(&dump);
    }
    messages.finish();
    results::result(out.as_bytes())?;
    Ok(if messages.any() { CommandEnd::Findings } else { CommandEnd::Clean })
}
