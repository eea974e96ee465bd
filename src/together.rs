//! Brings several units of one program together: text that they share gets one translation, or keeps its
//! directives if they disagree. Units are also the same file compiled with different macros.

mod additions;

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clacc_syntax::source::{FileId, FileRange};
use clacc_ttx::codes::MAP0023;
use clacc_ttx::rewrite::{self, Edit};

use crate::analysis::Analysis;
use crate::analysis::Unit;
use crate::diagnostics::{Diagnostic, Label, Lines, Place};
use crate::files::FileSystem;
use crate::translate::{Because, Fidelity, ReadFile, TranslateOptions, TranslatedFile, Translation};
#[doc(inline)]
pub use crate::withheld::Withheld;

/// The files of several translated units.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::together::TranslatedFiles;
/// use clacc::translate::TranslateOptions;
///
/// let program = "#include \"g.h\"\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// session.set_source("g.h", "static void g(int *x) {\n#pragma acc update device(x[0:4])\n}\n");
/// session.set_source("g.c", "#include \"g.h\"\n");
/// let units = [unit, session.add_unit("g.c", &CompileOptions::default())?];
/// let (translations, files): (_, TranslatedFiles) = session.translate_together(&units, &TranslateOptions::default());
/// assert!(files.settled && files.conflicts.is_empty());
/// for file in &files.files {
///     println!("{}: {} bytes", file.path, file.text.len());
/// }
/// # let again = session.files_of(&translations);
/// # assert_eq!(files.files, again.files);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TranslatedFiles {
    /// Every file that differs from its source, headers and main files, by path.
    pub files: Vec<TranslatedFile>,
    /// Disagreements of units about a text: one unit edits what another one keeps, or two units edit it
    /// differently.
    pub conflicts: Vec<Diagnostic>,
    /// Whether the files can be written in spite of the conflicts: what units disagree about keeps its
    /// directives in all of them. If not, a file with a conflict is not among `files`, and a caller that writes
    /// files should write none, because units would be half translated.
    pub settled: bool,
}

/// An edit with the units that make it.
struct Wanted<'t> {
    start: u32,
    end: u32,
    replacement: &'t [u8],
    units: Vec<usize>,
}

/// A file with the edits that units make.
struct EditedFile<'t> {
    path: Arc<str>,
    text: Arc<[u8]>,
    wanted: Vec<Wanted<'t>>,
    /// The units that read the file, each with what it skips there.
    readers: Vec<(usize, &'t [(u32, u32)])>,
    /// A unit that was translated from another text of the file, or whose edits do not fit it. Translations are data, which may have
    /// been written and read, or made before an edit.
    misfit: Option<usize>,
}

/// What two units do not agree about.
struct Disagreement {
    start: u32,
    end: u32,
    /// A unit that edits, and one that does not want it so.
    units: [usize; 2],
    other: Other,
    notes: Vec<String>,
}

/// What the other unit does with a text that one unit edits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Other {
    EditsDifferently,
    Keeps,
    /// It keeps the text because units disagree about something that it belongs to.
    Withholds,
    /// It skips the directive but reads what the translation adds to the code around it.
    SkipsDirective,
    /// It was translated from another text.
    ReadsOtherText,
}

impl Analysis {
    /// Brings together the translations of several units, which must be made with the same options in this
    /// session. An edit of one unit is made even if the preprocessing of other units leaves out the text it
    /// is about. The method calls [`identity`](crate::files::FileSystem::identity) for every file that is
    /// edited or in which something is kept.
    ///
    /// It only applies the edits and analyses nothing again. [`Analysis::translate_together`] also settles
    /// conflicts. [`TranslatedFiles`] has an example.
    ///
    /// The texts are those that the translations were made of, which need not be what the session has now.
    #[must_use]
    pub fn files_of<T: Borrow<Translation>>(&self, translations: &[T]) -> TranslatedFiles {
        let translations = translations.iter().map(Borrow::borrow).collect();
        Round::of(translations, &**self.files()).result(&mut Reported::default()).0
    }

