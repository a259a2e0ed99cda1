// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// What a customer has of a virtual currency.
public struct CurrencyBalance: Hashable, Sendable {
    /// The currency's name in the team's catalog, such as `gems`.
    public var currency: String

    /// How much there is; below zero after a refund of what was spent.
    public var amount: Int64
}

/// A change of a balance.
public struct BalanceEntry: Hashable, Sendable, Identifiable {
    /// The entry's number; later entries have higher ones.
    public var id: Int64

    /// What was added; below zero when it was taken.
    public var amount: Int64

    /// Why, such as `purchase`, `spend` or `refund`.
    public var reason: String

    /// When.
    public var date: Date

    /// When what was added runs out; `nil` when it does not.
    public var expires: Date?

    /// The transaction that it comes from.
    public var transaction: String?
}

/// Something to read or to watch, and whether the customer may.
public struct ContentItem: Hashable, Sendable, Identifiable {
    /// The item's identifier.
    public var id: String

    /// Its title.
    public var title: String?

    /// When it was published.
    public var published: Date

    /// Whether the customer may open it.
    public var isReadable: Bool

    /// Since when; `nil` when it is not readable.
    public var unlocked: Date?

    /// The rule that decided, such as `within-period`.
    public var rule: String
}

extension Purser {
    /// Reads what the customer has of each virtual currency.
    ///
    /// - Returns: The balances.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func balances() async throws -> [CurrencyBalance] {
        let environment = await knownEnvironment()
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.balances(of: customer, environment: environment)
        }
        return body.balances.map { CurrencyBalance(currency: $0.currency, amount: $0.amount) }
    }

    /// Reads the changes of a balance, the newest first.
    ///
    /// - Parameters:
    ///   - currency: The currency.
    ///   - entry: The last entry of the page before; the newest entries when absent.
    ///   - limit: How many at most, from 1 to 500.
    /// - Returns: The entries.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func balanceEntries(
        of currency: String,
        before entry: BalanceEntry.ID? = nil,
        limit: Int = 100
    ) async throws -> [BalanceEntry] {
        var query = ["environment": await knownEnvironment(), "limit": String(limit)]
        query["before"] = entry.map(String.init)
        let page = query
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.balanceEntries(of: customer, currency, page)
        }
        return body.entries.map(\.entry)
    }

    /// Spends a virtual currency of the customer.
    ///
    /// The server wants the customer's token: set ``PurserConfiguration/customerToken``. Repeat with the same key
    /// after an error: the amount is taken once. Let the team's backend spend when it also delivers what is paid for.
    ///
    /// - Parameters:
    ///   - amount: How much, above zero.
    ///   - currency: The currency.
    ///   - key: A name of this payment, such as a UUID, from 1 to 190 bytes.
    /// - Returns: The balance right afterward.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable`, or `serverRefused` and the problem
    ///   `insufficient-balance`.
    @discardableResult
    public func spend(_ amount: Int64, of currency: String, key: String) async throws -> CurrencyBalance {
        let environment = await knownEnvironment()
        let request = ServerResponse.SpendRequest(key: key, amount: amount)
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.spend(request, currency, of: customer, environment: environment)
        }
        return CurrencyBalance(currency: body.currency, amount: body.amount)
    }

    /// Reads what the customer may open of the team's content: streaming while it is paid, bought issues for good.
    ///
    /// - Parameter instant: The instant that decides; now when absent.
    /// - Returns: Every item, readable or not.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func content(at instant: Date? = nil) async throws -> [ContentItem] {
        var query = ["environment": await knownEnvironment()]
        query["at"] = instant.map { String(Int64(($0.timeIntervalSince1970 * 1000).rounded())) }
        let asked = query
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.content(of: customer, asked)
        }
        return body.items.map(\.item)
    }

    /// Registers a device of the customer, for teams that sell plans by device.
    ///
    /// - Parameter device: The team's name of the device, from 1 to 200 bytes.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable`, or `serverRefused` and the problem
    ///   `too-many-devices`.
    public func registerDevice(_ device: String) async throws {
        try await sendDevice("PUT", device)
    }

    /// Removes a device of the customer.
    ///
    /// - Parameter device: The team's name of the device.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func removeDevice(_ device: String) async throws {
        try await sendDevice("DELETE", device)
    }

    private func sendDevice(_ method: String, _ device: String) async throws {
        let environment = await knownEnvironment()
        try await asCustomer { server, customer throws(ServerProblem) in
            try await server.sendDevice(method, device, of: customer, environment: environment)
        }
        await refreshEntitlements()
    }
}
