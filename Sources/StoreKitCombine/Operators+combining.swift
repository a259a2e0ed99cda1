// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension Publisher {
    /// Sends what other streams send, one stream for each value.
    ///
    /// - Parameters:
    ///   - maxPublishers: How many of them run at once; all of them here.
    ///   - transform: Makes a stream of a value.
    /// - Returns: What all of them send.
    public func flatMap<P>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P: Publisher, P.Failure == Failure {
        AnyPublisher { subscriber in
            let subject = PassthroughSubject<P.Output, Failure>()
            let group = Group()
            let source = AnyCancellable.DeferredCancellable()
            source.fill(AnyCancellable { group.cancel() })
            subject.receive(subscriber: subscriber.keeping(source))
            let end: (Subscribers.Completion<Failure>) -> Void = { completion in
                if case .failure = completion { return subject.send(completion: completion) }
                if group.ended() { subject.send(completion: .finished) }
            }
            group.start { done in
                self.sink(
                    receiveCompletion: {
                        done()
                        end($0)
                    },
                    receiveValue: { value in
                        group.start { done in
                            transform(value).sink(
                                receiveCompletion: {
                                    done()
                                    end($0)
                                },
                                receiveValue: { subject.send($0) }
                            )
                        }
                    }
                )
            }
        }
    }

    /// Sends what comes from here and from another stream.
    public func merge<P>(with other: P) -> AnyPublisher<Output, Failure>
    where P: Publisher, P.Output == Output, P.Failure == Failure {
        let both = [eraseToAnyPublisher(), other.eraseToAnyPublisher()]
        return SequencePublisher(both).setFailure(Failure.self).flatMap { $0 }
    }

    /// Sends the newest of both streams whenever one of them sends, as soon as both have.
    public func combineLatest<P>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure>
    where P: Publisher, P.Failure == Failure {
        AnyPublisher { subscriber in
            let newest = CombineLatestSubscription<Output, P.Output>()
            let left = self.map { newest.set(left: $0) }.eraseToAnyPublisher()
            let right = other.map { newest.set(right: $0) }.eraseToAnyPublisher()
            left.merge(with: right).compactMap { $0 }.receive(subscriber: subscriber)
        }
    }

    /// Sends the first value and ends.
    public func first() -> AnyPublisher<Output, Failure> {
        relay(
            value: { value, subject in
                subject.send(value)
                subject.send(completion: .finished)
            },
            completion: { $1.send(completion: $0) }
        )
    }

    /// Sends all values as one, at the end.
    public func collect() -> AnyPublisher<[Output], Failure> {
        AnyPublisher { subscriber in
            let values = Box<[Output]>([])
            self.relay(
                value: { value, _ in values.content.append(value) },
                completion: { completion, subject in
                    if case .finished = completion { subject.send(values.content) }
                    subject.send(completion: completion)
                }
            )
            .receive(subscriber: subscriber)
        }
    }
}

/// A few values, one after the other.
private struct SequencePublisher<Output>: Publisher {
    typealias Failure = Never

    let values: [Output]

    init(_ values: [Output]) {
        self.values = values
    }

    func receive<S>(subscriber: S) where Output == S.Input, S: Subscriber, S.Failure == Never {
        let subject = PassthroughSubject<Output, Never>()
        subject.receive(subscriber: subscriber)
        for value in values { subject.send(value) }
        subject.send(completion: .finished)
    }

    func setFailure<E: Error>(_ type: E.Type) -> AnyPublisher<Output, E> { setFailureType(to: type) }
}

/// A value that several closures change; a stream sends to one thread at a time.
private final class Box<Content>: @unchecked Sendable {
    var content: Content

    init(_ content: Content) {
        self.content = content
    }
}

/// The newest values of two streams.
private final class CombineLatestSubscription<Left, Right>: @unchecked Sendable {
    // Guarded by the lock.
    private let lock = Mutex(())
    private var left: Left?
    private var right: Right?

    func set(left value: Left) -> (Left, Right)? {
        let moved = Moved(value)
        return lock.withLock { _ in
            left = moved.value
            return Moved(right.map { (moved.value, $0) })
        }
        .value
    }

    func set(right value: Right) -> (Left, Right)? {
        let moved = Moved(value)
        return lock.withLock { _ in
            right = moved.value
            return Moved(left.map { ($0, moved.value) })
        }
        .value
    }
}

/// Streams that run at once, to be canceled together.
private final class Group: @unchecked Sendable {
    // Guarded by the lock.
    private let lock = Mutex(())
    private var running: [Int: AnyCancellable.DeferredCancellable] = [:]
    private var count = 0
    private var isCancelled = false

    func start(_ start: (@escaping () -> Void) -> AnyCancellable) {
        let late = AnyCancellable.DeferredCancellable()
        let number = lock.withLock { _ in
            count += 1
            running[count] = late
            return isCancelled ? 0 : count
        }
        guard number > 0 else { return }
        late.fill(start { [weak self] in self?.end(number) })
    }

    private func end(_ number: Int) {
        lock.withLock { _ in running[number] = nil }
    }

    /// Whether nothing runs any more.
    func ended() -> Bool { lock.withLock { _ in running.isEmpty } }

    func cancel() {
        let left = lock.withLock { _ in
            isCancelled = true
            defer { running = [:] }
            return Moved(Array(running.values))
        }
        for late in left.value { late.cancel() }
    }
}
