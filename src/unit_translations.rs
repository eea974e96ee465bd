//! Queries for translations of units.
//!
//! Places move with every edit, so no query can hold a translation. A function that is plain text of the main file, shares no
//! line with others and holds no line for the preprocessor is rewritten alone, with places counted from its own lines, and kept
//! (`clacc_ttx::function_translations`); all others are rewritten together. Debug builds make every translation both ways and
//! compare. The answer as a whole is kept until any input changes, and is shared (`Arc<Translation>`).

use std::collections::BTreeMap;
use std::sync::Arc;

use clacc_sema::db::{findings, preprocessed};
use clacc_syntax::checkpoint::HalfDone;
use clacc_syntax::diagnostics::Diagnostic as Finding;
use clacc_syntax::preprocess::{self, Define};
use clacc_syntax::source::FileId;
use clacc_syntax::unit::{Stretch, StretchContent};
use clacc_ttx::rewrite::{MacroTreatment, QueueChoice};
use clacc_ttx::{codes, rewrite, translate};

use crate::analysis::{Analysis, Unit};
use crate::diagnostics::Diagnostic;
use crate::place_finder::PlaceFinder;
use crate::severities::Severities;
use crate::translate::{
    Headers, Mode, OpenaccMacro, ReadFile, TranslateOptions, TranslatedFile, Translation, UsedQueues,
};
use crate::unit_results::UnitResults;
use crate::withheld::Withheld;

/// Returns the file of a stretch of a unit, unless it is a system header.
fn own_file(stretch: &Stretch) -> Option<FileId> {
    match stretch.content {
        StretchContent::File { file, system: false, .. } => Some(file),
        _ => None,
    }
}

/// Returns the treatment of uses of `_OPENACC`. Uses in a program for which the macro is not defined choose nothing that is translated, and
/// those in a program whose command line defines it depend on that.
fn macro_treatment(compiled: &preprocess::Options, options: &TranslateOptions) -> MacroTreatment {
    let undefined = Define::Undefine("_OPENACC".to_owned());
    if !compiled.openacc || compiled.defines.contains(&undefined) {
        return MacroTreatment::Leave;
    }
    let version = compiled.openacc_version;
    let defines = |define: &Define| matches!(define, Define::Define(text) if text.split('=').next() == Some("_OPENACC"));
    let is_renamed = match options.openacc_macro {
        OpenaccMacro::Automatic => options.mapping.dialect().is_short() && options.mode == Mode::Omp,
        OpenaccMacro::Rename => true,
        OpenaccMacro::Define => false,
        OpenaccMacro::Keep => return MacroTreatment::Keep,
        OpenaccMacro::Leave => return MacroTreatment::Leave,
    };
    if is_renamed && !compiled.defines.iter().any(defines) {
        MacroTreatment::Rename(version)
    } else {
        MacroTreatment::Define(version)
    }
}

impl Analysis {
    /// Translates a unit. A construct without an OpenMP form is kept unchanged and reported, and so are the constructs inside and around
    /// it. Bytes outside of translated constructs do not change, and translating a translation changes nothing.
    ///
    /// It cannot fail: a program with errors is translated as far as it could be analysed. [`Translation::verdicts`] list which directives
    /// were translated, each with its place and reason.
    ///
    /// It costs an [`Analysis::check`], and deriving and spelling the OpenMP form of each directive. Results for a function are memoised,
    /// for each policy and dialect, until an edit changes that function. Repeating a query costs nothing as long as no input changes; for
    /// an owned translation use `Arc::unwrap_or_clone`.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::files::MemoryFiles;
    /// use clacc::options::CompileOptions;
    /// use clacc::translate::{Fidelity, TranslateOptions};
    ///
    /// let program = "void f(int *x) {\n#pragma acc parallel loop copy(x[0:8])\nfor (int i = 0; i < 8; ++i) x[i] = i;\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let translation = session.translate(unit, &TranslateOptions::default());
    /// assert!(translation.changed);
    /// for verdict in translation.verdicts.iter().filter(|verdict| verdict.fidelity > Fidelity::Dropped) {
    ///     println!("{}: {} ({})", verdict.what(), verdict.fidelity, verdict.reason);
    /// }
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn translate(&self, unit: Unit, options: &TranslateOptions) -> Arc<Translation> {
        self.kept_translation(unit, options, || self.translate_with(unit, options, &Withheld::default()))
    }

