// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Operators that change how a stream ends. Each of them asks for everything that comes: purchase code has no streams
// that have to be held back.

extension Publisher {
    /// Makes another publisher that decides about each value and about the end.
    func relay<Value, Fault: Error>(
        value: @escaping (Output, PassthroughSubject<Value, Fault>) -> Void,
        completion: @escaping (Subscribers.Completion<Failure>, PassthroughSubject<Value, Fault>) -> Void
    ) -> AnyPublisher<Value, Fault> {
        AnyPublisher { subscriber in
            let subject = PassthroughSubject<Value, Fault>()
            let source = AnyCancellable.DeferredCancellable()
            subject.receive(subscriber: subscriber.keeping(source))
            source.fill(
                self.sink(
                    receiveCompletion: { completion($0, subject) },
                    receiveValue: { value($0, subject) }
                )
            )
        }
    }

    /// Changes each value; an error ends the stream.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
        relay(
            value: { value, subject in
                do {
                    subject.send(try transform(value))
                } catch {
                    subject.send(completion: .failure(error))
                }
            },
            completion: { $1.send(completion: $0.mapFailure { $0 as any Error }) }
        )
    }

    /// Changes the error.
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> AnyPublisher<Output, E> {
        relay(value: { $1.send($0) }, completion: { $1.send(completion: $0.mapFailure(transform)) })
    }

    /// Sends a value instead of an error.
    public func replaceError(with output: Output) -> AnyPublisher<Output, Never> {
        relay(
            value: { $1.send($0) },
            completion: { completion, subject in
                if case .failure = completion { subject.send(output) }
                subject.send(completion: .finished)
            }
        )
    }

    /// Goes on with another stream after an error.
    public func `catch`<P>(_ handler: @escaping (Failure) -> P) -> AnyPublisher<Output, P.Failure>
    where P: Publisher, P.Output == Output {
        AnyPublisher { subscriber in
            let subject = PassthroughSubject<Output, P.Failure>()
            let (source, other) = (AnyCancellable.DeferredCancellable(), AnyCancellable.DeferredCancellable())
            subject.receive(subscriber: subscriber.keeping(source).keeping(other))
            let first = self.sink(
                receiveCompletion: { completion in
                    guard case .failure(let error) = completion else { return subject.send(completion: .finished) }
                    other.fill(
                        handler(error).sink(
                            receiveCompletion: { subject.send(completion: $0) },
                            receiveValue: { subject.send($0) }
                        )
                    )
                },
                receiveValue: { subject.send($0) }
            )
            source.fill(first)
        }
    }
}

extension Publisher where Failure == Never {
    /// Says which errors the stream could end with, for operators that want the same of both their sides.
    public func setFailureType<E: Error>(to failureType: E.Type) -> AnyPublisher<Output, E> {
        relay(value: { $1.send($0) }, completion: { _, subject in subject.send(completion: .finished) })
    }
}

extension Subscribers.Completion {
    /// Changes the error.
    func mapFailure<E: Error>(_ transform: (Failure) -> E) -> Subscribers.Completion<E> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
