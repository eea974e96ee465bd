//! The choice of the OpenMP of a command: a policy, and `--openmp`, `--for` and `--compiler`, or the name of a dialect.

use clacc::Dialect;
use clacc::dialect::{CompilerVersions, Platform};
use clacc::omp::MappingChoice;

use crate::command_line::{DialectArguments, MappingArguments};
use crate::{Failure, compiler, policies};

impl MappingArguments {
    /// Returns the mapping that was chosen: that of the command's defaults, changed by what was stated.
    pub(crate) fn choice(&self, default: &MappingChoice) -> Result<MappingChoice, Failure> {
        let policy = match (&self.policy, &self.policy_file) {
            (None, None) => default.policy().clone(),
            (name, file) => policies::chosen(name.as_deref().unwrap_or_default(), file.as_deref())?.policy,
        };
        let dialect = self.dialect.dialect_or(|| *default.dialect(), Unstated::DEFAULT)?;
        Ok(MappingChoice::new(policy, dialect))
    }

    /// Returns whether any part was stated.
    pub(crate) fn is_stated(&self) -> bool {
        self.dialect.is_stated() || self.policy.is_some() || self.policy_file.is_some()
    }
}

/// The platform and the compilers of a dialect of which the user states neither.
#[derive(Clone, Copy)]
pub(crate) struct Unstated {
    pub(crate) platform: Platform,
    pub(crate) compilers: CompilerVersions,
}

impl Unstated {
    /// Any device, and compilers without known faults.
    pub(crate) const DEFAULT: Unstated =
        Unstated { platform: Platform::Device, compilers: CompilerVersions::NONE };
}

impl DialectArguments {
    /// Returns whether any of the options was given.
    pub(crate) fn is_stated(&self) -> bool {
        self.dialect.is_some() || self.has_choices()
    }

    /// Returns whether any of the three choices was made that the name of a dialect replaces.
    fn has_choices(&self) -> bool {
        self.openmp.is_some() || self.platform.is_some() || !self.compilers.is_empty()
    }

    /// Sets the option with this name.
    pub(crate) fn set(&mut self, name: &str, value: String) {
        match name {
            "--openmp" => self.openmp = Some(value),
            "--for" => self.platform = Some(value),
            "--compiler" => self.compilers.extend(value.split(',').map(str::to_owned)),
            _ => self.dialect = Some(value),
        }
    }

    /// The dialect of the run for one more compiler. None if the user chose the compilers, or the text is for a named dialect.
    pub(crate) fn for_compiler(&self, name: &str) -> Option<Dialect> {
        let is_open = self.dialect.is_none() && self.compilers.is_empty();
        let compilers = CompilerVersions::NONE.with(name).filter(|_| is_open)?;
        self.composed(Unstated { compilers, ..Unstated::DEFAULT }).ok()
    }

    /// Returns the dialect that was chosen, or else `unnamed`. Where only some of the three choices were made, `unstated` has the others.
    pub(crate) fn dialect_or(
        &self,
        unnamed: impl FnOnce() -> Dialect,
        unstated: Unstated,
    ) -> Result<Dialect, Failure> {
        match &self.dialect {
            Some(_) if self.has_choices() => Err(
                "--dialect has a name for --openmp, --for and --compiler, and cannot be combined with them"
                    .to_owned(),
            ),
            Some(name) => policies::dialect(name),
            None if !self.has_choices() => Ok(unnamed()),
            None => self.composed(unstated),
        }
    }

    fn composed(&self, unstated: Unstated) -> Result<Dialect, Failure> {
        let platform = match &self.platform {
            None => unstated.platform,
            Some(name) => Platform::by_name(name)
                .ok_or_else(|| format!("--for {name}: the platforms are device, any and host"))?,
        };
        let compilers =
            if self.compilers.is_empty() { unstated.compilers } else { compilers(&self.compilers)? };
        let openmp = self.openmp.as_deref().unwrap_or("5.1");
        let version = openmp
            .split_once('.')
            .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let dialect = version.and_then(|version| Dialect::of(version, platform, compilers));
        dialect.ok_or_else(|| format!("--openmp {openmp}: the versions are 4.5, 5.0, 5.1, 5.2, 6.0 and 6.1"))
    }
}

fn compilers(names: &[String]) -> Result<CompilerVersions, Failure> {
    names.iter().try_fold(CompilerVersions::NONE, |all, name| match name.as_str() {
        "none" => Ok(all),
        "here" => Ok(installed().fold(all, |all, each| all.with(each.name).unwrap_or(all))),
        name => all.with(name).ok_or_else(|| {
            let known: Vec<_> = CompilerVersions::known().collect();
            format!("--compiler {name}: faults are known of {}; `here` stands for those that are installed, `none` for none", known.join(", "))
        }),
    })
}

/// A compiler whose faults are known and that is installed.
pub(crate) struct InstalledCompiler {
    /// Its name as an argument of `--compiler`.
    pub(crate) name: &'static str,
    /// The command that starts it: `gcc-14`, or `gcc`.
    pub(crate) program: &'static str,
}

/// The known compilers that are installed.
pub(crate) fn installed() -> impl Iterator<Item = InstalledCompiler> {
    CompilerVersions::known().filter_map(|name| {
        let (family, version) = name.split_once('-').unwrap_or((name, ""));
        let is_it = |program: &&str| compiler::major_version(program).is_some_and(|found| found == version);
        let program = [name, family].into_iter().find(is_it)?;
        Some(InstalledCompiler { name, program })
    })
}
