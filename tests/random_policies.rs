//! Random policies: whatever a typed form says, nothing panics, and what OpenMP does not have keeps the construct's text.
//!
//! `cargo test --release --test random_policies -- --ignored` asks ten thousand of them, and leaves the translations of some in
//! the folder for temporary files of the tests, for compilers to read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clacc::acc::{Construct, ReductionOp};
use clacc::dialect::{self, Dialect};
use clacc::directives::{AccDirective, OmpClause, OmpDirective};
use clacc::files::MemoryFiles;
use clacc::omp::{
    DefaultCategory, DependKind, MapFlags, MapKind, NewClause, NewItem, NewValue, OmpClauseNode, OmpNode,
    ScheduleKind,
};
use clacc::options::CompileOptions;
use clacc::policy::{CombinedNodes, CombinedRules, MappingPolicy, NewDirective, Policy, Rules};
use clacc::syntax::{Expr, ExternalDeclaration, Node};
use clacc::translate::{Fidelity, TranslateOptions, Translation};
use clacc::{Session, Unit};

const PROGRAMS: [&str; 5] = [
    "\
void f(int n, double *x, double y[8], double s) {
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel loop gang copyin(y) reduction(+:s)
    for (int i = 0; i < n; ++i) {
      double t = 0;
#pragma acc loop vector reduction(+:t)
      for (int j = 0; j < 8; ++j)
        t += y[j];
      x[i] = t;
      s += t;
    }
#pragma acc update self(x[0:n])
  }
}
",
    "\
int total;
#pragma acc declare create(total)
#pragma acc routine seq
int twice(int a) { return a + a; }
void g(int n, int m, int *restrict a) {
  int k = 0;
#pragma acc kernels copy(a[0:n])
  {
    for (int i = 0; i < n; ++i)
      a[i] = twice(a[i]);
    for (int i = 0; i < m; ++i)
      a[i] += k;
  }
#pragma acc enter data copyin(a[0:n]) async(1)
#pragma acc parallel num_gangs(2) present(a[0:n]) if(n > 4)
  {
    int inside = n;
#pragma acc atomic update
    a[0] += inside;
  }
#pragma acc wait(1)
#pragma acc exit data copyout(a[0:n])
}
",
    "\
struct pair { int size; float *data; };
void h(struct pair p, float (*grid)[16], unsigned char flag) {
#pragma acc serial loop collapse(2) copy(grid[0:16])
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      grid[i][j] = p.size + flag;
#pragma acc host_data use_device(grid)
  { grid[0][0] = 1; }
#pragma acc parallel
#pragma acc loop
  for (int i = 0; i < 4; i++)
#pragma acc loop
    for (int j = 0; j < 4; j++)
      grid[i][j] = 0;
}
",
    "\
void k(int n, int m, float *restrict a, float *restrict b, float old) {
  float part[4];
#pragma acc declare create(part)
#pragma acc set device_num(0)
#pragma acc data copyin(b[0:n]) create(part) if(n > 8)
  {
#pragma acc kernels loop copy(a[0:n]) async(2) wait(1)
    for (int i = 0; i < n; ++i)
      a[i] = b[i];
#pragma acc serial firstprivate(old) private(m)
    {
#pragma acc atomic read
      m = a[0];
#pragma acc atomic write
      a[1] = old;
#pragma acc atomic capture
      { m = a[2]; a[2] += 1; }
    }
#pragma acc parallel loop gang num_workers(4) vector_length(32) default(present)
    for (int i = 0; i < n; ++i) {
#pragma acc cache(b[0:4])
#pragma acc loop worker private(part)
      for (int j = 0; j < m; ++j) {
#pragma acc loop vector reduction(max:old)
        for (int k = 0; k < 8; ++k)
          if (old < b[k]) old = b[k];
        a[i] = old;
      }
    }
#pragma acc parallel loop tile(2, 4) if(m) self(n < 2)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        a[i * 8 + j] = 0;
  }
}
",
    "void empty(void) {\n#pragma acc init\n#pragma acc parallel\n  ;\n#pragma acc shutdown\n}\n",
];

