// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension ServerClient {
    func offers(
        of product: String,
        for customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.Offers {
        try await get(Self.path(customer, "offers", product), ["environment": environment], for: customer)
    }

    func introductoryEligibility(
        of product: String,
        _ body: ServerResponse.EligibilityRequest,
        for customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.SignedEligibility {
        let path = Self.path(customer, "offers", product, "signature")
        return try await send("POST", path, body, query: ["environment": environment], for: customer)
    }

    func balances(of customer: String, environment: String) async throws(ServerProblem) -> ServerResponse.Balances {
        try await get(Self.path(customer, "balances"), ["environment": environment], for: customer)
    }

    func balanceEntries(
        of customer: String,
        _ currency: String,
        _ query: [String: String]
    ) async throws(ServerProblem) -> ServerResponse.BalanceEntries {
        try await get(Self.path(customer, "balances", currency, "entries"), query, for: customer)
    }

    func spend(
        _ body: ServerResponse.SpendRequest,
        _ currency: String,
        of customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.Balance {
        let path = Self.path(customer, "balances", currency, "spend")
        return try await send("POST", path, body, query: ["environment": environment], for: customer)
    }

    func content(of customer: String, _ query: [String: String]) async throws(ServerProblem) -> ServerResponse.Content {
        try await get(Self.path(customer, "content"), query, for: customer)
    }

    func sendDevice(
        _ method: String,
        _ device: String,
        of customer: String,
        environment: String
    ) async throws(ServerProblem) {
        let path = Self.path(customer, "devices", device)
        _ = try await response(method, path, nil, query: ["environment": environment], for: customer)
    }

    private static func path(_ customer: String, _ parts: String...) -> String {
        (["v1/customers", escaped(customer)] + parts.map(escaped)).joined(separator: "/")
    }
}

extension ServerResponse {
    struct Offers: Decodable {
        struct Offer: Decodable {
            var type: Int
            var id: String?
            var discount: String
            var period: String
            var periodCount: Int
            var price: PlanConversion.Amount?
            var isEligible: Bool
            var reason: String

            func offer(of product: String) -> CustomerOffer {
                CustomerOffer(
                    product: product,
                    kind: CustomerOffer.Kind(rawValue: type),
                    id: id,
                    discount: discount,
                    period: period,
                    periodCount: periodCount,
                    price: price,
                    isEligible: isEligible,
                    reason: reason
                )
            }
        }

        var offers: [Offer]
    }

    struct EligibilityRequest: Encodable {
        var transactionId: String
    }

    struct SignedEligibility: Decodable {
        var jws: String
        var isEligible: Bool
    }

    struct Balance: Decodable {
        var currency: String
        var amount: Int64
    }

    struct Balances: Decodable {
        var balances: [Balance]
    }

    struct BalanceEntries: Decodable {
        struct Entry: Decodable {
            var number: Int64
            var amount: Int64
            var reason: String
            var date: Date
            var expires: Date?
            var transaction: String?

            private enum CodingKeys: String, CodingKey {
                case number, amount, reason
                case date = "occurredAt"
                case expires = "expiresAt"
                case transaction = "transactionId"
            }

            var entry: BalanceEntry {
                BalanceEntry(
                    id: number,
                    amount: amount,
                    reason: reason,
                    date: date,
                    expires: expires,
                    transaction: transaction
                )
            }
        }

        var entries: [Entry]
    }

    struct SpendRequest: Encodable {
        var key: String
        var amount: Int64
    }

    struct Content: Decodable {
        struct Item: Decodable {
            var id: String
            var title: String?
            var published: Date
            var isReadable: Bool
            var unlocked: Date?
            var rule: String

            private enum CodingKeys: String, CodingKey {
                case id, title, isReadable, rule
                case published = "publishedAt"
                case unlocked = "unlockedAt"
            }

            var item: ContentItem {
                ContentItem(
                    id: id,
                    title: title,
                    published: published,
                    isReadable: isReadable,
                    unlocked: unlocked,
                    rule: rule
                )
            }
        }

        var items: [Item]
    }
}
