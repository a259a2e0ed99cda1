// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// A publisher that is told what to send.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value.
    func send(_ value: Output)

    /// Ends the stream.
    func send(completion: Subscribers.Completion<Failure>)

    /// Takes a subscription to something that is sent on.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends that something happened.
    public func send() { send(()) }
}

/// Sends values to those who are subscribed when they come.
///
/// <https://developer.apple.com/documentation/combine/passthroughsubject>
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    // The hub guards itself with a lock.
    private let hub = Hub<Output, Failure>()

    /// Makes a subject.
    public init() {}

    /// Sends a value.
    public func send(_ input: Output) { hub.send(input) }

    /// Ends the stream.
    public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

    /// Takes a subscription and asks it for everything.
    public func send(subscription: any Subscription) { subscription.request(.unlimited) }

    /// Connects a subscriber.
    public func receive<S>(subscriber: S) where Output == S.Input, Failure == S.Failure, S: Subscriber {
        hub.connect(AnySubscriber(subscriber), first: nil)
    }
}

/// Sends values, and the newest one to whoever comes later.
///
/// <https://developer.apple.com/documentation/combine/currentvaluesubject>
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    // The hub guards itself with a lock, and the value has one.
    private let hub = Hub<Output, Failure>()
    private let lock = Mutex(())
    private var stored: Output

    /// Makes a subject with its first value.
    public init(_ value: Output) {
        stored = value
    }

    /// The newest value; a new one is sent.
    public var value: Output {
        get { lock.withLock { _ in Moved(stored) }.value }
        set { send(newValue) }
    }

    /// Sends a value.
    public func send(_ input: Output) {
        let moved = Moved(input)
        lock.withLock { _ in stored = moved.value }
        hub.send(input)
    }

    /// Ends the stream.
    public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

    /// Takes a subscription and asks it for everything.
    public func send(subscription: any Subscription) { subscription.request(.unlimited) }

    /// Connects a subscriber.
    public func receive<S>(subscriber: S) where Output == S.Input, Failure == S.Failure, S: Subscriber {
        hub.connect(AnySubscriber(subscriber)) { self.value }
    }
}

/// Carries a value out of a lock.
struct Moved<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// The subscribers of a subject.
final class Hub<Output, Failure: Error>: @unchecked Sendable {
    // Guarded by the lock; subscribers are called without it.
    private let lock = Mutex(())
    private var lines: [Line<Output, Failure>] = []
    private var end: Subscribers.Completion<Failure>?

    func connect(_ subscriber: AnySubscriber<Output, Failure>, first: (() -> Output)?) {
        let line = Line(hub: self, subscriber: subscriber, first: first)
        let end = lock.withLock { _ in
            if self.end == nil { lines.append(line) }
            return Moved(self.end)
        }
        subscriber.receive(subscription: line)
        if let end = end.value { subscriber.receive(completion: end) }
    }

    func send(_ value: Output) {
        for line in lock.withLock({ _ in Moved(lines) }).value { line.deliver(value) }
    }

    func send(completion: Subscribers.Completion<Failure>) {
        let completion = Moved(completion)
        let open = lock.withLock { _ in
            guard end == nil else { return Moved([Line<Output, Failure>]()) }
            end = completion.value
            defer { lines = [] }
            return Moved(lines)
        }
        for line in open.value { line.finish(completion.value) }
    }

    func remove(_ line: Line<Output, Failure>) {
        let removed = Moved(line)
        lock.withLock { _ in lines.removeAll { $0 === removed.value } }
    }
}

/// One subscriber of a subject.
final class Line<Output, Failure: Error>: Subscription, @unchecked Sendable {
    private weak var hub: Hub<Output, Failure>?
    private var subscriber: AnySubscriber<Output, Failure>?
    private var first: (() -> Output)?
    private var demand = Subscribers.Demand.none

    init(hub: Hub<Output, Failure>, subscriber: AnySubscriber<Output, Failure>, first: (() -> Output)?) {
        self.hub = hub
        self.subscriber = subscriber
        self.first = first
    }

    func request(_ more: Subscribers.Demand) {
        demand += more
        guard demand > .none, let first else { return }
        self.first = nil
        deliver(first())
    }

    func deliver(_ value: Output) {
        guard demand > .none, let subscriber else { return }
        demand = demand.less()
        demand += subscriber.receive(value)
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        let subscriber = subscriber
        self.subscriber = nil
        subscriber?.receive(completion: completion)
    }

    func cancel() {
        subscriber = nil
        hub?.remove(self)
    }
}