/// A declaration of another session, whose nodes a policy may not use.
const OTHER: &str = "void other(int n, int *x) { x[n] = n + 1; }\n";

/// Numbers that follow from a seed (xorshift64*).
struct Random(u64);

impl Random {
    fn number(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % below.max(1)
    }

    fn one_in(&mut self, number: usize) -> bool {
        self.number(number) == 0
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.number(all.len())]
    }
}

/// The directives that policies make most.
const USUAL: &[OmpDirective] = &[
    OmpDirective::Target,
    OmpDirective::Teams,
    OmpDirective::TargetTeams,
    OmpDirective::Distribute,
    OmpDirective::Parallel,
    OmpDirective::For,
    OmpDirective::Simd,
    OmpDirective::ParallelFor,
    OmpDirective::DistributeParallelFor,
    OmpDirective::TargetTeamsDistributeParallelFor,
    OmpDirective::TargetData,
    OmpDirective::TargetUpdate,
    OmpDirective::TargetEnterData,
    OmpDirective::Task,
    OmpDirective::Single,
    OmpDirective::Taskwait,
    OmpDirective::Tile,
    OmpDirective::Loop,
];

/// What policies were asked about, and what they made, by its words.
#[derive(Default)]
struct Reached {
    constructs: BTreeSet<&'static str>,
    directives: BTreeSet<&'static str>,
    clauses: BTreeSet<&'static str>,
}

struct RandomPolicy {
    seed: u64,
    /// Whether most of what it makes is usual.
    is_usual: bool,
    /// What nodes are taken from at times instead of the declaration that it is asked about.
    other: Option<ExternalDeclaration>,
    reached: Arc<Mutex<Reached>>,
}

impl RandomPolicy {
    fn new(seed: u64, is_usual: bool) -> RandomPolicy {
        RandomPolicy { seed, is_usual, other: None, reached: Arc::default() }
    }

    fn reached(&self) -> MutexGuard<'_, Reached> {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The declaration whose nodes stand in what it makes next.
    fn nodes_of<'f>(&'f self, random: &mut Random, construct: Construct<'f>) -> &'f ExternalDeclaration {
        let other = self.other.as_ref().filter(|_| !self.is_usual && random.one_in(8));
        other.unwrap_or_else(|| construct.declaration())
    }

    /// The numbers for a construct: they follow from what it is.
    fn random(&self, construct: Construct<'_>) -> Random {
        let place = construct.directive().map_or(0, |directive| directive.clauses().count() * 31);
        let size = construct.body().map_or(0, |body| body.node().descendants().count());
        let kind = construct.kind() as usize * 1009 + place + size * 7 + construct.half() as usize;
        let mut random = Random(self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (kind as u64 + 1));
        random.number(2);
        random
    }

    fn directive(&self, random: &mut Random) -> OmpDirective {
        let is_usual = self.is_usual || random.one_in(2);
        let directive = random.pick(if is_usual { USUAL } else { OmpDirective::ALL });
        self.reached().directives.insert(directive.text());
        directive
    }

