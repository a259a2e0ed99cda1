// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    /// Calls about groups that share a subscription, and their seats.
    static let groups: [APICall] = [
        APICall(
            "customer-groups",
            ["TRANSACTION-ID"],
            "GET /groups/v1/currentGroups/{anyTransactionId}",
            "List the groups that a customer is in."
        ) { session in
            try session.print(try await session.anywhere { try await $0.customerGroups(for: session.anyID) })
        },
        APICall(
            "group-members",
            ["GROUP-ID"],
            "GET /groups/v1/group/{groupId}",
            "List a group's members, page by page.",
            options: [Option("limit", value: "N", "Members per page, up to 100.")] + notificationPageOptions
        ) { session in
            let group = CustomerGroupID(rawValue: session.operands[0])
            let limit = try session.arguments.integer("limit", in: 1...100)
            let mark = session.arguments.value("after")
            try await session.print(try session.server().groupMembers(of: group, limit: limit, after: mark))
        },
        APICall(
            "seats",
            ["ORIGINAL-TRANSACTION-ID"],
            "GET /groups/v1/transactions/{originalTransactionId}/seats",
            "Show a subscription's seats and their claims."
        ) { session in
            try session.print(try await session.anywhere { try await $0.seats(of: session.originalID) })
        },
        APICall(
            "claim-seat",
            ["ORIGINAL-TRANSACTION-ID", "REQUEST-UUID"],
            "POST /groups/v1/transactions/{originalTransactionId}/seats",
            "Claim a seat; the same REQUEST-UUID returns the same claim.",
            options: [Option("member", value: "ID", "The member's appTransactionId.")]
        ) { session in
            let request = try session.uuid(1)
            let member = session.arguments.value("member").map(AppTransactionID.init(rawValue:))
            try session.print(
                try await session.anywhere {
                    try await $0.claimSeat(of: session.originalID, requestIdentifier: request, for: member)
                }
            )
        },
        APICall(
            "unclaim-seat",
            ["ORIGINAL-TRANSACTION-ID", "SEAT-CLAIM-ID"],
            "DELETE /groups/v1/transactions/{originalTransactionId}/seats/{seatClaimId}",
            "Release a claimed seat."
        ) { session in
            let claim = SeatClaimID(rawValue: try session.uuid(1))
            try await session.anywhere { try await $0.unclaimSeat(claim, of: session.originalID) }
            session.printNothing()
        },
        APICall(
            "associate-seat",
            ["ORIGINAL-TRANSACTION-ID", "SEAT-CLAIM-ID", "APP-TRANSACTION-ID"],
            "POST /groups/v1/transactions/{originalTransactionId}/seats/{seatClaimId}/associate",
            "Associate a claimed seat with a member."
        ) { session in
            let claim = SeatClaimID(rawValue: try session.uuid(1))
            let member = AppTransactionID(rawValue: session.operands[2])
            try await session.anywhere { try await $0.associateSeat(claim, of: session.originalID, with: member) }
            session.printNothing()
        },
    ]
}
