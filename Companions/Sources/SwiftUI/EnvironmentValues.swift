// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Names a value that views share.
///
/// <https://developer.apple.com/documentation/swiftui/environmentkey>
public protocol EnvironmentKey {
    /// What it names.
    associatedtype Value

    /// The value while nobody set one.
    static var defaultValue: Value { get }
}

/// The values that views share; without views only what was set in this one is there.
///
/// <https://developer.apple.com/documentation/swiftui/environmentvalues>
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// Values of which none is set.
    public init() {}

    /// The value of a name.
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}