    fn clause<'f>(
        &'f self,
        random: &mut Random,
        on: OmpDirective,
        construct: Construct<'f>,
    ) -> NewClause<'f> {
        let declaration = self.nodes_of(random, construct);
        let clause = self.new_clause(random, on, declaration);
        self.reached().clauses.insert(clause.kind().text());
        let asking = construct.clauses().next().filter(|_| random.one_in(6));
        asking.map_or(clause.clone(), |asking| clause.asked_by(asking))
    }

    fn new_clause<'f>(
        &self,
        random: &mut Random,
        on: OmpDirective,
        declaration: &'f ExternalDeclaration,
    ) -> NewClause<'f> {
        let taken: Vec<OmpClause> = OmpClause::ALL
            .iter()
            .copied()
            .filter(|clause| on.info().clauses.iter().any(|rule| rule.clause == *clause))
            .collect();
        let kind = if taken.is_empty() || !self.is_usual && random.one_in(4) {
            random.pick(OmpClause::ALL)
        } else {
            random.pick(&taken)
        };
        match kind {
            OmpClause::Map => {
                let kinds = [
                    MapKind::To,
                    MapKind::From,
                    MapKind::Tofrom,
                    MapKind::Alloc,
                    MapKind::Release,
                    MapKind::Delete,
                ];
                let flags =
                    [MapFlags::NONE, MapFlags::NONE, MapFlags::ALWAYS, MapFlags::PRESENT, MapFlags::HOLD];
                NewClause::map(random.pick(&kinds), random.pick(&flags), items(random, declaration))
            }
            OmpClause::To | OmpClause::From => {
                NewClause::motion(kind == OmpClause::To, random.one_in(4), items(random, declaration))
            }
            OmpClause::Reduction => {
                NewClause::reduction(random.pick(ReductionOp::ALL), items(random, declaration))
            }
            OmpClause::Depend => {
                let kinds = [DependKind::In, DependKind::Out, DependKind::Inout];
                NewClause::depend(random.pick(&kinds), items(random, declaration))
            }
            OmpClause::If => {
                let of = random.one_in(3).then(|| self.directive(random));
                NewClause::condition(of, value(random, declaration))
            }
            OmpClause::Schedule => {
                let kinds = [ScheduleKind::Static, ScheduleKind::Dynamic, ScheduleKind::Guided];
                NewClause::schedule(random.pick(&kinds), random.one_in(2).then(|| value(random, declaration)))
            }
            OmpClause::DistSchedule => {
                NewClause::dist_schedule(random.one_in(2).then(|| value(random, declaration)))
            }
            OmpClause::Defaultmap => {
                let kinds = [MapKind::To, MapKind::Tofrom, MapKind::Alloc, MapKind::Delete];
                let categories =
                    [DefaultCategory::Scalar, DefaultCategory::Aggregate, DefaultCategory::Pointer];
                NewClause::defaultmap(random.pick(&kinds), random.pick(&categories))
            }
            OmpClause::Sizes => NewClause::values(kind, [value(random, declaration), 2.into()]),
            _ => match random.number(3) {
                0 => NewClause::bare(kind),
                1 => NewClause::value(kind, value(random, declaration)),
                _ => NewClause::list(kind, items(random, declaration)),
            },
        }
    }

    fn changed(&self, random: &mut Random, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
        let mut node = rules.default();
        node.each_directive(|directive| match random.number(6) {
            0 => directive.set_kind(self.directive(random)),
            1 => {
                let kinds: Vec<OmpClause> = directive.view().clauses().map(OmpClauseNode::kind).collect();
                if !kinds.is_empty() {
                    directive.remove(random.pick(&kinds));
                }
            }
            2 => directive.replace(self.clause(random, directive.kind(), construct)),
            3 => directive.push(self.clause(random, directive.kind(), construct)),
            4 => directive.retain(|_| random.one_in(2)),
            _ => {}
        });
        if random.one_in(4) {
            node.each_loop_directive(|directive| {
                directive.push(self.clause(random, directive.kind(), construct));
            });
        }
        if random.one_in(8) {
            node.each_loop_directive(|directive| directive.set_kind(self.directive(random)));
        }
        if random.one_in(4) {
            node.remove_loop_directives();
        }
        if let Some(clause) = construct.clauses().last().filter(|_| random.one_in(4)) {
            node.state_clause(clause, Fidelity::Approximated, "as it happens");
        }
        if random.one_in(3) {
            node.state(Fidelity::Dropped, "so it is");
        }
        node
    }

    fn built(&self, random: &mut Random, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
        let mut build = rules.build();
        for _ in 0..random.number(4) {
            let kind = self.directive(random);
            let clauses =
                (0..random.number(3)).map(|_| self.clause(random, kind, construct)).collect::<Vec<_>>();
            let directive = NewDirective::new(kind).clauses(clauses);
            build = match random.number(8) {
                0 => build.before(directive),
                1 => build.behind(directive),
                _ => build.directive(directive),
            };
        }
        build.finish()
    }
}

