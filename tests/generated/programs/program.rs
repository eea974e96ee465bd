//! Programs as data.

/// The number of a variable in its program.
pub(crate) type VarId = usize;

/// An arithmetic type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Elem {
    UChar,
    Short,
    Int,
    Unsigned,
    Long,
    Float,
    Double,
}

impl Elem {
    pub(crate) fn is_real(self) -> bool {
        matches!(self, Elem::Float | Elem::Double)
    }

    pub(crate) fn c_name(self) -> &'static str {
        match self {
            Elem::UChar => "unsigned char",
            Elem::Short => "short",
            Elem::Int => "int",
            Elem::Unsigned => "unsigned",
            Elem::Long => "long",
            Elem::Float => "float",
            Elem::Double => "double",
        }
    }
}

/// The type of a variable or member.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Shape {
    Scalar(Elem),
    Array(Elem, Vec<usize>),
    /// An array whose length is the value of a variable when it is declared.
    Vla(Elem, usize, VarId),
    /// A pointer to elements or rows on the heap, or behind a parameter.
    Pointer(Elem, Vec<usize>),
    Struct(Vec<Member>),
    /// A pointer to a structure on the heap.
    StructPointer(Vec<Member>),
}

/// A member of a structure. It is no structure itself.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
}

impl Shape {
    /// How many cells an object of the type has. A pointer is one.
    pub(crate) fn cells(&self) -> usize {
        match self {
            Shape::Scalar(_) | Shape::Pointer(..) | Shape::StructPointer(_) => 1,
            Shape::Array(_, dims) => dims.iter().product(),
            Shape::Vla(_, length, _) => *length,
            Shape::Struct(members) => members.iter().map(|member| member.shape.cells()).sum(),
        }
    }

    pub(crate) fn members(&self) -> &[Member] {
        match self {
            Shape::Struct(members) | Shape::StructPointer(members) => members,
            _ => &[],
        }
    }

    /// The first cell of a member.
    pub(crate) fn offset(&self, member: usize) -> usize {
        self.members()[..member].iter().map(|member| member.shape.cells()).sum()
    }

    /// The types of the cells, if each is a number.
    pub(crate) fn numbers(&self) -> Option<Vec<Elem>> {
        match self {
            Shape::Scalar(elem) => Some(vec![*elem]),
            Shape::Array(elem, _) | Shape::Vla(elem, ..) => Some(vec![*elem; self.cells()]),
            Shape::Pointer(..) | Shape::StructPointer(_) => None,
            Shape::Struct(members) => {
                let numbers = members.iter().map(|member| member.shape.numbers());
                numbers.collect::<Option<Vec<Vec<Elem>>>>().map(|numbers| numbers.concat())
            }
        }
    }

    /// Whether it is a structure of scalars.
    pub(crate) fn is_composite(&self) -> bool {
        let is_scalar = |member: &Member| matches!(member.shape, Shape::Scalar(_));
        matches!(self, Shape::Struct(members) if members.iter().all(is_scalar))
    }

    /// The type and lengths of what can be indexed.
    pub(crate) fn grid(&self) -> Option<(Elem, Vec<usize>)> {
        match self {
            Shape::Array(elem, dims) | Shape::Pointer(elem, dims) => Some((*elem, dims.clone())),
            Shape::Vla(elem, length, _) => Some((*elem, vec![*length])),
            _ => None,
        }
    }

    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self, Shape::Pointer(..) | Shape::StructPointer(_))
    }
}

/// Where a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    Global,
    /// In the function of the program.
    Local,
    /// A parameter of a function.
    Parameter,
    /// Inside a compute construct, by a statement.
    Inner,
    /// In the head of a `for`.
    Head,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) storage: Storage,
    /// Cell `k` starts as `(k * factor + summand) % modulus`.
    pub(crate) initial: (i64, i64, i64),
    /// Whether the program never changes it: lengths.
    pub(crate) constant: bool,
    /// Whether a pointer is a parameter that is declared as an array of its elements.
    pub(crate) brackets: bool,
    /// The variable that a structure behind a parameter has its type from.
    pub(crate) like: Option<VarId>,
}

