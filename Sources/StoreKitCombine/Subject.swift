// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// A publisher that sends what it is given.
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
    private let hub = SubjectSubscriptions<Output, Failure>()

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
    private let hub = SubjectSubscriptions<Output, Failure>()
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
        hub.send(input) {
            self.lock.withLock { _ in
                defer { self.stored = moved.value }
                return Moved(self.stored)
            }
        }
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
final class SubjectSubscriptions<Output, Failure: Error>: @unchecked Sendable {
    // Guarded by the lock; subscribers are called without it.
    private let lock = Mutex(())
    private var lines: [SubjectSubscription<Output, Failure>] = []
    private var end: Subscribers.Completion<Failure>?

    func connect(_ subscriber: AnySubscriber<Output, Failure>, first: (() -> Output)?) {
        let line = SubjectSubscription(hub: self, subscriber: subscriber, first: first)
        let end = lock.withLock { _ in
            if self.end == nil { lines.append(line) }
            return Moved(self.end)
        }
        guard let end = end.value else { return subscriber.receive(subscription: line) }
        // After the end there is no newest value.
        subscriber.receive(subscription: SubjectSubscription(hub: self, subscriber: subscriber, first: nil))
        subscriber.receive(completion: end)
    }

    /// Sends a value to all; nothing after the end.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - keep: Keeps it, before the end alone; returns what it took the place of, which ends when no lock is held.
    func send(_ value: Output, keep: () -> Moved<Output>? = { nil }) {
        let (open, old) = lock.withLock { _ in (Moved(lines), end == nil ? keep() : nil) }
        withExtendedLifetime(old) {
            for line in open.value { line.deliver(value) }
        }
    }

    func send(completion: Subscribers.Completion<Failure>) {
        let completion = Moved(completion)
        let open = lock.withLock { _ in
            guard end == nil else { return Moved([SubjectSubscription<Output, Failure>]()) }
            end = completion.value
            defer { lines = [] }
            return Moved(lines)
        }
        for line in open.value { line.finish(completion.value) }
    }

    func remove(_ line: SubjectSubscription<Output, Failure>) {
        let removed = Moved(line)
        lock.withLock { _ in lines.removeAll { $0 === removed.value } }
    }
}

/// One subscriber of a subject.
final class SubjectSubscription<Output, Failure: Error>: Subscription, @unchecked Sendable {
    // Guarded by the lock; the subscriber is called without it.
    private let lock = Mutex(())
    private weak var hub: SubjectSubscriptions<Output, Failure>?
    private var subscriber: AnySubscriber<Output, Failure>?
    private var first: (() -> Output)?
    private var demand = Subscribers.Demand.none

    init(hub: SubjectSubscriptions<Output, Failure>, subscriber: AnySubscriber<Output, Failure>, first: (() -> Output)?)
    {
        self.hub = hub
        self.subscriber = subscriber
        self.first = first
    }

    func request(_ more: Subscribers.Demand) {
        let due = lock.withLock { _ in
            demand += more
            guard demand > .none else { return Moved<(() -> Output)?>(nil) }
            defer { first = nil }
            return Moved(first)
        }
        if let first = due.value { deliver(first()) }
    }

    func deliver(_ value: Output) {
        let reader = lock.withLock { _ in
            guard demand > .none, let subscriber else { return Moved<AnySubscriber<Output, Failure>?>(nil) }
            demand = demand.less()
            return Moved(subscriber)
        }
        guard let more = reader.value?.receive(value) else { return }
        lock.withLock { _ in demand += more }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        removeSubscriber().value?.receive(completion: completion)
    }

    func cancel() {
        _ = removeSubscriber()
        hub?.remove(self)
    }

    /// The subscriber, who receives nothing more.
    private func removeSubscriber() -> Moved<AnySubscriber<Output, Failure>?> {
        lock.withLock { _ in
            defer { subscriber = nil }
            return Moved(subscriber)
        }
    }
}
