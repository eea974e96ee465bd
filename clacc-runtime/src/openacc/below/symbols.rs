//! The functions of the OpenMP runtimes. Each is looked up once, and all calls of them are in this module.
//!
//! The signatures come from the OpenMP 5.2 API, from LLVM 14 to 22 for libomptarget's `__tgt_…` and libomp's
//! `__kmpc_…` (`omptarget.h`, `kmp.h`), and from gcc 5 to 15 for libgomp's `GOMP_…`.

use crate::openacc::binding::Job;
use crate::openacc::handle::{Address, Device};
use crate::openacc::system::{Search, call_at_exit, find_symbol};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

type Pointer = *mut c_void;

/// libomp's description of a place in the program.
#[repr(C)]
pub(super) struct Ident {
    reserved_1: i32,
    flags: i32,
    reserved_2: i32,
    reserved_3: i32,
    pub(super) source: *const c_char,
}

// SAFETY: the runtime only reads it, and the string is a constant.
unsafe impl Sync for Ident {}

/// The place of calls from this library: it has the flag `KMP_IDENT_KMPC` and names no source file.
static HERE: Ident = Ident {
    reserved_1: 0,
    flags: 2,
    reserved_2: 0,
    reserved_3: 22,
    source: c";unknown;unknown;0;0;;".as_ptr(),
};

/// libomp's description of a dependence.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Dependence {
    base: isize,
    length: usize,
    flags: u8,
}

impl Dependence {
    /// The address that stands for what depends.
    pub(super) fn address(&self) -> Address {
        self.base.cast_unsigned()
    }
}

/// The dependence is both in and out.
const INOUT: u8 = 3;

/// The beginning of libomp's task. libomp keeps more fields after it.
#[repr(C)]
pub(super) struct Task {
    shareds: *mut Pointer,
    pub(super) routine: Option<TaskEntry>,
    part: i32,
    data_1: Pointer,
    data_2: Pointer,
}

/// The function of a task.
pub(super) type TaskEntry = unsafe extern "C" fn(i32, *mut Task) -> i32;
/// `__tgt_target_data_begin_mapper`, `_end_mapper` and `_update_mapper`.
pub(super) type DataMapper = unsafe extern "C" fn(
    Pointer,
    i64,
    i32,
    *mut Pointer,
    *mut Pointer,
    *mut i64,
    *mut i64,
    *mut Pointer,
    *mut Pointer,
);

/// The forms of these for `nowait`, with two lists of dependences.
pub(super) type NowaitMapper = unsafe extern "C" fn(
    Pointer,
    i64,
    i32,
    *mut Pointer,
    *mut Pointer,
    *mut i64,
    *mut i64,
    *mut Pointer,
    *mut Pointer,
    i32,
    Pointer,
    i32,
    Pointer,
);