/// A function that holds directives.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<VarId>,
    pub(crate) body: Vec<Stmt>,
}

/// A program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) vars: Vec<Var>,
    pub(crate) functions: Vec<Function>,
    pub(crate) body: Vec<Stmt>,
}

/// A scalar, an element, a member or an element of a member.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    pub(crate) var: VarId,
    pub(crate) member: Option<usize>,
    pub(crate) index: Vec<Expr>,
}

impl Place {
    pub(crate) fn scalar(var: VarId) -> Place {
        Place { var, member: None, index: Vec::new() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    Mod,
    And,
    Or,
    Xor,
    Less,
    Equal,
    Both,
    Either,
}

impl Op {
    pub(crate) fn c_text(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Mod => "%",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Less => "<",
            Op::Equal => "==",
            Op::Both => "&&",
            Op::Either => "||",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expr {
    Int(i64),
    Load(Place),
    Bin(Op, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call of a function in whose place devices call another one (`bind`).
    Bound(Box<Expr>),
}

/// What the function adds on the host and on devices.
pub(crate) const BOUND: [i64; 2] = [3, 8];

impl Expr {
    pub(crate) fn bin(op: Op, left: Expr, right: Expr) -> Expr {
        Expr::Bin(op, Box::new(left), Box::new(right))
    }

    pub(crate) fn var(var: VarId) -> Expr {
        Expr::Load(Place::scalar(var))
    }
}

/// An operator of `reduction`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reduction {
    Sum,
    Product,
    Max,
    Min,
    And,
    Or,
    Xor,
    Both,
    Either,
}

impl Reduction {
    pub(crate) const ALL: [Reduction; 9] = [
        Reduction::Sum,
        Reduction::Product,
        Reduction::Max,
        Reduction::Min,
        Reduction::And,
        Reduction::Or,
        Reduction::Xor,
        Reduction::Both,
        Reduction::Either,
    ];

    pub(crate) fn c_text(self) -> &'static str {
        match self {
            Reduction::Sum => "+",
            Reduction::Product => "*",
            Reduction::Max => "max",
            Reduction::Min => "min",
            Reduction::And => "&",
            Reduction::Or => "|",
            Reduction::Xor => "^",
            Reduction::Both => "&&",
            Reduction::Either => "||",
        }
    }

    pub(crate) fn takes(self, elem: Elem) -> bool {
        !elem.is_real() || !matches!(self, Reduction::And | Reduction::Or | Reduction::Xor)
    }
}

/// A data clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum DataKind {
    Copy,
    Copyin,
    Copyout,
    Create,
    Present,
    NoCreate,
    Delete,
    /// No data clause: what the pointer points to is present already.
    Attach,
    Detach,
    CopyAlways,
    CopyAlwaysin,
    CopyAlwaysout,
    CopyinAlways,
    CopyoutAlways,
    CopyoutZero,
    CreateZero,
}

impl DataKind {
    pub(crate) fn c_text(self) -> &'static str {
        match self {
            DataKind::Copy | DataKind::CopyAlways | DataKind::CopyAlwaysin | DataKind::CopyAlwaysout => {
                "copy"
            }
            DataKind::Copyin | DataKind::CopyinAlways => "copyin",
            DataKind::Copyout | DataKind::CopyoutAlways | DataKind::CopyoutZero => "copyout",
            DataKind::Create | DataKind::CreateZero => "create",
            DataKind::Present => "present",
            DataKind::NoCreate => "no_create",
            DataKind::Delete => "delete",
            DataKind::Attach => "attach",
            DataKind::Detach => "detach",
        }
    }

    /// The modifier with its colon.
    pub(crate) fn modifier(self) -> &'static str {
        match self {
            DataKind::CopyAlways | DataKind::CopyinAlways | DataKind::CopyoutAlways => "always: ",
            DataKind::CopyAlwaysin => "alwaysin: ",
            DataKind::CopyAlwaysout => "alwaysout: ",
            DataKind::CopyoutZero | DataKind::CreateZero => "zero: ",
            _ => "",
        }
    }

