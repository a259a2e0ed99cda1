// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import HTTPService

extension SimulationInvariants {
    /// Compares the seats that the team gave with the App Store's books, and notes what they give to whom.
    ///
    /// Each claim of the App Store's is one of the servers', of the customer who was invited, and the other way around;
    /// no seat is given twice.
    mutating func compareSeats(_ actor: SimulationDriver) async throws -> [String] {
        let shop = SimulationCatalog.shops[0]
        seatAccess = [:]
        guard world.sellsSeats else { return [] }
        var wrong: [String] = []
        for buyer in SimulatedSystem.customers {
            let access = await world.appStore.truth(of: buyer).access
            let sales = try await world.appStore.sales(of: buyer)
            for subscription in await world.appStore.subscriptions(of: buyer) {
                let lineage = subscription.transaction.originalTransactionId
                guard subscription.group == shop.group, subscription.transaction.inAppOwnershipType.isSale,
                    let claims = try await world.appStore.seatClaims(of: lineage)
                else { continue }
                let answer = try await world.request(.get, SimulationDriver.seats(lineage), shop)
                guard answer.status == .ok else {
                    if !claims.isEmpty { wrong.append("the seats of \(lineage) are not known: \(answer.text)") }
                    continue
                }
                let seen = try answer.read(ObservedSeats.self)
                let own = Set(sales.filter { $0.originalTransactionId == lineage }.map(\.transactionId))
                let given = access.filter { own.contains($0.transaction) }
                wrong += compare(seen, claims.map(\.id), actor).map {
                    "of the seats of \(lineage), \($0): \(answer.text)"
                }
                for claim in claims {
                    guard let seat = seen.invitations.first(where: { $0.seatClaimId == claim.id }),
                        let guest = actor.guests[seat.id]
                    else { continue }
                    seatAccess[guest.customer.rawValue, default: []] += given
                }
            }
        }
        return wrong
    }

    private func compare(_ seen: ObservedSeats, _ claims: [SeatClaimID], _ actor: SimulationDriver) -> [String] {
        var wrong: [String] = []
        let claimed = seen.invitations.filter { $0.state == "claimed" }
        for claim in Set(claims).symmetricDifference(claimed.compactMap(\.seatClaimId)).sorted(by: { "\($0)" < "\($1)" }
        ) {
            wrong.append(claims.contains(claim) ? "the servers lack \(claim)" : "the App Store lacks \(claim)")
        }
        for seat in seen.invitations where ["requested", "releasing"].contains(seat.state) {
            wrong.append("\(seat.id) still is \(seat.state)")
        }
        for seat in claimed where seat.customer != actor.guests[seat.id]?.customer.rawValue {
            wrong.append("\(seat.id) is claimed by \(seat.customer ?? "no one")")
        }
        let room = max(0, seen.seats - seen.buyersSeats) + seen.excessSeatClaimIds.count
        if seen.occupied > room { wrong.append("\(seen.occupied) are occupied of \(room)") }
        return wrong
    }
}
