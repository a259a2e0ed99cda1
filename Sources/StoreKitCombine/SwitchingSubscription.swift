// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// A subscription that is fed by one stream after the other: what the subscriber still wants continues to the next.
final class SwitchingSubscription<Output, Failure: Error>: Subscription, @unchecked Sendable {
    // What follows is guarded by the lock; streams and the subscriber are called without it.
    private let lock = Mutex(())
    private var subscriber: AnySubscriber<Output, Failure>?
    private var demand = Subscribers.Demand.none
    private var current: (any Subscription)?
    private var turn = 0
    private var onEnd: (() -> Void)?

    init(_ subscriber: AnySubscriber<Output, Failure>) {
        self.subscriber = subscriber
    }

    /// Begins: what the subscriber asks for now is asked of the first stream.
    ///
    /// - Parameter onEnd: Runs when the subscriber cancels, or the end was sent.
    func begin(onEnd: @escaping () -> Void = {}) {
        let moved = Moved(onEnd)
        let subscriber = lock.withLock { _ in
            self.onEnd = moved.value
            return Moved(self.subscriber)
        }
        subscriber.value?.receive(subscription: self)
    }

    /// Takes another stream instead of the one before.
    ///
    /// - Parameters:
    ///   - publisher: The stream.
    ///   - completion: Told of its end, unless another has taken its place.
    func switchTo<P: Publisher>(
        _ publisher: P,
        completion: @escaping (Subscribers.Completion<P.Failure>) -> Void
    ) where P.Output == Output {
        let (turn, old) = lock.withLock { _ in
            self.turn += 1
            defer { current = nil }
            return (self.turn, Moved(current))
        }
        old.value?.cancel()
        publisher.receive(
            subscriber: AnySubscriber(
                subscription: { self.accept($0, turn) },
                value: { self.deliver($0, turn) },
                completion: { end in
                    let isCurrent = self.lock.withLock { _ in
                        guard self.turn == turn, self.subscriber != nil else { return false }
                        self.current = nil
                        return true
                    }
                    if isCurrent { completion(end) }
                }
            )
        )
    }

    private func accept(_ subscription: any Subscription, _ turn: Int) {
        let moved = Moved(subscription)
        let wanted = lock.withLock { _ -> Subscribers.Demand? in
            guard self.turn == turn, subscriber != nil else { return nil }
            current = moved.value
            return demand
        }
        guard let wanted else { return subscription.cancel() }
        if wanted > .none { subscription.request(wanted) }
    }

    private func deliver(_ value: Output, _ turn: Int) -> Subscribers.Demand {
        let subscriber = lock.withLock { _ in
            guard self.turn == turn, demand > .none else { return Moved(nil as AnySubscriber<Output, Failure>?) }
            demand = demand.less()
            return Moved(self.subscriber)
        }
        guard let more = subscriber.value?.receive(value) else { return .none }
        // What comes from a stream whose turn is over is asked of the next one alone.
        return lock.withLock { _ in
            demand += more
            return self.turn == turn ? more : .none
        }
    }

    /// Sends the end, once.
    func end(_ completion: Subscribers.Completion<Failure>) {
        let (subscriber, running, onEnd) = take()
        running?.cancel()
        onEnd?()
        subscriber?.receive(completion: completion)
    }

    func request(_ more: Subscribers.Demand) {
        let running = lock.withLock { _ in
            demand += more
            return Moved(current)
        }
        running.value?.request(more)
    }

    func cancel() {
        let (_, running, onEnd) = take()
        running?.cancel()
        onEnd?()
    }

    private func take() -> (AnySubscriber<Output, Failure>?, (any Subscription)?, (() -> Void)?) {
        lock.withLock { _ in
            defer { (subscriber, current, onEnd) = (nil, nil, nil) }
            return Moved((subscriber, current, onEnd))
        }
        .value
    }
}