    /// Translates a unit, and keeps directives whose translation would edit text in `withheld`, about which units that are translated
    /// [together](crate::together) disagree. The [verdicts](Translation::verdicts) report them. The results for functions are memoised as
    /// for [`Analysis::translate`], the translation as a whole is not. [`Withheld`] has an example.
    #[must_use]
    pub fn translate_with(&self, unit: Unit, options: &TranslateOptions, withheld: &Withheld) -> Translation {
        if options.mode == Mode::Acc {
            return self.untranslated(unit, &options.severities);
        }
        self.db.with_checkpoints(|| self.translated(unit, options, withheld))
    }

    fn translated(&self, unit: Unit, options: &TranslateOptions, withheld: &Withheld) -> Translation {
        let mapping = self.mapping(&options.mapping);
        let queues = withheld.queues();
        let rewriting = rewrite::RewriteOptions { queues, ..self.rewrite_options(unit, options) };
        let ranges = self.withheld_ranges(unit, withheld);
        let translated = translate::translate_except(&self.db, self.unit(unit), mapping, &rewriting, &ranges);
        let mut translated = HalfDone::new(translated);
        let (text, changed, headers) = self.apply(unit, &translated.rewritten);
        let checked = findings::diagnostics(&self.db, self.unit(unit));
        let remarks = self.remarks(unit, &options.severities);
        let files = |file| self.file_lines(file);
        let (mut places, entries) = (PlaceFinder::new(&files), std::mem::take(&mut translated.entries));
        let results = UnitResults::new(&translated, checked, &remarks);
        let verdicts = HalfDone::new(results.verdicts(entries, &mut places));
        let mut diagnostics = results.diagnostics(&options.severities, &mut places);
        let queues = UsedQueues::of(&translated.queues, &mut places);
        withheld.note_place(&queues, &mut diagnostics);
        diagnostics.extend(self.unknown_unit(unit).map(|finding| self.located(&finding)));
        let verdicts = verdicts.finish();
        let (path, macros) = (self.path(unit), self.macros(unit));
        let read = self.read_files(unit, &translated.rewritten);
        let rewrite::Rewritten { edits, refused, .. } = translated.finish().rewritten;
        Translation {
            text,
            changed,
            headers,
            verdicts,
            diagnostics,
            path,
            edits,
            read,
            macros,
            queues,
            refused,
        }
    }

