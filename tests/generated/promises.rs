//! What a translation promises for every text, and the settings under which texts are translated.

use std::sync::Arc;

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::options::{
    CompileOptions, DataSubscripts, ImplicitVector, ImplicitWorker, LoopInterchange, LoopProofs, Target,
};
use clacc::policy::Policy;
use clacc::translate::{Mode, Spelling, TextReader, TranslateOptions, Translation};
use clacc::{Dialect, Session, dialect};
use clacc_syntax::token::{TokenFlags, TokenKind};
use clacc_syntax::{Names, lexer};

use crate::damage::tokens;
use crate::rng::Rng;
use crate::small_headers::headers;
use crate::walks;

/// A promise that is broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Broken {
    Panic,
    /// Two sessions give different answers.
    Differs,
    /// A second run changes the text.
    Changes,
    /// Text outside of directives and what the translation wraps is lost.
    Loses,
    /// A second run changes a text with errors.
    ChangesErrors,
    /// Text is lost in one with errors.
    LosesErrors,
    /// A directive has no verdict.
    Silent,
    /// The translation of a text without errors has errors.
    NewErrors,
    /// A session that knew another text before gives other answers than a new one.
    Warm,
    /// A walk enters a node twice or not at all, or leaves another one than it entered.
    Walks,
    /// It takes longer than [`TIME_OF_A_BYTE`] allows.
    Slow,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Broken::Panic => "it panics",
            Broken::Differs => "two sessions differ",
            Broken::Changes => "a second run changes the text",
            Broken::Loses => "text outside of directives is lost",
            Broken::ChangesErrors => "a second run changes the text, which has errors",
            Broken::LosesErrors => "text outside of directives is lost, and it has errors",
            Broken::Silent => "a directive has no verdict",
            Broken::NewErrors => "the translation of a text without errors has errors",
            Broken::Warm => "a session that knew another text gives other answers",
            Broken::Walks => "a walk enters other nodes than there are",
            Broken::Slow => "it takes too long",
        })
    }
}

/// The processor time for a byte: 1 s for 10 kB.
const TIME_OF_A_BYTE: Duration = Duration::from_micros(100);

/// The time that any text may take.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// How a text is read, and what is made of it.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) compile: CompileOptions,
    pub(crate) translate: TranslateOptions,
}

impl Setting {
    fn new(policy: Policy, dialect: Dialect) -> Setting {
        let translate = TranslateOptions::default().with_policy(policy).with_dialect(dialect);
        Setting { compile: CompileOptions::default(), translate }
    }

    /// Each policy, and the dialect without a device.
    pub(crate) fn usual() -> Vec<Setting> {
        vec![
            Setting::new(Policy::clacc(), dialect::PORTABLE),
            Setting::new(Policy::performance(), dialect::PORTABLE),
            Setting::new(Policy::performance(), dialect::HOST),
        ]
    }

    /// Any policy, dialect, mode and option.
    pub(crate) fn drawn(rng: &mut Rng) -> Setting {
        let policy = match rng.below(6) {
            0 => Policy::clacc(),
            1 => Policy::clacc_latest(),
            _ => Policy::performance(),
        };
        let mut overrides = dialect::Overrides::default();
        overrides.small_loops = rng.chance(30).then(|| rng.chance(50));
        overrides.hold = rng.chance(10).then(|| rng.chance(50));
        overrides.present = rng.chance(10).then(|| rng.chance(50));
        let dialect = if rng.chance(30) { dialect::HOST } else { **rng.pick(Dialect::all()) };
        let mut setting = Setting::new(policy, dialect.with(overrides));
        let translate = &mut setting.translate;
        translate.mode =
            *rng.pick(&[Mode::Omp, Mode::Omp, Mode::Omp, Mode::AccOmp, Mode::OmpAcc, Mode::Dual]);
        translate.line_numbers = rng.chance(20);
        translate.reader =
            *rng.pick(&[TextReader::Person, TextReader::Person, TextReader::Gcc, TextReader::Clang]);
        if rng.chance(15) {
            translate.spelling = Spelling::Expanded;
        }
        let compile = &mut setting.compile;
        compile.openmp_directives = rng.chance(80);
        if rng.chance(20) {
            compile.implicit_worker = *rng.pick(&[ImplicitWorker::Outer, ImplicitWorker::VectorOuter]);
            compile.implicit_vector = ImplicitVector::Outer;
        }
        if rng.chance(30) {
            compile.loop_interchange = LoopInterchange::Off;
        }
        if rng.chance(20) {
            compile.loop_proofs = *rng.pick(&[LoopProofs::Off, LoopProofs::Proven]);
        }
        if rng.chance(10) {
            compile.data_subscripts = DataSubscripts::Lengths;
        }
        if rng.chance(5) {
            compile.target = Target::from_triple("aarch64-linux-gnu").expect("it is known");
        }
        setting
    }

