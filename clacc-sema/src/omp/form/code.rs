//! Code that forms add: declarations, and calls of the runtime library.

use clacc_syntax::Name;

use super::clause::{Fresh, Item, Operand, RowTable};
use super::{Omp, Origin};
use crate::directives::reduction::ReductionOp;
use crate::program::place::{At, EntityId, Place, Step, Value};

/// A declaration that the mapping adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declare {
    /// The name that is declared.
    pub local: Local,
    /// Its type, without qualifiers that forbid assignment.
    pub ty: TypeLike,
    /// Its initializer; none for a variable that is not initialized.
    pub init: Option<InitialValue>,
    /// The reason for declaring it.
    pub origin: Origin,
}

impl Declare {
    /// The routine of the runtime library that its initializer calls.
    pub fn routine(&self) -> Option<Routine> {
        match self.init {
            Some(InitialValue::IsAbsent(_)) => Some(Routine::IsPresent),
            Some(InitialValue::Left { .. }) => Some(Routine::LeaveData),
            _ => None,
        }
    }
}

/// The declaration of a reduction that combines structs member by member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclareReduction {
    /// The name that is declared.
    pub name: Fresh,
    /// The operator that combines each scalar.
    pub operator: ReductionOp,
    /// A variable that has the type, is an array of such structs, or is a pointer to one.
    pub like: EntityId,
    /// The steps from the struct to each scalar.
    pub members: Box<[Box<[Step]>]>,
    /// The reason for declaring it.
    pub origin: Origin,
}

/// A declaration, at file scope, of a function with the type of another declared function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclareFunction {
    /// The function.
    pub name: Name,
    /// The function with the same type, which may be this one.
    pub like: Name,
    /// True if the declaration has the specifier `static`.
    pub is_static: bool,
    /// True if the declaration has the specifier `inline`.
    pub is_inline: bool,
    /// The reason for declaring it.
    pub origin: Origin,
}

/// The name of a declared variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Local {
    /// The name of an entity of the source, which the declaration hides in its scope.
    Hiding(EntityId),
    /// A name that the form introduces.
    Fresh(Fresh),
}

/// The type of a declared variable, given by something else that has this type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeLike {
    /// The type of an entity.
    Entity(EntityId),
    /// The type of the value of an entity, without qualifiers.
    ValueOf(EntityId),
    /// The type of a pointer: that of an entity, or for an array that of a pointer to its first element.
    Decayed(EntityId),
    /// The type of an expression, made `const`.
    ConstantOf(At),
    /// The type of an array with all elements of the pointee up to the end of the given part, so that the copied elements keep their
    /// subscripts.
    ElementsUpTo(Place),
    /// `int`, for a variable that is a flag.
    Flag,
    /// The descriptor of data whose region ends with the scope of the variable.
    LeftData,
    /// The type of the pointer, or of a pointer to the elements of the array, that initializes the variable.
    Row,
    /// The type of a pointer to the elements of the row, which is an array.
    FirstOfRow,
}

/// A loop over a table of pointers. In its body, a variable that the form declares points to the current row: [`Fresh::Row`] of the same
/// level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    /// The number of such loops around it.
    pub level: u32,
    /// The pointers that the loop iterates over.
    pub table: RowTable,
    /// The parts that are executed for each row.
    pub body: Vec<Omp>,
}

impl Rows {
    /// The loop, with a declaration of the pointer to the row at the start of its body.
    pub fn new(
        level: u32,
        table: RowTable,
        ty: TypeLike,
        body: impl IntoIterator<Item = Omp>,
        origin: &Origin,
    ) -> Rows {
        let row = Omp::declare(Declare {
            local: Local::Fresh(Fresh::Row(level)),
            ty,
            init: Some(InitialValue::Row { level, table: table.clone() }),
            origin: origin.clone(),
        });
        Rows { level, table, body: std::iter::once(row).chain(body).collect() }
    }
}