    /// The kind without its modifier.
    pub(crate) fn plain(self) -> DataKind {
        match self.c_text() {
            "copy" => DataKind::Copy,
            "copyin" => DataKind::Copyin,
            "copyout" => DataKind::Copyout,
            "create" => DataKind::Create,
            _ => self,
        }
    }

    /// Whether it is about a pointer alone.
    pub(crate) fn is_attachment(self) -> bool {
        matches!(self, DataKind::Attach | DataKind::Detach)
    }

    /// Whether new data gets the host's values.
    pub(crate) fn copies_in(self) -> bool {
        matches!(self.c_text(), "copy" | "copyin")
    }

    /// Whether the last to leave copies to the host.
    pub(crate) fn copies_out(self) -> bool {
        matches!(self.c_text(), "copy" | "copyout")
    }

    /// Whether data that is present gets the host's values.
    pub(crate) fn always_in(self) -> bool {
        matches!(self, DataKind::CopyAlways | DataKind::CopyAlwaysin | DataKind::CopyinAlways)
    }

    /// Whether each that leaves copies to the host.
    pub(crate) fn always_out(self) -> bool {
        matches!(self, DataKind::CopyAlways | DataKind::CopyAlwaysout | DataKind::CopyoutAlways)
    }

    /// Whether new data is filled with zeros.
    pub(crate) fn zeroes(self) -> bool {
        matches!(self, DataKind::CopyoutZero | DataKind::CreateZero)
    }

    /// The kind with one of its modifiers.
    pub(crate) fn modified(self, choice: usize) -> DataKind {
        let all: &[DataKind] = match self {
            DataKind::Copy => &[DataKind::CopyAlways, DataKind::CopyAlwaysin, DataKind::CopyAlwaysout],
            DataKind::Copyin => &[DataKind::CopyinAlways],
            DataKind::Copyout => &[DataKind::CopyoutAlways, DataKind::CopyoutZero],
            DataKind::Create => &[DataKind::CreateZero],
            _ => return self,
        };
        all[choice % all.len()]
    }
}

/// An item of a data clause: a variable, a member, or a section of one in its first dimension, in `update` in its
/// second, too. Of a single row, other clauses name parts, too.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Item {
    pub(crate) var: VarId,
    pub(crate) member: Option<usize>,
    pub(crate) section: Option<Section>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Section {
    /// None if it is not written.
    pub(crate) start: Option<Expr>,
    /// None if it is not written: up to the end.
    pub(crate) length: Option<Expr>,
    /// The first column and how many, if a row is not whole.
    pub(crate) columns: Option<(usize, usize)>,
}

pub(crate) type DataClauses = Vec<(DataKind, Item)>;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Levels {
    pub(crate) gang: bool,
    pub(crate) worker: bool,
    pub(crate) vector: bool,
}

impl Levels {
    pub(crate) fn none(self) -> bool {
        self == Levels::default()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum LoopKind {
    #[default]
    Implicit,
    Independent,
    Seq,
    Auto,
}

/// The clauses of a `loop` directive. `collapse` follows from the heads of the loop.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct LoopClauses {
    pub(crate) levels: Levels,
    pub(crate) kind: LoopKind,
    pub(crate) private: Vec<VarId>,
    pub(crate) reductions: Vec<(Reduction, VarId)>,
}

/// `for (var = from; var < to; var += step)`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Head {
    pub(crate) var: VarId,
    /// Whether the variable is declared here.
    pub(crate) declares: bool,
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) step: i64,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct For {
    pub(crate) directive: Option<LoopClauses>,
    /// Loops nested directly. Several are collapsed if there is a directive.
    pub(crate) heads: Vec<Head>,
    pub(crate) body: Vec<Stmt>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DefaultKind {
    None,
    Present,
}

/// The compute constructs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ComputeKind {
    #[default]
    Parallel,
    Serial,
    Kernels,
}

impl ComputeKind {
    pub(crate) fn c_text(self) -> &'static str {
        match self {
            ComputeKind::Parallel => "parallel",
            ComputeKind::Serial => "serial",
            ComputeKind::Kernels => "kernels",
        }
    }
}

