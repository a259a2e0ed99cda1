// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Gives each reader every value from its beginning on, first the latest one when there is one.
final class Broadcaster<Element: Sendable>: @unchecked Sendable {
    // Everything below is touched only while the lock is held; readers are notified after it is released.
    private let lock = NSLock()
    private var readers: [Int: AsyncStream<Element>.Continuation] = [:]
    private var latest: Element?
    private var count = 0
    private let retainsLatest: Bool

    init(retainsLatest: Bool) {
        self.retainsLatest = retainsLatest
    }

    /// A new reader; a slow one loses its oldest values.
    func stream() -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            lock.lock()
            count += 1
            let id = count
            readers[id] = continuation
            let first = latest
            lock.unlock()
            if let first { continuation.yield(first) }
            continuation.onTermination = { [weak self] _ in self?.remove(id) }
        }
    }

    func send(_ element: Element) {
        lock.lock()
        if self.retainsLatest { latest = element }
        let readers = Array(readers.values)
        lock.unlock()
        for reader in readers { reader.yield(element) }
    }

    private func remove(_ id: Int) {
        lock.lock()
        readers[id] = nil
        lock.unlock()
    }
}
