#!/usr/bin/env bash
# Compiles the examples and the programs of tests/cases for each GPU and compiler that `clacc cc --check-gpu` finds to work, runs them there,
# and compares what they print with the serial programs. Without a GPU, the host executes clang's code for one (tests/gpu/simulated), or, if
# parts of clang are missing for that, the programs run on clang's plugin for the host. Further folders hold C files that check themselves:
# they end with 0 if they are right. First it measures some kernels (tests/gpu/kernels), and the same ones in CUDA where nvcc is found.
# It needs a built clacc and no more than four minutes. PATTERN is for the names of programs; the kernels have the name `kernels`.
#
#   tests/gpu/run.sh [--clacc PROGRAM] [--only PATTERN] [--seconds N] [--jobs N] [FOLDER...]
set -uo pipefail

clacc=clacc only='*' seconds=240 jobs=$(nproc) folders=()
while [ $# -gt 0 ]; do
    case $1 in
    --clacc) clacc=$2; shift ;;
    --only) only=$2; shift ;;
    --seconds) seconds=$2; shift ;;
    --jobs) jobs=$2; shift ;;
    -*) echo "$1 is no option; the first lines of $0 name them" >&2; exit 2 ;;
    *) folders+=("$1") ;;
    esac
    shift
done
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v "$clacc" >/dev/null || { echo "$clacc is not found; --clacc names it" >&2; exit 2; }
clacc=$(command -v "$clacc")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
simulated="$root/tests/gpu/simulated/build.sh"
export clacc simulated scratch deadline=$(($(date +%s) + seconds))

# The options of each compiler and GPU that work, one set a line, from the table of --check-gpu.
targets() {
    awk -F '  +' 'NR > 1 && $5 == "yes" && match($1, /\([a-z_0-9]+\)/) {
        architecture = substr($1, RSTART + 1, RLENGTH - 2)
        option = "--offload-arch=" architecture
        if ($3 ~ /^gcc/) { sub(/^sm_/, "", architecture); option = "-acc=gpu -gpu=cc" architecture }
        print "--backend " $3 " " option
    }' "$1"
}

# Compiles a program to `device` with the options of a target and others, and says what is wrong in `log`.
build() {
    local target=$1 program=$2
    shift 2
    # The options of a target are words.
    # shellcheck disable=SC2086
    case $target in
    simulated) "$simulated" device "$program" "$clacc" cc --backend clang-19 "$@" >log 2>&1 ;;
    *) "$clacc" cc "$@" $target "$program" -o device -lm >log 2>&1 ;;
    esac
}

# Builds and runs one program. Prints its group, the number of its target, the verdict and what is to be known of it.
one() {
    local group=$1 number=$2 program=$3 options=$4
    local folder name models=-fopenacc expected=0 found
    say() { printf '%s|%s|%s|%s: %s\n' "$group" "$number" "$1" "$name" "$2"; }
    name=$(basename "$program")
    # These programs print something else on a device, and say why.
    if [ "$group" != further ] && grep -q '^// on a device: ' "$program"; then return; fi
    [ "$(date +%s)" -lt "$deadline" ] || { say late 'no time was left'; return; }
    folder=$(mktemp -d "$scratch/XXXXXX") && cd "$folder" || return
    # Programs of tests/cases may define routines of the library with OpenMP of their own, and hold directives that keep their text.
    [ "$group" != cases ] || models='-fopenacc -fopenmp -fopenacc-permit-kept'
    # The models are words.
    # shellcheck disable=SC2086
    if ! build "$options" "$program" $models -O2; then
        say unbuilt "$(grep -m 1 'error' log)"
        return
    fi
    if [ "$group" != further ]; then
        "$clacc" cc --serial -fopenacc -O2 "$program" -o serial -lm >log 2>&1 || { say unbuilt 'not even without directives'; return; }
        timeout 20 ./serial >serial.out 2>log
        expected=$?
    fi
    OMP_TARGET_OFFLOAD=MANDATORY timeout 20 ./device >device.out 2>log
    found=$?
    if [ $found -ne $expected ]; then
        say wrong "exit status $found instead of $expected $(tail -n 1 log)"
    elif [ "$group" != further ] && ! cmp -s serial.out device.out; then
        say wrong 'it prints something else than the serial program'
    else
        say right ''
    fi
}
export -f build one

