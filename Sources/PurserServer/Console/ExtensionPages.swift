// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Extensions of all subscribers of a product.
struct ExtensionPages: Sendable {
    let actions: ConsoleActions
    let apps: Apps
    let catalog: CatalogCache
    let log: @Sendable (ServiceLogEntry) -> Void
    let pages: ConsoleFrame
    let random: RandomSource
    let database: any Database

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/extensions", .viewer, handler: renderExtensions),
            actions.perform("mass-extend", .admin, extendAll),
        ]
    }

    private func renderExtensions(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let products = try await catalog.catalog(of: scope.bundleID, now: call.now).rules.products
            .filter { $0.type == .autoRenewableSubscription }.map(\.id.rawValue).sorted()
        let requests = try await database.read { try $0.massExtensions(in: scope) }
        var shown: [RenewalExtensionsPage.Request] = []
        for (position, request) in requests.prefix(100).enumerated() {
            let isOpen = !request.isComplete && position < 5
            shown.append(RenewalExtensionsPage.Request(isOpen ? await asked(request, in: scope) : request))
        }
        return pages.show(RenewalExtensionsPage(requests: shown, products: products).page(in: frame), in: frame)
    }

    /// Asks Apple how far a request has come; when Apple does not say, it stands as it stood.
    private func asked(_ request: MassExtension, in scope: AppScope) async -> MassExtension {
        guard let link = apps.links[scope.bundleID] else { return request }
        var request = request
        do {
            let status = try await link[scope.environment]
                .renewalDateExtensionStatus(of: request.id, productId: request.product).body
            guard status.complete == true else { return request }
            request.isComplete = true
            request.succeeded = status.succeededCount.map { Int($0) }
            request.failed = status.failedCount.map { Int($0) }
            let done = request
            try await database.write { try $0.upsert(done, in: scope) }
        } catch {
            let message = "the status of extension \(request.id) could not be read: \(error)"
            log(ServiceLogEntry(kind: .warning, message: message))
        }
        return request
    }

    private func extendAll(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        let product = try call.field("product", upTo: 200)
        let days = try call.number("days", in: 1...90)
        let reason = try call.field("reason")
        let id = random.uuid().uuidString.lowercased()
        let storefronts = (call.form["storefronts"] ?? "").split { $0 == "," || $0.isWhitespace }
            .map { JSONValue.string($0.uppercased()) }
        var body: JSONValue = [
            "productId": .string(product), "days": .integer(Int64(days)), "requestIdentifier": .string(id),
            "reason": .integer(Int64(try call.number("code", in: 0...3))),
        ]
        if !storefronts.isEmpty { body = body.with("storefronts", .array(storefronts)) }
        try await actions.perform("massExtendSubscriptions", body: body, in: scope, call, visitor)
        let request = MassExtension(
            id: id,
            product: ProductID(rawValue: product),
            days: days,
            instant: call.now,
            actor: visitor.actor,
            reason: reason
        )
        try await database.write { try $0.upsert(request, in: scope) }
        try await actions.record("subscription.mass_extend", product, "\(days) d: \(reason)", call)
        return visitor.session.language("Apple was asked; the numbers come later.")
    }
}
