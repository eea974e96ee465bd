//! Combines the translations of several units of one program: shared text gets one translation, or keeps its directives if the units
//! disagree. The same file compiled with different macros counts as several units.
//!
//! Directives about which units disagree are withheld from all units, which are translated again until they agree (`settle`). A unit
//! disagrees too if it reads, without the directive, what a translation adds to code. If one unit needs the library for its queues, all
//! units use it.

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
    /// Disagreements of units about a text: one unit edits what another one keeps, or two units edit it differently.
    pub conflicts: Vec<Diagnostic>,
    /// true if the files can be written in spite of the conflicts: all units keep the directives of text that they disagree about. If
    /// false, a file with a conflict is not among `files`, and a caller that writes files should write none, because units would be
    /// translated in part.
    pub settled: bool,
}

/// An edit with the units that need it.
struct Wanted<'t> {
    start: u32,
    end: u32,
    replacement: &'t [u8],
    units: Vec<usize>,
}

/// A file with the edits that units need.
struct EditedFile<'t> {
    path: Arc<str>,
    text: Arc<[u8]>,
    wanted: Vec<Wanted<'t>>,
    /// The units that read the file, each with the ranges that its preprocessing skips.
    readers: Vec<(usize, &'t [(u32, u32)])>,
    /// A unit that was translated from another text of the file, or whose edits exceed the file. Translations are data, which may have been
    /// deserialised, or made before a change.
    misfit: Option<usize>,
}

/// A stretch of text that two units translate differently.
struct Disagreement {
    start: u32,
    end: u32,
    /// The unit that edits the text, and the unit that does not agree.
    units: [usize; 2],
    other: Other,
    notes: Vec<String>,
}

/// The treatment by the other unit of a text that one unit edits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Other {
    EditsDifferently,
    Keeps,
    /// The unit keeps the text because units disagree about the directive or construct that it belongs to, or because it needs the text of a
    /// file that holds no directive there. A note of the unit says so.
    Withholds,
    /// The unit skips the directive but reads the code that the translation adds around it.
    SkipsDirective,
    /// The unit was translated from another text of the file.
    ReadsOtherText,
}

impl Analysis {
    /// Combines the translations of several units, which must be made with the same options in this session. An edit of one unit is made
    /// even if the preprocessing of other units skips the edited text. The method calls [`identity`](crate::files::FileSystem::identity)
    /// for every file that is edited or in which a directive is kept.
    ///
    /// It only applies the edits and analyses nothing again. [`Analysis::translate_together`] also settles conflicts. [`TranslatedFiles`]
    /// has an example.
    ///
    /// The texts are those that the translations were made of, which may differ from the current texts of the session.
    #[must_use]
    pub fn files_of<T: Borrow<Translation>>(&self, translations: &[T]) -> TranslatedFiles {
        let translations = translations.iter().map(Borrow::borrow).collect();
        Round::of(translations, &**self.files()).result(&mut Reported::default()).0
    }

    /// Translates several units of one program. Directives that the units disagree about are kept in all of them, are
    /// [reported](TranslatedFiles::conflicts), and have the verdict *unsupported*. It translates each unit once, and then, in rounds, those
    /// units again that have to keep more directives. [`TranslatedFiles`] has an example.
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

/// Combines translations of units that may come from different sessions, if all of them had the same texts of all files and were made with
/// the same options. Calls `again` for each unit that has to keep text about which units disagree; the result replaces the unit's
/// translation.
///
/// It terminates: each round withholds text that the last one did not; if there is no such text, the result is not
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
        agree_about_queues(translations, &mut withheld, again);
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

/// Translates the units again whose queues are objects, if another unit needs the library for its queues: a queue has one address in a
/// program.
fn agree_about_queues(
    translations: &mut [Translation],
    withheld: &mut Withheld,
    again: &mut dyn FnMut(usize, &Withheld) -> Translation,
) {
    let mut places = translations.iter().filter_map(|each| each.queues.place_of_library.as_deref());
    let Some(place) = places.next() else { return };
    withheld.use_queue_library(place);
    for (unit, translation) in translations.iter_mut().enumerate() {
        if translation.queues.are_objects {
            *translation = again(unit, withheld);
        }
    }
}

/// The disagreements that were reported. Text that is kept because of a reported disagreement is not reported again.
#[derive(Default)]
struct Reported(BTreeSet<(String, u32, u32, Other)>);

impl Reported {
    fn is_new(&mut self, identity: &str, disagreement: &Disagreement) -> bool {
        let Disagreement { start, end, other, .. } = *disagreement;
        other != Other::Withholds && self.0.insert((identity.to_owned(), start, end, other))
    }
}

/// The edits and kept texts of all translations, by the identity of the file.
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

