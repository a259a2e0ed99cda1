// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

/// Members of group subscriptions, organizations that buy seats, and bundles.
extension ControlRoutes {
    private struct MemberRequest: Decodable {
        var customer: CustomerID
        /// Whether the customer accepts the invitation at once; yes when absent.
        var accepts: Bool?
        /// The role in an organization.
        var role: CustomerGroupRole?
    }

    private struct VolumePurchaseRequest: Decodable {
        var organization: CustomerID
        var product: ProductID
        var seats: Int
        var environment: Environment?
        var storefront: StorefrontCountryCode?
    }

    private struct OrganizationResponse: Encodable {
        var id: CustomerID
        var environment: Environment
        var storefront: StorefrontCountryCode
        var subscriptions: [SubscriptionResponse]
    }

    private struct UnbundlingRequest: Decodable {
        var keeping: [ProductID]
    }

    private struct BundleRequest: Decodable {
        var product: ProductID
        /// `bundle` (the default) or `suite`.
        var kind: SimulatorScenario.BundleKind?
        var referenceName: String?
        /// In milliunits.
        var price: Int64
        var group: SubscriptionGroupID?
        var members: [ProductID]
        var partners: [PartnerSubscription]?
    }

    func addGroups(to routes: inout Router) {
        routes.on(.post, "/customers/{id}/subscriptions/{group}/members") { request in try await invite(request) }
        routes.on(.post, "/customers/{id}/subscriptions/{group}/members/{member}/accept") { request in
            let (id, group) = try place(of: request)
            return try await perform(.acceptInvitation(try member(in: request), from: id, group: group))
        }
        routes.on(.delete, "/customers/{id}/subscriptions/{group}/members/{member}") { request in
            let (id, group) = try place(of: request)
            return try await perform(.removeMember(id, group: group, member: try member(in: request)))
        }
        routes.on(.get, "/organizations") { _ in
            var organizations: [OrganizationResponse] = []
            for profile in await engine.organizations() { organizations.append(await describe(profile)) }
            return try .json(["organizations": organizations])
        }
        routes.on(.post, "/organizations") { request in try await buyVolume(request) }
        routes.on(.post, "/bundles") { request in
            let body = try request.json(BundleRequest.self)
            return try await perform(
                .addBundle(
                    BundleDefinition(
                        id: body.product,
                        type: body.kind?.type ?? .subscriptionBundle,
                        referenceName: body.referenceName,
                        price: body.price,
                        group: body.group,
                        members: body.members,
                        partners: body.partners
                    )
                )
            )
        }
        routes.on(.get, "/customers/{id}/bundles") { request in
            let id = CustomerID(rawValue: try request.parameter("id"))
            return try await .json(["bundles": engine.bundles(of: id)])
        }
        routes.on(.put, "/customers/{id}/bundles/{product}/unbundling") { request in
            let id = CustomerID(rawValue: try request.parameter("id"))
            let product = ProductID(rawValue: try request.parameter("product"))
            let body = try request.json(UnbundlingRequest.self)
            return try await perform(.unbundle(id, bundle: product, keeping: body.keeping))
        }
    }

    private func member(in request: HTTPRequest) throws -> CustomerID {
        CustomerID(rawValue: try request.parameter("member"))
    }

    /// Invites a customer, who is made when new, and accepts the invitation unless that is to wait.
    private func invite(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (id, group) = try place(of: request)
        let body = try request.json(MemberRequest.self)
        try await welcome(body.customer, as: await engine.customer(id)?.environment)
        let outcome = try await engine.perform(
            .inviteMember(id, group: group, member: body.customer, role: body.role)
        )
        if case .done = outcome.answer, body.accepts ?? true {
            return try await perform(.acceptInvitation(body.customer, from: id, group: group))
        }
        return try await respond(outcome)
    }

    /// Buys seats for an organization, which is made when new.
    private func buyVolume(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try request.json(VolumePurchaseRequest.self)
        let known = await engine.customer(body.organization)
        if known == nil {
            let profile = CustomerProfile(
                id: body.organization,
                environment: body.environment ?? environment,
                storefront: body.storefront ?? "USA"
            )
            _ = try await engine.perform(.addOrganization(profile))
        } else if await !engine.organizations().contains(where: { $0.id == body.organization }) {
            throw SimulatorError(.customerExists, "\"\(body.organization)\" is a customer, not an organization.")
        }
        _ = try await engine.perform(
            .buy(body.organization, product: body.product, options: PurchaseOptions(seats: body.seats))
        )
        guard let profile = await engine.customer(body.organization) else {
            throw Problem(.notFound, code: "unknown-customer", detail: "There is no such organization.")
        }
        return try await .json(describe(profile), status: .created)
    }

    private func describe(_ profile: CustomerProfile) async -> OrganizationResponse {
        OrganizationResponse(
            id: profile.id,
            environment: profile.environment,
            storefront: profile.storefront,
            subscriptions: await engine.subscriptions(of: profile.id).map(describe)
        )
    }
}
