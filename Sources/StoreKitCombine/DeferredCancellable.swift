// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension AnyCancellable {
    /// Something to be canceled that is known only later, perhaps when it was canceled already.
    final class DeferredCancellable: Cancellable, @unchecked Sendable {
        // Guarded by the lock.
        private let lock = Mutex(())
        private var known: AnyCancellable?
        private var isCancelled = false

        func fill(_ cancellable: AnyCancellable) {
            let isLate = lock.withLock { _ in
                if !isCancelled { known = cancellable }
                return isCancelled
            }
            if isLate { cancellable.cancel() }
        }

        /// Whether it was canceled.
        var isOver: Bool { lock.withLock { _ in isCancelled } }

        func cancel() {
            let received = lock.withLock { _ in
                isCancelled = true
                defer { known = nil }
                return Moved(known)
            }
            received.value?.cancel()
        }
    }
}

extension AnySubscriber {
    /// The same subscriber, which also cancels something else with its subscription.
    func keeping(_ source: AnyCancellable.DeferredCancellable) -> AnySubscriber {
        AnySubscriber(
            subscription: { self.receive(subscription: ForwardingSubscription(subscription: $0, source: source)) },
            value: { self.receive($0) },
            completion: { self.receive(completion: $0) }
        )
    }
}

/// A subscription that another one feeds.
private final class ForwardingSubscription: Subscription {
    private let subscription: any Subscription
    private let source: AnyCancellable.DeferredCancellable

    init(subscription: any Subscription, source: AnyCancellable.DeferredCancellable) {
        self.subscription = subscription
        self.source = source
    }

    func request(_ demand: Subscribers.Demand) { subscription.request(demand) }

    func cancel() {
        subscription.cancel()
        source.cancel()
    }
}
