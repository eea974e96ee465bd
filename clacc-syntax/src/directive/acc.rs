//! OpenACC 3.4.

use super::name_table;

name_table! {
    /// The directives of OpenACC (chapter 2).
    AccDirective {
        Parallel = "parallel",
        Serial = "serial",
        Kernels = "kernels",
        ParallelLoop = "parallel loop",
        SerialLoop = "serial loop",
        KernelsLoop = "kernels loop",
        Data = "data",
        EnterData = "enter data",
        ExitData = "exit data",
        HostData = "host_data",
        Loop = "loop",
        Cache = "cache",
        Atomic = "atomic",
        Declare = "declare",
        Init = "init",
        Shutdown = "shutdown",
        Set = "set",
        Update = "update",
        Wait = "wait",
        Routine = "routine",
    }
}

name_table! {
    /// The clauses of OpenACC (chapter 2), aliases included.
    AccClause {
        If = "if",
        SelfClause = "self" | "host",
        Default = "default",
        Copy = "copy" | "pcopy" | "present_or_copy",
        Copyin = "copyin" | "pcopyin" | "present_or_copyin",
        Copyout = "copyout" | "pcopyout" | "present_or_copyout",
        Create = "create" | "pcreate" | "present_or_create",
        NoCreate = "no_create",
        Present = "present",
        Deviceptr = "deviceptr",
        Attach = "attach",
        Detach = "detach",
        Delete = "delete",
        Finalize = "finalize",
        UseDevice = "use_device",
        IfPresent = "if_present",
        Device = "device",
        DeviceResident = "device_resident",
        Link = "link",
        Private = "private",
        Firstprivate = "firstprivate",
        Reduction = "reduction",
        NumGangs = "num_gangs",
        NumWorkers = "num_workers",
        VectorLength = "vector_length",
        Gang = "gang",
        Worker = "worker",
        Vector = "vector",
        Seq = "seq",
        Independent = "independent",
        Auto = "auto",
        Collapse = "collapse",
        Tile = "tile",
        Async = "async",
        Wait = "wait",
        DeviceType = "device_type" | "dtype",
        DeviceNum = "device_num",
        DefaultAsync = "default_async",
        Bind = "bind",
        Nohost = "nohost",
        Read = "read",
        Write = "write",
        Update = "update",
        Capture = "capture",
    }
}