/// A compute construct, or a combined one if its body is one loop with a directive and `combined` is set.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Compute {
    pub(crate) kind: ComputeKind,
    pub(crate) combined: bool,
    pub(crate) data: DataClauses,
    pub(crate) private: Vec<VarId>,
    pub(crate) firstprivate: Vec<VarId>,
    pub(crate) reductions: Vec<(Reduction, VarId)>,
    pub(crate) num_gangs: Option<Expr>,
    pub(crate) num_workers: Option<Expr>,
    pub(crate) vector_length: Option<Expr>,
    pub(crate) default: Option<DefaultKind>,
    pub(crate) condition: Option<Expr>,
    pub(crate) on_self: Option<Expr>,
    pub(crate) queue: Option<i64>,
    pub(crate) waits: Vec<i64>,
    pub(crate) body: Vec<Stmt>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Update {
    pub(crate) to_self: Vec<Item>,
    pub(crate) to_device: Vec<Item>,
    pub(crate) if_present: bool,
    pub(crate) condition: Option<Expr>,
    pub(crate) queue: Option<i64>,
    pub(crate) waits: Vec<i64>,
}

/// A routine of the library about data (3.2.18 to 3.2.29).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Routine {
    Copyin,
    Create,
    Copyout,
    CopyoutFinalize,
    Delete,
    DeleteFinalize,
    UpdateDevice,
    UpdateSelf,
    Attach,
    Detach,
    DetachFinalize,
}

impl Routine {
    pub(crate) const OF_DATA: [Routine; 8] = [
        Routine::Copyin,
        Routine::Create,
        Routine::Copyout,
        Routine::CopyoutFinalize,
        Routine::Delete,
        Routine::DeleteFinalize,
        Routine::UpdateDevice,
        Routine::UpdateSelf,
    ];

    pub(crate) fn c_name(self) -> &'static str {
        match self {
            Routine::Copyin => "acc_copyin",
            Routine::Create => "acc_create",
            Routine::Copyout => "acc_copyout",
            Routine::CopyoutFinalize => "acc_copyout_finalize",
            Routine::Delete => "acc_delete",
            Routine::DeleteFinalize => "acc_delete_finalize",
            Routine::UpdateDevice => "acc_update_device",
            Routine::UpdateSelf => "acc_update_self",
            Routine::Attach => "acc_attach",
            Routine::Detach => "acc_detach",
            Routine::DetachFinalize => "acc_detach_finalize",
        }
    }

    pub(crate) fn is_attachment(self) -> bool {
        matches!(self, Routine::Attach | Routine::Detach | Routine::DetachFinalize)
    }

    pub(crate) fn finalizes(self) -> bool {
        matches!(self, Routine::CopyoutFinalize | Routine::DeleteFinalize | Routine::DetachFinalize)
    }
}

/// `host_data` that takes an address, which is compared with that of the host, and perhaps a kernel that works
/// with it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HostData {
    pub(crate) var: VarId,
    pub(crate) member: Option<usize>,
    pub(crate) if_present: bool,
    pub(crate) condition: Option<Expr>,
    pub(crate) work: Option<Work>,
}

/// A loop through an address of the device: each element becomes `factor` times itself and `summand`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Work {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// With 0, the element is not read.
    pub(crate) factor: i64,
    pub(crate) summand: i64,
    pub(crate) queue: Option<i64>,
    /// Whether the construct is inside of `host_data`.
    pub(crate) is_inside: bool,
}

