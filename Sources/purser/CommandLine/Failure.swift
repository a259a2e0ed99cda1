// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A command that could not do its work; the program says why in one line and exits with 1.
struct Failure: Error, Hashable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
