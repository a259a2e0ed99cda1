// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// How an associated value is kept.
public enum objc_AssociationPolicy: UInt, Sendable {
    /// Not kept alive.
    case OBJC_ASSOCIATION_ASSIGN = 0

    /// Kept alive.
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1

    /// Copied; kept alive here.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3

    /// Kept alive.
    case OBJC_ASSOCIATION_RETAIN = 769

    /// Copied; kept alive here.
    case OBJC_ASSOCIATION_COPY = 771
}

/// The values that were tied to objects, as long as the objects live.
private final class Associations: @unchecked Sendable {
    private struct Entry {
        weak var object: AnyObject?
        var values: [UnsafeRawPointer: Any] = [:]
    }

    // Guards the entries.
    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var nextSweep = 64

    static let shared = Associations()

    func value(of object: AnyObject, _ key: UnsafeRawPointer) -> Any? {
        lock.lock()
        defer { lock.unlock() }
        let entry = entries[ObjectIdentifier(object)]
        return entry?.object === object ? entry?.values[key] : nil
    }

    func set(_ value: Any?, of object: AnyObject, _ key: UnsafeRawPointer) {
        lock.lock()
        defer { lock.unlock() }
        if entries.count >= nextSweep {
            entries = entries.filter { $0.value.object != nil }
            nextSweep = max(64, entries.count * 2)
        }
        let id = ObjectIdentifier(object)
        var entry = entries[id].flatMap { $0.object === object ? $0 : nil } ?? Entry(object: object)
        entry.values[key] = value
        entries[id] = entry
    }
}

/// The value that was tied to an object.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    Associations.shared.value(of: object as AnyObject, key)
}

/// Ties a value to an object.
public func objc_setAssociatedObject(
    _ object: Any,
    _ key: UnsafeRawPointer,
    _ value: Any?,
    _ policy: objc_AssociationPolicy
) {
    Associations.shared.set(value, of: object as AnyObject, key)
}

/// Runs something; values are freed by counting on Linux, so there is no pool to drain.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}
