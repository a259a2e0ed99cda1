// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// How many seats the buyer occupies; Apple does not say whether it is one.
    static let buyersSeats = 1

    /// A group subscription's seats.
    ///
    /// - Throws: A ``SimulatorError`` when the developer does not manage the seats of the subscription, or it is over.
    public func seatInfo(_ id: OriginalTransactionID) throws -> SeatInfo {
        let slot = try claimableSlot(id)
        let (held, claims) = (heldSeats(slot), lineages[slot].seats?.claims ?? [])
        return SeatInfo(
            totalSeats: held,
            availableSeats: max(0, held - Self.buyersSeats - claims.count),
            claims: claims
        )
    }

    private func claimableSlot(_ id: OriginalTransactionID) throws -> Int {
        guard let key = id.key, let slot = lineageSlots[key] else {
            throw SimulatorError(.unknownTransaction, "No subscription has the identifier \(id).")
        }
        guard lineages[slot].bundle == nil, !isBundle(lineages[slot].product) else {
            throw SimulatorError(.bundleNotSupported, "The subscription \(id) comes with a bundle, which has no seats.")
        }
        guard let seats = lineages[slot].seats, seats.invitationManagement == .developer, lineages[slot].isLive,
            !lineages[slot].isShared
        else {
            throw SimulatorError(.notDeveloperManaged, "The subscription \(id) has no seats that the developer gives.")
        }
        return slot
    }

    /// The developer gives a seat to a member; the same request gives the same claim again.
    mutating func claimSeat(
        _ id: OriginalTransactionID,
        request: UUID,
        appTransactionID: AppTransactionID?
    ) throws -> Outcome.Answer {
        let slot = try claimableSlot(id)
        if let known = lineages[slot].seats?.claims.first(where: { $0.request == request }) {
            return .seatClaimed(known.id)
        }
        try checkDownload(appTransactionID, of: slot)
        guard try seatInfo(id).availableSeats > 0 else {
            throw SimulatorError(.noAvailableSeats, "All seats of the subscription \(id) are claimed.")
        }
        let claim = SeatClaim(
            id: SeatClaimID(rawValue: identities.uuid()),
            request: request,
            appTransactionID: appTransactionID
        )
        lineages[slot].seats?.claims.append(claim)
        return .seatClaimed(claim.id)
    }

    /// The developer revokes a seat.
    mutating func unclaimSeat(_ id: OriginalTransactionID, _ claim: SeatClaimID) throws {
        let (slot, place) = try claimPlace(id, claim)
        lineages[slot].seats?.claims.remove(at: place)
    }

    /// The developer says which download of the app a claim is for.
    mutating func associateSeat(_ id: OriginalTransactionID, _ claim: SeatClaimID, _ download: AppTransactionID) throws
    {
        let (slot, place) = try claimPlace(id, claim)
        try checkDownload(download, of: slot)
        lineages[slot].seats?.claims[place].appTransactionID = download
    }

    private func claimPlace(_ id: OriginalTransactionID, _ claim: SeatClaimID) throws -> (slot: Int, place: Int) {
        let slot = try claimableSlot(id)
        guard let place = lineages[slot].seats?.claims.firstIndex(where: { $0.id == claim }) else {
            throw SimulatorError(.unknownSeatClaim, "The subscription \(id) has no claim \(claim).")
        }
        return (slot, place)
    }

    private func checkDownload(_ download: AppTransactionID?, of slot: Int) throws {
        guard let download else { return }
        let app = lineages[slot].app
        let exists = customers.contains { customer in
            customer.downloads.contains { $0.app == app && $0.appTransactionID == download }
        }
        guard exists else {
            throw SimulatorError(.unknownDownload, "No customer has the download \(download) of the app.")
        }
    }

    /// Revokes the claims for which a refund left no seat, the newest first, and notifies the app's server.
    mutating func unclaimExcess(_ slot: Int) {
        guard let seats = lineages[slot].seats, seats.invitationManagement == .developer else { return }
        let room = lineages[slot].phase == .revoked ? 0 : max(0, heldSeats(slot) - Self.buyersSeats)
        guard seats.claims.count > room else { return }
        let lost = seats.claims[room...].map(\.id)
        lineages[slot].seats?.claims.removeSubrange(room...)
        let environment = customers[lineages[slot].customer].profile.environment
        guard settings[environment].notifications == .version2 else { return }
        var notification = emptyNotification(app: lineages[slot].app, environment: environment)
        notification.customer = customers[lineages[slot].customer].profile.id
        notification.unclaimInfo = UnclaimInfo(
            unclaimSeatIds: lost,
            environment: environment,
            appAppleId: notification.appAppleID,
            bundleId: lineages[slot].app,
            originalTransactionId: OriginalTransactionID(lineages[slot].key)
        )
        deliver(notification, as: .version2(.unclaimSeats, nil))
    }
}