# Prints the times of the kernels for a target and in CUDA. Without a GPU, they are small.
kernels() {
    local folder size='' nvcc twin
    folder=$(mktemp -d "$scratch/XXXXXX") && cd "$folder" || return
    case $1 in simulated | *-fopenmp-targets*) size=20000 ;; esac
    if ! build "$1" "$root/tests/gpu/kernels/openacc.c" -fopenacc -O3; then
        echo "  kernels: $(grep -m 1 'error' log)"
        return 1
    fi
    nvcc=$(PATH="$PATH:${CUDA_HOME:-/usr/local/cuda}/bin" command -v nvcc)
    twin=$(sed -nE 's/.*(sm_[0-9]+).*/\1/p; s/.*-gpu=cc([0-9]+).*/sm_\1/p' <<<"$1")
    if [ -n "$nvcc" ] && [ -n "$twin" ]; then
        "$nvcc" -O3 -arch="$twin" "$root/tests/gpu/kernels/cuda.cu" -o cuda >log 2>&1 && timeout 60 ./cuda >cuda.out 2>>log ||
            echo "  the kernels in CUDA: $(tail -n 1 log)"
    fi
    # shellcheck disable=SC2086
    OMP_TARGET_OFFLOAD=MANDATORY timeout 90 ./device $size >device.out 2>log
    local ended=$?
    [ $ended -eq 0 ] || echo "  kernels: exit status $ended $(tail -n 1 log)"
    touch cuda.out
    printf '%-18s %12s %12s %9s\n' kernel 'us' 'us, CUDA' 'of CUDA'
    awk '{ name = substr($0, 1, 18) }
        FILENAME == "cuda.out" { cuda[name] = substr($0, 20, 12); next }
        name in cuda { printf "%s %s %s %9.2f\n", name, substr($0, 20), cuda[name], cuda[name] / substr($0, 20, 12); next }
        { print }' cuda.out device.out
    return $ended
}

"$clacc" cc --check-gpu | tee "$scratch/check"
mapfile -t sets < <(targets "$scratch/check")
if [ ${#sets[@]} -eq 0 ] && [ -e "$(llvm-config-19 --libdir 2>/dev/null)/libomptarget-nvptx-sm_90.bc" ]; then
    echo "no GPU works: the host executes clang's code for sm_90, with few teams"
    sets=(simulated)
elif [ ${#sets[@]} -eq 0 ]; then
    echo 'no GPU works: the programs run on the host, through the plugin of clang, which shows no fault of code for GPUs'
    sets=("--backend clang-19 -fopenmp-targets=$(uname -m)-pc-linux-gnu")
fi
failed=''
for number in "${!sets[@]}"; do
    # shellcheck disable=SC2053
    if [[ kernels == $only ]]; then
        kernels "${sets[number]}" || failed=1
    fi >"$scratch/kernels.$number"
done
for number in "${!sets[@]}"; do
    for program in "$root"/examples/c/$only.c; do printf 'examples\0%s\0%s\0%s\0' "$number" "$program" "${sets[number]}"; done
    for program in "$root"/tests/cases/$only.c; do printf 'cases\0%s\0%s\0%s\0' "$number" "$program" "${sets[number]}"; done
    for folder in ${folders[@]+"${folders[@]}"}; do
        for program in "$(cd "$folder" && pwd)"/*.c; do printf 'further\0%s\0%s\0%s\0' "$number" "$program" "${sets[number]}"; done
    done
done >"$scratch/list"
xargs -0 -n 4 -P "$jobs" bash -c '[ ! -e "$3" ] || one "$@"' one <"$scratch/list" >"$scratch/results"

for number in "${!sets[@]}"; do
    echo
    echo "${sets[number]}"
    printf '%-10s %6s %6s %8s %6s\n' '' right wrong unbuilt late
    awk -F '|' -v number="$number" '$2 == number { count[$1, $3]++; groups[$1] }
        END { for (group in groups) printf "%-10s %6d %6d %8d %6d\n", group, count[group, "right"], count[group, "wrong"], count[group, "unbuilt"], count[group, "late"] }' \
        "$scratch/results" | sort
    awk -F '|' -v number="$number" '$2 == number && $3 != "right" && $3 != "late" { print "  " $3 ": " $4 }' "$scratch/results" | sort
    cat "$scratch/kernels.$number"
done
[ -z "$failed" ] && ! grep -qvE '^[a-z]+\|[0-9]+\|right\|' "$scratch/results"
