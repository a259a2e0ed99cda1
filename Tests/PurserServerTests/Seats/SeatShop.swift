// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import Synchronization
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// The server beside the simulated App Store, whose sandbox sells the club by seats that the team gives.
struct SeatShop {
    let shop: SimulatedShop
    /// What happens to the next calls about seats, such as that an answer is lost.
    let losses: LostAnswers

    /// A catalog whose club is sold by seats.
    static func catalog(_ management: InvitationManagement = .developer) -> AppStoreSimulator.Catalog {
        var catalog = SimulatedShop.catalog
        for place in catalog.products.indices where catalog.products[place].id == "club" {
            catalog.products[place].subscription?.introductoryOffer = nil
            catalog.products[place].subscription?.multiSeat = MultiSeatTerms(invitationManagement: management)
        }
        return catalog
    }

    init(store: (any Database)? = nil, management: InvitationManagement = .developer) async throws {
        let shop = try await SimulatedShop(store: store, catalog: Self.catalog(management))
        try await shop.replaceCatalog()
        try await self.init(shop: shop)
    }

    /// The customers of a shop that sells the club by seats.
    init(shop: SimulatedShop) async throws {
        self.shop = shop
        losses = LostAnswers()
        shop.wire.alter { [losses] request, response in losses.pass(request, response) }
        _ = try await shop.control(.put, "/settings/sandbox", ["rate": ["realTime": [:]]])
        for customer in ["paula", "ben", "cora", "dan"] {
            _ = try await shop.control(.post, "/customers", ["id": .string(customer), "environment": "Sandbox"])
        }
    }

    /// Paula buys so many seats, and her app shows the purchase.
    func buy(_ seats: Int, by customer: String = "paula") async throws -> String {
        let body: JSONValue = [
            "customer": .string(customer), "product": "club", "seats": .integer(Int64(seats)),
        ]
        let bought = try await shop.control(.post, "/purchases", body)
        try await shop.show(bought, customer)
        await shop.appStore.runUntilIdle()
        return try #require(bought["originalTransactionId"]?.string, "\(bought)")
    }

    func token(of customer: String) async throws -> String {
        let token: CustomerTokenBody = try await shop.ask(.post, "/v1/customers/\(customer)/tokens").json()
        return token.token
    }

    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        as customer: String? = nil
    ) async throws -> InProcessClient.Response {
        var key = shop.key
        if let customer { key = try await token(of: customer) }
        let headers: HTTPHeaders = ["Authorization": "Bearer " + key, "Content-Type": "application/json"]
        return try await shop.client.send(
            method,
            path,
            headers: headers,
            body: try body.map { try AppStoreJSON.encode($0) } ?? Data()
        )
    }

    static func path(_ purchase: String, _ rest: String = "") -> String {
        "/v1/purchases/\(purchase)/seats\(rest)?environment=Sandbox"
    }

    /// An invitation by the buyer.
    func invite(_ purchase: String, note: String? = nil) async throws -> SeatInvitationBody {
        let body: JSONValue = note.map { ["note": .string($0)] } ?? [:]
        let answer = try await send(.post, Self.path(purchase, "/invitations"), body, as: "paula")
        #expect(answer.status == .created, "\(answer.text)")
        return try answer.json()
    }

    func accept(_ invitation: SeatInvitationBody, as customer: String) async throws -> InProcessClient.Response {
        let body: JSONValue = ["token": .string(invitation.token ?? "")]
        return try await send(.post, "/v1/invitations/accept", body, as: customer)
    }

    /// A member who was invited and has a claim.
    @discardableResult
    func seat(_ customer: String, in purchase: String) async throws -> MemberSeatBody {
        let answer = try await accept(try await invite(purchase), as: customer)
        #expect(answer.status == .ok, "\(answer.text)")
        return try answer.json()
    }

    func seats(_ purchase: String, as customer: String? = nil) async throws -> SeatsBody {
        try await send(.get, Self.path(purchase), as: customer).json()
    }

    func isEntitled(_ customer: String) async throws -> Bool {
        let path = "/v1/customers/\(customer)/entitlements?environment=Sandbox"
        let list: EntitlementList = try await shop.ask(.get, path).json()
        return list.entitlements.contains { $0.id == "club" && $0.isActive }
    }

    /// The claims that Apple lists.
    func claimsAtApple(_ purchase: String) async throws -> [SeatClaimID] {
        try await shop.appStore.engine.seatInfo(of: OriginalTransactionID(rawValue: purchase)).claims.map(\.id)
    }

    /// Someone else, with the same key, claims a seat from Apple.
    func claimElsewhere(_ purchase: String) async throws -> SeatClaimID {
        let id = OriginalTransactionID(rawValue: purchase)
        let outcome = try await shop.appStore.engine.perform(
            .claimSeat(id, request: UUID(), appTransactionID: nil)
        )
        guard case .seatClaimed(let claim) = outcome.answer else { throw ServiceProblem.notFound("claim") }
        return claim
    }

    var now: Date { shop.appStore.now }

    func events(_ types: EventType...) async throws -> [ServerEvent] {
        let all: [ServerEvent] = try await shop.server.database.read { reader in
            try reader.events(after: 0, limit: 10_000).map { try ServiceJSON.decode(from: $0.event.body) }
        }
        return all.filter { types.contains($0.type) }
    }

    /// What a rebuild finds to differ.
    func differences() async throws -> [RebuildReport.Difference] {
        let app = try #require(shop.server.apps.configuration.apps.first)
        let scope = AppScope(bundleID: app.bundleID, environment: .sandbox)
        return try await shop.server.rebuilder.rebuild(scope, app: app).differences
    }

    func remove() { try? FileManager.default.removeItem(at: shop.folder) }
}

/// Loses Apple's next answers about seats: Apple has done what was asked, and no one learns of it.
final class LostAnswers: Sendable {
    private let rest = Mutex(0)

    func lose(_ count: Int) { rest.withLock { $0 = count } }

    fileprivate func pass(_ request: HTTPClientRequest, _ response: HTTPClientResponse) -> HTTPClientResponse {
        guard request.url.contains("/groups/v1/") else { return response }
        let isLost = rest.withLock { rest in
            guard rest > 0 else { return false }
            rest -= 1
            return true
        }
        return isLost ? HTTPClientResponse(status: 502, headers: [], body: Data()) : response
    }
}
