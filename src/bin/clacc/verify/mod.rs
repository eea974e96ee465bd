//! `clacc verify`: the proof of a port. Builds a program without its directives and translated, runs both, and names the first
//! difference of what they print and write.
//!
//! Programs are built by `clacc cc` as a child, for a makefile can call nothing else, and what is proven is what that command
//! makes.
//!
//! `task` reads the words. A `Variant` (serial, host, device) has a `VariantCompiler`, the words of a `clacc cc`; `workshop`
//! builds and runs variants in `folder_copy`s of the user's folder, which give a `BuiltVariant` and a `RunRecord` of each run:
//! how it ended (`runs`), its streams and the files that it has `written`. `run_outcome` compares a record with the serial one by
//! the `comparison_rules`: files by `output_comparison`, lines by `line_comparison` and their `tokens`. `separate_memory` finds a
//! compiler for a device by a `device_trial`; `suspects` reads what `clacc cc --record` wrote about the directives; `telling` is
//! the one place that prints.
//!
//! - The serial variant is `clacc cc --serial`: the compiler without OpenMP, without `_OPENACC`, linked with the runtime library.
//! - Each run gets a copy with the times of the original, so that a changed time or size tells which files it wrote. In the copy
//!   for a build, C sources are newer than all objects, so that none is taken from a build of another compiler.
//! - A command that runs leads a group of processes, which is ended when the command has ended, when it is late, or two seconds
//!   after a signal.
//! - `equal` names the variants that ran; a variant that did not run is named with the reason. A build that never called its
//!   compiler, a program without directives, and a serial program that differs from itself are failures (exit status 2).

mod comparison_rules;
mod device_options;
mod device_trial;
mod folder_copy;
mod line_comparison;
mod output_comparison;
mod run_outcome;
mod runs;
mod separate_memory;
mod suspects;
mod task;
mod telling;
mod tokens;
mod variant;
mod variant_compiler;
mod workshop;
mod written;

use std::ffi::OsString;

use self::comparison_rules::LargestGaps;
pub(crate) use self::device_trial::{DeviceTrial, TrialEnd};
use self::run_outcome::{Comparer, RunLabel, RunOutcome, RunOutput};
use self::runs::End;
use self::suspects::Suspects;
use self::task::Task;
use self::telling::Telling;
use self::variant::{Parallelism, Variant};
use self::workshop::{BuiltVariant, RunRecord, Workshop};
use crate::scratch_folders::ScratchFolder;
use crate::signals::ForwardedSignals;
use crate::{CommandEnd, Failure, results};

const HELP: &str = "\
Usage: clacc verify [OPTIONS] [OPTIONS OF clacc cc] FILE... [-- ARGUMENTS OF THE PROGRAM]
       clacc verify [OPTIONS] [OPTIONS OF clacc cc] --build COMMAND --run COMMAND

Builds a program as if it had no directives, and translated, runs both in copies of the current folder, and names the first
difference of what they print and write.

What is built:
  FILE...                  the files of a program, with all options of `clacc cc`
  --build COMMAND          a command for the shell that builds a project in a copy of the current folder, with the
                           compiler in $CC: --build 'make CC=$CC'. C files count as changed, so all of them are compiled
  --copy PATH              what is copied of the current folder, instead of everything; `none` for nothing
  --variant NAME           only this variant, which must run: host (translated, the memory of the host), discrete (generated
                           code, on a device with its own memory in the process, which checks each access and names the
                           variable and the line), device (translated, on a device of the compiler with its own memory);
                           without it, all, the last one where one is found
  --without NAME           not this variant
  --device COMPILER        the compiler for the device, with its options; otherwise a clang that can offload to the host
  --offload-arch=sm_90     and other options of clang, gcc and nvc that name a GPU: the variant `device` is compiled for it and
                           runs there (docs/gpu.md)
  --openmp, --for, --compiler
                           the OpenMP that is verified, as `clacc translate` prints it: --for device for the text of a port;
                           without them, each variant is built from the text that suits its compiler

