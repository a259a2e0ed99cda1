// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Remembers what it receives, from any thread.
final class Recorder<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    var all: [Element] { state.withLock(\.self) }

    func add(_ element: Element) { state.withLock { $0.append(element) } }
}