    fn answers(&self, text: &[u8]) -> Answers {
        self.answers_of(&mut Session::new(headers()), text)
    }

    fn answers_of(&self, session: &mut Session, text: &[u8]) -> Answers {
        session.set_source("f.c", text);
        let unit = session.add_unit("f.c", &self.compile).expect("the file is there");
        Answers {
            findings: session.check(unit),
            translation: Arc::unwrap_or_clone(session.translate(unit, &self.translate)),
        }
    }

    /// The setting for a translation under this one: OpenMP means something there.
    fn of_translation(&self) -> Setting {
        let mut setting = self.clone();
        setting.compile.openmp_directives = true;
        setting
    }

    /// Whether the lines of code stay where they are: a text that is printed from the tree has other ones, and loops that
    /// change places have their heads elsewhere.
    fn keeps_lines(&self) -> bool {
        self.translate.spelling == Spelling::AsWritten
            && (self.translate.mapping.dialect().name() != dialect::HOST.name()
                || self.compile.loop_interchange == LoopInterchange::Off
                || self.translate.mapping.policy().name() != Policy::performance().name())
    }
}

/// What a session says of a text.
#[derive(PartialEq)]
struct Answers {
    findings: Vec<Diagnostic>,
    translation: Translation,
}

impl Answers {
    /// Whether everything that users see is equal: files have other numbers in another session.
    fn says_the_same(&self, other: &Answers) -> bool {
        let seen = |answers: &Answers| {
            let Translation { text, changed, headers, verdicts, diagnostics, .. } =
                answers.translation.clone();
            (answers.findings.clone(), text, changed, headers, verdicts, diagnostics)
        };
        seen(self) == seen(other)
    }

    /// Whether directives stay because their function is one for devices. A text for a compiler says `declare target` of the
    /// function nevertheless, and a second run, which nobody asks for, translates them.
    fn keeps_host_directives(&self) -> bool {
        self.translation.diagnostics.iter().any(|finding| finding.code.id == "MAP0051")
    }

    fn has_errors(&self) -> bool {
        has_errors(&self.findings) || has_errors(&self.translation.diagnostics)
    }
}

