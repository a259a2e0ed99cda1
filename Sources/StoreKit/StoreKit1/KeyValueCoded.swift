// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// An object of the original interface whose members a test may set by their names.
///
/// Apple's types are Objective-C's, so tests make stand-ins such as `SKProduct()` and set `productIdentifier` on them
/// with key-value coding. There is none on Linux; these types have the one method of it that such tests call.
public protocol KeyValueCoded: NSObjectProtocol {
    /// What was set.
    var givenValues: KeyValueOverrides { get }
}

extension KeyValueCoded {
    /// Sets a member, whatever the store says.
    ///
    /// - Parameters:
    ///   - value: The member's value, a number for one of Apple's enumerations; nil where the member may be nil.
    ///   - key: The member's name.
    public func setValue(_ value: Any?, forKey key: String) {
        givenValues.set(value, for: key)
    }
}

/// The members of an object that were set by their names.
public final class KeyValueOverrides: Sendable {
    private let values = Mutex(Unchecked<[String: Any?]>([:]))

    init() {}

    fileprivate func set(_ value: Any?, for key: String) {
        // Some tests name the variable behind the member.
        let name = key.hasPrefix("_") ? String(key.dropFirst()) : key
        let given = Unchecked(value)
        values.withLock { $0.value[name] = .some(given.value) }
    }

    private func given(_ key: String) -> Any?? {
        values.withLock { Unchecked($0.value[key]) }.value
    }

    /// A member that was set, or what the store says of it.
    func value<Value>(_ key: String, else known: @autoclosure () -> Value) -> Value {
        guard let given = given(key) else { return known() }
        return given as? Value ?? known()
    }

    /// A member that may be nil.
    func optional<Value>(_ key: String, else known: @autoclosure () -> Value?) -> Value? {
        guard let given = given(key) else { return known() }
        return given as? Value
    }

    /// A sum, which may be set as any number.
    func sum(_ key: String, else known: @autoclosure () -> NSDecimalNumber) -> NSDecimalNumber {
        switch given(key) ?? nil {
        case let number as NSDecimalNumber: number
        case let number as Decimal: NSDecimalNumber(decimal: number)
        case let number as Double: NSDecimalNumber(string: "\(number)")
        case let number as Int: NSDecimalNumber(value: number)
        case let number as NSNumber: NSDecimalNumber(string: "\(number)")
        default: known()
        }
    }

    /// One of Apple's enumerations, which may be set as its number.
    func choice<Value: RawRepresentable>(_ key: String, else known: @autoclosure () -> Value) -> Value
    where Value.RawValue: BinaryInteger {
        switch given(key) ?? nil {
        case let value as Value: value
        case let number as any BinaryInteger: Value.RawValue(exactly: number).flatMap(Value.init) ?? known()
        case let number as NSNumber: Value.RawValue(exactly: number.intValue).flatMap(Value.init) ?? known()
        default: known()
        }
    }

    /// A count, which may be set as any whole number.
    func count(_ key: String, else known: @autoclosure () -> Int) -> Int {
        switch given(key) ?? nil {
        case let number as any BinaryInteger: Int(exactly: number) ?? known()
        case let number as NSNumber: number.intValue
        default: known()
        }
    }
}
