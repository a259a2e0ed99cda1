// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import HTTPService
import PurserServer

/// A customer whom the team invited to a seat that it gives.
struct SeatGuest: Hashable, Sendable {
    var customer: AppStoreSimulator.CustomerID
    var subscription: OriginalTransactionID
}

/// The seats of a purchase as a server answers them.
struct ObservedSeats: Decodable {
    struct Invitation: Decodable {
        var id: String
        var state: String
        var customer: String?
        var seatClaimId: SeatClaimID?
    }

    var seats: Int
    var buyersSeats: Int
    var occupied: Int
    var invitations: [Invitation]
    var excessSeatClaimIds: [SeatClaimID]
}

/// Seats that the team gives: invitations, acceptances and releases, of which any request and any answer can be lost.
extension SimulationDriver {
    /// Somebody invites, gives a seat back, or looks at the seats of a subscription.
    mutating func changeGuests(_ dice: inout SimulationRandom) async throws {
        let shop = SimulationCatalog.shops[0]
        var sold: [(buyer: AppStoreSimulator.CustomerID, subscription: OriginalTransactionID)] = []
        for customer in SimulatedSystem.customers {
            for subscription in await world.appStore.subscriptions(of: customer) {
                let last = subscription.transaction
                guard subscription.group == shop.group, subscription.seats != nil, last.inAppOwnershipType.isSale else {
                    continue
                }
                sold.append((customer, last.originalTransactionId))
            }
        }
        guard !sold.isEmpty else { return }
        let (buyer, subscription) = dice.pick(sold)
        switch dice.below(10) {
        case ..<6: try await invite(to: subscription, of: buyer, &dice)
        case ..<9: try await releaseSeat(of: subscription, of: buyer, &dice)
        default:
            let proof = Proof.token(of: buyer.rawValue)
            _ = try await send(.get, Self.seats(subscription), nil, shop, as: Principal(buyer), proof: proof)
        }
    }

    static func seats(_ subscription: OriginalTransactionID) -> String { "/v1/purchases/\(subscription)/seats" }

    /// The team or the buyer invites a customer, who accepts as a rule; then another one tries the same link.
    private mutating func invite(
        to subscription: OriginalTransactionID,
        of buyer: AppStoreSimulator.CustomerID,
        _ dice: inout SimulationRandom
    ) async throws {
        let shop = SimulationCatalog.shops[0]
        let member = Self.another(than: buyer, &dice)
        let id = "guest-\(dice.next())"
        let target = Self.seats(subscription) + "/invitations"
        let body = JSONValue.object(["id": .string(id)])
        guests[id] = SeatGuest(customer: member, subscription: subscription)
        let made: InProcessClient.Response?
        if dice.happens(50) {
            made = try await world.request(.post, target, shop, body)
        } else {
            let proof = Proof.token(of: buyer.rawValue)
            made = try await send(.post, target, body, shop, as: Principal(buyer), proof: proof)
        }
        guard let made, made.status == .created, dice.happens(85),
            let token = try made.read(JSONValue.self)["token"]?.string
        else { return }
        // Whoever is invited learns which subscription it is.
        disclosure.record(Principal(member), [subscription.rawValue])
        var acceptance: [String: JSONValue] = ["token": .string(token)]
        if dice.happens(50), let download = await world.appStore.download(of: member, app: shop.app) {
            acceptance["appTransactionId"] = .string(download.rawValue)
        }
        var isAccepted = false
        for _ in 0..<(dice.happens(30) ? 2 : 1) {
            let answer = try await accept(acceptance, as: member)
            isAccepted = isAccepted || answer < 300
        }
        guard isAccepted, dice.happens(30) else { return }
        let other = Self.another(than: member, &dice)
        acceptance["appTransactionId"] = nil
        if try await accept(acceptance, as: other) < 300 {
            wrong.append("the invitation \(id), which \(member) had accepted, was accepted by \(other)")
        }
    }

    private mutating func accept(
        _ acceptance: [String: JSONValue],
        as member: AppStoreSimulator.CustomerID
    ) async throws -> Int {
        let proof = Proof.token(of: member.rawValue)
        let target = "/v1/invitations/accept"
        let shop = SimulationCatalog.shops[0]
        return try await send(.post, target, .object(acceptance), shop, as: Principal(member), proof: proof).code
    }

    /// The member leaves, or the buyer or the team takes the seat back.
    private mutating func releaseSeat(
        of subscription: OriginalTransactionID,
        of buyer: AppStoreSimulator.CustomerID,
        _ dice: inout SimulationRandom
    ) async throws {
        let shop = SimulationCatalog.shops[0]
        let answer = try await world.request(.get, Self.seats(subscription), shop)
        guard answer.status == .ok else { return }
        let claimed = try answer.read(ObservedSeats.self).invitations.filter { $0.state == "claimed" }
        guard !claimed.isEmpty else { return }
        let seat = dice.pick(claimed)
        guard let claim = seat.seatClaimId, let member = guests[seat.id]?.customer else { return }
        let target = Self.seats(subscription) + "/\(claim)"
        switch dice.below(3) {
        case 0: _ = try await world.request(.delete, target, shop)
        case 1:
            _ = try await send(.delete, target, nil, shop, as: Principal(buyer), proof: .token(of: buyer.rawValue))
        default:
            _ = try await send(.delete, target, nil, shop, as: Principal(member), proof: .token(of: member.rawValue))
        }
    }
}