fn has_errors(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

/// Returns the promise that a text breaks under the usual settings.
pub(crate) fn broken(text: &[u8]) -> Option<Broken> {
    Setting::usual().iter().find_map(|setting| broken_by(text, None, setting))
}

/// Returns the promise that a text breaks. A session that knew the text `before` must give the same answers as a new one.
pub(crate) fn broken_by(text: &[u8], before: Option<&[u8]>, setting: &Setting) -> Option<Broken> {
    let check = || broken_promise(text, before, setting);
    catch_unwind(AssertUnwindSafe(check)).unwrap_or(Some(Broken::Panic))
}

fn broken_promise(text: &[u8], before: Option<&[u8]>, setting: &Setting) -> Option<Broken> {
    let begin = processor_time();
    let first = setting.answers(text);
    let taken = processor_time().zip(begin).map_or(Duration::ZERO, |(end, begin)| end.saturating_sub(begin));
    if taken > LEAST_TIME.max(TIME_OF_A_BYTE * u32::try_from(text.len()).unwrap_or(u32::MAX)) {
        return Some(Broken::Slow);
    }
    let has_errors = first.has_errors();
    if setting.answers(text) != first {
        return Some(Broken::Differs);
    }
    let translated = &first.translation.text;
    if setting.keeps_lines() && lost(text, translated) {
        return Some(if has_errors { Broken::LosesErrors } else { Broken::Loses });
    }
    if silent(text, &first.translation) {
        return Some(Broken::Silent);
    }
    if matches!(setting.translate.mode, Mode::Omp | Mode::Dual) {
        let second = setting.of_translation().answers(translated);
        let is_for_compilers =
            setting.translate.mode == Mode::Omp && setting.translate.reader != TextReader::Person;
        if second.translation.text != *translated && !(is_for_compilers && first.keeps_host_directives()) {
            return Some(if has_errors { Broken::ChangesErrors } else { Broken::Changes });
        }
        if !has_errors && second.has_errors() {
            return Some(Broken::NewErrors);
        }
    }
    let mut session = Session::new(headers());
    session.set_source("f.c", text);
    let unit = session.add_unit("f.c", &setting.compile).expect("the file is there");
    if !walks::are_whole(&session, unit, &setting.translate.mapping) {
        return Some(Broken::Walks);
    }
    if let Some(before) = before {
        let mut session = Session::new(headers());
        setting.answers_of(&mut session, before);
        if !setting.answers_of(&mut session, text).says_the_same(&first) {
            return Some(Broken::Warm);
        }
    }
    None
}

/// What becomes of a text, and what becomes of that.
pub(crate) fn runs(text: &[u8], setting: &Setting) -> [Vec<u8>; 2] {
    let first = setting.answers(text).translation.text;
    let second = setting.of_translation().answers(&first).translation.text;
    [first, second]
}

/// The time for which this thread had a processor, where the system says it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Whether a directive that begins a line has no verdict.
fn silent(text: &[u8], translation: &Translation) -> bool {
    let places: BTreeSet<usize> = translation
        .verdicts
        .iter()
        .filter_map(|line| line.directive_place.as_ref().or(line.place.as_ref()))
        .map(|place| place.start)
        .collect();
    let names = Names::default();
    let lexed = lexer::lex(&names, text.into());
    let is_word = |at: usize, word: &str| {
        let is_named = lexed.texts.get(at).is_some_and(|text| names[*text] == *word);
        is_named && !lexed.flags[at].contains(TokenFlags::LINE_START)
    };
    let hashes = lexed.directives.iter().map(|at| *at as usize);
    let has_name =
        |at: usize| lexed.kinds[at] != TokenKind::Eof && !lexed.flags[at].contains(TokenFlags::LINE_START);
    let directives =
        hashes.filter(|at| is_word(at + 1, "pragma") && is_word(at + 2, "acc") && has_name(at + 3));
    directives.into_iter().any(|at| !places.contains(&(lexed.starts.get(at) as usize)))
}

/// Whether words and punctuators of the text that stand in no directive are missing in its translation, or stand in another
/// order. Lines that directives go on in, and those with macros, are passed over.
fn lost(text: &[u8], translation: &[u8]) -> bool {
    let macros = macro_names(text);
    let mut rest = tokens(translation).into_iter().map(|(start, end)| &translation[start..end]);
    let mut in_directive = false;
    for line in text.split(|byte| *byte == b'\n') {
        let trimmed = line.trim_ascii();
        let has = |word: &[u8]| trimmed.windows(word.len()).any(|part| part == word);
        let is_directive =
            has(b"acc") || has(b"Pragma") || trimmed.starts_with(b"#") || trimmed.starts_with(b"%:");
        let words = || tokens(line).into_iter().map(|(start, end)| &line[start..end]);
        let has_macro = words().any(|word| macros.contains(&word));
        let skipped = is_directive || in_directive || has_macro || has(b"/*") || has(b"*/") || has(b"??");
        in_directive = (is_directive || in_directive) && trimmed.ends_with(b"\\")
            || has(b"/*")
            || (in_directive && !has(b"*/") && trimmed.ends_with(b"*"));
        if !skipped && words().any(|word| !rest.any(|other| other == word)) {
            return true;
        }
    }
    false
}

/// The names that a text defines.
fn macro_names(text: &[u8]) -> Vec<&[u8]> {
    let tokens: Vec<&[u8]> = tokens(text).into_iter().map(|(start, end)| &text[start..end]).collect();
    tokens.windows(2).filter(|pair| pair[0] == b"define").map(|pair| pair[1]).collect()
}

/// Removes lines as long as `is_broken` holds of what is left.
pub(crate) fn smallest(text: &[u8], is_broken: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut smallest = text.to_vec();
    let mut pieces = 16;
    while pieces <= 4096 {
        let lines: Vec<Vec<u8>> =
            smallest.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let size = lines.len().div_ceil(pieces).max(1);
        let mut kept = lines.clone();
        let mut at = 0;
        while at < kept.len() {
            let mut shorter = kept.clone();
            shorter.drain(at..(at + size).min(kept.len()));
            if is_broken(&shorter.concat()) {
                kept = shorter;
            } else {
                at += size;
            }
        }
        smallest = kept.concat();
        if size == 1 {
            break;
        }
        pieces *= 2;
    }
    smallest
}
