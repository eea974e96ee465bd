//! A small program that tells whether a compiler works for a device.

use std::path::Path;
use std::time::Duration;

use super::runs::{CommandRun, End};
use super::variant::Variant;
use super::variant_compiler::VariantCompiler;
use crate::Failure;
use crate::signals::ForwardedSignals;

/// The program ends with 0 if it runs on a device with a memory of its own, and with 1 if the device shares the memory of the host.
const PROGRAM: &str =
    "int main(void) {\n  int x = 1;\n#pragma acc parallel copyin(x)\n  x = 2;\n  return x - 1;\n}\n";

/// The compilation and the run of that program.
pub(crate) struct DeviceTrial<'t> {
    /// The options of `clacc cc` that name the compiler and the device.
    pub(crate) options: &'t [String],
    /// The folder that is made for the files.
    pub(crate) folder: &'t Path,
    /// The time limit of each command.
    pub(crate) limit: Option<Duration>,
}

/// The result of a trial.
#[derive(Debug)]
pub(crate) enum TrialEnd {
    Works,
    /// The program could not be compiled, for this reason.
    NotCompiled(String),
    /// It ran in the memory of the host.
    SharedMemory,
    /// It ended in this way.
    Failed(String),
}

impl DeviceTrial<'_> {
    /// Compiles and runs the program, which must run on a device.
    pub(crate) fn run(&self, signals: &ForwardedSignals) -> Result<TrialEnd, Failure> {
        let because = |error: std::io::Error| format!("{}: {error}", self.folder.display());
        std::fs::create_dir_all(self.folder).map_err(because)?;
        std::fs::write(self.folder.join("try.c"), PROGRAM).map_err(because)?;
        let mut build = VariantCompiler::cc()?;
        build.extend(["-fopenacc", "try.c", "-o", "try"].map(str::to_owned));
        build.extend(self.options.iter().cloned());
        if self.ended(&build, &[], signals)? != End::Status(0) {
            return Ok(TrialEnd::NotCompiled(self.first_error()));
        }
        let offload = Variant::Device.offload().map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(match self.ended(&["./try".to_owned()], offload.as_slice(), signals)? {
            End::Status(0) => TrialEnd::Works,
            End::Status(1) => TrialEnd::SharedMemory,
            how => TrialEnd::Failed(format!("{how}: {}", self.first_error())),
        })
    }

    fn ended(
        &self,
        words: &[String],
        environment: &[(String, String)],
        signals: &ForwardedSignals,
    ) -> Result<End, Failure> {
        let log = self.folder.join("log");
        let run = CommandRun {
            words,
            folder: self.folder,
            environment,
            stdin: None,
            stdout: &log,
            stderr: &log,
            limit: self.limit,
        };
        Ok(run.run(signals)?.how)
    }

    /// Returns the first line of the log with an error, which is not libomptarget's advice to read its documentation.
    fn first_error(&self) -> String {
        let text = std::fs::read(self.folder.join("log")).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let is_error = |line: &&str| line.contains("error") && !line.contains("Consult https");
        let line = text.lines().find(is_error).or_else(|| text.lines().next());
        line.unwrap_or("no message").trim().to_owned()
    }
}
