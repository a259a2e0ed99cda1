// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Tells the first call from later ones.
private final class End: Sendable {
    private let isOver = Atomic(false)

    func isFirst() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}

/// Gives one value, or an error, when work that begins at once has ended.
///
/// <https://developer.apple.com/documentation/combine/future>
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
    /// Is told how the work ended.
    public typealias Promise = (Result<Output, Failure>) -> Void

    // A subject guards itself with a lock; nil until the work has ended.
    private let outcome = CurrentValueSubject<Output?, Failure>(nil)

    /// Begins the work.
    ///
    /// - Parameter attemptToFulfill: The work; what it says first counts.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        let end = End()
        attemptToFulfill { [outcome] result in
            guard end.isFirst() else { return }
            switch result {
            case .success(let value): outcome.send(value)
            case .failure(let error): outcome.send(completion: .failure(error))
            }
        }
    }

    /// Connects a subscriber: it gets the outcome now or when there is one, and then the end.
    public func receive<S>(subscriber: S) where Output == S.Input, Failure == S.Failure, S: Subscriber {
        outcome.compactMap { $0 }.first().receive(subscriber: subscriber)
    }
}

/// Gives nothing, and ends or not.
///
/// <https://developer.apple.com/documentation/combine/empty>
public struct Empty<Output, Failure: Error>: Publisher, Sendable {
    /// Whether it ends at once.
    public let completeImmediately: Bool

    /// Makes a stream without values.
    public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// Makes a stream without values, and says of what.
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.completeImmediately = completeImmediately
    }

    /// Connects a subscriber.
    public func receive<S>(subscriber: S) where Output == S.Input, Failure == S.Failure, S: Subscriber {
        let subject = PassthroughSubject<Output, Failure>()
        subject.receive(subscriber: subscriber)
        if completeImmediately { subject.send(completion: .finished) }
    }
}

/// Ends with an error.
///
/// <https://developer.apple.com/documentation/combine/fail>
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error.
    public let error: Failure

    /// Takes the error.
    public init(error: Failure) {
        self.error = error
    }

    /// Takes the error, and says what would have come.
    public init(outputType: Output.Type, failure: Failure) {
        error = failure
    }

    /// Connects a subscriber.
    public func receive<S>(subscriber: S) where Output == S.Input, Failure == S.Failure, S: Subscriber {
        let subject = PassthroughSubject<Output, Failure>()
        subject.receive(subscriber: subscriber)
        subject.send(completion: .failure(error))
    }
}
