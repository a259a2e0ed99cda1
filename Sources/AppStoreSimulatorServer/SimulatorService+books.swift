// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreSimulator
package import AppStoreTypes
import FoundationEssentials
import SQLite

// What a simulation of the whole system reads from the App Store beside its HTTP endpoints.

extension SimulatorService {
    /// Lets time pass: everything due happens, is sent and answered.
    package func pass(seconds: Int) async throws {
        _ = try await engine.advance(to: engine.now.addingTimeInterval(Double(seconds)))
    }

    /// What a customer should have now, by the App Store's own books.
    package func truth(of customer: CustomerID) async -> ExpectedAccess {
        await engine.store.truth(of: customer)
    }

    /// A customer's subscriptions as they are now.
    package func subscriptions(of customer: CustomerID) async -> [SubscriptionSnapshot] {
        await engine.store.subscriptions(of: customer)
    }

    /// The claims that the team has on seats of a group subscription; absent when it gives no seats, is over, or comes with a
    /// bundle.
    package func seatClaims(of subscription: OriginalTransactionID) async throws -> [SeatClaim]? {
        do {
            return try await engine.store.seatInfo(subscription).claims
        } catch let error as SimulatorError
            where error.code == .notDeveloperManaged || error.code == .bundleNotSupported
        {
            return nil
        }
    }

    /// The number of a customer's download of an app; absent for a customer who is not known.
    package func download(of customer: CustomerID, app: BundleID) async -> AppTransactionID? {
        await engine.store.appTransaction(of: customer, app: app)?.appTransactionId
    }

    /// Every transaction of a customer as the App Store knows it now, the oldest purchase first.
    package func sales(of customer: CustomerID) async throws -> [TransactionPayload] {
        try await engine.transactions("customer = \(customer.rawValue)", order: "purchased, revision", limit: 100_000)
            .map(\.transaction)
    }

    /// A transaction as the App Store signs it.
    package func document(of transaction: TransactionPayload) async throws -> SignedPayload {
        try engine.signing.sign(transaction)
    }

    /// Ends every fault of what is sold and sent; what they have done stays done.
    ///
    /// - Parameters:
    ///   - lead: How many seconds before the end of a period the next one is charged (default: unchanged).
    ///   - droppedPerMille: How many notifications in a thousand are still lost (default: 0).
    /// - Throws: A `SimulatorError` when the settings are refused.
    package func endFaults(lead: Int? = nil, droppedPerMille: Int = 0) async throws {
        var production = await engine.settings.production
        let skew = production.faults.clockSkewSeconds
        production.faults = FaultRates()
        production.faults.clockSkewSeconds = skew
        production.faults.droppedPerMille = droppedPerMille
        if let lead { production.renewalTiming = RenewalTiming(leadSeconds: lead) }
        _ = try await engine.perform(.configure(.production, production))
    }

    /// How often the interfaces fail and notifications are not sent, each so many times in a thousand; with which
    /// status they fail, and the statuses of the next requests.
    package func misbehave(
        failures: Int,
        status: Int,
        next: [Int] = [],
        cutOff: Int,
        refusedTLS: Int = 0
    ) async throws {
        let api = ServiceFaults.API(failedPerMille: failures, status: status, next: next, delayMilliseconds: nil)
        var faults = ServiceFaults(api: api, ocsp: .works, verifyReceipt: nil, droppedConnectionsPerMille: cutOff)
        faults.tlsRefusedPerMille = refusedTLS
        try await engine.setFaults(faults)
    }
}
