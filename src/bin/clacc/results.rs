//! Output of results and findings.

use std::cell::RefCell;
use std::io::{IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::render::{self, Report, ReportedVerdict};
use clacc::translate::VerdictLine;

use crate::command_line::{Colour, MessageArguments, MessageFormat};
use crate::listing::ReadableReport;
use crate::repeats::{Repeats, Shown, ToldBefore};
use crate::tally::Tally;
use crate::{Failure, advice, paths};

/// Writes a result to stdout. A closed pipe counts as success.
pub(crate) fn result(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to stdout: {error}"))
        }
        _ => Ok(()),
    }
}

/// Returns a JSON string literal, with its quotes.
pub(crate) fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

thread_local! {
    /// The text that this thread has written to stderr while its output is held back.
    static HELD: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Runs `work` with output to stderr held back, and returns that output.
pub(crate) fn held<T>(work: impl FnOnce() -> T) -> (T, Vec<u8>) {
    let before = HELD.replace(Some(Vec::new()));
    let result = work();
    (result, HELD.replace(before).unwrap_or_default())
}

/// Writes text unchanged to stderr, such as the messages of a compiler.
pub(crate) fn messages(bytes: &[u8]) {
    HELD.with_borrow_mut(|held| match held {
        Some(held) => held.extend_from_slice(bytes),
        None => _ = std::io::stderr().lock().write_all(bytes),
    });
}

/// Writes a line of text for people to stderr. Encoded paths in it are written with their original bytes.
pub(crate) fn line(line: &str) {
    messages(&[&paths::bytes(line), &b"\n"[..]].concat());
}

/// The format of messages about clacc's own work: the message format that the command line chooses.
static OWN_FORMAT: OnceLock<MessageFormat> = OnceLock::new();

/// Sets the format of [`complain`] and [`warn`], once.
pub(crate) fn choose_format(format: MessageFormat) {
    OWN_FORMAT.get_or_init(|| format);
}

/// Writes one line about clacc's own work to stderr.
pub(crate) fn say(text: &str) {
    of_own_work(Severity::Note, text);
}

/// Writes one line to stderr about something that clacc does differently than asked.
pub(crate) fn warn(text: &str) {
    of_own_work(Severity::Warning, text);
}

/// Writes one line to stderr about the reason why clacc could not do its work.
pub(crate) fn complain(text: &str) {
    of_own_work(Severity::Error, text);
}

/// Writes a message about clacc's own work, in the chosen format.
fn of_own_work(severity: Severity, text: &str) {
    match OWN_FORMAT.get().copied().unwrap_or(MessageFormat::Human) {
        MessageFormat::Json => json_line(&render::own_json_line(severity, text)),
        MessageFormat::Sarif => into_log(|log| log.push_notification(severity, text)),
        MessageFormat::Human | MessageFormat::Short => {
            let word = if severity == Severity::Warning { "warning: " } else { "" };
            line(&format!("clacc: {word}{text}"));
        }
    }
}

/// The SARIF log of the run: one document, even if the work fails.
static LOG: Mutex<Option<Report>> = Mutex::new(None);

fn into_log(add: impl FnOnce(&mut Report)) {
    let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    add(log.get_or_insert_with(|| Report::new("clacc", env!("CARGO_PKG_VERSION"))));
}

/// Ends the output: writes the SARIF log, if that is the format.
pub(crate) fn end() {
    if let Some(log) = LOG.lock().unwrap_or_else(PoisonError::into_inner).take() {
        json_line(&log.sarif());
    }
}

/// Returns a number with its noun: `1 error`, `2 errors`.
pub(crate) fn counted(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// Writes a line of JSON, which is UTF-8 throughout: paths stay encoded.
fn json_line(line: &str) {
    messages(format!("{line}\n").as_bytes());
}

/// Prints each finding when it is added, except for notes and the report for people, which are gathered until the end. In SARIF, everything
/// goes into the document of the run. Equal findings of several units at one place are printed once.
pub(crate) struct Messages {
    format: MessageFormat,
    colour: bool,
    audience: Audience,
    told: ToldBefore,
    repeats: Repeats,
    tally: Tally,
    listing: ReadableReport,
    errors: usize,
    warnings: usize,
}

/// The kind of command, on which the advice depends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Audience {
    OfCommand,
    OfDriver,
}

impl Messages {
    pub(crate) fn new(arguments: &MessageArguments) -> Self {
        Messages::of(arguments, Audience::OfCommand)
    }

    /// Returns the messages of `clacc cc`, in the style of compilers.
    pub(crate) fn of_driver() -> Self {
        let arguments =
            MessageArguments { message_format: MessageFormat::Human, color: Colour::Auto, notes: true };
        Messages::of(&arguments, Audience::OfDriver)
    }

    fn of(arguments: &MessageArguments, audience: Audience) -> Self {
        let colour = match arguments.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        Messages {
            format: arguments.message_format,
            colour,
            audience,
            told: ToldBefore::default(),
            repeats: Repeats::new(arguments.notes),
            tally: Tally::default(),
            listing: ReadableReport::default(),
            errors: 0,
            warnings: 0,
        }
    }

    /// Prints a finding.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic, sources: &dyn Fn(&str) -> Option<Arc<[u8]>>) {
        if !self.told.is_new_finding(&diagnostic) {
            return;
        }
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            _ => {}
        }
        match self.format {
            MessageFormat::Human => {
                self.tell_people(&diagnostic, sources);
            }
            MessageFormat::Short => line(&diagnostic.to_string()),
            MessageFormat::Json => json_line(&render::json_line(&diagnostic)),
            MessageFormat::Sarif => into_log(|log| log.push(diagnostic)),
        }
    }

    fn tell_people(&mut self, finding: &Diagnostic, sources: &dyn Fn(&str) -> Option<Arc<[u8]>>) {
        let text = match self.repeats.show(finding) {
            Shown::Whole => render::human(&self.with_advice(finding), sources, self.colour),
            Shown::Briefly => render::brief(finding, self.colour),
            Shown::Counted => return,
        };
        // Other compilers leave no blank lines between messages.
        let blank = if self.audience == Audience::OfCommand { "\n" } else { "" };
        line(&(text + blank));
    }

    /// Adds advice on options to a finding.
    fn with_advice(&self, finding: &Diagnostic) -> Diagnostic {
        let mut finding = finding.clone();
        let is_known = self.audience == Audience::OfCommand || advice::is_for_driver(finding.code.id);
        finding.notes.extend(advice::of(finding.code.id).filter(|_| is_known).map(str::to_owned));
        finding
    }

    /// Prints a verdict.
    pub(crate) fn add_verdict(&mut self, verdict: &VerdictLine, denied: bool) {
        let verdict = ReportedVerdict::new(verdict.clone(), denied);
        match self.format {
            MessageFormat::Human => self.listing.add(verdict),
            MessageFormat::Short => line(&verdict.to_string()),
            MessageFormat::Json => json_line(&render::verdict_json_line(&verdict)),
            MessageFormat::Sarif => into_log(|log| log.push_verdict(verdict)),
        }
    }

    /// Counts a verdict for the summary. Returns whether no other unit gave the same verdict on the same place.
    pub(crate) fn is_new_verdict(&mut self, verdict: &VerdictLine) -> bool {
        let is_new = self.told.is_new_verdict(verdict);
        if is_new {
            self.tally.add(verdict);
        }
        is_new
    }

    /// Returns whether an error or a warning was added.
    pub(crate) fn any(&self) -> bool {
        self.errors + self.warnings > 0
    }

    /// Returns whether an error was added.
    pub(crate) fn any_error(&self) -> bool {
        self.errors > 0
    }

    /// Prints what was gathered, and the summary.
    pub(crate) fn finish(&self) {
        match self.format {
            // The log is written even if it is empty.
            MessageFormat::Sarif => into_log(|_| {}),
            MessageFormat::Human => {
                let repeats = self.repeats.lines(|finding| self.with_advice(finding));
                let lines = self.listing.lines().into_iter().chain(repeats);
                lines.for_each(|each| line(&each));
                self.closing_words().iter().for_each(|words| line(&format!("clacc: {words}")));
            }
            MessageFormat::Short | MessageFormat::Json => {}
        }
    }

    /// Returns the summary of the run, with hints on what to do next.
    fn closing_words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.repeats.counted_notes().into_iter().collect();
        if self.repeats.hide() && self.audience == Audience::OfCommand {
            words.push("--message-format short shows every finding".to_owned());
        }
        let example = self.repeats.an_example();
        let explains = example.map_or_else(String::new, |code| format!("; clacc explain {code} says more"));
        if let Some(line) = self.tally.line() {
            let lists = if self.listing.is_empty() { "; --report says why" } else { "" };
            let explains = if self.any() { "" } else { &*explains };
            words.push(line + lists + explains);
        }
        words.extend(self.tally.added().filter(|_| self.audience == Audience::OfCommand));
        // After warnings alone, the compiler runs, and compilers print no summary of warnings.
        if self.any_error() || self.any() && self.audience == Audience::OfCommand {
            words.push(self.summary() + &explains);
        }
        words
    }

    fn summary(&self) -> String {
        match (self.errors, self.warnings) {
            (0, warnings) => counted(warnings, "warning"),
            (errors, 0) => counted(errors, "error"),
            (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        }
    }
}
