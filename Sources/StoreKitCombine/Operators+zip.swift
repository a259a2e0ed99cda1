// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension Publisher {
    /// Sends the first values of both streams together, then the second ones, and so on.
    public func zip<P>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure>
    where P: Publisher, P.Failure == Failure {
        AnyPublisher { subscriber in
            let pairs = ZipSubscription<Output, P.Output, Failure>(subscriber)
            subscriber.receive(subscription: pairs)
            self.receive(
                subscriber: AnySubscriber(
                    subscription: { pairs.begin($0, isLeft: true) },
                    value: { pairs.receive(left: $0) },
                    completion: { pairs.receive($0, isLeft: true) }
                )
            )
            other.receive(
                subscriber: AnySubscriber(
                    subscription: { pairs.begin($0, isLeft: false) },
                    value: { pairs.receive(right: $0) },
                    completion: { pairs.receive($0, isLeft: false) }
                )
            )
        }
    }

    /// Sends what is made of the first values of both streams, then of the second ones, and so on.
    public func zip<P, T>(_ other: P, _ transform: @escaping (Output, P.Output) -> T) -> AnyPublisher<T, Failure>
    where P: Publisher, P.Failure == Failure {
        zip(other).map { transform($0.0, $0.1) }
    }

    /// Sends the first values of three streams together, then the second ones, and so on.
    public func zip<P, Q>(_ second: P, _ third: Q) -> AnyPublisher<(Output, P.Output, Q.Output), Failure>
    where P: Publisher, Q: Publisher, P.Failure == Failure, Q.Failure == Failure {
        zip(second).zip(third).map { ($0.0.0, $0.0.1, $0.1) }
    }
}

/// The subscription to two streams whose values go in pairs; what comes too early waits for its other half.
private final class ZipSubscription<Left, Right, Failure: Error>: Subscription, @unchecked Sendable {
    /// One side of the pairs.
    private struct Side<Value> {
        var values: [Value] = []
        var subscription: (any Subscription)?
        var isOver = false

        /// Whether no pair can come any more.
        var isSpent: Bool { isOver && values.isEmpty }
    }

    /// What is to be sent next.
    private enum Step {
        case nothing
        case pair(Left, Right)
        case end
    }

    // What follows is guarded by the lock; streams and the subscriber are called without it.
    private let lock = Mutex(())
    private var subscriber: AnySubscriber<(Left, Right), Failure>?
    private var left = Side<Left>()
    private var right = Side<Right>()
    private var demand = Subscribers.Demand.none
    private var isSending = false

    init(_ subscriber: AnySubscriber<(Left, Right), Failure>) {
        self.subscriber = subscriber
    }

    func begin(_ subscription: any Subscription, isLeft: Bool) {
        let moved = Moved(subscription)
        let wanted = lock.withLock { _ -> Subscribers.Demand? in
            guard subscriber != nil else { return nil }
            if isLeft { left.subscription = moved.value } else { right.subscription = moved.value }
            return demand
        }
        guard let wanted else { return subscription.cancel() }
        if wanted > .none { subscription.request(wanted) }
    }

    func receive(left value: Left) -> Subscribers.Demand {
        let moved = Moved(value)
        lock.withLock { _ in left.values.append(moved.value) }
        send()
        return .none
    }

    func receive(right value: Right) -> Subscribers.Demand {
        let moved = Moved(value)
        lock.withLock { _ in right.values.append(moved.value) }
        send()
        return .none
    }

    func receive(_ completion: Subscribers.Completion<Failure>, isLeft: Bool) {
        if case .failure = completion { return end(completion) }
        lock.withLock { _ in
            if isLeft { left.isOver = true } else { right.isOver = true }
        }
        send()
    }

    /// Sends the pairs that are there, one thread at a time, and the end when no pair can come any more.
    private func send() {
        while true {
            let step = lock.withLock { _ in Moved((nextStep(), subscriber)) }.value
            switch step.0 {
            case .nothing: return
            case .end: return end(.finished)
            case .pair(let first, let second):
                let more = step.1?.receive((first, second)) ?? .none
                lock.withLock { _ in isSending = false }
                if more > .none { request(more) }
            }
        }
    }

    private func nextStep() -> Step {
        guard subscriber != nil, !isSending else { return .nothing }
        if left.values.isEmpty || right.values.isEmpty { return left.isSpent || right.isSpent ? .end : .nothing }
        isSending = true
        return .pair(left.values.removeFirst(), right.values.removeFirst())
    }

    private func end(_ completion: Subscribers.Completion<Failure>) {
        close()?.receive(completion: completion)
    }

    func request(_ more: Subscribers.Demand) {
        let both = lock.withLock { _ in
            demand += more
            return Moved([left.subscription, right.subscription])
        }
        for side in both.value { side?.request(more) }
    }

    func cancel() { _ = close() }

    private func close() -> AnySubscriber<(Left, Right), Failure>? {
        let closed = lock.withLock { _ in
            defer { (subscriber, left, right) = (nil, Side(), Side()) }
            return Moved((subscriber, [left.subscription, right.subscription]))
        }
        .value
        for side in closed.1 { side?.cancel() }
        return closed.0
    }
}
