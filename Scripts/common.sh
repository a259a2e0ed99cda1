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

# Runs a program for at most so many seconds; when it takes longer the failure names what it was to do.
within() { # seconds, what it does, then the command
    local seconds=$1 what=$2 status=0
    shift 2
    timeout --kill-after=10 "$seconds" "$@" || status=$?
    # 124 is the limit; 137 is a program that did not even end on SIGTERM.
    case $status in 124 | 137) fail "$what did not end within $seconds seconds: $*" ;; esac
    return "$status"
}

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

# Flags of every build: imports must be declared in the manifest, and public types must say whether they are Sendable.
build_flags=(--explicit-target-dependency-import-check error)