macro_rules! symbols {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $search:expr;)*) => {
        /// The functions that the program's OpenMP runtime has.
        #[derive(Clone, Copy, Debug, Default)]
        #[expect(non_snake_case, reason = "fields have the names of the functions")]
        pub(super) struct Symbols { $($(#[$doc])* $name: Option<$kind>,)* }

        impl Symbols {
            /// Looks up all functions.
            pub(super) fn find() -> Self {
                Self { $($name: {
                    let name = concat!(stringify!($name), "\0");
                    let name = CStr::from_bytes_with_nul(name.as_bytes()).unwrap_or_default();
                    // SAFETY: every runtime that exports a function of this name gives it this type, see the
                    // top.
                    $search(name).map(|found| unsafe { function::<$kind>(found) })
                },)* }
            }
        }
    };
}

/// Converts an address to a function.
///
/// # Safety
/// `F` is a function pointer type, and the function at the address has this type and lives as long as the
/// process.
pub(super) unsafe fn function<F: Copy>(address: Address) -> F {
    let pointer: *const c_void = ptr::with_exposed_provenance(address);
    const { assert!(size_of::<F>() == size_of::<*const c_void>()) };
    // SAFETY: the caller promises the type, and both are one pointer wide.
    unsafe { std::mem::transmute_copy(&pointer) }
}

fn anywhere(name: &CStr) -> Option<Address> {
    find_symbol(name, Search::Everywhere)
}

/// Finds the runtime's function of a name that this library defines too, in order to see the calls.
fn behind(name: &CStr) -> Option<Address> {
    super::behind_ours(name)
}

symbols! {
    omp_get_num_devices: unsafe extern "C" fn() -> c_int = anywhere;
    omp_get_initial_device: unsafe extern "C" fn() -> c_int = anywhere;
    omp_get_level: unsafe extern "C" fn() -> c_int = anywhere;
    omp_get_default_device: unsafe extern "C" fn() -> c_int = anywhere;
    omp_set_default_device: unsafe extern "C" fn(c_int) = anywhere;
    omp_get_mapped_ptr: unsafe extern "C" fn(*const c_void, c_int) -> Pointer = anywhere;
    omp_target_is_present: unsafe extern "C" fn(*const c_void, c_int) -> c_int = anywhere;
    omp_target_alloc: unsafe extern "C" fn(usize, c_int) -> Pointer = anywhere;
    omp_target_free: unsafe extern "C" fn(Pointer, c_int) = anywhere;
    omp_target_memcpy: unsafe extern "C" fn(Pointer, *const c_void, usize, usize, usize, c_int, c_int) -> c_int = anywhere;
    omp_target_associate_ptr: unsafe extern "C" fn(*const c_void, *const c_void, usize, usize, c_int) -> c_int = anywhere;
    omp_target_disassociate_ptr: unsafe extern "C" fn(*const c_void, c_int) -> c_int = anywhere;
    __tgt_rtl_init: unsafe extern "C" fn() = anywhere;
    __tgt_rtl_deinit: extern "C" fn() = anywhere;
    __tgt_target_data_begin_mapper: DataMapper = behind;
    __tgt_target_data_end_mapper: DataMapper = behind;
    __tgt_target_data_update_mapper: DataMapper = behind;
    __kmpc_fork_call: unsafe extern "C" fn() = anywhere;
    __kmpc_global_thread_num: unsafe extern "C" fn(*const Ident) -> i32 = anywhere;
    __kmpc_omp_taskwait_deps_51: unsafe extern "C" fn(*const Ident, i32, i32, *const Dependence, i32, *const Dependence, i32) = anywhere;
    __kmpc_omp_wait_deps: unsafe extern "C" fn(*const Ident, i32, i32, *const Dependence, i32, *const Dependence) = anywhere;
    __kmpc_omp_taskwait: unsafe extern "C" fn(*const Ident, i32) -> i32 = anywhere;
    __kmpc_omp_taskyield: unsafe extern "C" fn(*const Ident, i32, c_int) -> i32 = anywhere;
    __kmpc_omp_target_task_alloc: unsafe extern "C" fn(*const Ident, i32, i32, usize, usize, TaskEntry, i64) -> *mut Task = anywhere;
    __kmpc_omp_task_with_deps: unsafe extern "C" fn(*const Ident, i32, *mut Task, i32, *const Dependence, i32, *const Dependence) -> i32 = behind;
    GOMP_target_ext: unsafe extern "C" fn() = anywhere;
    GOMP_taskwait: unsafe extern "C" fn() = anywhere;
    GOMP_taskwait_depend: unsafe extern "C" fn(*mut Pointer) = anywhere;
}

fn pointer(address: Address) -> Pointer {
    ptr::with_exposed_provenance_mut(address)
}

/// The three operations on mapped data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapperCall {
    Begin,
    End,
    Update,
}

/// One item of a map: the arguments that `target enter data map(…)` would pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct MapItem {
    pub(super) base: Address,
    pub(super) begin: Address,
    pub(super) bytes: usize,
    pub(super) kind: i64,
}

impl Symbols {
    /// Whether libomptarget is there with every function that its binding needs.
    pub(super) fn has_libomptarget(&self) -> bool {
        self.__tgt_target_data_begin_mapper.is_some()
            && self.__tgt_target_data_end_mapper.is_some()
            && self.__tgt_target_data_update_mapper.is_some()
            && self.has_device_memory()
    }

    /// Whether the device memory routines of OpenMP 4.5 are there.
    pub(super) fn has_device_memory(&self) -> bool {
        self.omp_target_alloc.is_some()
            && self.omp_target_free.is_some()
            && self.omp_target_memcpy.is_some()
            && self.omp_target_associate_ptr.is_some()
            && self.omp_target_disassociate_ptr.is_some()
    }

    pub(super) fn has_mapped_ptr(&self) -> bool {
        self.omp_get_mapped_ptr.is_some()
    }

    /// Whether libomp is there, with or without libomptarget.
    pub(super) fn has_libomp(&self) -> bool {
        self.__kmpc_fork_call.is_some() && self.__kmpc_global_thread_num.is_some()
    }

    pub(super) fn has_libgomp(&self) -> bool {
        self.GOMP_target_ext.is_some()
    }

    /// Starts libomptarget if a program without a device image has not started it, and lets it end with the
    /// program.
    pub(super) fn start_libomptarget(&self) {
        if let (Some(start), Some(end)) = (self.__tgt_rtl_init, self.__tgt_rtl_deinit) {
            // SAFETY: the function counts its calls and may be called any number of times.
            unsafe { start() };
            call_at_exit(end);
        }
    }

    pub(super) fn device_count(&self) -> i32 {
        // SAFETY: the query has no arguments, and libomptarget was started before.
        self.omp_get_num_devices.map_or(0, |query| unsafe { query() }).max(0)
    }

