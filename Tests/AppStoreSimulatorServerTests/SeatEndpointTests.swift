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

    @Test func `production answers no call about seats until a setting says that Apple does`() async throws {
        let clients = try Self.clients()
        let id = try await clients.simulated.buy("silver", by: "alice", in: .production).originalTransactionId
        let closed = await #expect(throws: AppStoreAPIError.self) { _ = try await clients.production.seats(of: id) }
        #expect(closed?.httpStatus == 404)
        let path = "/simulator/v1/settings/production"
        let set = try await clients.simulated.sandbox.send(.put, path, json: ["answersSeatCalls": true])
        #expect(set.status == .ok, "\(set.text)")
        let code = await Self.refusal { _ = try await clients.production.seats(of: id) }
        #expect(code == .transactionNotDevManagedGroup)
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

    /// A group that Apple invites, with members besides its buyer.
    private static func group(
        _ members: [String],
        seats: Int = 8
    ) async throws -> (clients: SimulatedClients, bought: Bought, copies: [Bought]) {
        let clients = try clients(.apple)
        let bought = try await buy(clients, seats: seats)
        var copies: [Bought] = []
        for member in members {
            let answer = try await clients.simulated.sandbox.send(
                .post,
                "/simulator/v1/customers/alice/subscriptions/group/members",
                json: ["customer": JSONValue.string(member)]
            )
            #expect(answer.status == .created, "\(answer.text)")
            copies.append(try answer.json(Bought.self))
        }
        return (clients, bought, copies)
    }

    @Test func `the members of a group are listed page by page, the buyer first`() async throws {
        let (clients, bought, copies) = try await Self.group(["bob", "carol", "dave"])
        let group = try #require(try await clients.sandbox.customerGroups(for: bought.transactionId).body.groups.first)
        let carols = try await clients.sandbox.customerGroups(for: copies[1].transactionId).body.groups
        #expect(carols == [group] && group.groupType == .consumer)
        var members: [AppTransactionID] = []
        for try await page in clients.sandbox.groupMembers(of: group.groupId, limit: 3) {
            #expect(page.body.members.count <= 3)
            members += page.body.members.map(\.appTransactionId)
        }
        #expect(members == ([bought] + copies).compactMap(\.transaction.appTransactionId) && members.count == 4)
    }

    @Test func `a member's transaction is refused where the buyer's is meant`() async throws {
        let (clients, _, copies) = try await Self.group(["bob"])
        let copy = copies[0]
        #expect(copy.transaction.inAppOwnershipType == .assigned)
        #expect(
            await Self.refusal {
                try await clients.sandbox.setAppAccountToken(
                    AppAccountToken(rawValue: UUID()),
                    for: copy.originalTransactionId
                )
            } == .assignedTransactionNotSupported
        )
        #expect(
            await Self.refusal {
                _ = try await clients.sandbox.extendRenewalDate(
                    of: copy.originalTransactionId,
                    ExtendRenewalDateRequest(
                        extendByDays: 5,
                        extendReasonCode: ExtendReasonCode(rawValue: 1),
                        requestIdentifier: UUID().uuidString
                    )
                )
            } == .assignedSubscriptionExtensionIneligible
        )
        #expect(
            await Self.refusal {
                try await clients.sandbox.sendConsumption(
                    ConsumptionRequest(
                        customerConsented: true,
                        deliveryStatus: .delivered,
                        sampleContentProvided: false
                    ),
                    for: copy.transactionId
                )
            } == .assignedTransactionNotSupported
        )
    }

    @Test func `an organization's members have roles, and only they are in the group`() async throws {
        let clients = try Self.clients()
        let sandbox = clients.simulated.sandbox
        let bought = try await sandbox.send(
            .post,
            "/simulator/v1/organizations",
            json: ["organization": JSONValue.string("acme"), "product": "silver", "seats": 2]
        )
        #expect(bought.status == .created, "\(bought.text)")
        var copies: [Bought] = []
        for (member, role) in [("bob", "ADMIN"), ("carol", "NONE")] {
            let answer = try await sandbox.send(
                .post,
                "/simulator/v1/customers/acme/subscriptions/group/members",
                json: ["customer": JSONValue.string(member), "role": .string(role)]
            )
            copies.append(try answer.json(Bought.self))
        }
        let groups = try await clients.sandbox.customerGroups(for: copies[0].transactionId).body.groups
        #expect(groups.map(\.groupType) == [.organization])
        #expect(groups.first?.roles == [CustomerGroupProductRole(productId: "silver", role: .admin)])
        var members: [AppTransactionID] = []
        for try await page in clients.sandbox.groupMembers(of: try #require(groups.first).groupId) {
            members += page.body.members.map(\.appTransactionId)
        }
        #expect(members == copies.compactMap(\.transaction.appTransactionId))
        let customers = try await sandbox.send(.get, "/simulator/v1/customers")
        #expect(!customers.text.contains("acme"))
        let full = try await sandbox.send(
            .post,
            "/simulator/v1/customers/acme/subscriptions/group/members",
            json: ["customer": JSONValue.string("dave")]
        )
        #expect(full.status == .conflict && full.text.contains("no-available-seats"))
        let removed = try await sandbox.send(
            .delete,
            "/simulator/v1/customers/acme/subscriptions/group/members/bob"
        )
        #expect(removed.status == .noContent)
    }

    @Test func `a bundle's transactions are refused by the seat endpoints`() async throws {
        let clients = try SimulatedClients(SimulatedService { $0.catalog = .withBundle })
        let bought = try await clients.simulated.sandbox.send(
            .post,
            "/simulator/v1/purchases",
            json: ["customer": JSONValue.string("alice"), "product": "news.bundle"]
        ).json(Bought.self)
        let bundle = try #require(bought.transaction.bundle?.originalTransactionID)
        for id in [bought.originalTransactionId, bundle] {
            #expect(
                await Self.refusal { _ = try await clients.sandbox.seats(of: id) } == .bundleTransactionIdNotSupported
            )
        }
    }

    @Test func `production does not answer them`() async throws {
        let clients = try Self.clients()
        let silver = try await clients.simulated.buy("silver").originalTransactionId
        await #expect(throws: AppStoreAPIError.self) { try await clients.production.seats(of: silver) }
    }
}
