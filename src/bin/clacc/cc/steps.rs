//! The compiler's command lines for a request: one for each source, and one that links.

use std::path::{Path, PathBuf};

use clacc::generate::CompilerKind;
use clacc_runtime_install::Layout;

use super::backend::{Backend, OPENACC, fingerprint};
use super::native;
use super::overlay::Overlay;
use super::request::{DriverWord, Request, WantedOutput, is_object};
use crate::paths;

/// The common input of the commands of a request.
pub(super) struct Steps<'r> {
    pub(super) request: &'r Request,
    pub(super) backend: &'r Backend,
    pub(super) runtime: &'r Layout,
    pub(super) overlay: &'r Overlay,
}

/// The header that declares the calls around directives.
const ANNOUNCEMENTS: &str = "acc2omp_prof.h";

/// The name of the file to which the compiler writes prerequisites, before paths in it are replaced.
pub(super) const PREREQUISITES: &str = "prerequisites.d";

impl Steps<'_> {
    /// Returns the command that compiles one source, whose translation is the file `here`. Without a translation, it has only the options
    /// that the user gives.
    pub(super) fn compile(&self, source: &str, here: Option<&Path>, object: Option<&Path>) -> Vec<String> {
        let is_alone = self.request.wanted == WantedOutput::Program && object.is_none();
        let is_generated = here.is_some() && self.request.native;
        let mut command = self.begun_if(here.is_some() || is_alone);
        // The user's own options for these warnings come later and have precedence.
        command.extend(here.and_then(|_| self.backend.held_back_warnings()).map(str::to_owned));
        let mut before = "";
        for word in self.words_for(is_generated) {
            match word {
                DriverWord::Source(path) if path == source => {
                    command.push(here.map_or_else(|| path.clone(), text));
                }
                DriverWord::Flag(word) => {
                    let flag = self.flag(before, word);
                    command.extend(flag.into_iter().map(|flag| match flag.as_str() {
                        "c" if is_generated && before == "-x" => "cpp-output".to_owned(),
                        "-xc" if is_generated => "-xcpp-output".to_owned(),
                        _ if is_generated => flag,
                        "cpp-output" if here.is_some() && before == "-x" => "c".to_owned(),
                        "-xcpp-output" if here.is_some() => "-xc".to_owned(),
                        _ => flag,
                    }));
                    before = word;
                }
                DriverWord::Linked(word) | DriverWord::LinkFlag(word) if is_alone => {
                    command.push(word.clone());
                }
                DriverWord::Source(_) | DriverWord::Linked(_) | DriverWord::LinkFlag(_) => {}
            }
        }
        if is_generated {
            command.extend(self.debugging_flags());
        } else {
            command.extend(self.reading_flags());
            command.extend(here.map(|_| self.profiling_flags()).into_iter().flatten());
            command.extend(here.map(|_| self.places(source)).into_iter().flatten());
            command.extend(here.and_then(|here| self.seed(here)));
        }
        command.extend(self.output_flags(source, object));
        if is_alone {
            command.extend(self.libraries());
        }
        command
    }

    /// Returns the arguments for a source; for generated text, which is preprocessed already, those without preprocessor options.
    fn words_for(&self, is_generated: bool) -> Vec<&DriverWord> {
        if is_generated {
            native::without_preprocessing(&self.request.words)
        } else {
            self.request.words.iter().collect()
        }
    }

    /// Returns the command that links objects, each in the position of its source.
    pub(super) fn link(&self, objects: &[PathBuf]) -> Vec<String> {
        let mut command = self.begun();
        let mut objects = objects.iter();
        let mut words = self.request.words.iter();
        while let Some(word) = words.next() {
            match word {
                DriverWord::Source(_) => command.extend(objects.next().map(|object| text(object))),
                // `-x` would apply to the objects.
                DriverWord::Flag(word) if word == "-x" => _ = words.next(),
                DriverWord::Flag(word) if word.starts_with("-x") || is_about_prerequisites(word) => {}
                DriverWord::Flag(word) | DriverWord::Linked(word) | DriverWord::LinkFlag(word) => {
                    command.push(word.clone());
                }
            }
        }
        command.extend(self.output());
        command.extend(self.libraries());
        command
    }

    /// Returns the command for files that are not translated, if no other command processes them: assembler files that are not linked, or
    /// objects alone.
    pub(super) fn others(&self) -> Option<Vec<String>> {
        let has_sources = self.request.sources().next().is_some();
        let is_linked = self.request.wanted == WantedOutput::Program;
        let has_files = self.request.words.iter().any(|word| match word {
            DriverWord::Linked(path) => is_linked || !is_object(path),
            _ => false,
        });
        if has_sources && (is_linked || !has_files) {
            return None;
        }
        let mut command = self.begun();
        for word in &self.request.words {
            match word {
                DriverWord::Linked(path) if is_linked || !is_object(path) => command.push(path.clone()),
                DriverWord::LinkFlag(word) if is_linked => command.push(word.clone()),
                DriverWord::Flag(word) => command.push(word.clone()),
                _ => {}
            }
        }
        if let WantedOutput::Until(word) | WantedOutput::Prerequisites(word) = &self.request.wanted {
            command.push(word.clone());
        }
        command.extend(self.output().into_iter().filter(|_| !has_sources));
        command.extend(is_linked.then(|| self.libraries()).into_iter().flatten());
        Some(command)
    }

    /// Returns the command that lets the compiler report the errors in a source itself.
    pub(super) fn syntax(&self, source: &str) -> Vec<String> {
        let mut command = self.begun();
        for word in &self.request.words {
            match word {
                DriverWord::Source(path) if path == source => command.push(path.clone()),
                DriverWord::Flag(word) if !is_about_prerequisites(word) => command.push(word.clone()),
                _ => {}
            }
        }
        command.extend(self.reading_flags());
        command.push("-fsyntax-only".to_owned());
        command
    }

    fn begun(&self) -> Vec<String> {
        self.begun_if(true)
    }

    /// Returns the start of a command line: the compiler, with OpenMP if `is_wanted`, if the user enables it or if the user names devices,
    /// whose options clang accepts only with OpenMP.
    fn begun_if(&self, is_wanted: bool) -> Vec<String> {
        let mut command = vec![self.request.backend.clone()];
        if self.request.native {
            command.extend(native::flags(self.request, self.backend));
            return command;
        }
        if is_wanted || self.request.openmp || self.request.names_devices() {
            command.extend(self.backend.openmp_flags(self.request));
        }
        command
    }

    /// Returns the option `word`, which follows `before`, with the translated headers in place of, or before, the original files and
    /// folders.
    fn flag(&self, before: &str, word: &str) -> Vec<String> {
        if before == "-include" {
            return vec![self.overlay.file_for(word).map_or_else(|| word.to_owned(), text)];
        }
        let named = ["-I", "-iquote"].into_iter().find_map(|flag| Some((flag, word.strip_prefix(flag)?)));
        let here = named.and_then(|(flag, folder)| Some((flag, self.overlay.folder_for(folder)?)));
        let here = here.map(|(flag, here)| format!("{flag}{}", text(&here)));
        here.into_iter().chain([word.to_owned()]).collect()
    }

    /// Returns the options for files beside the source that are not part of the overlay, and for debuggers.
    fn places(&self, source: &str) -> Vec<String> {
        let source = paths::of(source);
        let folder = source.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = text(folder.unwrap_or(Path::new(".")));
        let mut places = vec!["-idirafter".to_owned(), folder];
        places.extend(self.debugging_flags());
        places
    }

    /// Returns the seed that gcc uses, instead of a random number, in the names of sections with code for devices, so that equal
    /// translations give equal objects.
    fn seed(&self, here: &Path) -> Option<String> {
        let mut flags = self.request.words.iter().filter_map(DriverWord::flag);
        let is_wanted =
            self.backend.kind() == CompilerKind::Gcc && !flags.any(|flag| flag.starts_with("-frandom-seed"));
        let text = std::fs::read(here).ok().filter(|_| is_wanted)?;
        Some(format!("-frandom-seed={:016x}", fingerprint(&text)))
    }

    /// Returns the option that removes the overlay's folder from debug information.
    fn debugging_flags(&self) -> Option<String> {
        let is_known = self.backend.kind() != CompilerKind::Tcc;
        is_known.then(|| format!("-fdebug-prefix-map={}=", text(self.overlay.path())))
    }

    /// Returns the libraries to link: that of the OpenACC API and, if there are options of nvc, the mathematical library, which nvc links
    /// by default.
    fn libraries(&self) -> Vec<String> {
        if self.request.native {
            let names_language =
                self.request.words.iter().filter_map(DriverWord::flag).any(|flag| flag.starts_with("-x"));
            // `-x` would apply to the archives too.
            let unnamed = names_language.then(|| ["-x", "none"].map(str::to_owned)).into_iter().flatten();
            return unnamed
                .chain(native::libraries(self.request, self.backend, &self.runtime.lib()))
                .collect();
        }
        let of_mathematics = self.request.is_in_words_of_nvc.then(|| "-lm".to_owned());
        let of_compiler = self.backend.link_flags(self.request);
        self.runtime.libs().into_iter().chain(of_mathematics).chain(of_compiler).collect()
    }

    /// Returns the command that lists the files that a source includes.
    pub(super) fn list_prerequisites(&self, source: &str, word: &str, target: &str) -> Vec<String> {
        let mut command = vec![self.request.backend.clone()];
        for word in self.request.words.iter().filter_map(DriverWord::flag) {
            if !["-MD", "-MMD"].contains(&word) {
                command.push(word.to_owned());
            }
        }
        command.extend(self.reading_flags());
        command.extend(native::own_macros(self.request));
        if !native::names_target(self.request) {
            command.extend(["-MQ".to_owned(), target.to_owned()]);
        }
        let file = text(&self.overlay.path().join(PREREQUISITES));
        command.extend([word.to_owned(), "-MF".to_owned(), file, source.to_owned()]);
        command
    }

    /// Returns the options for the macro `_OPENACC` and for the headers of the runtime library.
    fn reading_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let source = &self.request.source;
        let is_named = |setting: &String| setting.split('=').next() == Some("_OPENACC");
        if !source.define.iter().chain(&source.undefine).any(is_named) {
            flags.push(OPENACC.to_owned());
        }
        let of_cuda = self.backend.declares_cuda(self.request).then(|| self.runtime.cuda_include());
        let folders = of_cuda.into_iter().chain([self.runtime.include()]);
        flags.extend(folders.flat_map(|folder| ["-isystem".to_owned(), text(&folder)]));
        flags
    }

    /// Returns the options for a translation that announces its directives: the header of the calls and, for devices, the debug information
    /// from which clang takes the names of variables.
    fn profiling_flags(&self) -> Vec<String> {
        if !self.request.announces {
            return Vec::new();
        }
        let mut flags = vec!["-include".to_owned(), ANNOUNCEMENTS.to_owned()];
        let mut words = self.request.words.iter().filter_map(DriverWord::flag);
        let is_for_devices =
            self.backend.kind() == CompilerKind::Clang && self.backend.has_devices(self.request);
        if is_for_devices && !words.any(|word| word.starts_with("-g")) {
            flags.push("-gline-tables-only".to_owned());
        }
        flags
    }

    fn output_flags(&self, source: &str, object: Option<&Path>) -> Vec<String> {
        let mut flags = Vec::new();
        match (&self.request.wanted, object) {
            (_, Some(object)) => {
                flags.extend(["-c".to_owned(), "-o".to_owned(), text(object)]);
                flags.extend(self.side_file_flags(source));
            }
            (WantedOutput::Until(word) | WantedOutput::Prerequisites(word), None) => flags.push(word.clone()),
            (WantedOutput::Program | WantedOutput::Syntax, None) => {}
        }
        if object.is_none() && !self.prints_text() {
            flags.extend(self.output_for(source));
        }
        let are_the_output = matches!(self.request.wanted, WantedOutput::Prerequisites(_));
        if self.prerequisites(source).is_some() && !are_the_output && !self.request.native {
            flags.extend(["-MF".to_owned(), text(&self.overlay.path().join(PREREQUISITES))]);
            flags.extend(object.and_then(|_| self.target_flags(source)).into_iter().flatten());
        }
        flags
    }

    /// Returns the options that make the compiler write side files beside the program rather than beside the object, whose folder is
    /// temporary.
    fn side_file_flags(&self, source: &str) -> Vec<String> {
        let mut words = self.request.words.iter().filter_map(DriverWord::flag);
        if !words.any(|word| SIDE_FILES.iter().any(|prefix| word.starts_with(prefix))) {
            return Vec::new();
        }
        let program = self.request.output.as_deref().unwrap_or("a");
        let mut flags = vec!["-dumpdir".to_owned(), format!("{program}-")];
        let name = paths::of(source);
        if let (true, Some(name)) = (self.backend.is_gcc(), name.file_name()) {
            flags.extend(["-dumpbase".to_owned(), text(Path::new(name))]);
            let extension = Path::new(name).extension().map(|own| format!(".{}", own.to_string_lossy()));
            flags.extend(["-dumpbase-ext".to_owned(), extension.unwrap_or_default()]);
        }
        flags
    }

    /// Returns the options for the target of an object's prerequisites, unless the user names it: the program, or the object that a
    /// separate compilation would make.
    fn target_flags(&self, source: &str) -> Option<[String; 2]> {
        let mut words = self.request.words.iter().filter_map(DriverWord::flag);
        if words.any(|word| word.starts_with("-MT") || word.starts_with("-MQ")) {
            return None;
        }
        let object = || Some(text(Path::new(paths::of(source).with_extension("o").file_name()?)));
        Some(["-MQ".to_owned(), self.request.output.clone().or_else(object)?])
    }

    /// Returns the file for the prerequisites of a source, if they are asked for.
    pub(super) fn prerequisites(&self, source: &str) -> Option<String> {
        super::prerequisites::file(self.request, source, self.backend.is_gcc())
    }

    /// Returns whether the output is text that names the files that were read, whose paths have to be replaced.
    pub(super) fn prints_text(&self) -> bool {
        match &self.request.wanted {
            WantedOutput::Prerequisites(_) => true,
            WantedOutput::Until(word) => word == "-E",
            WantedOutput::Program | WantedOutput::Syntax => false,
        }
    }

    /// Returns the output option for one source. For stdin it names the file explicitly, because the overlay's file has another name.
    fn output_for(&self, source: &str) -> Vec<String> {
        let beside = match &self.request.wanted {
            WantedOutput::Until(word) if source == "-" && self.request.output.is_none() => {
                match word.as_str() {
                    "-c" => Some("-.o"),
                    "-S" => Some("-.s"),
                    _ => None,
                }
            }
            _ => None,
        };
        match beside {
            Some(name) => vec!["-o".to_owned(), name.to_owned()],
            None => self.output(),
        }
    }

    fn output(&self) -> Vec<String> {
        self.request.output.iter().flat_map(|output| ["-o".to_owned(), output.clone()]).collect()
    }
}

/// Prefixes of options with which the compiler writes side files.
const SIDE_FILES: [&str; 10] = [
    "--coverage",
    "-coverage",
    "-ftest-coverage",
    "-fprofile",
    "-gsplit-dwarf",
    "-save-temps",
    "--save-temps",
    "-fstack-usage",
    "-fdump-",
    "-fcallgraph-info",
];

fn is_about_prerequisites(word: &str) -> bool {
    matches!(word, "-MD" | "-MMD" | "-MP" | "-MG")
}

fn text(path: &Path) -> String {
    paths::text(path.as_os_str())
}
