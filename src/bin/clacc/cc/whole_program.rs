//! Analysis of several sources of one command line as one program.

use std::mem::ManuallyDrop;

use clacc::Session;
use clacc::diagnostics::Diagnostic;
use clacc::options::Target;
use clacc::shared_functions::SharedFunctions;

use crate::Failure;
use crate::command_line::SourceArguments;
use crate::inputs::{self, Input};

/// The sources of a command line that are translated.
pub(super) struct OpenedSources {
    /// The arguments on the command line, in order.
    pub(super) files: Vec<String>,
    pub(super) session: ManuallyDrop<Session>,
    /// The units of the session, in the same order.
    pub(super) inputs: Vec<Input>,
    /// The notes about all sources together.
    pub(super) notes: Vec<Diagnostic>,
}

/// Opens the sources with directives. If they call functions on a device that other sources define, these functions get a version for
/// devices, and their sources are opened too.
pub(super) fn open(
    all: &[String],
    has_directives: impl Fn(&String) -> bool,
    source: &SourceArguments,
    target: &Target,
) -> Result<OpenedSources, Failure> {
    let readable: Vec<String> = all.iter().filter(|file| inputs::is_readable(file)).cloned().collect();
    let mut files: Vec<String> = readable.iter().filter(|file| has_directives(file)).cloned().collect();
    let (session, inputs) = open_expanded(&files, source, target)?;
    if readable.len() < 2 || !calls_others(&session, &inputs) {
        return Ok(OpenedSources { files, session, inputs, notes: Vec::new() });
    }
    let (mut session, mut inputs) = open_expanded(&readable, source, target)?;
    let shared = share(&mut session, &inputs);
    let is_translated = |(file, input): &(String, Input)| {
        files.contains(file) || shared.changed.contains(&*session.path(input.unit))
    };
    (files, inputs) = readable.into_iter().zip(inputs).filter(is_translated).unzip();
    Ok(OpenedSources { files, session, inputs, notes: shared.notes })
}

/// Opens sources, and expands macros that produce directives together with other code.
fn open_expanded(
    files: &[String],
    source: &SourceArguments,
    target: &Target,
) -> Result<(ManuallyDrop<Session>, Vec<Input>), Failure> {
    let (mut session, inputs) = inputs::open_for(files, source, target)?;
    for input in &inputs {
        session.expand_directives_of_macros(input.unit);
    }
    Ok((session, inputs))
}

/// Opens all sources, with or without directives, because native code is generated for each. Functions that devices call in one source and
/// another source defines get a version for devices.
pub(super) fn open_all(
    all: &[String],
    source: &SourceArguments,
    target: &Target,
) -> Result<OpenedSources, Failure> {
    let files: Vec<String> = all.iter().filter(|file| inputs::is_readable(file)).cloned().collect();
    let (mut session, inputs) = inputs::open_for(&files, source, target)?;
    let is_shared = files.len() > 1 && calls_others(&session, &inputs);
    let notes = if is_shared { share(&mut session, &inputs).notes } else { Vec::new() };
    Ok(OpenedSources { files, session, inputs, notes })
}

fn calls_others(session: &Session, inputs: &[Input]) -> bool {
    inputs.iter().any(|input| session.calls_functions_of_others(input.unit))
}

fn share(session: &mut Session, inputs: &[Input]) -> SharedFunctions {
    let units: Vec<_> = inputs.iter().map(|input| input.unit).collect();
    session.share_device_functions(&units)
}
