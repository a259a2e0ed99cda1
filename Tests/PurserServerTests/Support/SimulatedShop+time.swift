// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService

@testable import PurserServer

extension SimulatedShop {
    /// Sets the faults of what the App Store sells and sends.
    func setFaults(_ faults: JSONValue) async throws {
        _ = try await control(.put, "/settings/production", ["faults": faults])
    }

    /// Makes so many of a thousand questions to Apple fail.
    func failQuestions(perMille: Int, status: Int = 503) async throws {
        let number = JSONValue.integer(Int64(perMille))
        _ = try await control(
            .put,
            "/faults",
            ["api": ["failedPerMille": number, "status": .integer(Int64(status))]]
        )
    }

    func advance(_ span: String) async throws {
        _ = try await control(.post, "/clock/advance", ["by": .string(span)])
        await appStore.runUntilIdle()
    }

    /// Turns the clock second by second, as far as the running server's work goes by seconds; no one else does
    /// anything.
    func live(_ seconds: Int, step: Int = 5) async throws {
        for _ in 0..<(seconds / step) {
            _ = await server.runDueJobs()
            try await advance("PT\(step)S")
        }
        _ = await server.runDueJobs()
    }

    /// A purchase in the simulated App Store; the app shows it when it is said whose it is.
    @discardableResult
    func buy(_ product: String, _ customer: String, shows: Bool = true) async throws -> JSONValue {
        let answer = try await control(
            .post,
            "/purchases",
            ["customer": .string(customer), "product": .string(product)]
        )
        if shows { try await show(answer, customer) }
        return answer
    }

    /// A customer in each storefront subscribes, and all but the third buy coins; some time passes after each.
    ///
    /// - Parameters:
    ///   - storefronts: Where the customers live.
    ///   - name: What their identifiers begin with, before their number.
    ///   - pause: What passes after each.
    /// - Throws: When the simulator or the server refuses it.
    func sellClub(in storefronts: [String], to name: String, every pause: String) async throws {
        for (number, storefront) in storefronts.enumerated() {
            let customer = "\(name)\(number)"
            _ = try await control(.post, "/customers", ["id": .string(customer), "storefront": .string(storefront)])
            try await buy("club", customer)
            if number != 2 { try await buy("coins", customer) }
            try await advance(pause)
        }
    }

    /// The app shows a purchase.
    func show(_ purchase: JSONValue, _ customer: String) async throws {
        guard let signed = purchase["signedTransactionInfo"]?.string else { return }
        _ = try await post("/v1/transactions", ["signedTransaction": .string(signed), "customer": .string(customer)])
    }

    func isEntitled(_ customer: String, to entitlement: EntitlementID) async throws -> Bool {
        let list: EntitlementList = try await ask(.get, "/v1/customers/\(customer)/entitlements").json()
        return list.entitlements.contains { $0.id == entitlement && $0.isActive }
    }
}
