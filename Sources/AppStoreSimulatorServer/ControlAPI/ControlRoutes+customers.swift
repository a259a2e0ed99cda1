// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    /// What is said of a customer who is to be made.
    private struct CreateCustomerRequest: Decodable {
        var id: CustomerID
        var environment: Environment?
        var storefront: StorefrontCountryCode?
        var asksToBuy: Bool?
        var interruptsPurchases: Bool?
        var allowsPurchases: Bool?
        var payment: PaymentRequest?
    }

    /// What is said of an account that is to change; what is left out stays.
    private struct UpdateCustomerRequest: Decodable {
        var storefront: StorefrontCountryCode?
        var asksToBuy: Bool?
        var interruptsPurchases: Bool?
        var allowsPurchases: Bool?
        var sharesPurchases: Bool?
        var payment: PaymentRequest?
    }

    /// How payments go, as clients write it: works, fails, or a number of failures to come.
    enum PaymentRequest: Decodable {
        case method(PaymentMethod)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let count = try? container.decode(Int.self), count >= 0 {
                self = .method(.failsNext(count))
                return
            }
            switch try container.decode(String.self) {
            case "works": self = .method(.works)
            case "fails": self = .method(.fails)
            default:
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "works, fails, or a number of failures"
                )
            }
        }

        var value: PaymentMethod {
            switch self {
            case .method(let method): method
            }
        }
    }

    struct CustomerResponse: Encodable {
        var id: CustomerID
        var environment: Environment
        var storefront: StorefrontCountryCode
        var payment: String
        var asksToBuy: Bool
        var interruptsPurchases: Bool
        var allowsPurchases: Bool

        init(_ profile: CustomerProfile) {
            id = profile.id
            environment = profile.environment
            storefront = profile.storefront
            payment =
                switch profile.payment {
                case .works: "works"
                case .fails: "fails"
                case .failsNext(let count): "fails next \(count)"
                }
            asksToBuy = profile.asksToBuy
            interruptsPurchases = profile.interruptsPurchases
            allowsPurchases = profile.allowsPurchases
        }
    }

    func addCustomers(to routes: inout Router) {
        routes.on(.get, "/customers") { request in
            let named = try request.query["environment"].map(Self.environment(named:))
            return try await .json(["customers": engine.customers(in: named).map(CustomerResponse.init)])
        }
        routes.on(.post, "/customers") { request in
            let body = try request.json(CreateCustomerRequest.self)
            let profile = CustomerProfile(
                id: body.id,
                environment: body.environment ?? environment,
                storefront: body.storefront ?? "USA",
                payment: body.payment?.value ?? .works,
                asksToBuy: body.asksToBuy ?? false,
                interruptsPurchases: body.interruptsPurchases ?? false,
                allowsPurchases: body.allowsPurchases ?? true
            )
            _ = try await engine.perform(.addCustomer(profile))
            return try .json(CustomerResponse(profile), status: .created)
        }
        routes.on(.get, "/customers/{id}") { request in try await respond(about: request) }
        routes.on(.patch, "/customers/{id}") { request in
            let id = CustomerID(rawValue: try request.parameter("id"))
            for change in changes(try request.json(UpdateCustomerRequest.self)) {
                _ = try await engine.perform(.changeCustomer(id, change))
            }
            return try await respond(about: request)
        }
        routes.on(.delete, "/customers/{id}") { request in
            _ = try await engine.perform(.deleteAccount(CustomerID(rawValue: try request.parameter("id"))))
            return HTTPResponse(status: .noContent)
        }
        routes.on(.delete, "/customers/{id}/history") { request in
            _ = try await engine.perform(.clearHistory(CustomerID(rawValue: try request.parameter("id"))))
            return HTTPResponse(status: .noContent)
        }
    }

    private func respond(about request: HTTPRequest) async throws -> HTTPResponse {
        let id = CustomerID(rawValue: try request.parameter("id"))
        guard let profile = await engine.customer(id) else {
            throw Problem(.notFound, code: "unknown-customer", detail: "There is no customer \(id).")
        }
        return try .json(CustomerResponse(profile))
    }

    private func changes(_ body: UpdateCustomerRequest) -> [CustomerChange] {
        [
            body.storefront.map(CustomerChange.storefront), body.asksToBuy.map(CustomerChange.asksToBuy),
            body.interruptsPurchases.map(CustomerChange.interruptsPurchases),
            body.allowsPurchases.map(CustomerChange.allowsPurchases),
            body.sharesPurchases.map(CustomerChange.sharesPurchases),
            body.payment.map { CustomerChange.payment($0.value) },
        ].compactMap(\.self)
    }
}
