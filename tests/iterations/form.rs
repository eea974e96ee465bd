//! Loop forms as data, and the choice of many different ones by numbers that are the same in every run.

/// A compute construct with a nest of loops. Each iteration adds one to a counter of its own.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) construct: Construct,
    /// The loops from the outside to the inside.
    pub(crate) nest: Vec<Loop>,
    pub(crate) num_gangs: Size,
    pub(crate) num_workers: Size,
    pub(crate) vector_length: Size,
    /// `reduction(+:sum)` on every loop directive.
    pub(crate) reduces: bool,
    /// `private(copy)` on the innermost loop directive.
    pub(crate) has_private: bool,
    /// `firstprivate(one)` on the compute construct.
    pub(crate) has_firstprivate: bool,
    /// `async(1)` on the compute construct, and a `wait` behind it.
    pub(crate) is_async: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Construct {
    /// `parallel loop`
    Combined,
    /// `parallel` around `loop`
    Separate,
}

/// The argument of `num_gangs`, `num_workers` or `vector_length`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    Absent,
    Literal(u32),
    Variable(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// The clauses of its `loop` directive, if it has one.
    pub(crate) levels: Option<&'static str>,
    /// The number of loops that its directive is about; 1 stands for no clause.
    pub(crate) collapse: usize,
    /// The clause that says so.
    pub(crate) grouping: Grouping,
    pub(crate) header: Header,
    /// The number of iterations of a loop that is not the outermost.
    pub(crate) trips: u32,
}

/// The clause that makes a directive be about several loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grouping {
    Collapse,
    /// `collapse(force:)`, and a statement between the loops.
    Forced,
    Tile,
}

/// The three parts of the parentheses of `for`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    pub(crate) control: ControlType,
    /// Whether the variable is declared in the `for`.
    pub(crate) is_declared: bool,
    pub(crate) condition: Condition,
    /// Whether the bound is on the left: `hi > i`.
    pub(crate) is_turned: bool,
    pub(crate) step: i64,
    pub(crate) increment: Increment,
    pub(crate) lower: i64,
    pub(crate) bounds: Bounds,
}

/// The type of a control variable: its C text and the values that it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ControlType {
    pub(crate) text: &'static str,
    pub(crate) least: i64,
    pub(crate) most: i64,
}

impl ControlType {
    pub(crate) fn is_pointer(self) -> bool {
        self.text.ends_with('*')
    }