    /// Returns OpenMP's number of the host.
    pub(super) fn host_number(&self) -> i32 {
        // SAFETY: the query has no arguments.
        self.omp_get_initial_device.map_or(-1, |query| unsafe { query() })
    }

    pub(super) fn default_device(&self) -> i32 {
        // SAFETY: the query has no arguments.
        self.omp_get_default_device.map_or(-1, |query| unsafe { query() })
    }

    pub(super) fn set_default_device(&self, number: i32) {
        if let Some(set) = self.omp_set_default_device {
            // SAFETY: the function accepts any number. Constructs check it when they use it.
            unsafe { set(number) };
        }
    }

    /// Returns OpenMP's number of a device.
    pub(super) fn number(&self, device: Device) -> i32 {
        match device {
            Device::Host => self.host_number(),
            Device::Offload(number) => number,
        }
    }

    /// Returns the device's address of mapped data.
    pub(super) fn mapped_address(&self, device: i32, host: Address) -> Option<Address> {
        let query = self.omp_get_mapped_ptr?;
        // SAFETY: the function looks the address up in a table and does not access the memory there.
        let found = unsafe { query(pointer(host), device) };
        (!found.is_null()).then(|| found.expose_provenance())
    }

    pub(super) fn is_mapped(&self, device: i32, host: Address) -> bool {
        // SAFETY: the function looks the address up in a table and does not access the memory there.
        self.omp_target_is_present.is_some_and(|query| unsafe { query(pointer(host), device) } != 0)
    }

    pub(super) fn allocate(&self, device: i32, bytes: usize) -> Option<Address> {
        let allocate = self.omp_target_alloc?;
        // SAFETY: the function accepts any size, and the device exists.
        let found = unsafe { allocate(bytes, device) };
        (!found.is_null()).then(|| found.expose_provenance())
    }

    /// Frees device memory that [`Symbols::allocate`] returned. The caller must know that it did.
    pub(super) fn release(&self, device: i32, address: Address) {
        if let Some(release) = self.omp_target_free {
            // SAFETY: the caller promises that `omp_target_alloc` returned the address on this device and
            // that it was not freed yet.
            unsafe { release(pointer(address), device) };
        }
    }

    /// Copies between memories. The program promises that the bytes are valid, as for `memcpy`.
    pub(super) fn copy(
        &self,
        to: (Device, Address),
        from: (Device, Address),
        bytes: usize,
    ) -> Result<(), i32> {
        let copy = self.omp_target_memcpy.ok_or(-1)?;
        let (to_device, from_device) = (self.number(to.0), self.number(from.0));
        // SAFETY: the runtime copies between the memories of these devices. A program that calls a copying
        // routine promises that the bytes are there. For all other calls, it follows from the present table.
        let code = unsafe { copy(pointer(to.1), pointer(from.1), bytes, 0, 0, to_device, from_device) };
        if code == 0 { Ok(()) } else { Err(code) }
    }

    pub(super) fn associate(
        &self,
        device: i32,
        host: Address,
        address: Address,
        bytes: usize,
    ) -> Result<(), i32> {
        let associate = self.omp_target_associate_ptr.ok_or(-1)?;
        // SAFETY: the function makes an entry in the runtime's table and does not access the memory at either
        // address.
        let code = unsafe { associate(pointer(host), pointer(address), bytes, 0, device) };
        if code == 0 { Ok(()) } else { Err(code) }
    }

    pub(super) fn disassociate(&self, device: i32, host: Address) -> Result<(), i32> {
        let disassociate = self.omp_target_disassociate_ptr.ok_or(-1)?;
        // SAFETY: the function removes an entry of the runtime's table and does not access the memory at any
        // address.
        let code = unsafe { disassociate(pointer(host), device) };
        if code == 0 { Ok(()) } else { Err(code) }
    }

    /// Calls libomptarget with one item.
    pub(super) fn map(&self, call: MapperCall, device: i32, item: MapItem) {
        let function = match call {
            MapperCall::Begin => self.__tgt_target_data_begin_mapper,
            MapperCall::End => self.__tgt_target_data_end_mapper,
            MapperCall::Update => self.__tgt_target_data_update_mapper,
        };
        let Some(function) = function else { return };
        let (mut base, mut begin) = (pointer(item.base), pointer(item.begin));
        let mut bytes = i64::try_from(item.bytes).unwrap_or(i64::MAX);
        let mut kind = item.kind;
        // SAFETY: the arrays have one item each and live during the call. The place, the names and the
        // mappers may be null, and a null place spares libomptarget the making of texts. The call copies only
        // bytes of the host that the program named in a routine call.
        unsafe {
            function(
                ptr::null_mut(),
                i64::from(device),
                1,
                &raw mut base,
                &raw mut begin,
                &raw mut bytes,
                &raw mut kind,
                ptr::null_mut(),
                ptr::null_mut(),
            );
        }
    }

