// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Gives each element to every reader that listens.
///
/// A reader that is slow keeps only the newest element of each key, so that what waits is never more than there are
/// keys: transactions, reasons, products.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var readers: [ObjectIdentifier: Reader] = [:]
        var waiting: [(key: String, element: Element)] = []
    }

    /// A reader that does not keep its subscription alive.
    private struct Reader {
        weak var subscription: Subscription<Element>?

        /// Whether it began before the app was launched, or before there was another store.
        var isOfThePast = false
    }

    private let state = Mutex(State())
    private let buffersForFirstReader: Bool
    private let key: @Sendable (Element) -> String

    /// Makes a broadcast.
    ///
    /// - Parameters:
    ///   - buffersForFirstReader: Whether elements that no one read wait for the first reader.
    ///   - key: What makes a newer element take an older one's place.
    init(buffersForFirstReader: Bool = false, key: @escaping @Sendable (Element) -> String) {
        self.buffersForFirstReader = buffersForFirstReader
        self.key = key
    }

    /// Whether anyone listens who began in this launch of the app and with this store.
    ///
    /// Whoever is left over, an object that an earlier test did not release, is still told, and takes nothing away.
    var hasReaders: Bool {
        // What is read weakly is released after the lock: its end takes the lock, too.
        let readers = state.withLock { $0.readers.values.filter { !$0.isOfThePast }.compactMap(\.subscription) }
        return !readers.isEmpty
    }

    func subscribe() -> Subscription<Element> {
        let subscription = Subscription<Element>(key: key) { [weak self] id in
            self?.state.withLock { $0.readers[id] = nil }
        }
        let waiting = state.withLock { state in
            state.readers[ObjectIdentifier(subscription)] = Reader(subscription: subscription)
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, element) in waiting { subscription.push(element) }
        return subscription
    }

    func send(_ element: Element) {
        let readers = state.withLock { state -> [(subscription: Subscription<Element>, isOfThePast: Bool)] in
            let readers = state.readers.values.compactMap { reader in
                reader.subscription.map { ($0, reader.isOfThePast) }
            }
            if readers.allSatisfy(\.1), self.buffersForFirstReader {
                let key = key(element)
                state.waiting.removeAll { $0.key == key }
                state.waiting.append((key, element))
            }
            return readers
        }
        for reader in readers { reader.subscription.push(element) }
    }

    /// Begins again: with another store nothing waits any more for a first reader.
    ///
    /// - Parameter keeps: Whether what waits is kept: the app was launched again, and the store is the same.
    func start(keeps: Bool) {
        state.withLock { state in
            if !keeps { state.waiting = [] }
            for id in state.readers.keys { state.readers[id]?.isOfThePast = true }
        }
    }
}

/// One reader of a broadcast.
final class Subscription<Element: Sendable>: Sendable {
    private struct State {
        var elements: [(key: String, element: Element)] = []
        var waiters: [(id: UInt64, continuation: CheckedContinuation<Element?, Never>)] = []
        var nextWaiter: UInt64 = 0
    }

    private let state = Mutex(State())
    private let key: @Sendable (Element) -> String
    private let end: @Sendable (ObjectIdentifier) -> Void

    /// Whether the reader has been given what happened before it began to listen.
    let isCaughtUp = Atomic(false)

    init(
        key: @escaping @Sendable (Element) -> String,
        end: @escaping @Sendable (ObjectIdentifier) -> Void
    ) {
        self.key = key
        self.end = end
    }

    deinit {
        end(ObjectIdentifier(self))
    }

    func push(_ element: Element) {
        let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            if !state.waiters.isEmpty { return state.waiters.removeFirst().continuation }
            let key = key(element)
            state.elements.removeAll { $0.key == key }
            state.elements.append((key, element))
            return nil
        }
        waiter?.resume(returning: element)
    }

    /// The next element; nil when the task is canceled.
    func next() async -> Element? {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Element?? in
                    if !state.elements.isEmpty { return .some(state.elements.removeFirst().element) }
                    if Task.isCancelled { return .some(nil) }
                    state.waiters.append((id, continuation))
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index).continuation
            }
            waiter?.resume(returning: nil)
        }
    }
}