    /// Returns the directives whose OpenMP side, in a text that mode [`Mode::Dual`] made, differs from what that mode would now make of the
    /// OpenACC side, with the policy, the dialect and the guard of `options` (MAP0071). A directive without an OpenMP side is among them.
    /// It costs what [`Analysis::translate`] costs in that mode.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// use clacc::translate::{Mode, TranslateOptions};
    ///
    /// let program = "void f(int *x) {\n#pragma acc update self(x[0:4])\n}\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let options = TranslateOptions::default();
    /// let both = session.translate(unit, &options.clone().with_mode(Mode::Dual)).text.clone();
    /// session.set_source("f.c", both.clone());
    /// assert!(session.drift(unit, &options).is_empty());
    /// session.set_source("f.c", String::from_utf8_lossy(&both).replacen("x[0:4]", "x[0:8]", 1));
    /// assert_eq!(session.drift(unit, &options)[0].code.id, "MAP0071");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn drift(&self, unit: Unit, options: &TranslateOptions) -> Vec<Diagnostic> {
        let options = options.clone().with_mode(Mode::Dual);
        let mapping = self.mapping(&options.mapping);
        let rewrite = self.rewrite_options(unit, &options);
        let result = translate::translate(&self.db, self.unit(unit), mapping, &rewrite);
        let finding = |edit: &rewrite::Edit| {
            let file = self.text_of(edit.range.file).unwrap_or_default();
            let old = &file[edit.range.start as usize..edit.range.end as usize];
            let message = if rewrite::has_twin(old, &options.guard) {
                "the OpenMP side is not what its OpenACC side is translated to now"
            } else {
                "this has no OpenMP side yet"
            };
            self.located(&Finding::new(&codes::MAP0071, edit.range, message))
        };
        let unknown = self.unknown_unit(unit).map(|finding| self.located(&finding));
        unknown.into_iter().chain(result.rewritten.edits.iter().map(finding)).collect()
    }

    /// Returns the unchanged source. Mode `acc` maps nothing, so there are no verdicts.
    fn untranslated(&self, unit: Unit, severities: &Severities) -> Translation {
        Translation {
            text: self.text_of(self.unit(unit).main(&self.db).id(&self.db)).unwrap_or_default().to_vec(),
            changed: false,
            headers: Vec::new(),
            verdicts: Vec::new(),
            diagnostics: self.check_with(unit, severities),
            path: self.path(unit),
            edits: Vec::new(),
            read: Vec::new(),
            macros: self.macros(unit),
            queues: UsedQueues::default(),
            refused: Vec::new(),
        }
    }

    /// Returns the files of the program that a unit read, in the order of their ids.
    fn read_files(&self, unit: Unit, rewritten: &rewrite::Rewritten) -> Vec<ReadFile> {
        let unit = self.unit(unit);
        let prefix = preprocessed::prefix(&self.db, unit);
        let rest = preprocessed::rest(&self.db, unit);
        let parts = [&prefix.state.preprocessed, &rest.preprocessed];
        let mut read: BTreeMap<FileId, ReadFile> = BTreeMap::new();
        let new = |file| ReadFile { file, path: self.path_of(file), text: None, inactive: Vec::new() };
        let main = unit.main(&self.db).id(&self.db);
        let own = parts.iter().flat_map(|part| &part.map.stretches).filter_map(own_file);
        for file in own.chain([main]) {
            read.entry(file).or_insert_with(|| new(file));
        }
        for range in parts.iter().flat_map(|part| &part.inactive) {
            read.entry(range.file).or_insert_with(|| new(range.file)).inactive.push((range.start, range.end));
        }
        for (file, _) in rewritten.by_file() {
            read.entry(file).or_insert_with(|| new(file)).text = self.text_of(file);
        }
        read.into_values().collect()
    }

    fn macros(&self, unit: Unit) -> Vec<String> {
        let options = self.unit(unit).options(&self.db);
        let flag = |define: &Define| match define {
            Define::Define(text) => format!("-D{text}"),
            Define::Undefine(name) => format!("-U{name}"),
        };
        options.defines.iter().map(flag).collect()
    }

    fn rewrite_options(&self, unit: Unit, options: &TranslateOptions) -> rewrite::RewriteOptions {
        let compiled = self.unit(unit).options(&self.db);
        rewrite::RewriteOptions {
            mode: options.mode,
            spelling: options.spelling,
            openacc_macro: macro_treatment(&compiled, options),
            without_openmp: !compiled.openmp_directives,
            main_file_only: options.headers == Headers::Keep,
            line_numbers: options.line_numbers,
            explains: options.explains,
            announces: options.announces,
            reader: options.reader,
            queues: QueueChoice::Library,
            guard: options.guard,
        }
    }

    /// Returns the main file with its edits applied, whether it has changed, and every header that has edits.
    fn apply(&self, unit: Unit, rewritten: &rewrite::Rewritten) -> (Vec<u8>, bool, Vec<TranslatedFile>) {
        let main = self.unit(unit).main(&self.db).id(&self.db);
        let apply = |file, edits: &[rewrite::Edit]| {
            let text = self.text_of(file).unwrap_or_default();
            let edited = rewrite::apply(&text, edits);
            let changed = edited[..] != text[..];
            (edited, changed)
        };
        let headers = rewritten.by_file().filter(|(file, _)| *file != main).map(|(file, edits)| {
            let (text, changed) = apply(file, edits);
            TranslatedFile { path: self.path_of(file), text, changed }
        });
        let (text, changed) = apply(main, rewritten.edits_of(main));
        (text, changed, headers.collect())
    }
}
