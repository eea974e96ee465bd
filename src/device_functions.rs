//! The functions that devices execute, with the calls by which they get there: the graph of calls of device code.

use clacc_sema::db::Db;
use clacc_sema::db::device_code::{self, CallPlace};
use clacc_sema::db::external_decls::lookup_by_name;

use crate::acc::Construct;
use crate::analysis::{Analysis, Unit};
use crate::diagnostics::Place;
use crate::semantics::Symbol;
use crate::syntax::{ExternalDeclaration, Node, NodePtr};

/// The level at which a function runs on devices, named like the clause that gives it (OpenACC 3.4 2.15.1). The list is closed.
#[doc(inline)]
pub use clacc_sema::acc::RoutineLevel;

/// The code that devices execute in a unit outside of the constructs themselves ([`Analysis::device_functions`]).
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::device_functions::{DeviceCall, DeviceCode, DeviceFunction, LevelReason, RoutineLevel};
///
/// let program = "int square(int x) { return x * x; }\nvoid f(int *a, int (*g)(int)) {\n#pragma acc serial copy(a[0:1])\n  a[0] = square(g(3));\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let code: DeviceCode = session.device_functions(unit);
/// let square: &DeviceFunction = &code.functions[0];
/// assert_eq!((square.name(), square.level()), ("square", Some(RoutineLevel::Seq)));
/// assert!(matches!(square.reason(), LevelReason::Called) && square.definition().is_some());
/// let call: &DeviceCall = &square.callers()[0];
/// assert_eq!((call.caller().name(), call.place().line, call.construct().is_some()), ("f", 4, true));
/// assert_eq!(code.pointer_calls.iter().map(|call| call.place().column).collect::<Vec<_>>(), [17]);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct DeviceCode {
    /// The functions: those with a `routine` directive in the order of the directives, then others in the order in which calls of them are
    /// found, first in constructs and then in functions.
    pub functions: Vec<DeviceFunction>,
    /// The calls on devices through pointers to functions. Which functions they call is not known.
    pub pointer_calls: Vec<DeviceCall>,
}

/// A function that devices execute.
#[derive(Clone, Debug)]
pub struct DeviceFunction {
    name: String,
    definition: Option<ExternalDeclaration>,
    /// A declaration that names the function; its definition, if that is known.
    named_in: Option<ExternalDeclaration>,
    level: Option<RoutineLevel>,
    reason: LevelReason,
    callers: Vec<DeviceCall>,
}

/// The reason for the level of a [`DeviceFunction`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LevelReason {
    /// A `routine` directive gives it. Its keyword is at this place; none if it is in a header.
    Directive(Option<Place>),
    /// A clause `bind` of a `routine` directive names the function. The directive's keyword is at this place; none if it is in a header.
    Bind(Option<Place>),
    /// The unit defines the function and code on devices calls it, which makes it a `seq` routine (OpenACC 3.4 2.15.1).
    Called,
    /// The unit neither defines the function nor has a directive for it: a function of a library, or of another file. It has no level here.
    Elsewhere,
}

/// A call on a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceCall {
    caller: ExternalDeclaration,
    node: NodePtr,
    place: Place,
}

impl DeviceFunction {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the function as a symbol: of its definition, or else of a declaration of the main file, or of the first caller. None if the
    /// main file does not name it outside of directives.
    #[must_use]
    pub fn symbol(&self) -> Option<Symbol<'_>> {
        self.named_in.as_ref()?.symbols().find(|symbol| symbol.name() == self.name && !symbol.is_object())
    }

    /// Returns the definition. None if the unit has none, or if a header without directives has it.
    #[must_use]
    pub fn definition(&self) -> Option<&ExternalDeclaration> {
        self.definition.as_ref()
    }

    /// Returns the level. None for a function that is neither defined nor has a directive in the unit.
    #[must_use]
    pub fn level(&self) -> Option<RoutineLevel> {
        self.level
    }

    /// Returns the reason for the level.
    #[must_use]
    pub fn reason(&self) -> &LevelReason {
        &self.reason
    }

    /// Returns the calls on devices: in compute constructs, and in functions that devices execute. There are none if nothing in the unit
    /// calls a function that has a directive.
    #[must_use]
    pub fn callers(&self) -> &[DeviceCall] {
        &self.callers
    }
}

impl DeviceCall {
    /// Returns the declaration that contains the call.
    #[must_use]
    pub fn caller(&self) -> &ExternalDeclaration {
        &self.caller
    }

    /// Returns the call, an expression.
    #[must_use]
    pub fn node(&self) -> Option<Node<'_>> {
        self.caller.resolve(self.node)
    }

    /// Returns the place of the call. For a call in a macro, it is the place of the macro's name.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the innermost construct around the call. None in a function that holds no construct around it.
    #[must_use]
    pub fn construct(&self) -> Option<Construct<'_>> {
        let node = self.node()?;
        let is_around =
            |construct: &Construct<'_>| construct.body().is_some_and(|body| body.node().contains(node));
        self.caller.constructs().filter(is_around).last()
    }
}

impl Analysis {
    /// Returns the functions that devices execute in a unit, with their levels and the calls of them, and the calls of device code through
    /// pointers. Functions of libraries are among them.
    ///
    /// A function with a `routine` directive is one of them, whether or not the unit calls it, and so is every function that device code
    /// calls. A function that a clause `bind` replaces on devices is listed, but its body is not followed; neither is that of a function that a
    /// header without directives defines. The bodies of all others are parsed, each once: it costs as much as [`Analysis::check`], and the
    /// parsing of these bodies. A unit that the session does not have has no such functions. [`DeviceCode`] has an example.
    #[must_use]
    pub fn device_functions(&self, unit: Unit) -> DeviceCode {
        let Some(db_unit) = self.own_unit(unit) else { return DeviceCode::default() };
        let code = device_code::device_code(&self.db, db_unit);
        let functions = code.functions.iter().map(|function| self.device_function(unit, function));
        let pointer_calls = code.pointer_calls.iter().filter_map(|call| self.device_call(unit, *call));
        DeviceCode { functions: functions.collect(), pointer_calls: pointer_calls.collect() }
    }

    fn device_function(&self, unit: Unit, found: &device_code::DeviceFunction<'_>) -> DeviceFunction {
        let definition = found.definition.map(|decl| self.handle(unit, decl));
        let callers: Vec<_> = found.callers.iter().filter_map(|call| self.device_call(unit, *call)).collect();
        let declared = || {
            let all = lookup_by_name(&self.db, self.own_unit(unit)?, found.name);
            all.first().map(|decl| self.handle(unit, *decl))
        };
        let called = || callers.first().map(|call| call.caller.clone());
        let place = |at: Option<_>| at.map(|at| self.place(at));
        DeviceFunction {
            name: self.db.names()[found.name].to_owned(),
            named_in: definition.clone().or_else(declared).or_else(called),
            definition,
            level: found.level,
            reason: match found.reason {
                device_code::LevelReason::Directive(at) => LevelReason::Directive(place(at)),
                device_code::LevelReason::Bind(at) => LevelReason::Bind(place(at)),
                device_code::LevelReason::Called => LevelReason::Called,
                device_code::LevelReason::Elsewhere => LevelReason::Elsewhere,
            },
            callers,
        }
    }

    fn device_call(&self, unit: Unit, call: CallPlace<'_>) -> Option<DeviceCall> {
        let caller = self.handle(unit, call.caller);
        let (node, place) = (caller.node(call.at).ptr(), self.location(caller.node(call.at))?);
        Some(DeviceCall { caller, node, place })
    }
}
