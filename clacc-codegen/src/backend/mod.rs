//! Back ends, one for each kind of device. A back end says what becomes of the constructs that are about a device
//! ([`Backend`]); everything inside a region that it does not decide itself is the same for all of them.

pub(crate) mod device;
mod discrete;
mod host;
mod targets;

pub(crate) use self::discrete::Discrete;
pub(crate) use self::host::Host;
pub(crate) use crate::constructs::lowering::Backend;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clacc_sema::db::external_decls::declarations;
    use clacc_sema::db::files::{Loader, Volatility};
    use clacc_sema::db::{Database, Unit, set_text};
    use clacc_sema::omp::form::Directive;
    use clacc_syntax::parse::ParseLimits;
    use clacc_ttx::dialect::NATIVE;
    use clacc_ttx::policy::Clacc;
    use clacc_ttx::query::Mapping;

    use super::{Backend, Host};
    use crate::codes;
    use crate::constructs::lowering::Lowering;
    use crate::emit::Step;
    use crate::plan::Node;
    use crate::plan::constituents::Part;
    use crate::query::lower_for;

    /// A back end without devices, which refuses every construct about a device.
    struct NoDevice;

    fn refused(lowering: &mut Lowering<'_>) -> Step {
        Err(lowering.emit.refuse_here(&codes::GEN0001, "there is no device"))
    }

    impl Backend for NoDevice {
        fn target<'a>(
            &self,
            lowering: &mut Lowering<'a>,
            _: &Part<'a>,
            _: &[Part<'a>],
            _: &[Node<'a>],
        ) -> Step {
            refused(lowering)
        }

        fn target_data<'a>(&self, lowering: &mut Lowering<'a>, _: &'a Directive, _: &[Node<'a>]) -> Step {
            refused(lowering)
        }

        fn data_motion<'a>(&self, lowering: &mut Lowering<'a>, _: &'a Directive) -> Step {
            refused(lowering)
        }

        fn requires<'a>(&self, _: &mut Lowering<'a>, _: &'a Directive) -> Step {
            Ok(())
        }
    }

    struct NoFiles;

    impl Loader for NoFiles {
        fn load(&self, _: &str) -> Option<Arc<[u8]>> {
            None
        }
    }

    /// Checks whether the back end without devices refuses a statement. If it does not, both back ends must generate the same code.
    fn check(statement: &str, is_refused: bool) {
        let text = format!("void f(int n, double *a)\n{{\n{statement}\n}}\n");
        let mut db = Database::recorded(Arc::new(NoFiles));
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
        let mapping = Mapping::new(&db, Arc::new(Clacc), NATIVE.into());
        let [decl] = declarations(&db, unit)[..] else { panic!("one function") };
        let [host, other] =
            [&Host as &dyn Backend, &NoDevice].map(|each| lower_for(&db, decl, mapping, each));
        assert!(host.findings.is_empty() && host.declaration.is_some(), "{statement}");
        assert_eq!(!other.findings.is_empty(), is_refused, "{statement}");
        assert_eq!(other == host, !is_refused, "{statement}");
    }

    #[test]
    fn a_back_end_decides_what_becomes_of_constructs_about_devices() {
        for statement in [
            "#pragma omp target teams distribute parallel for\nfor (int i = 0; i < n; ++i) a[i] = i;",
            "#pragma omp parallel\n#pragma omp target\na[0] = n;",
            "#pragma omp target data map(to: a[0:n])\na[0] = n;",
            "#pragma omp target enter data map(to: a[0:n])",
            "#pragma omp target update from(a[0:n])",
        ] {
            check(statement, true);
        }
        for statement in [
            "#pragma omp parallel for\nfor (int i = 0; i < n; ++i) a[i] = i;",
            "#pragma omp task depend(out: a[0])\na[0] = n;",
        ] {
            check(statement, false);
        }
    }
}
