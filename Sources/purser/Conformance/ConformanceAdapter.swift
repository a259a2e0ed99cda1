// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Conformance
import Foundation

/// How the kit speaks to a server: four calls, read from a JSON5 file.
///
/// What a file leaves out is the kit's own small protocol, so that a team can also write four routes and no file.
struct ConformanceAdapter: Sendable, Decodable {
    /// A request to the server.
    struct Call: Sendable, Decodable {
        var method: String?
        var url: String
        var headers: [String: String]?
        var body: JSONValue?

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case method, url, headers, body
        }

        init(_ method: String, _ url: String, body: JSONValue? = nil) {
            self.method = method
            self.url = url
            self.body = body
        }

        init(from decoder: any Decoder) throws {
            try AdapterKeys.check(decoder, CodingKeys.allCases.map(\.rawValue))
            let values = try decoder.container(keyedBy: CodingKeys.self)
            method = try values.decodeIfPresent(String.self, forKey: .method)
            url = try values.decode(String.self, forKey: .url)
            headers = try values.decodeIfPresent([String: String].self, forKey: .headers)
            body = try values.decodeIfPresent(JSONValue.self, forKey: .body)
        }
    }

    /// The call that reads a customer's entitlements, and the places of their parts in the response.
    struct EntitlementCall: Sendable, Decodable {
        var call: Call
        var list = "entitlements"
        var filter: [String: JSONValue] = [:]
        var product = "productId"
        var expires: String? = "expiresDate"

        private enum CodingKeys: String, CodingKey {
            case list, product, expires
            case filter = "where"
        }

        static let keys = ["method", "url", "headers", "body", "list", "where", "product", "expires"]

        init(_ call: Call) {
            self.call = call
        }

        init(from decoder: any Decoder) throws {
            try AdapterKeys.check(decoder, Self.keys)
            call = try Call.lenient(decoder)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            list = try values.decodeIfPresent(String.self, forKey: .list) ?? list
            filter = try values.decodeIfPresent([String: JSONValue].self, forKey: .filter) ?? [:]
            product = try values.decodeIfPresent(String.self, forKey: .product) ?? product
            expires = try values.contains(.expires) ? values.decodeIfPresent(String.self, forKey: .expires) : expires
        }

        /// Whether the server can be asked about any instant, not only about now.
        var readsAnyInstant: Bool { call.mentions("{at}") || call.mentions("{atMilliseconds}") }
    }

    /// The call that reads events, and the places of their parts in the response.
    struct EventCall: Sendable, Decodable {
        var call: Call
        var list = "events"
        var id = "id"
        var type = "type"
        var transaction = "transactionId"
        var quantity: String? = "quantity"
        var next = "next"
        var types: [String: ConformanceEventKind] = Dictionary(
            uniqueKeysWithValues: ConformanceEventKind.allCases.map { ($0.rawValue, $0) }
        )

        private enum CodingKeys: String, CodingKey {
            case list, id, type, transaction, quantity, next, types
        }

        static let keys =
            ["method", "url", "headers", "body"] + ["list", "id", "type", "transaction", "quantity", "next", "types"]

        init(_ call: Call) {
            self.call = call
        }

        init(from decoder: any Decoder) throws {
            try AdapterKeys.check(decoder, Self.keys)
            call = try Call.lenient(decoder)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            list = try values.decodeIfPresent(String.self, forKey: .list) ?? list
            id = try values.decodeIfPresent(String.self, forKey: .id) ?? id
            type = try values.decodeIfPresent(String.self, forKey: .type) ?? type
            transaction = try values.decodeIfPresent(String.self, forKey: .transaction) ?? transaction
            quantity =
                try values.contains(.quantity) ? values.decodeIfPresent(String.self, forKey: .quantity) : quantity
            next = try values.decodeIfPresent(String.self, forKey: .next) ?? next
            guard let named = try values.decodeIfPresent([String: String].self, forKey: .types) else { return }
            types = try named.mapValues { name in
                guard let kind = ConformanceEventKind(rawValue: name) else {
                    let kinds = ConformanceEventKind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw DecodingError.dataCorruptedError(
                        forKey: .types,
                        in: values,
                        debugDescription: "'\(name)' is not a kind of event; use \(kinds)"
                    )
                }
                return kind
            }
        }

        /// Whether one list has every customer's events, which is read page by page.
        var isFeed: Bool { call.mentions("{cursor}") }
    }

    /// The server's name in reports.
    var name = "server"
    /// The app whose purchases the server accepts.
    var bundleID = "com.example.conformance"
    /// The app's number.
    var appAppleID: Int64 = 1_234_567_890
    /// Values for the placeholders.
    var variables: [String: String] = ["url": "http://127.0.0.1:3000"]
    /// Header fields of every request.
    var headers: [String: String] = [:]
    var transaction = Call(
        "POST",
        "{url}/transactions",
        body: [
            "customer": "{customer}", "appAccountToken": "{token}", "signedTransaction": "{signedTransaction}",
        ]
    )
    var notification = Call("POST", "{url}/notifications", body: ["signedPayload": "{signedPayload}"])
    var entitlements = EntitlementCall(Call("GET", "{url}/entitlements?customer={customer}&at={atMilliseconds}"))
    /// Absent for a server that reports no events.
    var events: EventCall? = EventCall(Call("GET", "{url}/events?customer={customer}"))
    /// A shell command that kills the server and starts it again.
    var restart: String?
    /// The server's own product identifiers, by the kit's names; `null` for one that it does not sell.
    var products: [ConformanceProduct: String?] = [:]
    /// The names that the server answers instead of product identifiers.
    var entitlementNames: [ConformanceProduct: [String]] = [:]
    /// Whether the server asks Apple whether certificates were revoked.
    var checksRevocation = false
    /// How many seconds the server may take until its answers show what it accepted.
    var processingSeconds = 0.0

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, variables, headers, transaction, notification, entitlements, events, restart, products
        case entitlementNames, checksRevocation, processingSeconds
        case bundleID = "bundleId"
        case appAppleID = "appAppleId"
    }

    /// The kit's own protocol.
    init() {}

    init(from decoder: any Decoder) throws {
        try AdapterKeys.check(decoder, CodingKeys.allCases.map(\.rawValue))
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? name
        bundleID = try values.decodeIfPresent(String.self, forKey: .bundleID) ?? bundleID
        appAppleID = try values.decodeIfPresent(Int64.self, forKey: .appAppleID) ?? appAppleID
        variables.merge(try values.decodeIfPresent([String: String].self, forKey: .variables) ?? [:]) { $1 }
        headers = try values.decodeIfPresent([String: String].self, forKey: .headers) ?? [:]
        transaction = try values.decodeIfPresent(Call.self, forKey: .transaction) ?? transaction
        notification = try values.decodeIfPresent(Call.self, forKey: .notification) ?? notification
        entitlements = try values.decodeIfPresent(EntitlementCall.self, forKey: .entitlements) ?? entitlements
        events = try values.contains(.events) ? values.decodeIfPresent(EventCall.self, forKey: .events) : events
        restart = try values.decodeIfPresent(String.self, forKey: .restart)
        products = try Self.byProduct(values.decodeIfPresent([String: String?].self, forKey: .products), in: values)
        entitlementNames = try Self.byProduct(
            values.decodeIfPresent([String: [String]].self, forKey: .entitlementNames),
            in: values
        )
        checksRevocation = try values.decodeIfPresent(Bool.self, forKey: .checksRevocation) ?? false
        processingSeconds = min(60, try values.decodeIfPresent(Double.self, forKey: .processingSeconds) ?? 0)
    }

    /// The app and the products.
    var catalog: ConformanceCatalog {
        ConformanceCatalog(
            bundleID: BundleID(rawValue: bundleID),
            appAppleID: AppAppleID(rawValue: appAppleID),
            names: products.compactMapValues { $0.map(ProductID.init(rawValue:)) }
        )
    }

    private static func byProduct<Value>(
        _ named: [String: Value]?,
        in values: KeyedDecodingContainer<CodingKeys>
    ) throws -> [ConformanceProduct: Value] {
        var found: [ConformanceProduct: Value] = [:]
        for (name, value) in named ?? [:] {
            guard let product = ConformanceProduct(rawValue: name) else {
                let names = ConformanceProduct.allCases.map(\.rawValue).joined(separator: ", ")
                throw DecodingError.dataCorruptedError(
                    forKey: .products,
                    in: values,
                    debugDescription: "'\(name)' is not a product of the kit; use \(names)"
                )
            }
            found[product] = value
        }
        return found
    }

    /// Reads a file.
    ///
    /// - Throws: ``Failure`` with the place and the reason.
    static func read(_ bytes: Data, path: String) throws(Failure) -> ConformanceAdapter {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            return try decoder.decode(ConformanceAdapter.self, from: bytes)
        } catch {
            if let fault = JSON5Fault.first(in: bytes) { throw Failure("\(path): \(fault)") }
            throw Failure("\(path): \(error.plainMessage)")
        }
    }
}

