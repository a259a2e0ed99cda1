// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

/// What Get Transaction History is asked, checked.
struct HistoryQuery: Sendable {
    var condition: SQL
    var isDescending = false
    /// The filters as text: a token is good for the same ones only.
    var question: String

    private static let types: [String: ProductType] = [
        "AUTO_RENEWABLE": .autoRenewableSubscription, "NON_RENEWABLE": .nonRenewingSubscription,
        "CONSUMABLE": .consumable, "NON_CONSUMABLE": .nonConsumable,
    ]

    /// Reads a query.
    ///
    /// - Throws: A ``ServerAPIError`` that names the parameter.
    init(_ query: HTTPQuery, customer: CustomerID, caller: ServerAPIRoutes.Caller, version: Int) throws {
        condition = """
            customer = \(customer.rawValue) AND app = \(caller.app.rawValue)
            AND environment = \(caller.environment.rawValue)
            """
        let filters = query.items.filter { $0.name != "revision" }.map { "\($0.name)=\($0.value)" }.sorted()
        question = "\(version) \(customer) \(caller.app) \(filters.joined(separator: "&"))"
        if version == 1 { condition = "\(condition) AND NOT (type = 'Consumable' AND finished = 1)" }
        try addDates(query)
        try addProducts(query)
        try addFlags(query)
    }

    private mutating func addDates(_ query: HTTPQuery) throws {
        let start = try Self.date(query["startDate"], otherwise: .invalidStartDate)
        let end = try Self.date(query["endDate"], otherwise: .invalidEndDate)
        if let start, let end, end <= start { throw ServerAPIError.startDateAfterEndDate }
        if let start { condition = "\(condition) AND purchased >= \(start)" }
        if let end { condition = "\(condition) AND purchased < \(end)" }
    }

    private mutating func addProducts(_ query: HTTPQuery) throws {
        let products = query.values("productId")
        if products.contains("") { throw ServerAPIError.invalidProductID }
        add("product", isOneOf: products)
        add(
            "type",
            isOneOf: try query.values("productType").map { text in
                guard let type = Self.types[text] else { throw ServerAPIError.invalidProductType }
                return type.rawValue
            }
        )
        let groups = query.values("subscriptionGroupIdentifier")
        if groups.contains("") { throw ServerAPIError.invalidSubscriptionGroup }
        add("grouped", isOneOf: groups)
    }

    private mutating func addFlags(_ query: HTTPQuery) throws {
        switch query["sort"] {
        case nil, "ASCENDING": break
        case "DESCENDING": isDescending = true
        default: throw ServerAPIError.invalidSort
        }
        switch query["inAppOwnershipType"] {
        case nil: break
        case let type? where type == "PURCHASED" || type == "FAMILY_SHARED":
            condition = "\(condition) AND ownership = \(type)"
        default: throw ServerAPIError.invalidOwnershipType
        }
        // Apple's own Python library writes True and False.
        switch query["revoked"]?.lowercased() {
        case nil: break
        case "true": condition = "\(condition) AND revoked IS NOT NULL"
        case "false": condition = "\(condition) AND revoked IS NULL"
        default: throw ServerAPIError.invalidRevoked
        }
        switch query["excludeRevoked"]?.lowercased() {
        case nil, "false": break
        case "true": condition = "\(condition) AND revoked IS NULL"
        default: throw ServerAPIError.invalidExcludeRevoked
        }
    }

    private mutating func add(_ column: String, isOneOf values: [String]) {
        guard let first = values.first else { return }
        let list = values.dropFirst().reduce("\(first)" as SQL) { "\($0), \($1)" }
        condition = "\(condition) AND \(name: column) IN (\(list))"
    }

    /// Milliseconds since 1970, or nothing when the parameter is absent.
    static func date(_ text: String?, otherwise error: ServerAPIError) throws -> Date? {
        guard let text else { return nil }
        guard let milliseconds = Int64(text), milliseconds >= 0 else { throw error }
        return Date(millisecondsSince1970: milliseconds)
    }
}
