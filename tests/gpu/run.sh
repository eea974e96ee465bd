#!/usr/bin/env bash
# Compiles the examples and the programs of tests/cases for each GPU and compiler that `clacc cc --check-gpu` finds to work, runs them there,
# and compares what they print with the serial programs. Without a GPU, the host executes clang's code for one (tests/gpu/simulated), or, if
# parts of clang are missing for that, the programs run on clang's plugin for the host. Further folders hold C files that check themselves:
# they end with 0 if they are right. It needs a built clacc and no more than four minutes.
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

# Builds and runs one program. Prints its group, the number of its target, the verdict and what is to be known of it.
one() {
    local group=$1 number=$2 program=$3 options=$4
    local folder name models=-fopenacc expected=0 found
    # Compiles the program for the device with some options.
    build() {
        # shellcheck disable=SC2086
        case $options in
        simulated) "$simulated" device "$program" "$clacc" cc --backend clang-19 "$@" >log 2>&1 ;;
        *) "$clacc" cc "$@" $options "$program" -o device -lm >log 2>&1 ;;
        esac
    }
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
    if ! build $models -O2; then
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
export -f one

"$clacc" cc --check-gpu | tee "$scratch/check"
mapfile -t sets < <(targets "$scratch/check")
if [ ${#sets[@]} -eq 0 ] && [ -e "$(llvm-config-19 --libdir 2>/dev/null)/libomptarget-nvptx-sm_90.bc" ]; then
    echo "no GPU works: the host executes clang's code for sm_90, with few teams"
    sets=(simulated)
elif [ ${#sets[@]} -eq 0 ]; then
    echo 'no GPU works: the programs run on the host, through the plugin of clang, which shows no fault of code for GPUs'
    sets=("--backend clang-19 -fopenmp-targets=$(uname -m)-pc-linux-gnu")
fi
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
done
! grep -qvE '^[a-z]+\|[0-9]+\|right\|' "$scratch/results"