    /// Translates several units of one program. What they disagree about keeps its directives in all of them, is
    /// [reported](TranslatedFiles::conflicts), and has the verdict *unsupported*. It translates each unit, and again, in rounds,
    /// those that have to keep something more. [`TranslatedFiles`] has an example.
    #[must_use]
    pub fn translate_together(
        &self,
        units: &[Unit],
        options: &TranslateOptions,
    ) -> (Vec<Translation>, TranslatedFiles) {
        let mut translations: Vec<_> =
            units.iter().map(|unit| self.translate_with(*unit, options, &Withheld::default())).collect();
        let files = settle(&mut translations, &**self.files(), &mut |unit, withheld| {
            self.translate_with(units[unit], options, withheld)
        });
        (translations, files)
    }
}

/// Brings together translations of units that may come from different sessions, if all of them saw the same texts
/// of all files and were made with the same options. Calls `again` for each unit that has to keep text about which
/// units disagree; the result takes the place of the unit's translation.
///
/// It ends: each round withholds text that the last one did not, and where that does not help, the result is not
/// [settled](TranslatedFiles::settled).
pub fn settle(
    translations: &mut [Translation],
    files: &dyn FileSystem,
    again: &mut dyn FnMut(usize, &Withheld) -> Translation,
) -> TranslatedFiles {
    let mut withheld = Withheld::default();
    let mut reported = Reported::default();
    let mut conflicts: Vec<Diagnostic> = Vec::new();
    loop {
        let round = Round::of(translations.iter().collect(), files);
        let (result, disagreements) = round.result(&mut reported);
        conflicts.extend_from_slice(&result.conflicts);
        if disagreements.is_empty() {
            return TranslatedFiles { conflicts, settled: true, ..result };
        }
        let mut affected = BTreeSet::new();
        let mut progress = false;
        for (identity, disagreement) in disagreements {
            affected.extend(round.editors(&identity, &disagreement));
            progress |= withheld.add(identity, (disagreement.start, disagreement.end));
        }
        if !progress {
            return TranslatedFiles { conflicts, settled: false, ..result };
        }
        for unit in affected {
            translations[unit] = again(unit, &withheld);
        }
    }
}

/// The places that were reported. What is kept because something else was reported is no news.
#[derive(Default)]
struct Reported(BTreeSet<(String, u32, u32, Other)>);

impl Reported {
    fn is_new(&mut self, identity: &str, disagreement: &Disagreement) -> bool {
        let Disagreement { start, end, other, .. } = *disagreement;
        other != Other::Withholds && self.0.insert((identity.to_owned(), start, end, other))
    }
}

/// What the translations want, by the identity of the file.
struct Round<'t> {
    translations: Vec<&'t Translation>,
    files: BTreeMap<String, EditedFile<'t>>,
    kept: BTreeMap<String, Kept>,
}

impl<'t> Round<'t> {
    fn of(translations: Vec<&'t Translation>, system: &dyn FileSystem) -> Self {
        let mut identities = Identities { system, known: BTreeMap::new() };
        let mut round =
            Round { translations: translations.clone(), files: BTreeMap::new(), kept: BTreeMap::new() };
        for (unit, translation) in translations.iter().copied().enumerate() {
            round.add_edits(unit, translation, &mut identities);
            round.add_kept(unit, translation, &mut identities);
        }
        for (unit, translation) in translations.into_iter().enumerate() {
            round.add_reader(unit, translation, &mut identities);
        }
        for file in round.files.values_mut() {
            file.join();
        }
        round.kept.values_mut().for_each(|file| file.ranges.sort_unstable());
        round
    }

    fn add_edits(&mut self, unit: usize, translation: &'t Translation, identities: &mut Identities<'_>) {
        let of_file: BTreeMap<FileId, &ReadFile> =
            translation.read.iter().map(|read| (read.file, read)).collect();
        for edit in &translation.edits {
            let Some(read) = of_file.get(&edit.range.file) else { continue };
            let file = self.files.entry(identities.of(&read.path)).or_insert_with(|| EditedFile {
                path: read.path.clone(),
                text: read.text.clone().unwrap_or_default(),
                wanted: Vec::new(),
                readers: Vec::new(),
                misfit: None,
            });
            let Edit { range, replacement } = edit;
            if file.is_edited_by(read, edit) {
                let (start, end) = (range.start, range.end);
                file.wanted.push(Wanted { start, end, replacement, units: vec![unit] });
            } else {
                file.misfit.get_or_insert(unit);
            }
        }
    }

