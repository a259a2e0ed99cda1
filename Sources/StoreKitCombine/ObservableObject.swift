// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// An object that says when it is about to change.
///
/// <https://developer.apple.com/documentation/combine/observableobject>
public protocol ObservableObject: AnyObject {
    /// The kind of publisher.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Sends before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Sends before a published property changes.
    public var objectWillChange: ObservableObjectPublisher { Publishers.ofObjects.publisher(of: self) }
}

/// Sends that an object is about to change.
public final class ObservableObjectPublisher: Publisher, Sendable {
    /// A change, without a value.
    public typealias Output = Void

    /// It never fails.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>()

    /// Makes a publisher.
    public init() {}

    /// Says that the object is about to change.
    public func send() { subject.send(()) }

    /// Connects a subscriber.
    public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Void {
        subject.receive(subscriber: subscriber)
    }
}

/// Where publishers' types live.
public enum Publishers {
    /// The publishers of objects that did not declare one.
    static let ofObjects = ObjectPublishers()
}

/// Keeps a publisher for each object, as long as the object lives.
final class ObjectPublishers: Sendable {
    private struct Entry {
        weak var object: AnyObject?
        var publisher: ObservableObjectPublisher
    }

    private struct Table: @unchecked Sendable {
        var entries: [ObjectIdentifier: Entry] = [:]
        var nextSweep = 64
    }

    private let table = Mutex(Table())

    func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        let wanted = Moved(object)
        return table.withLock { table in
            let id = ObjectIdentifier(wanted.value)
            if let known = table.entries[id], known.object === wanted.value { return known.publisher }
            if table.entries.count >= table.nextSweep {
                table.entries = table.entries.filter { $0.value.object != nil }
                table.nextSweep = max(64, table.entries.count * 2)
            }
            let publisher = ObservableObjectPublisher()
            table.entries[id] = Entry(object: wanted.value, publisher: publisher)
            return publisher
        }
    }
}
