// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Small values that one customer's devices share: on Linux they are kept as long as the program runs.
///
/// Purchase code keeps there what the customer owns or how many tries are left.
///
/// <https://developer.apple.com/documentation/foundation/nsubiquitouskeyvaluestore>
open class NSUbiquitousKeyValueStore: NSObject, @unchecked Sendable {
    // Guards the values.
    private let lock = NSLock()
    private var values: [String: Any] = [:]

    /// The customer's values.
    public static let `default` = NSUbiquitousKeyValueStore()

    /// Posted when another device changed a value; tests post it to play one.
    public static let didChangeExternallyNotification =
        Notification.Name("NSUbiquitousKeyValueStoreDidChangeExternallyNotification")

    /// Makes a store of its own.
    override public init() {
        super.init()
    }

    /// All values.
    open var dictionaryRepresentation: [String: Any] {
        lock.lock()
        defer { lock.unlock() }
        return values
    }

    /// The value under a key.
    open func object(forKey aKey: String) -> Any? {
        lock.lock()
        defer { lock.unlock() }
        return values[aKey]
    }

    /// Stores a value under a key, or removes it.
    open func set(_ anObject: Any?, forKey aKey: String) {
        lock.lock()
        defer { lock.unlock() }
        values[aKey] = anObject
    }

    /// Removes the value under a key.
    open func removeObject(forKey aKey: String) {
        lock.lock()
        defer { lock.unlock() }
        values[aKey] = nil
    }

    /// The text under a key.
    open func string(forKey aKey: String) -> String? { object(forKey: aKey) as? String }

    /// The list under a key.
    open func array(forKey aKey: String) -> [Any]? { object(forKey: aKey) as? [Any] }

    /// The dictionary under a key.
    open func dictionary(forKey aKey: String) -> [String: Any]? { object(forKey: aKey) as? [String: Any] }

    /// The bytes under a key.
    open func data(forKey aKey: String) -> Data? { object(forKey: aKey) as? Data }

    /// The whole number under a key; zero when there is none.
    open func longLong(forKey aKey: String) -> Int64 {
        switch object(forKey: aKey) {
        case let value as Int64: value
        case let value as Int: Int64(value)
        case let value as Double: Int64(exactly: value.rounded(.towardZero)) ?? 0
        case let value as Bool: value ? 1 : 0
        default: 0
        }
    }

    /// The number under a key; zero when there is none.
    open func double(forKey aKey: String) -> Double {
        object(forKey: aKey) as? Double ?? Double(longLong(forKey: aKey))
    }

    /// The truth value under a key; false when there is none.
    open func bool(forKey aKey: String) -> Bool { object(forKey: aKey) as? Bool ?? (longLong(forKey: aKey) != 0) }

    /// Stores a text.
    open func set(_ aString: String?, forKey aKey: String) { set(aString as Any?, forKey: aKey) }

    /// Stores a list.
    open func set(_ anArray: [Any]?, forKey aKey: String) { set(anArray as Any?, forKey: aKey) }

    /// Stores a dictionary.
    open func set(_ aDictionary: [String: Any]?, forKey aKey: String) { set(aDictionary as Any?, forKey: aKey) }

    /// Stores bytes.
    open func set(_ aData: Data?, forKey aKey: String) { set(aData as Any?, forKey: aKey) }

    /// Stores a whole number.
    open func set(_ value: Int64, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Stores a number.
    open func set(_ value: Double, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Stores a truth value.
    open func set(_ value: Bool, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Says that everything is stored.
    @discardableResult
    open func synchronize() -> Bool { true }
}
