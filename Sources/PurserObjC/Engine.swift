// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import PurserClient

/// What the classes of this library share: one SDK object, and what synchronous calls are answered from.
final class Engine: @unchecked Sendable {
    static let shared = Engine()

    /// The sessions of the team's cloud, by the team's number of the order.
    let tokens = CloudTokens()

    // Everything below is touched only while the lock is held.
    private let lock = NSLock()
    private var running: Purser?
    private var hasPending = false
    private var reader: Task<Void, Never>?

    /// The SDK's object.
    var purser: Purser? { lock.withLock { running } }

    /// Whether a paid purchase was kept on the device when that was last read.
    var hasPendingPurchases: Bool { lock.withLock { hasPending } }

    /// Starts; the object that ran until then is released.
    func start(_ configuration: PurserConfiguration) {
        let purser = Purser(configuration)
        let events = purser.events
        let reader = Task { [weak self] in
            await self?.readPending()
            for await event in events where Self.kindsAboutPending.contains(event.kind) { await self?.readPending() }
        }
        let old = lock.withLock {
            defer { (running, self.reader) = (purser, reader) }
            return self.reader
        }
        old?.cancel()
    }

    /// Starts unless it runs.
    func start(ifNeeded configuration: () -> PurserConfiguration) {
        guard purser == nil else { return }
        start(configuration())
    }

    /// Forgets the object, for tests.
    func stop() {
        let old = lock.withLock {
            defer { (running, reader, hasPending) = (nil, nil, false) }
            return reader
        }
        old?.cancel()
    }

    /// Reads whether purchases are kept.
    func readPending() async {
        guard let purser else { return }
        do {
            let isAny = try await !purser.pendingPurchases().isEmpty
            lock.withLock { hasPending = isAny }
        } catch {
            purser.configuration.onLog?("the kept purchases could not be read: \(error)")
        }
    }

    private static let kindsAboutPending: Set<PurserEvent.Kind> = [
        .stored, .finished, .failureReported, .verificationFailed,
    ]
}
