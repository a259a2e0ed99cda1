// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension SeatFeature {
    /// The seats of the purchase in the path, for the team and the buyer; for others there is no such purchase.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - claim: A claim whose member may ask, too.
    /// - Returns: The seats.
    /// - Throws: A `ServiceProblem` when there is no such purchase for the caller, or `DatabaseError`.
    func readSeats(_ call: RequestContext, as claim: SeatClaimID? = nil) async throws -> SeatReading {
        let lineage = OriginalTransactionID(rawValue: try call.path("originalTransactionId"))
        let key = LineageKey(scope: try call.scope(), lineage: lineage)
        guard let reading = try await recorder.seats(of: key, app: try call.app, now: call.now) else {
            throw ServiceProblem.notFound("purchase")
        }
        if call.caller.isBackend { return reading }
        let isMember = claim.flatMap { reading.roster[$0]?.customer }.map { $0 == call.caller.provenCustomer } ?? false
        guard let customer = call.caller.provenCustomer, isMember || reading.owners.contains(customer) else {
            throw ServiceProblem.notFound("purchase")
        }
        return reading
    }

    static func claim(in call: RequestContext) throws -> SeatClaimID {
        guard let claim = SeatClaimID(try call.path("seatClaimId")) else { throw SeatRefusal.unknownClaim.problem }
        return claim
    }

    /// Apple answers the calls about seats in the sandbox; in production where the team says so.
    func requireOffered(_ scope: AppScope, _ app: AppConfiguration) throws {
        _ = try apps.link(app)
        guard scope.environment == .sandbox || app.claimsSeatsInProduction else {
            throw ServiceProblem(
                .notConfigured,
                "Apple answers calls about seats in the sandbox only. Once it does in production, set claimsSeatsInProduction."
            )
        }
    }

    /// A seat of a sandbox subscription is worth nothing to a customer whose sandbox purchases do not count.
    func requireAdmitted(
        _ customer: CustomerID,
        to scope: AppScope,
        _ app: AppConfiguration,
        now: Date
    ) async throws {
        guard try await recorder.pipeline.context(app: app, now: now).admits(scope.environment, for: customer) else {
            throw ServiceProblem(.sandboxRefused, "Purchases of this environment do not count for the customer.")
        }
    }
}
