// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import PurserClient
import StoreKit

/// Lets blocks of the app verify, as `NTIAPTool` does: a transaction is accepted when the app finishes it.
final class BlockVerifier: PurchaseVerifier, @unchecked Sendable {
    /// Whether what is verified was kept on the device, and the app asked for it.
    static let isStored = TaskLocal(wrappedValue: false)

    /// The most accepted transactions that are remembered until the SDK asks about them.
    private static let limit = 1000

    /// How long the app may take before the purchase counts as not verified for now, in seconds.
    let patience: TimeInterval

    /// Shows a purchase to the app on the main thread; false when the app has no block for it.
    private let show: @MainActor @Sendable (VerificationRequest, _ isStored: Bool) -> Bool

    // Everything below is touched only while the lock is held.
    private let lock = NSLock()
    private var waiting: [String: CheckedContinuation<VerificationVerdict, Never>] = [:]
    private var accepted: [String] = []

    init(
        patience: TimeInterval = 120,
        show: @escaping @MainActor @Sendable (VerificationRequest, _ isStored: Bool) -> Bool
    ) {
        self.patience = patience
        self.show = show
    }

    func verify(_ request: VerificationRequest) async throws -> VerificationVerdict {
        let id = request.transaction
        if removeAccepted(id) { return .accepted }
        guard await show(request, Self.isStored.get()) else {
            return .unavailable(detail: "the app has no block that verifies")
        }
        let limit = Task {
            try await Task.sleep(nanoseconds: UInt64(patience * 1_000_000_000))
            decide(id, .unavailable(detail: "the app did not finish the transaction"))
        }
        defer { limit.cancel() }
        return await withCheckedContinuation { continuation in
            let (verdict, earlier) = lock.withLock {
                () -> (VerificationVerdict?, CheckedContinuation<VerificationVerdict, Never>?) in
                // The app may have finished it while it was shown.
                if let place = accepted.firstIndex(of: id) {
                    accepted.remove(at: place)
                    return (.accepted, nil)
                }
                return (nil, waiting.updateValue(continuation, forKey: id))
            }
            earlier?.resume(returning: .unavailable(detail: "it is asked about again"))
            if let verdict { continuation.resume(returning: verdict) }
        }
    }

    /// The app has verified a transaction.
    ///
    /// - Returns: Whether someone waited for it; otherwise it is remembered, and the SDK has to ask again.
    func accept(_ transaction: String) -> Bool {
        if decide(transaction, .accepted) { return true }
        lock.withLock {
            accepted.append(transaction)
            if accepted.count > Self.limit { accepted.removeFirst() }
        }
        return false
    }

    /// Ends all waiting: the app does not answer for now.
    func leaveAll() {
        let all = lock.withLock {
            defer { waiting = [:] }
            return waiting.values
        }
        for continuation in all { continuation.resume(returning: .unavailable(detail: "the kept copy was deleted")) }
    }

    @discardableResult
    private func decide(_ transaction: String, _ verdict: VerificationVerdict) -> Bool {
        guard let continuation = lock.withLock({ waiting.removeValue(forKey: transaction) }) else { return false }
        continuation.resume(returning: verdict)
        return true
    }

    private func removeAccepted(_ transaction: String) -> Bool {
        lock.withLock {
            guard let place = accepted.firstIndex(of: transaction) else { return false }
            accepted.remove(at: place)
            return true
        }
    }
}
