//! The position of a walk.

use super::Visited;
use crate::omp::{Omp, WhyKept};

/// The position of a walk at the node that is entered or left.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::omp::MappingChoice;
/// use clacc::syntax::NodeKind;
/// use clacc::visit::{Ancestry, VisitStep, Visited, Visitor, WalkContext, walk_from};
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n]) num_gangs(n) async(1)\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// /// Shows every `for` with how deep it is.
/// struct Loops(Vec<(usize, usize)>);
///
/// impl<'w> Visitor<'w> for Loops {
///     fn enter(&mut self, visited: Visited<'w>, context: &WalkContext<'w>) -> VisitStep {
///         if matches!(visited, Visited::Node(node) if node.kind() == NodeKind::For) {
///             let around: Ancestry<'_, 'w> = context.ancestors();
///             self.0.push((context.depth(), around.count()));
///         }
///         VisitStep::Children
///     }
/// }
///
/// let f = session.declarations(unit).remove(0);
/// let omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
/// let (mut loops, root) = (Loops(Vec::new()), f.root().expect("it has nodes"));
/// assert!(walk_from(root, &omp, &mut loops));
/// assert!(loops.0.iter().all(|(depth, around)| depth == around) && loops.0.len() == 1);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkContext<'w> {
    omp: &'w Omp,
    /// The enclosing nodes, outermost first.
    around: Vec<Visited<'w>>,
    current: Option<Visited<'w>>,
}

/// The enclosing nodes of a node in a walk ([`WalkContext::ancestors`]).
#[derive(Clone, Debug)]
pub struct Ancestry<'c, 'w> {
    around: std::iter::Rev<std::slice::Iter<'c, Visited<'w>>>,
}

impl<'w> Iterator for Ancestry<'_, 'w> {
    type Item = Visited<'w>;

    fn next(&mut self) -> Option<Visited<'w>> {
        self.around.next().copied()
    }
}

impl<'w> WalkContext<'w> {
    pub(super) fn new(omp: &'w Omp) -> WalkContext<'w> {
        WalkContext { omp, around: Vec::new(), current: None }
    }

    pub(super) fn meet(&mut self, visited: Visited<'w>) {
        self.current = Some(visited);
    }

    pub(super) fn open(&mut self, visited: Visited<'w>) {
        self.around.push(visited);
    }

    pub(super) fn close(&mut self, visited: Visited<'w>) {
        self.around.pop();
        self.current = Some(visited);
    }

    /// Returns the form that is walked over.
    #[must_use]
    pub fn omp(&self) -> &'w Omp {
        self.omp
    }

    /// Returns the number of enclosing nodes.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.around.len()
    }

    /// Returns the parent of the node in this walk. None for the first node, and for code after the declaration.
    #[must_use]
    pub fn parent(&self) -> Option<Visited<'w>> {
        self.around.last().copied()
    }

    /// Returns the enclosing nodes, innermost first.
    #[must_use]
    pub fn ancestors(&self) -> Ancestry<'_, 'w> {
        Ancestry { around: self.around.iter().rev() }
    }

    /// Returns the reason why the node, a directive of OpenACC, keeps its text. None for any other node, and for a directive that is
    /// translated.
    #[must_use]
    pub fn kept(&self) -> Option<WhyKept<'w>> {
        match self.current? {
            Visited::Node(node) => self.omp.kept(node.directive()?),
            _ => None,
        }
    }
}
