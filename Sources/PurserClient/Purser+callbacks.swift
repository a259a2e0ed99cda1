// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// Buys, for code that does not wait: the completion is called on the main thread.
    ///
    /// - Parameters:
    ///   - product: The product's identifier.
    ///   - options: What may be chosen for one purchase.
    ///   - progress: Told how far it is, on the main thread.
    ///   - completion: Told how it ended.
    public nonisolated func purchase(
        _ product: String,
        options: PurchaseOptions = PurchaseOptions(),
        progress: (@MainActor @Sendable (PurchaseProgress) -> Void)? = nil,
        completion: @escaping @MainActor @Sendable (Result<PurchaseResult, PurserError>) -> Void
    ) {
        Task {
            let result: Result<PurchaseResult, PurserError>
            do {
                result = .success(try await purchase(product, options: options, progress: Self.onMain(progress)))
            } catch let error as PurserError {
                result = .failure(error)
            } catch {
                result = .failure(PurserError(.unknown, detail: "\(error)", language: language))
            }
            await completion(result)
        }
    }

    /// Restores, for code that does not wait: the completion is called on the main thread.
    ///
    /// - Parameters:
    ///   - progress: Told how far it is, on the main thread.
    ///   - completion: Told what came back.
    public nonisolated func restore(
        progress: (@MainActor @Sendable (PurchaseProgress) -> Void)? = nil,
        completion: @escaping @MainActor @Sendable (RestoreResult) -> Void
    ) {
        Task { await completion(await restore(progress: Self.onMain(progress))) }
    }

    /// Looks after lost orders, for code that does not wait: the completion is called on the main thread.
    ///
    /// - Parameter completion: Told what was delivered.
    public nonisolated func recoverUnfinishedOrders(
        completion: @escaping @MainActor @Sendable ([Purchase]) -> Void
    ) {
        Task { await completion(await recoverUnfinishedOrders()) }
    }

    private static func onMain(
        _ progress: (@MainActor @Sendable (PurchaseProgress) -> Void)?
    ) -> (@Sendable (PurchaseProgress) -> Void)? {
        guard let progress else { return nil }
        // The main queue keeps the order of the calls.
        return { step in DispatchQueue.main.async { MainActor.assumeIsolated { progress(step) } } }
    }

    /// The object that is notified of everything; it is not kept alive.
    ///
    /// - Parameter delegate: The object; no one when absent.
    public nonisolated func setDelegate(_ delegate: (any PurserDelegate)?) {
        delegates.set(delegate)
        let (changes, events) = (entitlements, self.events)
        tasks.notify(
            [
                Task { [weak self] in
                    for await change in changes { await self?.delegates.notify(change, self) }
                },
                Task { [weak self] in
                    for await event in events { await self?.delegates.notify(event, self) }
                },
            ]
        )
    }
}