What is run:
  --run COMMAND            a command for the shell, instead of the program with its arguments. CLACC_VARIANT says which
                           variant runs
  --threads N,N,...        the numbers of threads that each variant runs with [1,2,8]
  --gangs N,N,...          the numbers of gangs, where the program leaves it open, if the compiler is a clang: gcc executes
                           gangs one after another [8]; 0 for none
  --repeat N               how often it runs with each of them [1]; the serial program always runs twice
  --stdin FILE             what each run reads; `-` for what this command reads
  --timeout SECONDS        how long a run may last [600]; 0 for no limit
  ACC2OMP_TRACE=/tmp/%p.json in the environment makes each run on a device write a timeline (docs/profiling.md)

What is compared, besides how the program ends and stdout:
  --stderr                 stderr too
  --output FILE            this file, which may lie elsewhere, instead of all files that a run writes in its folder
  --tolerance REL[,ABS]    numbers in text may differ by REL times the expected one, or by ABS; blanks do not count then
  --binary f32|f64         what files without text hold: numbers are compared, with the tolerance if there is one
  --ignore REGEX           leaves out lines of text that match
  --mask REGEX             leaves out what matches in a line: --mask ' [0-9.]+ s$'
  --ignore-file REGEX      leaves out files whose names match

  --message-format json    JSON lines
  --verbose                what builds print

Exit status: 0 all runs are equal; 1 one differs; 2 could not do it, or the serial program differs from itself.
";

pub(crate) fn run(words: &[OsString]) -> Result<CommandEnd, Failure> {
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut own = words.iter().take_while(|word| *word != "--");
    if own.any(|word| word == "--help") {
        results::result(HELP.as_bytes())?;
        return Ok(CommandEnd::Clean);
    }
    if words.is_empty() {
        return Err(
            "there is nothing to verify: name C files, or commands with --build and --run; --help says more"
                .to_owned(),
        );
    }
    let task = task::read(words)?;
    let signals = ForwardedSignals::begin();
    let scratch = ScratchFolder::temporary(None)?;
    let verified = Workshop::new(&task, &signals, scratch.path()).and_then(|workshop| {
        let telling = Telling { is_json: task.is_json };
        Verification { task: &task, workshop, telling, suspects: Suspects::default(), outcomes: Vec::new() }
            .run()
    });
    // The folder is removed before a signal that was held back ends the process.
    drop(scratch);
    verified
}

struct Verification<'v> {
    task: &'v Task,
    workshop: Workshop<'v>,
    telling: Telling,
    suspects: Suspects,
    outcomes: Vec<RunOutcome>,
}

