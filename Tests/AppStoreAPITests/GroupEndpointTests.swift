// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation
import HTTPClient
import Testing

/// Groups and seats: what is sent, and how answers and refusals are read.
@Suite struct GroupEndpointTests {
    private static let claim = "9c6f0c2e-6d0c-4a6e-8f0e-2f1b5d3a7c11"

    private func claimID() throws -> SeatClaimID { try #require(SeatClaimID(Self.claim)) }

    @Test func `a customer's groups are read`() async throws {
        let transport = WireTransport(
            Answer.json(
                #"{"groups":[{"groupId":"5","groupType":"ORGANIZATION","roles":[{"productId":"p","role":"NONE"}],"x":1}]}"#
            )
        )
        let answer = try await AppStoreServerAPI.over(transport).customerGroups(for: AppTransactionID("7"))
        #expect(answer.groups.first?.groupId == "5")
        #expect(answer.groups.first?.roles?.first?.role == CustomerGroupRole.none)
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains(#""x":1"#))
        #expect(transport.calls == ["GET /groups/v1/currentGroups/7"])
    }

    @Test func `a group's members are read page by page`() async throws {
        let transport = WireTransport(script: [
            Answer.json(#"{"members":[{"appTransactionId":"1"}],"hasMore":true,"paginationToken":"t/1"}"#),
            Answer.json(#"{"members":[{"appTransactionId":"2"}],"hasMore":false}"#),
        ])
        var members: [AppTransactionID] = []
        for try await page in AppStoreServerAPI.over(transport).groupMembers(of: "5", limit: 100) {
            members += page.members.map(\.appTransactionId)
        }
        #expect(members == ["1", "2"])
        #expect(
            transport.calls == [
                "GET /groups/v1/group/5?limit=100", "GET /groups/v1/group/5?limit=100&paginationToken=t%2F1",
            ]
        )
    }

    @Test func `seats are counted, claimed, associated and given back`() async throws {
        let transport = WireTransport(script: [
            Answer.json(#"{"totalSeatCount":6,"availableSeatCount":0,"assignedSeatClaimIds":["\#(Self.claim)"]}"#),
            Answer.json(#"{"seatClaimId":"\#(Self.claim.uppercased())"}"#), Answer.json(""), Answer.json(""),
            Answer.json(#"{"seatClaimId":"\#(Self.claim)"}"#),
        ])
        let api = AppStoreServerAPI.over(transport)
        let claim = try claimID()
        let request = UUID()
        #expect(try await api.seats(of: "1").assignedSeatClaimIds == [claim])
        #expect(try await api.claimSeat(of: "1", requestIdentifier: request).seatClaimId == claim)
        try await api.associateSeat(claim, of: "1", with: "7")
        try await api.unclaimSeat(claim, of: "1")
        #expect(try await api.claimSeat(of: "1", requestIdentifier: request, for: "7").seatClaimId == claim)
        #expect(
            transport.calls == [
                "GET /groups/v1/transactions/1/seats", "POST /groups/v1/transactions/1/seats",
                "POST /groups/v1/transactions/1/seats/\(Self.claim)/associate",
                "DELETE /groups/v1/transactions/1/seats/\(Self.claim)", "POST /groups/v1/transactions/1/seats",
            ]
        )
        let bodies = transport.requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } }
        #expect(
            bodies == [
                nil, #"{"requestIdentifier":"\#(request.uuidString)"}"#, #"{"appTransactionId":"7"}"#, nil,
                #"{"appTransactionId":"7","requestIdentifier":"\#(request.uuidString)"}"#,
            ]
        )
    }

    @Test func `a claim whose answer is lost is sent again with its identifier`() async throws {
        let transport = WireTransport(script: [
            Answer.failure(.timedOut), Answer.json(#"{"seatClaimId":"\#(Self.claim)"}"#),
        ])
        _ = try await AppStoreServerAPI.over(transport).claimSeat(of: "1", requestIdentifier: UUID())
        #expect(transport.requests.count == 2)
        #expect(transport.requests[0].body == transport.requests[1].body)
    }

    @Test(arguments: [
        APIErrorCode.noAvailableSeats, .appTransactionIdNotFound, .transactionNotDevManagedGroup,
        .bundleTransactionIdNotSupported, .transactionIdNotFound, APIErrorCode(rawValue: 4_000_999),
    ])
    func `a refusal of a claim has Apple's code and is final`(code: APIErrorCode) async throws {
        let transport = WireTransport(Answer.error(code))
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await AppStoreServerAPI.over(transport).claimSeat(of: "1", requestIdentifier: UUID(), for: "7")
        }
        #expect(error?.apiErrorCode == code && error?.isRetryable == false)
        #expect(transport.requests.count == 1)
    }

    @Test func `refusals about groups and claims are named`() async throws {
        let claim = try claimID()
        let calls: [(APIErrorCode, (AppStoreServerAPI) async throws -> Void)] = [
            (.seatClaimIdNotFound, { try await $0.unclaimSeat(claim, of: "1") }),
            (.seatClaimIdNotFound, { try await $0.associateSeat(claim, of: "1", with: "7") }),
            (.groupNotFound, { for try await _ in $0.groupMembers(of: "5") {} }),
            (.invalidLimit, { for try await _ in $0.groupMembers(of: "5", limit: 101) {} }),
            (.invalidGroupId, { for try await _ in $0.groupMembers(of: "x") {} }),
        ]
        for (code, call) in calls {
            let transport = WireTransport(Answer.error(code))
            let error = await #expect(throws: AppStoreAPIError.self) { try await call(.over(transport)) }
            #expect(error?.apiErrorCode == code)
        }
    }

    @Test func `an identifier of a group or subscription never names another endpoint`() async throws {
        let transport = WireTransport(
            Answer.json(#"{"totalSeatCount":0,"availableSeatCount":0,"assignedSeatClaimIds":[]}"#)
        )
        _ = try await AppStoreServerAPI.over(transport).seats(of: "../x?y")
        #expect(transport.calls == ["GET /groups/v1/transactions/..%2Fx%3Fy/seats"])
    }
}
