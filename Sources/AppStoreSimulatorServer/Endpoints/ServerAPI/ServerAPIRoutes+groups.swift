// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

/// Groups that share a subscription, and their seats; Apple answers these in the sandbox only, and so does production here
/// unless the setting `answersSeatCalls` says otherwise.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/claim-seat>
extension ServerAPIRoutes {
    /// How many members a page has at most.
    private static let maximumMembers = 100

    /// What the sandbox answers about a customer who is in no consumer's group.
    private enum Placeholder {
        static let group = CustomerGroup(
            groupId: "900000000000000000",
            groupType: .organization,
            roles: [
                CustomerGroupProductRole(productId: "example.productId.one", role: .admin),
                CustomerGroupProductRole(productId: "example.productId.two", role: .none),
            ]
        )
        static let member = GroupMember(appTransactionId: "700000000000000000")
    }

    func addGroups(to router: inout Router) {
        onGroups(.get, "/groups/v1/currentGroups/{id}", 50, &router, currentGroups)
        onGroups(.get, "/groups/v1/group/{group}", 50, &router, groupMembers)
        onGroups(.get, "/groups/v1/transactions/{id}/seats", 50, &router, seatInfo)
        onGroups(.post, "/groups/v1/transactions/{id}/seats", 10, &router, claimSeat)
        onGroups(.delete, "/groups/v1/transactions/{id}/seats/{claim}", 10, &router, unclaimSeat)
        onGroups(.post, "/groups/v1/transactions/{id}/seats/{claim}/associate", 10, &router, associateSeat)
    }

    private func onGroups(
        _ method: HTTPMethod,
        _ path: String,
        _ rate: Int,
        _ router: inout Router,
        _ handler: @escaping Handler
    ) {
        on(method, path, rate, &router) { request, caller in
            let isAnswered = await engine.settings[caller.environment].answersSeatCalls
            guard isAnswered ?? (caller.environment != .production) else { return HTTPResponse(status: .notFound) }
            return try await handler(request, caller)
        }
    }

    // MARK: - Groups

    private func currentGroups(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let customer = try await customer(try request.parameter("id"), for: caller)
        let groups = await engine.groups(of: customer, app: caller.app).map {
            CustomerGroup(groupId: $0.id, groupType: $0.type, roles: $0.roles)
        }
        return try .apple(CustomerGroupsResponse(groups: groups.isEmpty ? [Placeholder.group] : groups))
    }

    private func groupMembers(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let group = try request.parameter("group")
        guard Self.isIdentifier(group) else { throw ServerAPIError(.invalidGroupId) }
        let limit = try request.query["limit"].map { text in
            guard let limit = Int(text), (1...Self.maximumMembers).contains(limit) else {
                throw ServerAPIError(.invalidLimit)
            }
            return limit
        }
        if group == Placeholder.group.groupId.rawValue {
            return try .apple(GroupMembersResponse(members: [Placeholder.member], hasMore: false))
        }
        let question = "members \(group)"
        let start = try request.query["paginationToken"].map { text in
            guard let token = PageToken(text, for: question), let start = Int(exactly: token.position), start >= 0
            else {
                throw ServerAPIError.invalidPaginationToken
            }
            return start
        }
        let id = CustomerGroupID(rawValue: group)
        guard let known = await engine.group(id, app: caller.app, in: caller.environment) else {
            throw ServerAPIError(.groupNotFound)
        }
        let first = min(start ?? 0, known.customers.count)
        let end = min(first + (limit ?? Self.maximumMembers), known.customers.count)
        var members: [GroupMember] = []
        for customer in known.customers[first..<end] {
            guard let download = await engine.appTransaction(of: customer, app: caller.app)?.appTransactionId else {
                continue
            }
            members.append(GroupMember(appTransactionId: download))
        }
        let hasMore = end < known.customers.count
        let next = hasMore ? PageToken(position: Int64(end), top: 0).text(for: question) : nil
        return try .apple(GroupMembersResponse(members: members, hasMore: hasMore, paginationToken: next))
    }

    // MARK: - Seats

    private func seatInfo(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let id = try await subscription(in: request, caller)
        let info = try await seats { try await engine.seatInfo(of: id) }
        return try .apple(
            SeatInfoResponse(
                totalSeatCount: info.totalSeats,
                availableSeatCount: info.availableSeats,
                assignedSeatClaimIds: info.claims.map(\.id)
            )
        )
    }

    private func claimSeat(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let id = try await subscription(in: request, caller)
        guard let body = try? request.json(ClaimSeatRequest.self) else { throw ServerAPIError.invalidRequestIdentifier }
        let outcome = try await seats {
            try await engine.perform(
                .claimSeat(id, request: body.requestIdentifier, appTransactionID: body.appTransactionId)
            )
        }
        guard case .seatClaimed(let claim) = outcome.answer else { throw ServerAPIError.internalError }
        return try .apple(ClaimSeatResponse(seatClaimId: claim))
    }

    private func unclaimSeat(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let (id, claim) = (try await subscription(in: request, caller), try claim(in: request))
        _ = try await seats { try await engine.perform(.unclaimSeat(id, claim)) }
        return HTTPResponse(status: .ok)
    }

    private func associateSeat(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let (id, claim) = (try await subscription(in: request, caller), try claim(in: request))
        guard let body = try? request.json(AssociateSeatRequest.self) else { throw ServerAPIError.badRequest }
        _ = try await seats { try await engine.perform(.associateSeat(id, claim, body.appTransactionId)) }
        return HTTPResponse(status: .ok)
    }

    /// The subscription that a path names: the first transaction of one of the caller's app.
    private func subscription(in request: HTTPRequest, _ caller: Caller) async throws -> OriginalTransactionID {
        let id = try request.parameter("id")
        guard Self.isIdentifier(id) else { throw ServerAPIError.invalidOriginalTransactionID }
        // No app gets a bundle's own transaction, but its identifier is in those of what it brings.
        if await engine.isBundle(OriginalTransactionID(rawValue: id), of: caller.app) {
            throw ServerAPIError(.bundleTransactionIdNotSupported)
        }
        guard let record = try await engine.transaction(id), record.transaction.bundleId == caller.app,
            record.transaction.environment == caller.environment,
            record.transaction.originalTransactionId.rawValue == id
        else { throw ServerAPIError.originalTransactionNotFound }
        return OriginalTransactionID(rawValue: id)
    }

    private func claim(in request: HTTPRequest) throws -> SeatClaimID {
        guard let claim = SeatClaimID(try request.parameter("claim")) else {
            throw ServerAPIError(.seatClaimIdNotFound)
        }
        return claim
    }

    private func seats<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as SimulatorError {
            switch error.code {
            case .notDeveloperManaged: throw ServerAPIError(.transactionNotDevManagedGroup)
            case .bundleNotSupported: throw ServerAPIError(.bundleTransactionIdNotSupported)
            case .noAvailableSeats: throw ServerAPIError(.noAvailableSeats)
            case .unknownSeatClaim: throw ServerAPIError(.seatClaimIdNotFound)
            case .unknownDownload: throw ServerAPIError(.appTransactionIdNotFound)
            default: throw ServerAPIError.originalTransactionNotFound
            }
        }
    }
}

extension ServerAPIError {
    /// An error that Apple's documentation names.
    init(_ code: APIErrorCode) {
        self.init(code: Int64(code.rawValue), message: code.message ?? "")
    }
}
