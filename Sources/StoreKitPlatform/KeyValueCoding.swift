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

    /// Stores a value in the standard defaults.
    ///
    /// Code that calls this on the type means the standard defaults. It compiles on Apple's systems, too, where a class is an
    /// object itself and refuses the key when the program runs.
    public class func setValue(_ value: Any?, forKey key: String) {
        standard.set(value, forKey: key)
    }

    /// The value under a key of the standard defaults.
    ///
    /// Code that calls this on the type means the standard defaults.
    public class func value(forKey key: String) -> Any? {
        standard.object(forKey: key)
    }
}