    /// Adds what a unit keeps.
    fn add_kept(&mut self, unit: usize, translation: &Translation, identities: &mut Identities<'_>) {
        let kept = translation.verdicts.iter().filter(|line| line.fidelity == Fidelity::Unsupported);
        for (line, place) in kept.filter_map(|line| Some((line, line.place.as_ref()?))) {
            let file = self.kept.entry(identities.of(&place.path)).or_default();
            let other = if line.because == Because::OtherUnits { Other::Withholds } else { Other::Keeps };
            file.ranges.push((place.start as u32, place.end as u32, unit, other));
            file.longest = file.longest.max(place.end.saturating_sub(place.start) as u32);
        }
    }

    /// Adds a unit to the edited files that it reads. The path of a file that is the main file of a unit is the path of
    /// the unit.
    fn add_reader(&mut self, unit: usize, translation: &'t Translation, identities: &mut Identities<'_>) {
        for read in &translation.read {
            if let Some(file) = self.files.get_mut(&identities.of(&read.path)) {
                file.readers.push((unit, &read.inactive));
                if read.path == translation.path {
                    file.path = read.path.clone();
                }
            }
        }
    }

    /// The files, and what units disagree about, each with the identity of its file.
    fn result(&self, reported: &mut Reported) -> (TranslatedFiles, Vec<(String, Disagreement)>) {
        let mut together = TranslatedFiles { settled: true, ..TranslatedFiles::default() };
        let mut all = Vec::new();
        for (identity, file) in &self.files {
            let disagreements = file.disagreements(self.kept.get(identity));
            if disagreements.is_empty() {
                together.files.extend(file.edited());
            }
            let lines = (!disagreements.is_empty()).then(|| Lines::new(file.text.clone()));
            for disagreement in disagreements {
                if reported.is_new(identity, &disagreement) {
                    let at = lines.as_ref().map(|lines| file.place(lines, &disagreement));
                    together.conflicts.push(self.finding(&file.path, &disagreement, at));
                }
                all.push((identity.clone(), disagreement));
            }
        }
        together.settled = all.is_empty();
        together.files.sort_by(|one, other| one.path.cmp(&other.path));
        (together, all)
    }

    fn finding(&self, path: &str, disagreement: &Disagreement, at: Option<Place>) -> Diagnostic {
        let [one, other] = self.names(disagreement.units);
        let reader = &self.translations[disagreement.units[1]].path;
        let message = match disagreement.other {
            Other::EditsDifferently => format!("{one} and {other} need different translations of `{path}`"),
            Other::Keeps | Other::Withholds => {
                format!("{one} needs a translation of what {other} keeps in `{path}`")
            }
            Other::SkipsDirective => {
                format!("{one} adds to code in `{path}` that {other} reads without the directive")
            }
            Other::ReadsOtherText => format!("{reader} was translated from another text of `{path}`"),
        };
        Diagnostic {
            code: &MAP0023,
            severity: MAP0023.severity,
            message,
            primary: at.map(|place| Label { place, text: String::new() }),
            secondary: Vec::new(),
            notes: disagreement.notes.clone(),
            fix: None,
        }
    }

    /// The names of two units. If they have one path, the macros that only one of them has are named too.
    fn names(&self, units: [usize; 2]) -> [String; 2] {
        let [one, other] = units.map(|unit| &self.translations[unit]);
        [(one, other), (other, one)].map(|(this, that)| {
            if one.path != other.path {
                return this.path.to_string();
            }
            let own: Vec<&str> =
                this.macros.iter().filter(|each| !that.macros.contains(each)).map(String::as_str).collect();
            match &own[..] {
                [] => format!("{} without {}", this.path, Self::others(this, that)),
                own => format!("{} with {}", this.path, own.join(" ")),
            }
        })
    }