    fn thread(&self) -> i32 {
        // SAFETY: the function registers the thread with libomp if necessary, and the place is valid.
        self.__kmpc_global_thread_num.map_or(0, |query| unsafe { query(&raw const HERE) })
    }

    /// Waits for the calling thread's tasks that depend on an address.
    pub(super) fn wait_for(&self, queue: Address) {
        let dependence = Dependence { base: queue.cast_signed(), length: 1, flags: INOUT };
        if let Some(wait) = self.__kmpc_omp_taskwait_deps_51 {
            // SAFETY: there is one dependence, which lives during the call, and there are no further ones.
            unsafe { wait(&raw const HERE, self.thread(), 1, &raw const dependence, 0, ptr::null(), 0) };
        } else if let Some(wait) = self.__kmpc_omp_wait_deps {
            // SAFETY: as above. This is the older form of the same function.
            unsafe { wait(&raw const HERE, self.thread(), 1, &raw const dependence, 0, ptr::null()) };
        } else if let Some(wait) = self.GOMP_taskwait_depend {
            // The list consists of the number of dependences, the number of those that are inout, and the
            // addresses.
            let mut list = [pointer(1), pointer(1), pointer(queue)];
            // SAFETY: the list has libgomp's form and lives during the call.
            unsafe { wait(list.as_mut_ptr()) };
        }
    }

    /// Waits for all tasks of the calling thread.
    pub(super) fn wait_for_all(&self) {
        if let Some(wait) = self.__kmpc_omp_taskwait {
            // SAFETY: the place is valid, and the thread is the calling one.
            unsafe { wait(&raw const HERE, self.thread()) };
        } else if let Some(wait) = self.GOMP_taskwait {
            // SAFETY: the function has no arguments.
            unsafe { wait() };
        }
    }

    /// Lets the calling thread run a task, if there is one that it can run.
    pub(super) fn yield_to_tasks(&self) {
        if let Some(progress) = self.__kmpc_omp_taskyield {
            // SAFETY: the place is valid, and the thread is the calling one.
            unsafe { progress(&raw const HERE, self.thread(), 0) };
        }
        std::thread::yield_now();
    }

    /// Whether this library can create tasks of libomp.
    pub(super) fn has_tasks(&self) -> bool {
        self.__kmpc_omp_target_task_alloc.is_some()
            && self.__kmpc_omp_task_with_deps.is_some()
            && self.has_libomp()
    }

    /// Whether the calling thread may give work to libomp's helper threads. libomp 19 crashes if a thread
    /// that the program made itself gives them work and then ends.
    pub(super) fn may_use_helpers(&self) -> bool {
        // SAFETY: the query has no arguments.
        let in_parallel = self.omp_get_level.is_some_and(|query| unsafe { query() } > 0);
        in_parallel || self.thread() == 0
    }

    /// Gives libomp a task like those of `target nowait`, which a helper thread runs. Returns the job if that
    /// is not possible.
    pub(super) fn start_task(&self, queues: &[Address], job: Job) -> Result<(), Job> {
        let (Some(allocate), Some(start)) =
            (self.__kmpc_omp_target_task_alloc, self.__kmpc_omp_task_with_deps)
        else {
            return Err(job);
        };
        let thread = self.thread();
        // SAFETY: the sizes are those of the head that every task has and of one shared pointer, and the
        // entry function takes such a task.
        let task = unsafe {
            allocate(
                &raw const HERE,
                thread,
                0,
                size_of::<Task>(),
                size_of::<Pointer>(),
                run_job,
                i64::from(self.default_device()),
            )
        };
        if task.is_null() {
            return Err(job);
        }
        let dependences: Vec<_> = queues
            .iter()
            .map(|queue| Dependence { base: queue.cast_signed(), length: 1, flags: INOUT })
            .collect();
        let count = i32::try_from(dependences.len()).unwrap_or(0);
        let job: *mut Job = Box::into_raw(Box::new(job));
        // SAFETY: libomp made the task with room for one shared pointer, and no other thread uses it yet.
        unsafe { (*task).shareds.write(job.cast()) };
        // SAFETY: the task is complete; libomp copies the dependences before it returns.
        unsafe { start(&raw const HERE, thread, task, count, dependences.as_ptr(), 0, ptr::null()) };
        Ok(())
    }
}

/// Runs the job of a task. It is called once for each task.
unsafe extern "C" fn run_job(_thread: i32, task: *mut Task) -> i32 {
    // SAFETY: libomp passes the task that `start_task` filled, and runs it once, so that the box is taken
    // back only once.
    let job = unsafe { Box::from_raw((*task).shareds.read().cast::<Job>()) };
    job();
    0
}
