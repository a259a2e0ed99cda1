# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

# What the other scripts share: they source this file from the package's root.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

say() { printf '\n== %s\n' "$*" >&2; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Runs a program for at most so many seconds. When it takes longer, it ends with everything that it started, and the script
# fails with the name of the step.
within() { # seconds, what it does, then the command
    local seconds=$1 what=$2 status=0 begun=$SECONDS mark=WITHIN_${BASHPID}_$RANDOM$RANDOM saved interrupted='' child=''
    shift 2
    saved=$(trap -p INT TERM)
    trap 'interrupted=130; kill -INT "$child" 2> /dev/null || true' INT
    trap 'interrupted=143; kill -TERM "$child" 2> /dev/null || true' TERM
    # In the background, because bash answers a signal only between two programs; and then a program must be set to listen to
    # Ctrl-C. Whatever the command starts inherits the mark, also in a process group or session of its own.
    env --default-signal=INT,QUIT "$mark=1" timeout --kill-after=20 "$seconds" "$@" <&0 &
    child=$!
    if [ -n "$interrupted" ]; then kill -TERM "$child"; fi
    while :; do
        status=0
        wait "$child" || status=$?
        # A signal ends the wait, not the program.
        kill -0 "$child" 2> /dev/null || break
    done
    trap - INT TERM
    eval "$saved"
    if [ -n "$interrupted" ]; then exit "$interrupted"; fi
    # 124 is the limit, 137 a program that did not even end on SIGTERM; sooner, the code is the program's own.
    if [[ $status == 124 || $status == 137 ]] && [ $((SECONDS - begun)) -ge "$seconds" ]; then
        end_marked "$mark"
        fail "$what did not end within $seconds seconds: $*"
    fi
    return "$status"
}

# Where Swift puts what it builds with these flags; it waits for another build of the same folder.
build_folder() { # arguments of `swift build`
    within "$build_limit" "asking Swift for its folder" swift build "$@" --show-bin-path
}

# Ends every process that has a variable of this name.
end_marked() { # the variable
    local place
    for place in /proc/[0-9]*; do
        if grep -qz "^$1=" "$place/environ"; then kill -KILL "${place#/proc/}"; fi
    done 2> /dev/null || true
}

# Limits in seconds, for two loaded cores: what hangs is ended, and what is slow is not.
build_limit=3600
group_limit=2400

# Swift is where swiftly, the tarball's instructions or a package put it.
find_swift() {
    local folder
    command -v swift > /dev/null && return
    for folder in /opt/swift/usr/bin /usr/local/swift/usr/bin "$HOME/.local/share/swiftly/bin" /usr/libexec/swift/bin; do
        if [ -x "$folder/swift" ]; then
            PATH=$folder:$PATH
            return
        fi
    done
    fail "Swift 6.3 is not on the PATH; install it from https://www.swift.org/install/linux and try again"
}

# Read by Package.swift: a warning ends the build of this package's own scripts, and of no one else's.
export PURSER_WARNINGS_AS_ERRORS=1

# Flags of every build: imports must be declared in the manifest, and public types must say whether they are Sendable.
build_flags=(--explicit-target-dependency-import-check error)
