// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

extension SKTestSession {
    /// Lets a call of StoreKit fail from now on.
    ///
    /// - Parameters:
    ///   - error: How it fails; nil lets it succeed again.
    ///   - api: The call.
    /// - Throws: ``SKTestError`` for a call that is not one of StoreKit's.
    public func setSimulatedError<API>(_ error: API.Failure?, forAPI api: API) async throws
    where API: FailableStoreKitAPI {
        guard let simulated = API.self as? any SimulatedAPI.Type else { throw SKTestError(.invalidAction) }
        store.setError((error as? any SimulatedFailure)?.thrown, failure: error, for: simulated.call)
    }

    /// How a call of StoreKit fails; nil when it succeeds.
    ///
    /// - Parameter api: The call.
    /// - Returns: What ``setSimulatedError(_:forAPI:)`` was given last.
    public func simulatedError<API>(forAPI api: API) async -> API.Failure? where API: FailableStoreKitAPI {
        guard let simulated = API.self as? any SimulatedAPI.Type else { return nil }
        return store.failure(for: simulated.call) as? API.Failure
    }
}