fn value<'f>(random: &mut Random, declaration: &'f ExternalDeclaration) -> NewValue<'f> {
    let numbers = [1, 2, 4, 8, 64, 0, -1];
    let exprs: Vec<Expr<'f>> = declaration.nodes().filter_map(Node::expr).collect();
    if exprs.is_empty() || random.one_in(2) {
        random.pick(&numbers).into()
    } else {
        random.pick(&exprs).into()
    }
}

fn items<'f>(random: &mut Random, declaration: &'f ExternalDeclaration) -> Vec<NewItem<'f>> {
    let symbols: Vec<_> = declaration.symbols().collect();
    let exprs: Vec<Expr<'f>> = declaration.nodes().filter_map(Node::expr).collect();
    let mut item = || match random.number(4) {
        0 if !exprs.is_empty() => Some(random.pick(&exprs).into()),
        1 if !symbols.is_empty() => Some(NewItem::section(
            random.pick(&symbols),
            value(random, declaration),
            value(random, declaration),
        )),
        _ if !symbols.is_empty() => Some(random.pick(&symbols).into()),
        _ => None,
    };
    let first = item();
    first.into_iter().chain(item().filter(|_| random.one_in(3))).collect()
}

impl MappingPolicy for RandomPolicy {
    fn name(&self) -> &'static str {
        "random"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
        self.reached().constructs.insert(construct.kind().text());
        let mut random = self.random(construct);
        match random.number(8) {
            0 => rules.unsupported("it is not wanted"),
            1 => rules.without_directive("it is not needed"),
            2..=4 => self.built(&mut random, construct, rules),
            _ => self.changed(&mut random, construct, rules),
        }
    }
    fn map_combined(&self, rules: &CombinedRules<'_>) -> CombinedNodes {
        let (outer, inner) = (rules.outer(), rules.inner());
        let mut random = self.random(outer.construct());
        if random.one_in(3) {
            let inside = inner.without_directive("the other half has it");
            return CombinedNodes::new(self.built(&mut random, outer.construct(), outer), inside);
        }
        CombinedNodes::new(self.map(outer.construct(), outer), self.map(inner.construct(), inner))
    }
}

const DIALECTS: [Dialect; 5] =
    [dialect::PORTABLE, dialect::HOST, dialect::CLACC, dialect::LLVM_22, dialect::OPENMP_6_1];

/// What came of the constructs of all policies.
#[derive(Default)]
struct Counts {
    reached: Arc<Mutex<Reached>>,
    translated: usize,
    kept: usize,
    /// The faults, by their codes.
    faults: BTreeMap<&'static str, usize>,
}

impl Counts {
    fn add(&mut self, program: &str, translation: &Translation) {
        let text = String::from_utf8_lossy(&translation.text);
        let of_directives = translation.verdicts.iter().filter(|line| line.part.is_none());
        let kept = of_directives.clone().filter(|line| line.fidelity == Fidelity::Unsupported).count();
        // What is said to be kept is in the text, and nothing else is.
        assert_eq!(text.matches("#pragma acc").count(), kept, "{program}{text}");
        self.kept += kept;
        self.translated += of_directives.count() - kept;
        for finding in &translation.diagnostics {
            assert_ne!(finding.code.id, "MAP0037", "{finding}");
            if finding.code.id.starts_with("OMP9") || finding.code.id == "MAP0036" {
                *self.faults.entry(finding.code.id).or_default() += 1;
            }
        }
    }
}

