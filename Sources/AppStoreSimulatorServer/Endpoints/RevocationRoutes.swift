// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import FoundationEssentials
import HTTPService

/// The OCSP responder of the simulator's certificates.
///
/// <https://www.rfc-editor.org/rfc/rfc6960>
struct RevocationRoutes: Sendable {
    let engine: SimulatorEngine
    let responder: RevocationResponder

    init(engine: SimulatorEngine, authority: SimulatorAuthority) {
        self.engine = engine
        responder = RevocationResponder(authorities: [
            authority.documents.root, authority.documents.intermediate, authority.receipts.root,
            authority.receipts.intermediate,
        ])
    }

    /// Adds the routes.
    func add(to router: inout Router) {
        router.on(.post, "/ocsp") { try await respond($0.body) }
        router.on(.get, "/ocsp/{request...}") { request in
            guard let body = Data(base64Encoded: try request.parameter("request")) else {
                throw Problem(.badRequest, detail: "The request is not base64.")
            }
            return try await respond(body)
        }
    }

    private func respond(_ body: Data) async throws -> HTTPResponse {
        let fault = await engine.faults.ocsp ?? .works
        guard fault != .down else { throw Problem(.serviceUnavailable, detail: "The responder is down, as was asked.") }
        let now = await engine.wallTime
        let bytes = try responder.respond(to: body, asOf: now) { _ in
            fault == .revoked ? .revoked(now.addingTimeInterval(-3600)) : .good
        }
        return HTTPResponse(headers: ["Content-Type": "application/ocsp-response"], body: .bytes(bytes))
    }
}
