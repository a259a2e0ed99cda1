// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Dispatch

extension Publisher {
    /// Makes another publisher whose values come from this one's.
    private func operate<Value>(
        _ receive: @escaping (Output, AnySubscriber<Value, Failure>) -> Subscribers.Demand
    ) -> AnyPublisher<Value, Failure> {
        AnyPublisher { subscriber in
            self.receive(
                subscriber: AnySubscriber(
                    subscription: { subscriber.receive(subscription: $0) },
                    value: { receive($0, subscriber) },
                    completion: { subscriber.receive(completion: $0) }
                )
            )
        }
    }

    /// Changes each value.
    public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
        operate { $1.receive(transform($0)) }
    }

    /// Changes each value, and leaves out those of which nothing comes.
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> {
        operate { value, subscriber in transform(value).map { subscriber.receive($0) } ?? .max(1) }
    }

    /// Leaves out the values that are not wanted.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        operate { value, subscriber in isIncluded(value) ? subscriber.receive(value) : .max(1) }
    }

    /// Sends what has come of all values so far.
    ///
    /// - Parameters:
    ///   - initialResult: What has come of none; it is not sent.
    ///   - nextPartialResult: Adds a value to what has come of those before.
    /// - Returns: One result for each value.
    public func scan<T>(
        _ initialResult: T,
        _ nextPartialResult: @escaping (T, Output) -> T
    ) -> AnyPublisher<T, Failure> {
        AnyPublisher { subscriber in
            var result = initialResult
            self.map { value in
                result = nextPartialResult(result, value)
                return result
            }
            .receive(subscriber: subscriber)
        }
    }

    /// Leaves out the first values.
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        deferred {
            var left = count
            return self.filter { _ in
                left -= 1
                return left < 0
            }
        }
    }

    /// Leaves out a value that is like the one before it.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> AnyPublisher<Output, Failure> {
        deferred {
            var last: Output?
            return self.filter { value in
                defer { last = value }
                return last.map { !predicate($0, value) } ?? true
            }
        }
    }

    /// Runs something when a value passes.
    public func handleEvents(receiveOutput: ((Output) -> Void)? = nil) -> AnyPublisher<Output, Failure> {
        map { value in
            receiveOutput?(value)
            return value
        }
    }

    /// Sends everything on from a queue.
    public func receive(on queue: DispatchQueue) -> AnyPublisher<Output, Failure> {
        AnyPublisher { subscriber in
            let moved = Moved(subscriber)
            self.receive(
                subscriber: AnySubscriber(
                    subscription: { subscription in
                        subscriber.receive(subscription: subscription)
                    },
                    value: { value in
                        let value = Moved(value)
                        queue.async { _ = moved.value.receive(value.value) }
                        return .max(1)
                    },
                    completion: { completion in
                        let completion = Moved(completion)
                        queue.async { moved.value.receive(completion: completion.value) }
                    }
                )
            )
        }
    }

    /// A publisher that is made again for each subscriber.
    private func deferred(_ make: @escaping () -> AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure> {
        AnyPublisher { make().receive(subscriber: $0) }
    }
}

extension Publisher where Output: Equatable {
    /// Leaves out a value that equals the one before it.
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

/// Sends one value and ends.
public struct Just<Output>: Publisher {
    /// It never fails.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Takes the value.
    public init(_ output: Output) {
        self.output = output
    }

    /// Connects a subscriber.
    public func receive<S>(subscriber: S) where Output == S.Input, S: Subscriber, S.Failure == Never {
        let subject = CurrentValueSubject<Output, Never>(output)
        subject.receive(subscriber: subscriber)
        subject.send(completion: .finished)
    }
}
