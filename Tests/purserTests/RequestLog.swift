// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// The requests that a test's transport was given, each in a line.
final class RequestLog: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}