/// Consecutive cells of a variable, of a member, or behind one that is a pointer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Shown {
    pub(crate) var: VarId,
    pub(crate) member: Option<usize>,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum CallArgument {
    /// The address of an element of an array, or of a row, of what a pointer points to, or of a structure.
    Address(VarId, usize),
    Value(Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stmt {
    Assign(Place, Expr),
    If(Expr, Vec<Stmt>),
    For(For),
    /// Declares a variable, of which a scalar is initialized.
    Declare(VarId, Option<Expr>),
    Data {
        clauses: DataClauses,
        condition: Option<Expr>,
        queue: Option<i64>,
        waits: Vec<i64>,
        body: Vec<Stmt>,
    },
    /// `declare` at the beginning of a function: a region up to its end, however control leaves it.
    Declared {
        clauses: DataClauses,
        body: Vec<Stmt>,
    },
    /// `return` under a condition.
    Leave(Expr),
    Enter {
        clauses: DataClauses,
        condition: Option<Expr>,
        queue: Option<i64>,
        waits: Vec<i64>,
    },
    Exit {
        clauses: DataClauses,
        finalize: bool,
        condition: Option<Expr>,
        queue: Option<i64>,
        waits: Vec<i64>,
    },
    Update(Update),
    Compute(Compute),
    Wait(Vec<i64>),
    Routine {
        routine: Routine,
        item: Item,
        queue: Option<i64>,
    },
    HostData(HostData),
    /// Prints whether each item is present.
    Presence(Vec<Item>),
    Call(usize, Vec<CallArgument>),
    Print(Vec<Shown>),
}

impl Stmt {
    /// The statements inside.
    pub(crate) fn inner(&self) -> Option<&Vec<Stmt>> {
        match self {
            Stmt::If(_, body) | Stmt::Data { body, .. } | Stmt::Declared { body, .. } => Some(body),
            Stmt::For(nest) => Some(&nest.body),
            Stmt::Compute(compute) => Some(&compute.body),
            _ => None,
        }
    }

    pub(crate) fn inner_mut(&mut self) -> Option<&mut Vec<Stmt>> {
        match self {
            Stmt::If(_, body) | Stmt::Data { body, .. } | Stmt::Declared { body, .. } => Some(body),
            Stmt::For(nest) => Some(&mut nest.body),
            Stmt::Compute(compute) => Some(&mut compute.body),
            _ => None,
        }
    }

    /// The queue of a directive, and those that it waits for.
    pub(crate) fn order_mut(&mut self) -> Option<(&mut Option<i64>, &mut Vec<i64>)> {
        match self {
            Stmt::Data { queue, waits, .. }
            | Stmt::Enter { queue, waits, .. }
            | Stmt::Exit { queue, waits, .. } => Some((queue, waits)),
            Stmt::Update(update) => Some((&mut update.queue, &mut update.waits)),
            Stmt::Compute(compute) => Some((&mut compute.queue, &mut compute.waits)),
            _ => None,
        }
    }

    /// How many directives the statement and those inside it have.
    pub(crate) fn directives(&self) -> usize {
        let own = match self {
            Stmt::Assign(..)
            | Stmt::If(..)
            | Stmt::Declare(..)
            | Stmt::Leave(_)
            | Stmt::Call(..)
            | Stmt::Routine { .. }
            | Stmt::Presence(_)
            | Stmt::Print(_) => 0,
            Stmt::HostData(taken) => 1 + usize::from(taken.work.is_some()),
            Stmt::For(nest) => usize::from(nest.directive.is_some()),
            Stmt::Compute(compute) if compute.combined => 0,
            _ => 1,
        };
        own + self.inner().into_iter().flatten().map(Stmt::directives).sum::<usize>()
    }
}

impl Program {
    pub(crate) fn directives(&self) -> usize {
        let bodies = self.functions.iter().map(|function| &function.body).chain([&self.body]);
        bodies.flatten().map(Stmt::directives).sum()
    }

    /// Returns whether a function is true of any statement.
    pub(crate) fn any(&self, is_meant: impl Fn(&Stmt) -> bool) -> bool {
        let mut left: Vec<&Stmt> =
            self.functions.iter().flat_map(|function| &function.body).chain(&self.body).collect();
        while let Some(statement) = left.pop() {
            if is_meant(statement) {
                return true;
            }
            left.extend(statement.inner().into_iter().flatten());
        }
        false
    }

    /// The variable that has the type of a structure first.
    pub(crate) fn tag(&self, var: VarId) -> VarId {
        self.vars[var].like.unwrap_or(var)
    }

    pub(crate) fn shape(&self, var: VarId, member: Option<usize>) -> &Shape {
        let shape = &self.vars[var].shape;
        member.map_or(shape, |member| &shape.members()[member].shape)
    }
}
