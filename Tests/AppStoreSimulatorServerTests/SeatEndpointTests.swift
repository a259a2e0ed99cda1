// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

/// The groups and seats of Server API 1.22 and 1.23, asked by this package's own client.
@Suite struct SeatEndpointTests {
    private struct Bought: Decodable {
        var originalTransactionId: OriginalTransactionID
        var transactionId: TransactionID
        var transaction: TransactionPayload
    }

    private static func clients(_ management: InvitationManagement = .developer) throws -> SimulatedClients {
        try SimulatedClients(
            SimulatedService { configuration in
                for place in configuration.catalog.products.indices {
                    configuration.catalog.products[place].subscription?.multiSeat = MultiSeatTerms(
                        invitationManagement: management
                    )
                }
            }
        )
    }

    private static func buy(
        _ clients: SimulatedClients,
        seats: Int,
        by customer: String = "alice"
    ) async throws -> Bought {
        let body: JSONValue = ["customer": .string(customer), "product": "silver", "seats": .integer(Int64(seats))]
        let answer = try await clients.simulated.sandbox.send(.post, "/simulator/v1/purchases", json: body)
        #expect(answer.status == .created, "\(answer.text)")
        return try answer.json(Bought.self)
    }

    private static func refusal(_ body: () async throws -> Void) async -> APIErrorCode? {
        await #expect(throws: AppStoreAPIError.self) { try await body() }?.apiErrorCode
    }

    @Test func `seats are claimed, associated and given back`() async throws {
        let clients = try Self.clients()
        let id = try await Self.buy(clients, seats: 3).originalTransactionId
        let request = UUID()
        let claim = try await clients.sandbox.claimSeat(of: id, requestIdentifier: request).body.seatClaimId
        #expect(try await clients.sandbox.claimSeat(of: id, requestIdentifier: request).body.seatClaimId == claim)
        let info = try await clients.sandbox.seats(of: id).body
        #expect(info.totalSeatCount == 3 && info.availableSeatCount == 1 && info.assignedSeatClaimIds == [claim])
        let member = try await Self.buy(clients, seats: 1, by: "bob").transaction.appTransactionId
        try await clients.sandbox.associateSeat(claim, of: id, with: try #require(member))
        try await clients.sandbox.unclaimSeat(claim, of: id)
        #expect(try await clients.sandbox.seats(of: id).body.assignedSeatClaimIds == [])
        #expect(await Self.refusal { try await clients.sandbox.unclaimSeat(claim, of: id) } == .seatClaimIdNotFound)
    }

    @Test func `each refusal has Apple's code`() async throws {
        let clients = try Self.clients()
        let id = try await Self.buy(clients, seats: 1).originalTransactionId
        #expect(
            await Self.refusal { _ = try await clients.sandbox.claimSeat(of: id, requestIdentifier: UUID()) }
                == .noAvailableSeats
        )
        #expect(
            await Self.refusal {
                _ = try await clients.sandbox.claimSeat(of: id, requestIdentifier: UUID(), for: "123456")
            } == .appTransactionIdNotFound
        )
        #expect(
            await Self.refusal { _ = try await clients.sandbox.seats(of: "404404") } == .originalTransactionIdNotFound
        )
        let single = try await clients.simulated.buy("silver", by: "carol", in: .sandbox).originalTransactionId
        #expect(
            await Self.refusal { _ = try await clients.sandbox.seats(of: single) } == .transactionNotDevManagedGroup
        )
    }

    @Test func `a group that Apple invites has its buyer, and others see the sandbox's example`() async throws {
        let clients = try Self.clients(.apple)
        let bought = try await Self.buy(clients, seats: 3)
        let groups = try await clients.sandbox.customerGroups(for: bought.transactionId).body.groups
        #expect(groups.map(\.groupType) == [.consumer] && groups.first?.roles == nil)
        let group = try #require(groups.first).groupId
        var members: [GroupMember] = []
        for try await page in clients.sandbox.groupMembers(of: group) { members += page.body.members }
        #expect(members.map(\.appTransactionId) == [try #require(bought.transaction.appTransactionId)])
        #expect(
            await Self.refusal { _ = try await clients.sandbox.seats(of: bought.originalTransactionId) }
                == .transactionNotDevManagedGroup
        )
        let other = try await clients.simulated.buy("coins", by: "bob", in: .sandbox).transactionId
        let example = try await clients.sandbox.customerGroups(for: other).body.groups
        #expect(example.map(\.groupId) == ["900000000000000000"] && example.first?.groupType == .organization)
    }

    @Test func `production does not answer them`() async throws {
        let clients = try Self.clients()
        let silver = try await clients.simulated.buy("silver").originalTransactionId
        await #expect(throws: AppStoreAPIError.self) { try await clients.production.seats(of: silver) }
    }
}