extension ConformanceAdapter.Call {
    /// Reads the members of a call beside others.
    static func lenient(_ decoder: any Decoder) throws -> Self {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        var call = Self("GET", try values.decode(String.self, forKey: .url))
        call.method = try values.decodeIfPresent(String.self, forKey: .method) ?? "GET"
        call.headers = try values.decodeIfPresent([String: String].self, forKey: .headers)
        call.body = try values.decodeIfPresent(JSONValue.self, forKey: .body)
        return call
    }

    /// Whether a placeholder is in the URL or the body.
    func mentions(_ placeholder: String) -> Bool {
        url.contains(placeholder) || (body?.texts ?? []).contains { $0.contains(placeholder) }
    }
}

/// The members that an object of the file may have.
private enum AdapterKeys {
    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    static func check(_ decoder: any Decoder, _ known: [String]) throws {
        let all = try decoder.container(keyedBy: AnyKey.self)
        for key in all.allKeys where !known.contains(key.stringValue) {
            let near = Nearness.nearest(to: key.stringValue, among: known).map { "; did you mean '\($0)'?" } ?? ""
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: all,
                debugDescription: "unknown member '\(key.stringValue)'\(near)"
            )
        }
    }
}

extension JSONValue {
    /// The texts in it.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.flatMap(\.texts)
        case .object(let members): members.values.flatMap(\.texts)
        default: []
        }
    }

    /// The value with every text replaced.
    func replacingTexts(_ replace: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(replace(text))
        case .array(let items): .array(items.map { $0.replacingTexts(replace) })
        case .object(let members): .object(members.mapValues { $0.replacingTexts(replace) })
        default: self
        }
    }

    /// The values at a path such as `events.*.event`; `*` stands for every element.
    func values(at path: String) -> [JSONValue] {
        var found = [self]
        for part in path.split(separator: ".") where part != "$" {
            found = found.flatMap { value -> [JSONValue] in
                guard part == "*" else { return value[String(part)].map { [$0] } ?? [] }
                if case .object(let members) = value { return members.sorted { $0.key < $1.key }.map(\.value) }
                return value.array ?? []
            }
        }
        return found
    }

    /// The elements of the list at a path.
    func list(at path: String) -> [JSONValue] {
        values(at: path).flatMap { $0.array ?? [$0] }
    }

    /// A number or text, as a text.
    var scalar: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): "\(number)"
        default: nil
        }
    }

    /// A date in milliseconds, seconds or ISO 8601.
    var date: Date? {
        switch self {
        case .integer(let number): return Self.date(Double(number))
        case .decimal(let number): return Self.date(NSDecimalNumber(decimal: number).doubleValue)
        case .string(let text):
            if let number = Double(text) { return Self.date(number) }
            return (try? Date(text, strategy: .iso8601))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        default: return nil
        }
    }

    /// Seconds since 1970 have ten digits for the next 200 years, milliseconds have thirteen.
    private static func date(_ number: Double) -> Date {
        Date(timeIntervalSince1970: number > 100_000_000_000 ? number / 1000 : number)
    }
}