    /// Adds the text that a unit keeps.
    fn add_kept(&mut self, unit: usize, translation: &Translation, identities: &mut Identities<'_>) {
        let path = |file| Some(&translation.read.iter().find(|read| read.file == file)?.path);
        for (refused, path) in translation.refused.iter().filter_map(|at| Some((at, path(at.file)?))) {
            let file = self.kept.entry(identities.of(path)).or_default();
            file.add((refused.start, refused.end, unit, Other::Withholds));
        }
        let kept = translation.verdicts.iter().filter(|line| line.fidelity == Fidelity::Unsupported);
        for (line, place) in kept.filter_map(|line| Some((line, line.place.as_ref()?))) {
            let file = self.kept.entry(identities.of(&place.path)).or_default();
            let other = if line.because == Because::OtherUnits { Other::Withholds } else { Other::Keeps };
            file.add((place.start as u32, place.end as u32, unit, other));
        }
    }

    /// Adds a unit to the edited files that it reads. A file that is the main file of a unit gets the path of the unit.
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

    /// Returns the files, and the disagreements of units, each with the identity of its file.
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

    /// Returns the names of two units for a message. If their paths are equal, the macros that only one of them defines are named too.
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

    /// Returns the macros of the other unit that this unit lacks.
    fn others(this: &Translation, that: &Translation) -> String {
        let lacking: Vec<&str> =
            that.macros.iter().filter(|each| !this.macros.contains(each)).map(String::as_str).collect();
        if lacking.is_empty() { "other options".to_owned() } else { lacking.join(" ") }
    }

    /// Returns the units with edits that touch a disagreement.
    fn editors(&self, identity: &str, disagreement: &Disagreement) -> BTreeSet<usize> {
        let wanted = self.files.get(identity).map_or(&[][..], |file| &file.wanted);
        let touching =
            wanted.iter().filter(|each| each.start <= disagreement.end && disagreement.start <= each.end);
        touching.flat_map(|each| each.units.iter().copied()).collect()
    }
}

/// The identities of paths. The file system is asked once for each path.
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
    /// Sorts the edits and joins equal ones, which then list all units that need them.
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

    /// Returns the number of edits that are additions at the top of the file. Additions of different units are combined there.
    fn additions(&self) -> usize {
        let top = if self.text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        self.wanted.iter().take_while(|edit| (edit.start, edit.end) == (top, top)).count()
    }

    /// Returns whether an edit was made for the text of this file and lies within it.
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

    /// Returns a unit that skips the edited directive but reads the code that its translation adds around it.
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

    /// Returns whether an edit changes a preprocessing directive, which only matters to units that use it, or adds one without effect on
    /// other units.
    fn is_preprocessing(&self, edit: &Wanted<'_>) -> bool {
        let added = edit.replacement.trim_ascii_start();
        if [&b"#line"[..], b"#undef _OPENMP", b"#include <omp.h>"].iter().any(|word| added.starts_with(word))
        {
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

/// Returns whether the last line of `before` continues on the next one.
fn is_continued(before: &[u8]) -> bool {
    let line = before.strip_suffix(b"\n").unwrap_or(before);
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c);
    line.iter().rfind(|byte| !is_blank(**byte)) == Some(&b'\\')
}

/// Returns whether two neighbouring edits conflict: they overlap or touch, and no unit makes both of them.
fn disagree(first: &Wanted<'_>, second: &Wanted<'_>) -> bool {
    second.start <= first.end && !first.units.iter().any(|unit| second.units.contains(unit))
}

/// The ranges that units keep in a file, sorted, each with its unit.
#[derive(Default)]
struct Kept {
    ranges: Vec<(u32, u32, usize, Other)>,
    /// The length of the longest range, which bounds the search for ranges that start before a place and reach it.
    longest: u32,
}

impl Kept {
    fn add(&mut self, range: (u32, u32, usize, Other)) {
        self.ranges.push(range);
        self.longest = self.longest.max(range.1.saturating_sub(range.0));
    }

    /// Finds a unit that keeps text which another one edits.
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