/// The initializer of a declared variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitialValue {
    /// The value of an expression.
    Value(At),
    /// The values of the elements of a place.
    Elements(Place),
    /// The address of new memory for all elements of a pointee up to the end of a part.
    Allocated(Place),
    /// The address of another variable that the form declares.
    AddressOf(Fresh),
    /// The value of an entity.
    ValueOf(EntityId),
    /// The value of another variable that the form declares.
    Fresh(Fresh),
    /// The descriptor of an item whose data region ends with the scope of the variable.
    Left {
        /// The item.
        item: Item,
        /// True if the item is copied to the host then.
        copy_out: bool,
        /// True if the program waits for the queues before that.
        waits: bool,
    },
    /// 1 if an item is not on the device, otherwise 0.
    IsAbsent(Item),
    /// 1 if a condition holds, otherwise 0.
    Condition(Operand),
    /// The current pointer of the loop over a table.
    Row {
        /// The level of the loop.
        level: u32,
        /// The pointers that the loop iterates over.
        table: RowTable,
    },
    /// The address of the first element of an array, or the value of a pointer.
    FirstOf(Place),
    /// The address of a place.
    AddressOfPlace(Place),
    /// The address of the struct that contains a member, computed from a pointer to the member that the form declares.
    Around {
        /// The member, as a part of the pointee of a pointer to the struct.
        member: Place,
        /// The variable that points to the member.
        pointer: Fresh,
    },
}

/// A copy of a struct that hides the struct: the variable itself, or a pointer variable that points to the copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HiddenStruct {
    /// The struct, or the pointer to it.
    pub entity: EntityId,
    /// The pointer members whose values differ in the copy, and the variables with these values.
    pub members: Vec<(Place, Fresh)>,
    /// The reason for hiding it.
    pub origin: Origin,
}

/// An assignment of the value of one declared variable to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assign {
    /// The variable that is assigned.
    pub to: Fresh,
    /// The variable whose value is assigned.
    pub from: Fresh,
    /// The reason for assigning it.
    pub origin: Origin,
}

/// A call of a routine of the runtime library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoutineCall {
    /// The routine.
    pub routine: Routine,
    /// Its arguments.
    pub arguments: Vec<CallArgument>,
    /// The reason for calling it.
    pub origin: Origin,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallArgument {
    /// A value.
    Value(Value),
    /// A type of devices.
    DeviceType(DeviceType),
    /// The number that OpenMP gives the host.
    InitialDevice,
    /// The address of a pointer.
    PointerAddress(Item),
    /// The address of an element of the pointee of a pointer of the form.
    Element {
        /// The pointer.
        pointer: Fresh,
        /// The index of the element.
        index: Operand,
    },
    /// The address of the current pointer of the loop over a table.
    RowAddress {
        /// The level of the loop.
        level: u32,
        /// The pointers that the loop iterates over.
        table: RowTable,
    },
}

/// The routines of the OpenACC runtime library that forms may call (OpenACC 3.4 3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each variant names its routine")]
#[non_exhaustive]
pub enum Routine {
    Init,
    InitDevice,
    Shutdown,
    ShutdownDevice,
    SetDeviceNum,
    SetDeviceType,
    SetDefaultAsync,
    Wait,
    WaitAll,
    WaitAllAsync,
    WaitAllDevice,
    WaitAllDeviceAsync,
    WaitAsync,
    WaitDevice,
    WaitDeviceAsync,
    IsPresent,
    Attach,
    AttachAsync,
    Detach,
    DetachAsync,
    DetachFinalize,
    DetachFinalizeAsync,
    /// Ends the data region that a descriptor describes. The routine belongs to clacc's own runtime library.
    LeaveData,
    /// Attaches a pointer if a part of its pointee is present. The routine belongs to clacc's own runtime library.
    AttachPart,
    /// [`Routine::AttachPart`] in the order of a queue.
    AttachPartAsync,
    /// Detaches the pointer after the directive that released the part. The routine belongs to clacc's own runtime library.
    DetachPart,
    /// [`Routine::DetachPart`] in the order of a queue.
    DetachPartAsync,
    /// [`Routine::DetachPart`] that sets the attachment counter to zero.
    DetachPartFinalize,
    /// [`Routine::DetachPartFinalize`] in the order of a queue.
    DetachPartFinalizeAsync,
    /// Returns the address that represents a queue. The routine belongs to clacc's own runtime library.
    QueueAddress,
    /// Returns whether the calling code runs on the host (OpenMP 5.2 18.7.6). The routine belongs to OpenMP.
    IsInitialDevice,
    /// Selects the device of the thread (OpenMP 5.2 18.7.2). The routine belongs to OpenMP.
    SetDefaultDevice,
}

/// The device types in the runtime library's header (OpenACC 3.4 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its type")]
pub enum DeviceType {
    Default,
    Host,
    NotHost,
    Nvidia,
    Radeon,
    Multicore,
    X86_64,
    Ppc64le,
}

/// Code before or after a declaration, for a directive that applies to the declaration: `declare`,
/// `routine`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitForm {
    /// Its place.
    pub anchor: Anchor,
    /// The code. It contains no associated statement.
    pub omp: Omp,
}

/// A place for code around declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// The place of the directive, before the declaration that it applies to.
    Before,
    /// After the declaration that the directive applies to.
    After,
}

