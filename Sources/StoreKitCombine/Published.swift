// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A property that sends its values.
///
/// <https://developer.apple.com/documentation/combine/published>
@propertyWrapper
public struct Published<Value> {
    private let box: PublishedBox<Value>

    /// Makes a property with its first value.
    public init(wrappedValue: Value) {
        box = PublishedBox(wrappedValue)
    }

    /// Makes a property with its first value.
    public init(initialValue: Value) {
        box = PublishedBox(initialValue)
    }

    /// Only properties of classes can be published.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError("@Published is only available on properties of classes") }
        set { fatalError("@Published is only available on properties of classes") }
    }

    /// Sends the values, each just before it is stored.
    public var projectedValue: Published<Value>.Publisher {
        get { Publisher(box: box) }
        set { _ = newValue }
    }

    /// Reads and writes the property inside its object.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].box.value }
        set {
            if let observable = object as? any ObservableObject {
                (observable.objectWillChange as? ObservableObjectPublisher)?.send()
            }
            object[keyPath: storageKeyPath].box.value = newValue
        }
    }

    /// The values of a property.
    public struct Publisher: StoreKitCombine.Publisher {
        /// What it sends.
        public typealias Output = Value

        /// It never fails.
        public typealias Failure = Never

        let box: PublishedBox<Value>

        /// Connects a subscriber; the newest value comes at once.
        public func receive<S>(subscriber: S) where Value == S.Input, S: Subscriber, S.Failure == Never {
            box.subject.receive(subscriber: subscriber)
        }
    }
}

/// Where a published property's value is.
final class PublishedBox<Value> {
    let subject: CurrentValueSubject<Value, Never>
    private var stored: Value
    private var retained: [AnyCancellable] = []

    init(_ value: Value) {
        stored = value
        subject = CurrentValueSubject(value)
    }

    /// The value; a new one is sent before it is stored.
    var value: Value {
        get { stored }
        set {
            subject.send(newValue)
            stored = newValue
        }
    }

    func retain(_ cancellable: AnyCancellable) { retained.append(cancellable) }
}
