// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    struct SubscriptionResponse: Encodable {
        var group: SubscriptionGroupID
        var status: SubscriptionStatus
        var product: ProductID
        var expiresDate: Date?
        var nextDueDate: Date?
        /// How many people may use it, refunded seats left out.
        var seats: Int?
        /// The members to whom the App Store assigned a seat.
        var members: [GroupMemberSnapshot]?
        /// The customers who have not accepted a seat yet.
        var invited: [CustomerID]?
        var transaction: TransactionPayload
        var renewalInfo: RenewalInfoPayload
    }

    private struct RenewalRequest: Decodable {
        var on: Bool
    }

    private struct SeatsRequest: Decodable {
        var seats: Int
    }

    private struct ConsentRequest: Decodable {
        var agrees: Bool
    }

    private struct FamilyRequest: Decodable {
        var family: FamilyID?
    }

    func addSubscriptions(to routes: inout Router) {
        routes.on(.get, "/customers/{id}/subscriptions") { request in
            let snapshots = await engine.subscriptions(of: customer(of: try request.parameter("id")))
            return try .json(["subscriptions": snapshots.map(describe)])
        }
        routes.on(.put, "/customers/{id}/subscriptions/{group}/renewal") { request in
            let (id, group) = try place(of: request)
            return try await perform(.setRenewal(id, group: group, on: try request.json(RenewalRequest.self).on))
        }
        routes.on(.put, "/customers/{id}/subscriptions/{group}/seats") { request in
            let (id, group) = try place(of: request)
            return try await perform(
                .setRenewalSeats(id, group: group, seats: try request.json(SeatsRequest.self).seats)
            )
        }
        routes.on(.put, "/customers/{id}/subscriptions/{group}/consent") { request in
            let (id, group) = try place(of: request)
            let body = try request.json(ConsentRequest.self)
            return try await perform(.answerPriceIncrease(id, group: group, agrees: body.agrees))
        }
        routes.on(.post, "/customers/{id}/subscriptions/{group}/renew") { request in
            let (id, group) = try place(of: request)
            return try await perform(.forceRenewal(id, group: group))
        }
        routes.on(.post, "/customers/{id}/subscriptions/{group}/expire") { request in
            let (id, group) = try place(of: request)
            return try await perform(.expire(id, group: group))
        }
        routes.on(.put, "/customers/{id}/family") { request in
            let id = customer(of: try request.parameter("id"))
            guard let family = try request.json(FamilyRequest.self).family else {
                return try await perform(.leaveFamily(id))
            }
            return try await perform(.joinFamily(id, family))
        }
    }

    private func customer(of text: String) -> CustomerID { CustomerID(rawValue: text) }

    func place(of request: HTTPRequest) throws -> (CustomerID, SubscriptionGroupID) {
        (customer(of: try request.parameter("id")), SubscriptionGroupID(rawValue: try request.parameter("group")))
    }

    func describe(_ snapshot: SubscriptionSnapshot) -> SubscriptionResponse {
        SubscriptionResponse(
            group: snapshot.group,
            status: snapshot.status,
            product: snapshot.transaction.productId,
            expiresDate: snapshot.transaction.expiresDate,
            nextDueDate: snapshot.nextDueDate,
            seats: snapshot.seats,
            members: snapshot.members,
            invited: snapshot.invited,
            transaction: snapshot.transaction,
            renewalInfo: snapshot.renewalInfo
        )
    }
}
