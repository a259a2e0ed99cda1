// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// A group subscription from December 1 with so many seats, which Paula bought, and what is done about its seats.
struct SeatScenario {
    static let (start, end) = (Date.utc("2026-12-01"), Date.utc("2027-01-01"))
    static let key = LineageKey(scope: .app, lineage: "1")

    var purchases = PurchaseHistory()
    private(set) var first: Transaction

    init(seats: Int = 4, product: ProductID = "monthly", management: InvitationManagement? = .developer) {
        first = purchases.transaction(nil, product, from: Self.start, to: Self.end) {
            $0.quantity = seats
            $0.multiSeatInfo = management.map { TransactionMultiSeatInfo(invitationManagement: $0) }
        }
        purchases.claim(by: "paula", at: Self.start)
    }

    static func claim(_ number: Int) -> SeatClaimID {
        SeatClaimID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))))
    }

    static func request(_ number: Int) -> SeatStep.Request {
        SeatStep.Request(identifier: claim(100 + number).rawValue, acceptedBy: "member")
    }

    static func terms(until end: Date = .utc("2026-12-08"), note: String? = nil) -> SeatStep.Invitation {
        SeatStep.Invitation(tokenHash: "token", expirationDate: end, invitedBy: "purchaser", note: note)
    }

    mutating func step(
        _ invitation: SeatInvitationID,
        _ action: SeatStep.Action,
        _ customer: CustomerID? = nil,
        at instant: Date
    ) {
        purchases.command(
            .seat(SeatStep(lineage: "1", invitation: invitation, customer: customer, action: action)),
            at: instant
        )
    }

    /// Invites a member on a day of December, who accepts and gets the claim of the same number a day later.
    mutating func seat(_ customer: CustomerID, _ number: Int, day: Int = 2) {
        let (invitation, invited) = (SeatInvitationID(rawValue: "i\(number)"), Date.utc("2026-12-\(day)"))
        let accepted = invited.addingTimeInterval(86_400)
        step(invitation, .invited(Self.terms(until: .utc("2027-02-01"))), at: invited)
        step(invitation, .requested(Self.request(number)), customer, at: accepted)
        let request = Self.request(number).identifier
        step(invitation, .claimed(Self.claim(number), request: request), customer, at: accepted + 1)
    }

    /// A renewal for a month, with so many seats.
    mutating func renew(from start: Date = Self.end, to end: Date = .utc("2027-02-01"), seats: Int) {
        purchases.transaction(nil, first.productID, from: start, to: end) {
            $0.quantity = seats
            $0.reason = .renewal
            $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
        }
    }

    func account(of customer: CustomerID, facts: [Fact]? = nil) -> CustomerAccount {
        CustomerAccount(customer: customer, catalogs: [.reader], facts: facts ?? purchases.facts)
    }

    func roster(asOf instant: Date) -> SeatRoster { account(of: "").seatRoster(of: Self.key, asOf: instant) }

    func rules(asOf instant: Date) -> SeatRules {
        SeatRules("1", roster(asOf: instant), owners: ["paula"])
    }

    /// Adds what a ruling says, a second later.
    mutating func apply(_ steps: [SeatStep], at instant: Date) {
        for step in steps { purchases.command(.seat(step), at: instant + 1) }
    }

    func isActive(_ customer: CustomerID, asOf instant: Date) -> Bool {
        account(of: customer).entitlement("basic", asOf: instant).isActive
    }

    func rule(_ customer: CustomerID, asOf instant: Date) -> Rule {
        account(of: customer).entitlement("basic", asOf: instant).reason.rule
    }
}

extension SeatRuling {
    /// The steps to record; none when it is refused or was done before.
    var steps: [SeatStep] {
        if case .steps(let steps) = self { steps } else { [] }
    }

    /// Why it is refused.
    var refusal: SeatRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