fn open() -> (Session, Vec<Unit>) {
    let paths: Vec<String> = (0..PROGRAMS.len()).map(|number| format!("{number}.c")).collect();
    let files = paths.iter().map(String::as_str).zip(PROGRAMS).collect::<MemoryFiles>();
    let mut session = Session::new(files);
    let add = |path: &String| session.add_unit(path, &CompileOptions::default()).expect("the file is there");
    let units = paths.iter().map(add).collect();
    (session, units)
}

/// A declaration that no program has.
fn other() -> ExternalDeclaration {
    let mut session = Session::new(MemoryFiles::new().with("other.c", OTHER));
    let unit = session.add_unit("other.c", &CompileOptions::default()).expect("the file is there");
    session.declarations(unit).swap_remove(0)
}

/// Asks policies with these seeds. `seen` gets each translation.
fn ask(seeds: std::ops::Range<u64>, seen: &mut dyn FnMut(u64, usize, Dialect, &Translation)) -> Counts {
    let mut counts = Counts::default();
    let (mut session, mut units) = open();
    let other = other();
    for seed in seeds {
        if seed % 100 == 99 {
            (session, units) = open();
        }
        let policy = RandomPolicy {
            other: Some(other.clone()),
            reached: counts.reached.clone(),
            ..RandomPolicy::new(seed, seed % 4 != 0)
        };
        let policy = Policy::custom(policy);
        let dialect = DIALECTS[seed as usize % DIALECTS.len()];
        let options = TranslateOptions::default().with_policy(policy).with_dialect(dialect);
        for (number, unit) in units.iter().enumerate() {
            let translation = session.translate(*unit, &options);
            counts.add(PROGRAMS[number], &translation);
            seen(seed, number, dialect, &translation);
        }
    }
    counts
}

#[test]
fn random_policies_are_legal_or_refused() {
    let counts = ask(0..200, &mut |_, _, _, _| {});
    assert!(counts.translated > 50 && counts.kept > 500, "{} {}", counts.translated, counts.kept);
    assert_eq!(counts.faults.len(), 8, "every kind of fault occurs: {:?}", counts.faults);
    let reached = counts.reached.lock().expect("no policy panicked");
    let is_asked = |directive: &AccDirective| reached.constructs.contains(directive.text());
    let effective = AccDirective::ALL.iter().filter(|directive| is_effective(**directive));
    let missing: Vec<&AccDirective> = effective.filter(|directive| !is_asked(directive)).collect();
    assert!(missing.is_empty(), "policies are asked about {missing:?}");
}

/// Whether policies are asked about it: not about a combined directive, of which they are asked about the halves.
fn is_effective(directive: AccDirective) -> bool {
    !matches!(directive, AccDirective::ParallelLoop | AccDirective::SerialLoop | AccDirective::KernelsLoop)
}

#[test]
#[ignore = "ten thousand policies take minutes"]
fn ten_thousand_random_policies_are_legal_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("random_policies");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let counts = ask(0..10_000, &mut |seed, number, dialect, translation| {
        let has_omp = String::from_utf8_lossy(&translation.text).contains("#pragma omp");
        if dialect.name() != "openmp-6.1" && has_omp && seed % 10 < 5 {
            let path = folder.join(format!("{}-{seed}-{number}.c", dialect.name()));
            std::fs::write(path, &translation.text).expect("the file can be written");
        }
    });
    let Counts { reached, translated, kept, faults } = counts;
    let line = format!("{translated} directives translated, {kept} kept; faults: {faults:?}\n");
    std::fs::write(folder.join("counts.txt"), line).expect("the file can be written");
    assert_eq!(faults.len(), 8, "every kind of fault occurs");
    let reached = reached.lock().expect("no policy panicked");
    assert_eq!(reached.directives.len(), OmpDirective::ALL.len());
    assert_eq!(reached.clauses.len(), OmpClause::ALL.len());
}

#[test]
fn random_policies_are_pure() {
    let policy = Policy::custom(RandomPolicy::new(5, true));
    clacc::policy::testing::check_pure(&policy, dialect::PORTABLE, PROGRAMS).expect("it is pure");
}
