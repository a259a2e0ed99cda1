// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Synchronization
import Testing

/// The endpoints of groups and seats over a socket, with the client and the server of this package.
@Suite struct GroupWireTests {
    private static let claim = "9c6f0c2e-6d0c-4a6e-8f0e-2f1b5d3a7c11"

    /// Apple's side: two seats, one of them the buyer's, and claims that it remembers by their request.
    private final class Seats: Sendable {
        private let claims = Mutex<[String: String]>([:])

        func build(_ router: inout Router) {
            let seats = "/groups/v1/transactions/{id}/seats"
            router.on(.get, seats) { [self] _ in
                let ids = claims.withLock { $0.values.sorted() }
                return Self.json(
                    #"{"totalSeatCount":2,"availableSeatCount":\#(1 - ids.count),"assignedSeatClaimIds":"#
                        + "[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]}"
                )
            }
            router.on(.post, seats) { [self] request in
                let body = try AppStoreJSON.decode(ClaimSeatRequest.self, from: request.body)
                let name = body.requestIdentifier.uuidString
                let isKnown = claims.withLock { claims in
                    guard claims[name] != nil || claims.isEmpty else { return false }
                    claims[name] = GroupWireTests.claim
                    return true
                }
                guard isKnown else { return Self.refusal(.noAvailableSeats) }
                return Self.json(#"{"seatClaimId":"\#(GroupWireTests.claim)"}"#)
            }
            router.on(.delete, seats + "/{claim}") { [self] _ in
                claims.withLock { claims in
                    defer { claims = [:] }
                    return claims.isEmpty ? Self.refusal(.seatClaimIdNotFound) : HTTPResponse()
                }
            }
            router.on(.post, seats + "/{claim}/associate") { request in
                let body = try AppStoreJSON.decode(AssociateSeatRequest.self, from: request.body)
                return body.appTransactionId == "7" ? HTTPResponse() : Self.refusal(.appTransactionIdNotFound)
            }
            router.on(.get, "/groups/v1/currentGroups/{id}") { _ in Self.json(#"{"groups":[]}"#) }
            router.on(.get, "/groups/v1/group/{id}") { _ in Self.refusal(.groupNotFound) }
        }

        private static func json(_ text: String, _ status: HTTPStatus = .ok) -> HTTPResponse {
            HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: .bytes(Data(text.utf8)))
        }

        private static func refusal(_ code: APIErrorCode) -> HTTPResponse {
            json(
                #"{"errorCode":\#(code),"errorMessage":"\#(code.message ?? "")"}"#,
                HTTPStatus(rawValue: code.httpStatus)
            )
        }
    }

    private func withAPI(_ body: (AppStoreServerAPI) async throws -> Void) async throws {
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: Router(Seats().build))
        try server.start()
        let api = AppStoreServerAPI(
            environment: .production,
            baseURL: "http://127.0.0.1:\(server.port ?? 0)",
            token: { _ in "token" },
            transport: try CurlTransport(),
            runtime: SleepingClock().runtime()
        )
        do { try await body(api) } catch {
            await server.shutdown(within: .zero)
            throw error
        }
        await server.shutdown(within: .zero)
    }

    private func refusal(_ call: () async throws -> Void) async -> APIErrorCode? {
        let error = await #expect(throws: AppStoreAPIError.self) { try await call() }
        return error?.apiErrorCode
    }

    @Test func `a seat is claimed once per request, associated and given back`() async throws {
        try await withAPI { api in
            let request = UUID()
            let claim = try await api.claimSeat(of: "1", requestIdentifier: request).seatClaimId
            #expect(claim.description == Self.claim)
            #expect(try await api.claimSeat(of: "1", requestIdentifier: request).seatClaimId == claim)
            let full = await refusal { _ = try await api.claimSeat(of: "1", requestIdentifier: UUID()) }
            #expect(full == .noAvailableSeats)
            let seats = try await api.seats(of: "1")
            #expect(seats.availableSeatCount == 0 && seats.assignedSeatClaimIds == [claim])
            try await api.associateSeat(claim, of: "1", with: "7")
            let unknown = await refusal { try await api.associateSeat(claim, of: "1", with: "8") }
            #expect(unknown == .appTransactionIdNotFound)
            try await api.unclaimSeat(claim, of: "1")
            let repeated = await refusal { try await api.unclaimSeat(claim, of: "1") }
            #expect(repeated == .seatClaimIdNotFound)
        }
    }

    @Test func `a customer without groups has none, and a group that ended is refused`() async throws {
        try await withAPI { api in
            let answer = try await api.customerGroups(for: TransactionID("1"))
            #expect(answer.groups.isEmpty)
            let ended = await refusal { for try await _ in api.groupMembers(of: "5") {} }
            #expect(ended == .groupNotFound)
        }
    }
}