    /// The macros that a unit lacks.
    fn others(this: &Translation, that: &Translation) -> String {
        let lacking: Vec<&str> =
            that.macros.iter().filter(|each| !this.macros.contains(each)).map(String::as_str).collect();
        if lacking.is_empty() { "other options".to_owned() } else { lacking.join(" ") }
    }

    /// The units that edit text which touches a disagreement.
    fn editors(&self, identity: &str, disagreement: &Disagreement) -> BTreeSet<usize> {
        let wanted = self.files.get(identity).map_or(&[][..], |file| &file.wanted);
        let touching =
            wanted.iter().filter(|each| each.start <= disagreement.end && disagreement.start <= each.end);
        touching.flat_map(|each| each.units.iter().copied()).collect()
    }
}

/// The identities of paths, each asked for once.
struct Identities<'f> {
    system: &'f dyn FileSystem,
    known: BTreeMap<Arc<str>, String>,
}

impl Identities<'_> {
    fn of(&mut self, path: &Arc<str>) -> String {
        let system = self.system;
        self.known.entry(path.clone()).or_insert_with(|| system.identity(path)).clone()
    }
}

impl EditedFile<'_> {
    /// Sorts the edits and joins equal ones, each with all units that make it.
    fn join(&mut self) {
        // The sort is stable, so that insertions at one place keep the order of the units.
        self.wanted.sort_by_key(|edit| (edit.start, edit.end));
        let mut joined: Vec<Wanted<'_>> = Vec::with_capacity(self.wanted.len());
        for edit in self.wanted.drain(..) {
            let place = (edit.start, edit.end);
            let mut there = joined.iter_mut().rev().take_while(|known| (known.start, known.end) == place);
            match there.find(|known| known.replacement == edit.replacement) {
                Some(known) => known.units.extend(edit.units),
                None => joined.push(edit),
            }
        }
        self.wanted = joined;
    }

    fn edited(&self) -> Option<TranslatedFile> {
        let (top, rest) = self.wanted.split_at(self.additions());
        let edit = |start, end, replacement: Vec<u8>| Edit {
            range: FileRange { file: FileId(0), start, end },
            replacement: replacement.into(),
        };
        let added = additions::union(top.iter().map(|each| each.replacement));
        let added = top.first().map(|first| edit(first.start, first.end, added));
        let rest = rest.iter().map(|each| edit(each.start, each.end, each.replacement.to_vec()));
        let edits: Vec<Edit> = added.into_iter().chain(rest).collect();
        let text = rewrite::apply(&self.text, &edits);
        let changed = text[..] != self.text[..];
        changed.then(|| TranslatedFile { path: self.path.clone(), text, changed })
    }

    /// How many edits are additions at the top of the file, which stand side by side whoever makes them.
    fn additions(&self) -> usize {
        let top = if self.text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        self.wanted.iter().take_while(|edit| (edit.start, edit.end) == (top, top)).count()
    }

    /// Whether an edit is one of the text that the file has.
    fn is_edited_by(&self, read: &ReadFile, edit: &Edit) -> bool {
        let is_text = |text: &Arc<[u8]>| Arc::ptr_eq(text, &self.text) || *text == self.text;
        edit.range.start <= edit.range.end
            && edit.range.end as usize <= self.text.len()
            && read.text.as_ref().is_some_and(is_text)
    }

    fn disagreements(&self, kept: Option<&Kept>) -> Vec<Disagreement> {
        if let Some(unit) = self.misfit {
            let (units, other) = ([unit, unit], Other::ReadsOtherText);
            return vec![Disagreement { start: 0, end: 0, units, other, notes: Vec::new() }];
        }
        let wanted = &self.wanted[self.additions()..];
        let mut found: Vec<Disagreement> = wanted
            .windows(2)
            .filter(|pair| disagree(&pair[0], &pair[1]))
            .map(|pair| self.different(&pair[0], &pair[1]))
            .collect();
        for edit in wanted {
            let bystander = || Some((self.bystander(edit)?, Other::SkipsDirective));
            let other = kept.and_then(|kept| kept.keeper(edit)).or_else(bystander);
            found.extend(other.map(|(unit, other)| Disagreement {
                start: edit.start,
                end: edit.end,
                units: [edit.units[0], unit],
                other,
                notes: Vec::new(),
            }));
        }
        found
    }

    fn different(&self, one: &Wanted<'_>, other: &Wanted<'_>) -> Disagreement {
        let says = |edit: &Wanted<'_>, ordinal: &str| {
            let text = String::from_utf8_lossy(edit.replacement);
            let text = text.trim().replace('\n', "\\n");
            let old = &self.text[edit.start as usize..edit.end as usize];
            let line = self.text[..edit.start as usize].split(|byte| *byte == b'\n').count();
            match (text.as_str(), old) {
                ("", _) => format!("the {ordinal} one leaves out line {line}"),
                (text, []) => format!("the {ordinal} one adds `{text}` in line {line}"),
                (text, _) => format!("the {ordinal} one makes line {line} `{text}`"),
            }
        };
        Disagreement {
            start: one.start.min(other.start),
            end: one.end.max(other.end),
            units: [one.units[0], other.units[0]],
            other: Other::EditsDifferently,
            notes: vec![says(one, "first"), says(other, "second")],
        }
    }

    /// A unit that reads edited text as code of its own without making the edit: what a directive that it skips adds to
    /// the code around it.
    fn bystander(&self, edit: &Wanted<'_>) -> Option<usize> {
        if self.is_preprocessing(edit) {
            return None;
        }
        let skips = |inactive: &[(u32, u32)]| {
            inactive.iter().any(|(start, end)| *start <= edit.start && edit.end <= *end)
        };
        let others = self.readers.iter().filter(|(unit, _)| !edit.units.contains(unit));
        others.into_iter().find(|(_, inactive)| !skips(inactive)).map(|(unit, _)| *unit)
    }

    /// Whether an edit is one of a line for the preprocessor, which means nothing to units that do not use it, or adds
    /// one that changes nothing for others.
    fn is_preprocessing(&self, edit: &Wanted<'_>) -> bool {
        if [&b"#line"[..], b"#undef _OPENMP"].iter().any(|word| edit.replacement.starts_with(word)) {
            return true;
        }
        let mut start = line_start(&self.text, edit.start as usize);
        while start > 0 && is_continued(&self.text[..start]) {
            start = line_start(&self.text, start - 1);
        }
        edit.start < edit.end && self.text[start..].trim_ascii_start().starts_with(b"#")
    }

    fn place(&self, lines: &Lines, disagreement: &Disagreement) -> Place {
        let (start, end) = (disagreement.start as usize, disagreement.end as usize);
        let (line, column) = lines.line_column(start);
        let (end_line, end_column) = lines.line_column(end);
        Place { path: self.path.clone(), start, end, line, column, end_line, end_column }
    }
}

fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

/// Whether the line before continues on the next one.
fn is_continued(before: &[u8]) -> bool {
    let line = before.strip_suffix(b"\n").unwrap_or(before);
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c);
    line.iter().rfind(|byte| !is_blank(**byte)) == Some(&b'\\')
}

/// Whether two neighbouring edits cannot both be made: they overlap or touch, and no unit makes both of them.
fn disagree(first: &Wanted<'_>, second: &Wanted<'_>) -> bool {
    second.start <= first.end && !first.units.iter().any(|unit| second.units.contains(unit))
}

/// The ranges that units keep in a file, in order, each with its unit.
#[derive(Default)]
struct Kept {
    ranges: Vec<(u32, u32, usize, Other)>,
    /// The length of the longest range. It bounds how far before a place a range can start that reaches that
    /// place.
    longest: u32,
}

impl Kept {
    /// Finds a unit that keeps what another one edits.
    fn keeper(&self, edit: &Wanted<'_>) -> Option<(usize, Other)> {
        let behind = self.ranges.partition_point(|(start, ..)| *start < edit.end);
        let overlaps =
            |(_, end, unit, _): &&(u32, u32, usize, Other)| *end > edit.start && !edit.units.contains(unit);
        let near = self.ranges[..behind]
            .iter()
            .rev()
            .take_while(|(start, ..)| start.saturating_add(self.longest) > edit.start);
        near.into_iter().find(overlaps).map(|(.., unit, other)| (*unit, *other))
    }
}
