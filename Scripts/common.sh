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