    pub(crate) fn is_unsigned(self) -> bool {
        self.least == 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    NotEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Increment {
    /// `++i`, `i--`; `i += 2` for other steps.
    Short,
    /// `i += 2`, `i -= 2`
    Assignment,
    /// `i = i + 2`
    Sum,
    /// `i = 2 + i`
    TurnedSum,
    /// `i += step`
    Variable,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bounds {
    /// Both are variables of the function.
    Variables,
    /// The lower bound is a literal, the other one an expression of the parameter.
    Expression,
    /// The bound is a variable at file scope.
    Global,
}

const CONTROL_TYPES: &[ControlType] = &[
    ControlType { text: "int", least: i32::MIN as i64, most: i32::MAX as i64 },
    ControlType { text: "signed char", least: -128, most: 127 },
    ControlType { text: "unsigned char", least: 0, most: 255 },
    ControlType { text: "short", least: -32_768, most: 32_767 },
    ControlType { text: "unsigned short", least: 0, most: 65_535 },
    ControlType { text: "unsigned", least: 0, most: u32::MAX as i64 },
    ControlType { text: "long", least: i64::MIN, most: i64::MAX },
    ControlType { text: "unsigned long", least: 0, most: i64::MAX },
    ControlType { text: "long long", least: i64::MIN, most: i64::MAX },
    ControlType { text: "size_t", least: 0, most: i64::MAX },
    ControlType { text: "char *", least: 0, most: 8_000 },
];

const ONE_LOOP: &[&[Option<&str>]] = &[
    &[Some("gang")],
    &[Some("worker")],
    &[Some("vector")],
    &[Some("gang worker")],
    &[Some("gang vector")],
    &[Some("worker vector")],
    &[Some("gang worker vector")],
    &[Some("seq")],
    &[Some("auto")],
    &[Some("independent")],
    &[Some("")],
    &[Some("independent gang")],
    &[Some("auto gang vector")],
];

const TWO_LOOPS: &[&[Option<&str>]] = &[
    &[Some("gang"), Some("worker")],
    &[Some("gang"), Some("vector")],
    &[Some("gang"), Some("worker vector")],
    &[Some("gang worker"), Some("vector")],
    &[Some("worker"), Some("vector")],
    &[Some("gang"), Some("seq")],
    &[Some("gang"), Some("auto")],
    &[Some("gang"), Some("")],
    &[Some("gang"), Some("independent")],
    &[Some("gang vector"), Some("seq")],
    &[Some("gang worker vector"), Some("seq")],
    &[Some("seq"), Some("gang")],
    &[Some("seq"), Some("gang worker")],
    &[Some("seq"), Some("gang vector")],
    &[Some("seq"), Some("gang worker vector")],
    &[Some("seq"), Some("worker")],
    &[Some("seq"), Some("vector")],
    &[Some(""), Some("")],
    &[Some(""), Some("worker")],
    &[Some(""), Some("vector")],
    &[Some("independent"), Some("worker vector")],
    &[Some("auto"), Some("vector")],
    &[Some("auto"), Some("auto")],
    &[Some("gang"), None],
    &[Some("gang worker vector"), None],
    &[Some("worker"), None],
    &[Some("gang vector"), None],
];

const THREE_LOOPS: &[&[Option<&str>]] = &[
    &[Some("gang"), Some("worker"), Some("vector")],
    &[Some("gang"), Some("seq"), Some("vector")],
    &[Some("gang"), Some("seq"), Some("worker")],
    &[Some("gang"), Some("worker"), Some("seq")],
    &[Some("seq"), Some("gang"), Some("vector")],
    &[Some("seq"), Some("gang"), Some("worker vector")],
    &[Some("gang"), Some(""), Some("vector")],
    &[Some(""), Some("worker"), Some("vector")],
    &[Some(""), Some(""), Some("")],
    &[Some("gang"), Some("worker"), None],
    &[Some("gang"), None, Some("vector")],
    &[Some("gang worker"), None, Some("vector")],
    &[Some("gang vector"), None, None],
];

/// Loops with arguments of `gang`.
const GANG_ARGUMENTS: &[&[Option<&str>]] = &[
    &[Some("gang(static:*)")],
    &[Some("gang(static:1) worker")],
    &[Some("gang(static:3) vector")],
    &[Some("gang(static:length + 1) worker vector")],
    &[Some("gang(static:2)"), Some("worker vector")],
    &[Some("seq"), Some("gang(static:5) vector")],
    &[Some("gang(dim:2)"), Some("gang(dim:1)")],
    &[Some("gang(dim:2)"), Some("gang(dim:1) vector")],
    &[Some("gang(dim:2)"), Some("gang worker vector")],
    &[Some("gang(dim:2)"), None, Some("gang(static:2)")],
    &[Some("gang(dim:3)"), Some("gang(dim:2)"), Some("gang(dim:1)")],
    &[Some("gang(dim:2)"), Some("gang(dim:1)"), Some("worker")],
];

/// Numbers that look like chance and are the same in every run.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).expect("a number of 44 bits fits") % end
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

impl Form {
    /// The form with this number. The combinations of levels come in turn, everything else by chance.
    pub(crate) fn numbered(number: usize, seed: u64) -> Form {
        let mut numbers = Numbers::new(seed.wrapping_mul(1_000_003).wrapping_add(number as u64 + 1));
        (0..20).for_each(|_| _ = numbers.below(2));
        let lists = [ONE_LOOP, TWO_LOOPS, THREE_LOOPS, GANG_ARGUMENTS];
        let all: usize = lists.iter().map(|list| list.len()).sum();
        let levels = lists.iter().flat_map(|list| list.iter()).nth(number % all).expect("counted above");
        let mut nest: Vec<Loop> = levels.iter().map(|levels| loop_with(*levels, &mut numbers)).collect();
        collapse(&mut nest, &mut numbers);
        let has_gangs = is_shared_by_gangs(&nest);
        let sizes = [1, 2, 3, 5, 40];
        let is_async = numbers.one_in(5);
        Form {
            construct: numbers.pick(&[Construct::Combined, Construct::Separate]),
            num_gangs: if has_gangs { size(&sizes, &mut numbers) } else { Size::Literal(1) },
            num_workers: size(&sizes, &mut numbers),
            vector_length: size(&[1, 2, 3, 8, 128], &mut numbers),
            // A deferred region of one team hangs in clang if it reduces (`teams_reduction_nowait`).
            reduces: !is_async && numbers.one_in(3),
            has_private: numbers.one_in(4),
            has_firstprivate: numbers.one_in(4),
            is_async,
            nest,
        }
    }

    /// The number of dimensions of the gangs.
    pub(crate) fn dimensions(&self) -> usize {
        let has =
            |word: &str| self.nest.iter().filter_map(|each| each.levels).any(|levels| levels.contains(word));
        if has("dim:3") { 3 } else { 1 + usize::from(has("dim:2")) }
    }

    /// Whether a statement stands between a loop and the next one.
    pub(crate) fn is_interrupted(&self, depth: usize) -> bool {
        let is_about = |(first, each): (usize, &Loop)| {
            each.grouping == Grouping::Forced && (first..first + each.collapse - 1).contains(&depth)
        };
        self.nest.iter().enumerate().any(is_about)
    }

    /// Whether the outermost loop runs this often without leaving the values of its type, and without bounds
    /// that are too far apart for gcc (`signed_range` of the faults of compilers).
    pub(crate) fn fits(&self, trips: u32) -> bool {
        let header = self.nest[0].header;
        let distance = i64::from(trips + 1) * header.step;
        (header.control.least..=header.control.most).contains(&(header.lower + distance))
            && distance.abs() <= header.control.most
    }
}

fn size(of: &[u32], numbers: &mut Numbers) -> Size {
    match numbers.below(3) {
        0 => Size::Absent,
        1 => Size::Literal(numbers.pick(of)),
        _ => Size::Variable(numbers.pick(of)),
    }
}

/// Whether gangs share the iterations. Otherwise each gang runs all of them (OpenACC 3.4 2.5.1, gang-redundant
/// mode), and only one gang gives one count.
fn is_shared_by_gangs(nest: &[Loop]) -> bool {
    let is_shared = |levels: &str| match levels {
        "" | "independent" => true,
        // Such a loop may be decided as sequential.
        levels if levels.contains("auto") => false,
        levels => levels.contains("gang"),
    };
    nest.iter().filter_map(|each| each.levels).any(is_shared)
}

fn loop_with(levels: Option<&'static str>, numbers: &mut Numbers) -> Loop {
    Loop {
        levels,
        collapse: 1,
        grouping: Grouping::Collapse,
        header: header(numbers),
        trips: numbers.pick(&[1, 2, 3, 4]),
    }
}

/// Gives some loops a `collapse` and the loops that it needs.
fn collapse(nest: &mut Vec<Loop>, numbers: &mut Numbers) {
    if nest.len() == 1 && numbers.one_in(2) {
        let count = numbers.pick(&[2, 3]);
        nest[0].collapse = count;
        (1..count).for_each(|_| nest.push(loop_with(None, numbers)));
    } else if nest.len() == 2 && nest[1].levels.is_some() && numbers.one_in(4) {
        nest[1].collapse = 2;
        nest.push(loop_with(None, numbers));
    } else if let Some(inner) = nest.iter().position(|each| each.levels.is_none())
        && numbers.one_in(2)
    {
        nest[inner - 1].collapse = 2;
    }
    for each in nest.iter_mut().filter(|each| each.collapse > 1) {
        each.grouping =
            numbers.pick(&[Grouping::Collapse, Grouping::Collapse, Grouping::Forced, Grouping::Tile]);
    }
    // The variable of a loop without a directive is shared by all threads of the loop around it; in the design
    // of the Clacc compiler so is that of a sequential loop.
    let mut associated = 0;
    for each in nest {
        associated = if each.levels.is_some() { each.collapse } else { associated };
        let is_sequential =
            each.levels.is_some_and(|levels| levels.contains("seq") || levels.contains("auto"));
        each.header.is_declared |= associated == 0 || is_sequential;
        associated = associated.saturating_sub(1);
    }
}

fn header(numbers: &mut Numbers) -> Header {
    // Every second loop is an ordinary one, so that what is special about the others stands alone.
    let control = if numbers.one_in(2) { CONTROL_TYPES[0] } else { numbers.pick(CONTROL_TYPES) };
    let step: i64 = numbers.pick(&[1, 1, 1, 2, 3, -1, -2]);
    let condition = match (numbers.one_in(6) && step.abs() == 1, numbers.one_in(2), step > 0) {
        (true, ..) => Condition::NotEqual,
        (_, true, true) => Condition::LessOrEqual,
        (_, false, true) => Condition::Less,
        (_, true, false) => Condition::GreaterOrEqual,
        (_, false, false) => Condition::Greater,
    };
    let increments =
        [Increment::Short, Increment::Assignment, Increment::Sum, Increment::TurnedSum, Increment::Variable];
    let increment = numbers.pick(&increments);
    let is_descending = step < 0;
    let increment = match increment {
        Increment::TurnedSum if is_descending || control.is_pointer() => Increment::Sum,
        other => other,
    };
    let lower = match (is_descending, control.most < 300) {
        (true, true) => control.most - 5,
        (true, false) => 7_000,
        (false, _) if control.is_unsigned() => 5,
        (false, true) => -120,
        (false, false) => numbers.pick(&[0, 5, -17]),
    };
    let bounds = match numbers.pick(&[Bounds::Variables, Bounds::Expression, Bounds::Global]) {
        _ if control.is_pointer() => Bounds::Expression,
        bounds => bounds,
    };
    let is_declared = numbers.one_in(2);
    let is_turned = numbers.one_in(4);
    Header { control, is_declared, condition, is_turned, step, increment, lower, bounds }
}
