#!/usr/bin/env bash
# Builds a program whose kernels are the code that clang 19 generates for an NVIDIA device, to be executed on the host: no GPU, no CUDA.
# The device is clang's plugin for the host, with memory of its own; threads.c says how the threads run.
#
#   tests/gpu/simulated/build.sh OUTPUT FILE COMMAND...
#
# COMMAND: what compiles FILE without words about devices, `clang-19 -fopenmp -O2` or `clacc cc --backend clang-19 -fopenacc -O2`.
set -euo pipefail

output=$1 file=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
library=$(llvm-config-19 --libdir)/libomptarget-nvptx-sm_90.bc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compile=("$@" --offload-arch=sm_90 -nogpulib)

# The device code, after all of clang's optimisations, with its library for devices in it.
"${compile[@]}" --offload-device-only -S -emit-llvm -Wno-linker-warnings -Xclang -mlink-builtin-bitcode \
    -Xclang "$library" "$file" -o "$work/unlinked.ll"
# Functions of the library that the optimisations call are linked, as the linker for devices does it.
llvm-link-19 -S --only-needed "$work/unlinked.ll" "$library" -o "$work/device.ll"

# The same code for the host: what it calls of the device are functions of threads.c, the mathematical functions those of the C library, and
# the variables of a team are in a section of their own.
sed -E -e '/^target (datalayout|triple)/d' -e 's/"target-(cpu|features)"="[^"]*"//g' \
    -e 's/@llvm\.nvvm\./@nvvm./g' -e 's/@vprintf\b/@simulated_vprintf/g' \
    -e '/@__nv_(is|finite)/!s/@__nv_/@/g' \
    -e '/^@[^ ]+ = .*addrspace\(3\) global/{s/(, align [0-9]+)?$/, section "simulated_shared"\1/}' "$work/device.ll" >"$work/host.ll"
"$(llvm-config-19 --bindir)/llc" -O1 -mtriple="$(uname -m)-pc-linux-gnu" -relocation-model=pic -filetype=obj "$work/host.ll" -o "$work/code.o"

# For each kernel, a function of its name, which clang's plugin calls once, and which executes the kernel with all threads.
kernels=$(sed -nE 's/^@(__omp_offloading_[^ ]*)_kernel_environment = .*/\1/p' "$work/device.ll")
renamed=()
{
    echo '#include "threads.c"'
    for name in $kernels; do
        count=$(grep -E "^define [^@]*@$name\\(" "$work/device.ll" | sed 's/.*@//' | tr -cd % | wc -c)
        list=$(for ((i = 0; i < count; ++i)); do printf 'void *a%d, ' "$i"; done)
        values=$(for ((i = 0; i < count; ++i)); do printf 'a%d, ' "$i"; done)
        passed=$(for ((i = 0; i < count; ++i)); do printf 'a[%d], ' "$i"; done)
        echo "extern void code_of_$name(${list%, }); extern const struct environment ${name}_kernel_environment;"
        echo "static void call_$name(void **a) { code_of_$name(${passed%, }); }"
        echo "void $name(${list%, }) { run_kernel(\"$name\", call_$name, (void *[]){${values%, }}, &${name}_kernel_environment); }"
        renamed+=(--redefine-sym "$name=code_of_$name")
    done
} >"$work/kernels.c"
gcc -O2 -fPIC -w -I "$here" -c "$work/kernels.c" -o "$work/kernels.o"
objcopy ${renamed[@]+"${renamed[@]}"} "$work/code.o"
ld -r "$work/code.o" "$work/kernels.o" -o "$work/image.o"
clang-offload-packager-19 -o "$work/image" --image=file="$work/image.o",triple="$(uname -m)-pc-linux-gnu",kind=openmp

# The host's code, as it is for an NVIDIA device, with that image.
"${compile[@]}" --offload-host-only -c -Xclang -fembed-offload-object="$work/image" "$file" -o "$work/program.o"
gcc -O2 -c "$here/launches.c" -o "$work/launches.o"
"$@" -fopenmp-targets="$(uname -m)-pc-linux-gnu" "$work/program.o" "$work/launches.o" \
    -Wl,--export-dynamic-symbol=simulated_launch -Wl,-rpath,"$(llvm-config-19 --libdir)" -lm -ldl -o "$output"
