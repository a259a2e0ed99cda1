// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct GroupTests {
    private static let claim = "9c6f0c2e-6d0c-4a6e-8f0e-2f1b5d3a7c11"

    @Test func `a customer's groups survive`() throws {
        let answer = try expectSurvival(
            of: """
                {"groups":[{"groupId":"900000000000000000","groupType":"ORGANIZATION","roles":[{"productId":"p",\
                "role":"ADMIN"},{"productId":"q","role":"OWNER"}]},{"groupId":"2","groupType":"CONSUMER"}]}
                """,
            as: CustomerGroupsResponse.self
        )
        #expect(answer.groups.map(\.groupType) == [.organization, .consumer])
        #expect(answer.groups.first?.roles?.map(\.role) == [.admin, "OWNER"])
        #expect(try expectSurvival(of: #"{"groups":[]}"#, as: CustomerGroupsResponse.self).groups.isEmpty)
    }

    @Test func `members, seats and claims survive`() throws {
        let members = try expectSurvival(
            of: #"{"members":[{"appTransactionId":"700000000000000000"}],"hasMore":true,"paginationToken":"t"}"#,
            as: GroupMembersResponse.self
        )
        #expect(members.members.map(\.appTransactionId) == ["700000000000000000"])
        let seats = try expectSurvival(
            of: #"{"totalSeatCount":6,"availableSeatCount":0,"assignedSeatClaimIds":["\#(Self.claim)"]}"#,
            as: SeatInfoResponse.self
        )
        #expect(seats.assignedSeatClaimIds.map(\.description) == [Self.claim])
        _ = try expectSurvival(of: #"{"seatClaimId":"\#(Self.claim)"}"#, as: ClaimSeatResponse.self)
        _ = try expectSurvival(of: #"{"appTransactionId":"7"}"#, as: AssociateSeatRequest.self)
        let upper = Self.claim.uppercased()
        _ = try expectSurvival(of: #"{"requestIdentifier":"\#(upper)"}"#, as: ClaimSeatRequest.self)
    }

    @Test(arguments: [
        (APIErrorCode.invalidLimit, 400), (.invalidGroupId, 400), (.assignedTransactionNotSupported, 400),
        (.transactionNotDevManagedGroup, 400), (.bundleTransactionIdNotSupported, 400), (.noAvailableSeats, 400),
        (.assignedSubscriptionExtensionIneligible, 403), (.groupNotFound, 404), (.seatClaimIdNotFound, 404),
        (.appTransactionIdNotFound, 404),
    ])
    func `the refusals about seats have messages and are final`(code: APIErrorCode, status: Int) {
        #expect(code.message != nil && code.httpStatus == status && !code.isRetryable)
    }
}
