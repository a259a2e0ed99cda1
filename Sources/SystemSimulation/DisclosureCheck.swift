// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Persistence

/// Scans responses for what belongs to other customers only: names, orders, tokens, numbers of orders,
/// transactions, products.
///
/// What somebody has sent is known to them and can be said back: a name, or what a document in their hands contains.
struct DisclosureCheck {
    private let world: SimulatedSystem
    private var known: [Principal: Set<String>] = [:]

    init(_ world: SimulatedSystem) {
        self.world = world
    }

    /// Notes what somebody knows: what they own, have sent or made.
    mutating func record(_ principal: Principal, _ values: [String]) {
        known[principal, default: []].formUnion(values.map(Self.normal))
    }

    /// Notes what somebody sends, signed documents included.
    mutating func record(_ principal: Principal, sending body: JSONValue) {
        var values: [String] = []
        Self.collect(body, &values)
        for value in values where value.utf8.count > 200 {
            guard let content = SimulationDriver.content(of: SignedPayload(rawValue: value)) else { continue }
            values += [content.transactionId.rawValue, content.originalTransactionId.rawValue]
            values.append(content.productId.rawValue)
            if let token = content.appAccountToken { values.append("\(token)") }
        }
        record(principal, values)
    }

    /// Everything in a response that belongs to other customers only.
    ///
    /// - Parameters:
    ///   - answer: The response.
    ///   - principal: The one who receives it.
    ///   - request: What was asked, for the message.
    ///   - rules: Who may know which sale.
    /// - Returns: What is wrong; empty when the response may be given.
    /// - Throws: `DatabaseError` or the App Store's error when the books cannot be read.
    mutating func check(
        _ answer: InProcessClient.Response,
        to principal: Principal,
        _ request: String,
        _ rules: SaleRules
    ) async throws -> [String] {
        guard !answer.body.isEmpty, let body = try? AppStoreJSON.decode(JSONValue.self, from: answer.body)
        else { return [] }
        var values: [String] = []
        Self.collect(body, &values)
        var wrong: [String] = []
        for value in Set(values.map(Self.normal)).subtracting(known[principal] ?? []).sorted()
        where Self.canDisclose(value) {
            if let owner = try await owner(of: value, besides: principal, rules) {
                wrong.append("\(principal.account) was sent \(value) of \(owner) by \(request): \(answer.text)")
            } else {
                record(principal, [value])
            }
        }
        return wrong
    }

    /// The other customer whom a value belongs to; nil when it is the asker's, too, or no one's.
    private func owner(of value: String, besides principal: Principal, _ rules: SaleRules) async throws -> String? {
        if let name = SimulatedSystem.accounts.first(where: { $0.rawValue == value }) {
            return name.rawValue == principal.account ? nil : value
        }
        if value.hasPrefix("erased_") { return value }
        if value.hasPrefix("leaver") { return principal == Principal(SimulatedSystem.leaver) ? nil : value }
        if value.hasPrefix("anon_") { return principal == Principal(SimulatedSystem.visitor) ? nil : value }
        if value.hasPrefix("shop") {
            // Whoever has a token may read the catalog; only a stranger has no reason to hear of products.
            return principal == Principal(SimulatedSystem.stranger) ? "another customer" : nil
        }
        let own = rules.names(of: principal.account)
        let customers = try world.database.check { reader in
            var found: [String] = []
            try reader.forEach(
                """
                SELECT customer FROM orders
                WHERE LOWER(id) = \(value) OR LOWER(token) = \(value) OR reference = \(value)
                """
            ) {
                found.append(try $0.next(String?.self) ?? "")
            }
            return found
        }
        if let other = customers.first { return customers.contains { own.contains($0) } ? nil : other }
        var other: String?
        for account in SimulatedSystem.accounts {
            let sales = try await world.appStore.sales(of: account)
            for sale in sales
            where sale.transactionId.rawValue == value || sale.originalTransactionId.rawValue == value {
                if account.rawValue == principal.account { return nil }
                if !rules.lawful(sale, of: account.rawValue, among: sales).isDisjoint(with: own) { return nil }
                other = account.rawValue
            }
        }
        return other
    }

    /// Whether a value could identify something of a customer's: states, dates and texts do not.
    private static func canDisclose(_ value: String) -> Bool {
        let bytes = value.utf8
        if bytes.count >= 8, bytes.allSatisfy({ (48...57).contains($0) }) { return true }
        let beginnings = [
            "customer-", "stranger", "leaver", "visitor", "anon_", "erased_", "shop1.", "shop2.", "ord", "ref-",
        ]
        if beginnings.contains(where: value.hasPrefix) { return true }
        return bytes.count == 36 && bytes.count(where: { $0 == 45 }) == 4
    }

    private static func normal(_ value: String) -> String { value.utf8.count > 200 ? "" : value.lowercased() }

    private static func collect(_ value: JSONValue, _ found: inout [String]) {
        switch value {
        case .string(let text):
            found.append(text)
            // A message names things in a sentence.
            if text.contains(" ") { found += text.split { " ,;:'\"()".contains($0) }.map(String.init) }
        case .integer(let number) where number > 99_999_999: found.append(String(number))
        case .array(let values): for value in values { collect(value, &found) }
        case .object(let members):
            for (name, value) in members {
                found.append(name)
                collect(value, &found)
            }
        default: break
        }
    }
}

/// Who may have, and may know, a sale of the App Store's.
struct SaleRules {
    /// The customers in whose names orders were made, by the orders' tokens.
    var tokenOwners: [AppAccountToken: String]
    /// The customers for whose orders a purchase without a token was shown, by transaction.
    var namedOwners: [TransactionID: Set<String>]
    var neighborhood: Neighborhood

    /// The names under which the servers may know an account.
    func names(of account: String) -> Set<String> {
        if account == SimulatedSystem.visitor.rawValue { return neighborhood.visitor.names.union([account]) }
        guard account == SimulatedSystem.leaver.rawValue else { return [account] }
        return Set(neighborhood.leaverNames).union([account])
    }

    /// The customers whom the servers may give a sale: the buyer, whoever ordered it, and whoever proved to hold it.
    ///
    /// - Parameters:
    ///   - sale: The sale.
    ///   - account: The account that paid it.
    ///   - sales: All sales of the account.
    /// - Returns: The customers' names.
    func lawful(_ sale: TransactionPayload, of account: String, among sales: [TransactionPayload]) -> Set<String> {
        var names = names(of: account)
        if let token = sale.appAccountToken {
            if let customer = tokenOwners[token] { names.insert(customer) }
        } else {
            // Apple loses the token of some purchases. Then the order that the app names says whom it is for, and a
            // subscription that is taken up again stays with whom it was for before.
            for other in sales where other.originalTransactionId == sale.originalTransactionId {
                if let token = other.appAccountToken, let customer = tokenOwners[token] { names.insert(customer) }
                names.formUnion(namedOwners[other.transactionId] ?? [])
            }
        }
        return names.union(neighborhood.shownWithToken[sale.originalTransactionId.rawValue] ?? [])
    }
}
