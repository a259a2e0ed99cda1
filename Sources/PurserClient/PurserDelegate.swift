// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// An object that is notified of purchases, for code that does not use asynchronous sequences.
///
/// Every method may be left out.
@MainActor
public protocol PurserDelegate: AnyObject, Sendable {
    /// What the customer may use has changed.
    ///
    /// - Parameters:
    ///   - purser: The sender.
    ///   - change: The change.
    func purser(_ purser: Purser, entitlementsChanged change: EntitlementChange)

    /// Something happened.
    ///
    /// - Parameters:
    ///   - purser: The sender.
    ///   - event: What happened.
    func purser(_ purser: Purser, didEmit event: PurserEvent)

    /// A verification failed: should it be tried again?
    ///
    /// - Parameters:
    ///   - purser: The sender.
    ///   - question: What failed.
    /// - Returns: Whether to try again.
    func purser(_ purser: Purser, shouldRetry question: RetryPrompt) async -> Bool
}

extension PurserDelegate {
    /// Does nothing.
    public func purser(_ purser: Purser, entitlementsChanged change: EntitlementChange) {}

    /// Does nothing.
    public func purser(_ purser: Purser, didEmit event: PurserEvent) {}

    /// Does not try again.
    public func purser(_ purser: Purser, shouldRetry question: RetryPrompt) async -> Bool { false }
}

/// Holds the delegate without keeping it alive.
final class DelegateBox: @unchecked Sendable {
    // Touched only while the lock is held.
    private let lock = NSLock()
    private weak var delegate: (any PurserDelegate)?

    func set(_ delegate: (any PurserDelegate)?) { lock.withLock { self.delegate = delegate } }

    private var current: (any PurserDelegate)? { lock.withLock { delegate } }

    func notify(_ change: EntitlementChange, _ purser: Purser?) async {
        guard let delegate = current, let purser else { return }
        await delegate.purser(purser, entitlementsChanged: change)
    }

    func notify(_ event: PurserEvent, _ purser: Purser?) async {
        guard let delegate = current, let purser else { return }
        await delegate.purser(purser, didEmit: event)
    }

    func shouldRetry(_ purser: Purser, _ question: RetryPrompt) async -> Bool {
        guard let delegate = current else { return false }
        return await delegate.purser(purser, shouldRetry: question)
    }
}
