// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    private struct ReceiptResponse: Encodable {
        var receipt: String
        var sharedSecret: String
    }

    func addReceipts(to routes: inout Router) {
        routes.on(.get, "/customers/{id}/receipt") { request in
            let id = CustomerID(rawValue: try request.parameter("id"))
            guard await engine.customer(id) != nil else {
                throw Problem(.notFound, code: "unknown-customer", detail: "There is no customer \(id).")
            }
            let app = try await app(of: request)
            return try .json(
                ReceiptResponse(
                    receipt: try await engine.appReceipt(of: id, app: app),
                    sharedSecret: engine.configuration.sharedSecret(of: app)
                )
            )
        }
        routes.on(.get, "/transactions/{id}/receipt") { request in
            guard let record = try await engine.transaction(try request.parameter("id")) else {
                throw Problem(.notFound, code: "unknown-transaction", detail: "There is no such transaction.")
            }
            return try .json(
                ReceiptResponse(
                    receipt: try await engine.transactionReceipt(of: record),
                    sharedSecret: engine.configuration.sharedSecret(of: record.transaction.bundleId)
                )
            )
        }
    }

    /// The app that a query names, or the only one.
    func app(of request: HTTPRequest) async throws -> BundleID {
        let catalog = await engine.catalog
        if let named = request.query["app"] { return BundleID(rawValue: named) }
        guard let first = catalog.apps.first else { throw Problem(.notFound, detail: "The catalog has no app.") }
        return first.bundleID
    }
}
