//! Functions that exist only on hosts: of files, of the environment, of time, of other processes (OpenACC 3.4 2.15.1).

/// Functions of libraries that need what a device does not have. They are sorted.
const HOST_ONLY: &[&str] = &[
    "MPI_Barrier",
    "MPI_Bcast",
    "MPI_Recv",
    "MPI_Reduce",
    "MPI_Send",
    "clock",
    "clock_gettime",
    "drand48",
    "exit",
    "fclose",
    "fflush",
    "fgetc",
    "fgets",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "fscanf",
    "fwrite",
    "getchar",
    "getenv",
    "gettimeofday",
    "omp_get_wtime",
    "rand",
    "random",
    "scanf",
    "sleep",
    "srand",
    "system",
    "time",
    "usleep",
];

/// Returns whether a function needs something that only a host has. The routines of OpenACC's runtime library that manage data, devices or
/// queues are such functions.
pub(super) fn is_for_hosts(name: &str) -> bool {
    HOST_ONLY.binary_search(&name).is_ok() || name.starts_with("acc_") && name != "acc_on_device"
}

#[cfg(test)]
mod tests {
    use super::{HOST_ONLY, is_for_hosts};

    #[test]
    fn functions_of_hosts_are_sorted() {
        assert!(HOST_ONLY.is_sorted());
        let names = ["fopen", "acc_copyin", "acc_on_device", "printf", "sqrt"];
        assert_eq!(names.map(is_for_hosts), [true, true, false, false, false]);
    }
}
