// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_exported public import Combine
@_exported public import Foundation
@_exported public import Observation
@_exported public import UIKit

/// A property that is kept in the user's defaults.
///
/// There are no views on Linux: of SwiftUI this is all that purchase code uses without one.
///
/// <https://developer.apple.com/documentation/swiftui/appstorage>
@propertyWrapper
public struct AppStorage<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// The value.
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    private init(key: String, fallback: Value, store: UserDefaults?) {
        let defaults = store ?? .standard
        read = { defaults.object(forKey: key) as? Value ?? fallback }
        write = { defaults.set($0, forKey: key) }
    }
}

extension AppStorage where Value == Bool {
    /// Keeps a truth value.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key: key, fallback: wrappedValue, store: store)
    }
}

extension AppStorage where Value == Int {
    /// Keeps a number.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key: key, fallback: wrappedValue, store: store)
    }
}

extension AppStorage where Value == Double {
    /// Keeps a number.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key: key, fallback: wrappedValue, store: store)
    }
}

extension AppStorage where Value == String {
    /// Keeps a text.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key: key, fallback: wrappedValue, store: store)
    }
}

extension AppStorage where Value == Data {
    /// Keeps bytes.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key: key, fallback: wrappedValue, store: store)
    }
}