impl Routine {
    /// Returns true for a routine that attaches or detaches a pointer.
    pub const fn is_about_pointers(self) -> bool {
        use Routine::*;
        matches!(
            self,
            Attach
                | AttachAsync
                | AttachPart
                | AttachPartAsync
                | Detach
                | DetachAsync
                | DetachFinalize
                | DetachFinalizeAsync
                | DetachPart
                | DetachPartAsync
                | DetachPartFinalize
                | DetachPartFinalizeAsync
        )
    }

    /// Returns true for a routine of OpenMP.
    pub const fn is_of_openmp(self) -> bool {
        matches!(self, Routine::IsInitialDevice | Routine::SetDefaultDevice)
    }

    /// The routine's name.
    pub const fn text(self) -> &'static str {
        match self {
            Routine::Init => "acc_init",
            Routine::InitDevice => "acc_init_device",
            Routine::Shutdown => "acc_shutdown",
            Routine::ShutdownDevice => "acc_shutdown_device",
            Routine::SetDeviceNum => "acc_set_device_num",
            Routine::SetDeviceType => "acc_set_device_type",
            Routine::SetDefaultAsync => "acc_set_default_async",
            Routine::Wait => "acc_wait",
            Routine::WaitAll => "acc_wait_all",
            Routine::WaitAllAsync => "acc_wait_all_async",
            Routine::WaitAllDevice => "acc_wait_all_device",
            Routine::WaitAllDeviceAsync => "acc_wait_all_device_async",
            Routine::WaitAsync => "acc_wait_async",
            Routine::WaitDevice => "acc_wait_device",
            Routine::WaitDeviceAsync => "acc_wait_device_async",
            Routine::IsPresent => "acc_is_present",
            Routine::Attach => "acc_attach",
            Routine::AttachAsync => "acc_attach_async",
            Routine::Detach => "acc_detach",
            Routine::DetachAsync => "acc_detach_async",
            Routine::DetachFinalize => "acc_detach_finalize",
            Routine::DetachFinalizeAsync => "acc_detach_finalize_async",
            Routine::LeaveData => "acc2omp_leave_data",
            Routine::AttachPart => "acc2omp_attach_part",
            Routine::AttachPartAsync => "acc2omp_attach_part_async",
            Routine::DetachPart => "acc2omp_detach_part",
            Routine::DetachPartAsync => "acc2omp_detach_part_async",
            Routine::DetachPartFinalize => "acc2omp_detach_part_finalize",
            Routine::DetachPartFinalizeAsync => "acc2omp_detach_part_finalize_async",
            Routine::QueueAddress => "acc2omp_async2dep",
            Routine::IsInitialDevice => "omp_is_initial_device",
            Routine::SetDefaultDevice => "omp_set_default_device",
        }
    }
}

impl DeviceType {
    const ALL: &[DeviceType] = &[
        DeviceType::Default,
        DeviceType::Host,
        DeviceType::NotHost,
        DeviceType::Nvidia,
        DeviceType::Radeon,
        DeviceType::Multicore,
        DeviceType::X86_64,
        DeviceType::Ppc64le,
    ];

    /// The constant of the type in the runtime library's header.
    pub const fn constant(self) -> &'static str {
        match self {
            DeviceType::Default => "acc_device_default",
            DeviceType::Host => "acc_device_host",
            DeviceType::NotHost => "acc_device_not_host",
            DeviceType::Nvidia => "acc_device_nvidia",
            DeviceType::Radeon => "acc_device_radeon",
            DeviceType::Multicore => "acc_device_multicore",
            DeviceType::X86_64 => "acc_device_x86_64",
            DeviceType::Ppc64le => "acc_device_ppc64le",
        }
    }

    /// The value of the constant, for code that cannot rely on the header.
    pub const fn number(self) -> i32 {
        match self {
            DeviceType::Default => 1,
            DeviceType::Host => 2,
            DeviceType::NotHost => 4,
            DeviceType::Nvidia => 5,
            DeviceType::Radeon => 8,
            DeviceType::Multicore => 10,
            DeviceType::X86_64 => 11,
            DeviceType::Ppc64le => 12,
        }
    }

    /// The type that an argument of a `device_type` clause names, by its keyword or by the constant.
    pub fn spelled(word: &str) -> Option<DeviceType> {
        let word = word.strip_prefix("acc_device_").unwrap_or(word);
        let is_meant = |ty: &&DeviceType| ty.constant().strip_prefix("acc_device_") == Some(word);
        DeviceType::ALL.iter().find(is_meant).copied()
    }
}
