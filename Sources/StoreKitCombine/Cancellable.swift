// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Something that can be canceled.
public protocol Cancellable {
    /// Gives it up.
    func cancel()
}

/// Gives something up when it goes away.
///
/// <https://developer.apple.com/documentation/combine/anycancellable>
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
    // Taken out under the lock, so it runs once.
    private let action: Mutex<Moved<() -> Void>?>

    /// Runs something when this is canceled or goes away.
    public init(_ cancel: @escaping () -> Void) {
        action = Mutex(Moved(cancel))
    }

    /// Wraps something that can be canceled.
    public convenience init<C>(_ canceller: C) where C: Cancellable {
        self.init { canceller.cancel() }
    }

    deinit {
        cancel()
    }

    /// Gives it up; a second time does nothing.
    public func cancel() {
        let received = action.withLock { action in
            defer { action = nil }
            return action
        }
        received?.value()
    }

    /// Keeps this alive in a collection.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Keeps this alive in a set.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Compares identities.
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Cancellable {
    /// Keeps this alive in a collection.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }

    /// Keeps this alive in a set.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
