// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

// Key-value coding is not on Linux; these two classes are where purchase code uses it.

extension NSMutableDictionary {
    /// Stores a value under a key, or removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        if let value {
            setObject(value, forKey: key as NSString)
        } else {
            removeObject(forKey: key as NSString)
        }
    }
}

extension UserDefaults {
    /// Stores a value under a key, or removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        set(value, forKey: key)
    }

    /// The value under a key.
    public func value(forKey key: String) -> Any? {
        object(forKey: key)
    }
}
