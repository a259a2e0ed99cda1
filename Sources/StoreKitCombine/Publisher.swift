// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// A stream of values that others subscribe to.
///
/// <https://developer.apple.com/documentation/combine/publisher>
public protocol Publisher<Output, Failure> {
    /// What it sends.
    associatedtype Output

    /// The errors it can end with.
    associatedtype Failure: Error

    /// Connects a subscriber.
    func receive<S>(subscriber: S) where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
}

extension Publisher {
    /// Connects a subscriber.
    public func subscribe<S>(_ subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        receive(subscriber: subscriber)
    }

    /// Sends everything on to a subject.
    public func subscribe<S>(_ subject: S) -> AnyCancellable
    where S: Subject, Failure == S.Failure, Output == S.Output {
        sink(receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
    }

    /// Runs something for each value, and at the end.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Runs at the end.
    ///   - receiveValue: Runs for each value.
    /// - Returns: Keeps the subscription alive.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Sink<Output, Failure>(value: receiveValue, completion: receiveCompletion)
        receive(subscriber: sink)
        return AnyCancellable(sink)
    }

    /// Hides the publisher's type.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
    /// Runs something for each value.
    ///
    /// - Parameter receiveValue: Runs for each value.
    /// - Returns: Keeps the subscription alive.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// Stores each value in a property.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - object: Whose property; kept alive by the subscription.
    /// - Returns: Keeps the subscription alive.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }

    /// Stores each value in a published property, as long as the property lives.
    ///
    /// - Parameter published: The property.
    public func assign(to published: inout Published<Output>.Publisher) {
        let box = published.box
        box.retain(sink { [weak box] in box?.value = $0 })
    }
}

/// A publisher of some type.
///
/// <https://developer.apple.com/documentation/combine/anypublisher>
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let connect: (AnySubscriber<Output, Failure>) -> Void

    /// Hides a publisher's type.
    public init<P>(_ publisher: P) where Output == P.Output, Failure == P.Failure, P: Publisher {
        connect = { publisher.receive(subscriber: $0) }
    }

    init(connect: @escaping (AnySubscriber<Output, Failure>) -> Void) {
        self.connect = connect
    }

    /// Connects a subscriber.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        connect(AnySubscriber(subscriber))
    }
}

/// A subscriber of some type.
public final class AnySubscriber<Input, Failure: Error>: Subscriber {
    private let onSubscription: (any Subscription) -> Void
    private let onValue: (Input) -> Subscribers.Demand
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void

    /// Hides a subscriber's type.
    public init<S>(_ subscriber: S) where Input == S.Input, Failure == S.Failure, S: Subscriber {
        onSubscription = { subscriber.receive(subscription: $0) }
        onValue = { subscriber.receive($0) }
        onCompletion = { subscriber.receive(completion: $0) }
    }

    init(
        subscription: @escaping (any Subscription) -> Void,
        value: @escaping (Input) -> Subscribers.Demand,
        completion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
        onSubscription = subscription
        onValue = value
        onCompletion = completion
    }

    /// The stream begins.
    public func receive(subscription: any Subscription) { onSubscription(subscription) }

    /// A value came.
    public func receive(_ value: Input) -> Subscribers.Demand { onValue(value) }

    /// The stream ended.
    public func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}

/// Runs closures for what comes.
final class Sink<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    private struct State {
        var value: ((Input) -> Void)?
        var completion: ((Subscribers.Completion<Failure>) -> Void)?
        var subscription: (any Subscription)?
    }

    // Guarded by the lock; closures and the subscription are called without it.
    private let lock = Mutex(())
    private var state: State

    init(value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void) {
        state = State(value: value, completion: completion)
    }

    func receive(subscription: any Subscription) {
        let moved = Moved(subscription)
        let isOpen = lock.withLock { _ in
            guard state.value != nil else { return false }
            state.subscription = moved.value
            return true
        }
        if isOpen { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.withLock { _ in Moved(state.value) }.value?(input)
        return .none
    }

    func receive(completion end: Subscribers.Completion<Failure>) {
        takeState().value.completion?(end)
    }

    func cancel() {
        takeState().value.subscription?.cancel()
    }

    /// What there was; nothing runs any more.
    private func takeState() -> Moved<State> {
        lock.withLock { _ in
            defer { state = State() }
            return Moved(state)
        }
    }
}