impl Verification<'_> {
    fn run(mut self) -> Result<CommandEnd, Failure> {
        let reference = self.reference()?;
        self.telling.reference(&reference)?;
        self.say_what_is_not_seen(&reference)?;
        let mut not_run = Vec::new();
        let mut failure: Option<Failure> = None;
        for variant in Variant::COMPARED {
            let words = self.words_for(variant)?;
            let is_in_process = variant == Variant::Device && self.is_in_process(&words);
            let built = words.map(|words| self.built(variant, &words));
            let reason = match built {
                Ok(Ok(built)) => {
                    self.compare(&built, &reference)?;
                    if !self.has_run(variant) {
                        not_run.push(variant);
                    }
                    if is_in_process {
                        self.telling.blind_spots(self.has_run(Variant::Discrete))?;
                    }
                    continue;
                }
                // The user names a GPU on which it must run.
                Err(reason) if variant == Variant::Device && device_options::names_gpu(&self.task.words) => {
                    failure.insert(reason).clone()
                }
                Err(reason) => reason,
                // Programs that cannot be built for it may be right.
                Ok(Err(reason))
                    if variant == Variant::Discrete
                        && !self.task.demanded.contains(&variant)
                        && !self.workshop.signals.came() =>
                {
                    reason
                }
                // The results of other variants are kept.
                Ok(Err(reason)) if self.outcomes.is_empty() || self.workshop.signals.came() => {
                    return Err(reason);
                }
                Ok(Err(reason)) => failure.insert(reason).clone(),
            };
            self.telling.not_run(variant, &reason)?;
            not_run.push(variant);
        }
        self.conclude(&not_run, failure)
    }

    /// Reports the result, and what it does not show.
    fn conclude(&self, not_run: &[Variant], failure: Option<Failure>) -> Result<CommandEnd, Failure> {
        let differs = self.outcomes.iter().any(|outcome| !outcome.differences.is_empty());
        if differs {
            self.hints()?;
            self.telling.suspects(&self.suspects)?;
        } else {
            self.doubts()?;
        }
        self.telling.result(&self.outcomes, not_run)?;
        match failure {
            _ if differs => Ok(CommandEnd::Findings),
            Some(failure) => Err(format!("{failure}; --without device leaves it out")),
            None => Ok(CommandEnd::Clean),
        }
    }

    fn has_run(&self, variant: Variant) -> bool {
        self.outcomes.iter().any(|outcome| outcome.label.variant == variant)
    }

    /// Returns whether the device with these options is the host itself.
    fn is_in_process(&self, words: &Result<Vec<String>, String>) -> bool {
        let all = words.iter().flatten().chain(&self.task.words);
        all.into_iter().any(|word| device_options::is_in_process(word))
    }

    fn comparer(&self) -> Comparer<'_> {
        Comparer { rules: &self.task.rules, compares_stderr: self.task.compares_stderr }
    }

    /// Runs the serial program twice. Fails if its results cannot serve as a reference.
    fn reference(&self) -> Result<RunRecord, Failure> {
        let built = self.workshop.build(Variant::Serial, &[])?;
        let first = self.workshop.run(&built, Parallelism::Unstated, "reference")?;
        if !matches!(first.ended.how, End::Status(_))
            || self.task.run.is_some() && first.ended.how.is_of_shell()
        {
            return Err(format!(
                "the program without directives does not end by itself: {}; there is nothing to compare with",
                first.ended.how
            ));
        }
        let second = self.workshop.run(&built, Parallelism::Unstated, "again")?;
        let label =
            RunLabel { variant: Variant::Serial, parallelism: Parallelism::Unstated, repetition: Some(2) };
        let outcome = self.comparer().outcome(label, &first, &second)?;
        if !outcome.differences.is_empty() {
            self.telling.varies(&outcome)?;
            return Err("the program without directives differs from itself, so comparing it with others means nothing; --ignore REGEX leaves out lines, --mask REGEX parts of lines, --ignore-file REGEX files, --tolerance takes small differences".to_owned());
        }
        second.discard();
        Ok(first)
    }

    /// Reports what the comparison cannot detect.
    fn say_what_is_not_seen(&self, reference: &RunRecord) -> Result<(), Failure> {
        let rules = &self.task.rules;
        let is_empty = |path| output_comparison::says_nothing(path, rules).unwrap_or(false);
        let is_silent = is_empty(&reference.stdout)
            && reference.files.is_empty()
            && (!self.task.compares_stderr || is_empty(&reference.stderr));
        if reference.ended.how != End::Status(0) {
            self.telling.note(&format!(
                "the program without directives ends with {}; if it lacks arguments or files, nothing is shown",
                reference.ended.how
            ))?;
        }
        if is_silent {
            let note = "the program writes nothing that is compared, so only its exit status is";
            self.telling.note(note)?;
        }
        match self.task.outputs.iter().find(|name| !reference.files.contains_key(*name)) {
            Some(name) => Err(format!("--output {name}: the program without directives does not write it")),
            None => Ok(()),
        }
    }

    /// Returns the options for the devices of a variant, or the reason why the variant is not run.
    fn words_for(&self, variant: Variant) -> Result<Result<Vec<String>, String>, Failure> {
        if !self.task.wants(variant) {
            return Ok(Err("it was not asked for".to_owned()));
        }
        if variant != Variant::Device {
            return Ok(Ok(Vec::new()));
        }
        let found = separate_memory::find(self.task, self.workshop.scratch(), self.workshop.signals)?;
        match found {
            Err(reason) if self.task.demanded.contains(&variant) => Err(format!("device: {reason}")),
            found => Ok(found),
        }
    }

    /// Builds a variant, and reads the record about its directives.
    fn built(&mut self, variant: Variant, words: &[String]) -> Result<BuiltVariant, Failure> {
        let built = self.workshop.build(variant, words);
        self.suspects.read(&self.workshop.record(variant));
        let built = built?;
        if self.suspects.knows_no_directive() {
            return Err(
                "the program has no OpenACC directives, so there is nothing to prove; -fopenmp or --native proves its OpenMP"
                    .to_owned(),
            );
        }
        Ok(built)
    }

    /// Runs a variant with each degree of parallelism, and compares the runs with the reference.
    fn compare(&mut self, built: &BuiltVariant, reference: &RunRecord) -> Result<(), Failure> {
        let variant = built.variant;
        for parallelism in &built.parallelism {
            for number in 1..=self.task.repeat {
                let repetition = (self.task.repeat > 1).then_some(number);
                let label = RunLabel { variant, parallelism: *parallelism, repetition };
                let found = self.workshop.run(built, *parallelism, "run")?;
                let outcome = self.comparer().outcome(label, reference, &found)?;
                found.discard();
                // A program of which each access is checked is slow, which is no difference.
                if variant == Variant::Discrete && matches!(outcome.end, End::Late(_)) {
                    let reason = format!("{}; each access is checked there", outcome.end);
                    return self.telling.not_run(variant, &reason);
                }
                self.telling.outcome(&outcome)?;
                let is_late = matches!(outcome.end, End::Late(_) | End::Flood);
                self.outcomes.push(outcome);
                if is_late {
                    return self.telling.not_run(variant, "the other runs, since this one did not end");
                }
            }
        }
        Ok(())
    }

    /// Reports what equal runs do not prove.
    fn doubts(&self) -> Result<(), Failure> {
        let kept = self.suspects.kept;
        if kept > 0 {
            self.telling.note(&format!("{kept} directives or clauses have no OpenMP form and no effect"))?;
        }
        let races = self.suspects.races();
        if !races.findings.is_empty() {
            self.telling.note("the runs are equal, but a race shows by chance only")?;
        }
        self.telling.suspects(&races)
    }

    /// Reports hints that follow from the kinds of runs that differ.
    fn hints(&self) -> Result<(), Failure> {
        let of = |variant| self.outcomes.iter().filter(move |outcome| outcome.label.variant == variant);
        let differs = |outcome: &&RunOutcome| !outcome.differences.is_empty();
        let (host, device) = (of(Variant::Host), of(Variant::Device).chain(of(Variant::Discrete)));
        let is_alone = |outcome: &&RunOutcome| outcome.label.parallelism == Parallelism::Threads(1);
        let races = |variant| {
            of(variant).any(|outcome| differs(&outcome))
                && of(variant).any(|outcome| is_alone(&outcome) && !differs(&outcome))
        };
        if let Some(gaps) = self.gaps_of_numbers() {
            let tolerance = telling::tolerance_for(&gaps);
            let why = if gaps.are_of_rounding() {
                "that is rounding: sums in another order differ in their last digits, and so does what they leave of zero"
            } else {
                "sums in another order differ in their last digits"
            };
            self.telling
                .note(&format!("only numbers differ, and --tolerance {tolerance} takes them; {why}"))?;
        }
        if races(Variant::Host) || races(Variant::Device) {
            self.telling
                .note("with one thread it is equal: a race, or a missing reduction, private or atomic")?;
        }
        let is_host_right = host.clone().next().is_some() && !host.clone().any(|run| differs(&run));
        if is_host_right && device.clone().any(|run| differs(&run)) && !races(Variant::Device) {
            self.telling.note("it differs only on the device with its own memory: data clauses, `update`, `present` or sections")?;
        }
        Ok(())
    }

    /// Returns the largest differences if only numbers differ, and by small amounts.
    fn gaps_of_numbers(&self) -> Option<LargestGaps> {
        let all = self.outcomes.iter().flat_map(|outcome| &outcome.differences);
        let mut gaps = LargestGaps::default();
        all.clone().for_each(|difference| gaps.add_all(&difference.how.extent.gaps));
        let is_output = |output: &RunOutput| *output != RunOutput::End;
        (gaps.are_little() && all.clone().all(|difference| is_output(&difference.output))).then_some(gaps)
    }
}
