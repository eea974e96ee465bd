//! Parallel compilation of the sources of one command line. The messages about each source are printed together, in the order of the
//! sources.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::path::PathBuf;

use super::processes::{self, Ran, Streams};
use super::{Compilation, Prepare, SourceToCompile};
use crate::{Failure, jobs, results};

/// A source that was read, or the reason why it could not be, with the messages about it.
struct PreparedSource<'f> {
    source: Result<SourceToCompile<'f>, Failure>,
    told: Vec<u8>,
}

impl Compilation<'_> {
    /// Compiles sources in parallel. Returns the first exit status that is not 0, and the objects.
    pub(super) fn compile_at_once(
        &self,
        count: usize,
        prepare: &mut Prepare<'_, '_>,
    ) -> Result<(u8, Vec<PathBuf>), Failure> {
        let signals = self.signals;
        let prepared: RefCell<BTreeMap<usize, PreparedSource<'_>>> = RefCell::default();
        let mut ended = Ok((0, Vec::new()));
        let mut begin = |number: usize| {
            let (source, told) = if signals.came() {
                (Err("the run was interrupted".to_owned()), Vec::new())
            } else {
                results::held(|| prepare(number))
            };
            let wanted = source.as_ref().ok().filter(|source| source.refused == 0 && !source.is_done);
            let command = wanted.map(|source| coloured(self.command(source)));
            prepared.borrow_mut().insert(number, PreparedSource { source, told });
            command
        };
        let run = |command: Vec<String>| processes::run(&command, Streams::Read, signals);
        let mut receive = |number: usize, ran: Option<Result<Ran, Failure>>| {
            let source = prepared.borrow_mut().remove(&number);
            if let (Ok((status, objects)), Some(source)) = (&mut ended, source) {
                match self.received(source, ran) {
                    Ok((now, object)) => {
                        *status = if *status == 0 { now } else { *status };
                        objects.extend(object);
                    }
                    Err(failure) => ended = Err(failure),
                }
            }
        };
        jobs::run_prepared(count, self.request.jobs(), &mut begin, &run, &mut receive);
        ended
    }

    /// Prints the messages about a source. Returns its exit status, and its object.
    fn received(
        &self,
        prepared: PreparedSource<'_>,
        ran: Option<Result<Ran, Failure>>,
    ) -> Result<(u8, Option<PathBuf>), Failure> {
        results::messages(&prepared.told);
        let source = prepared.source?;
        let Some(ran) = ran.transpose()? else { return Ok((source.refused, source.object)) };
        self.tell(&source, &ran)?;
        Ok((self.finished(&source, &ran)?, source.object))
    }
}

/// Makes a compiler use colours, because it does not see the terminal when its messages are held back. The user's own option comes later
/// and has precedence.
fn coloured(mut command: Vec<String>) -> Vec<String> {
    if std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        command.insert(1, "-fdiagnostics-color=always".to_owned());
    }
    command
}
