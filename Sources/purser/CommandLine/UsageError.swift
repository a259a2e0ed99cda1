// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A command line that cannot be understood; the program says so in one line and exits with 2.
struct UsageError: Error, Hashable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
