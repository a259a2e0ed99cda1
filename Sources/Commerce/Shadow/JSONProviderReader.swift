// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Where an entitlement is in another provider's JSON: a path for each part of the answer.
public struct ProviderFields: Hashable, Sendable, Codable {
    /// The path of whether the customer may use it: true, a number other than zero, or one of some texts.
    public var entitled: String

    /// The texts that mean yes (default: `active` and `true`).
    public var entitledValues: [String]?

    /// The path of the end: ISO 8601, or seconds or milliseconds since 1970; null when there is none.
    public var until: String?

    /// The path of the product.
    public var product: String?

    /// The path of Apple's transaction identifier.
    public var transaction: String?

    /// The path of the environment: `Production` or `Sandbox`, or whether it is the sandbox.
    public var environment: String?

    /// The path of the purchase's date.
    public var purchaseDate: String?

    /// Makes fields.
    public init(
        entitled: String,
        entitledValues: [String]? = nil,
        until: String? = nil,
        product: String? = nil,
        transaction: String? = nil,
        environment: String? = nil,
        purchaseDate: String? = nil
    ) {
        self.entitled = entitled
        self.entitledValues = entitledValues
        self.until = until
        self.product = product
        self.transaction = transaction
        self.environment = environment
        self.purchaseDate = purchaseDate
    }

    var paths: [String] {
        [entitled, until, product, transaction, environment, purchaseDate].compactMap(\.self)
    }
}

/// Reads any provider's JSON by paths.
public struct JSONProviderReader: Hashable, Sendable {
    private var fields: [EntitlementID: ProviderFields]
    private var paths: [String: JSONPath] = [:]
    private var owner: JSONPath?

    /// How many entitlements may have fields.
    public static let maximumEntitlements = 50

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - fields: The fields of each entitlement, by Purser's names.
    ///   - owner: The path of the customer whom the answer is about.
    /// - Throws: The path that cannot be read.
    public init(fields: [EntitlementID: ProviderFields], owner: String? = nil) throws(ProviderAnswerError) {
        self.fields = fields
        for text in fields.values.flatMap(\.paths) { paths[text] = try JSONPath(text) }
        if let owner { self.owner = try JSONPath(owner) }
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - json: The body.
    ///   - instant: When it was answered.
    /// - Returns: The answer.
    /// - Throws: What cannot be read.
    public func answer(_ json: JSONValue, asOf instant: Date) throws(ProviderAnswerError) -> ProviderAnswer {
        var read: [ProviderEntitlement] = []
        for name in fields.keys.sorted() {
            guard let fields = fields[name] else { continue }
            read.append(try entitlement(name, fields, in: json))
        }
        return ProviderAnswer(
            owner: text(owner?.value(in: json)).map(CustomerID.init(rawValue:)),
            entitlements: read
        )
    }

    private func entitlement(
        _ name: EntitlementID,
        _ fields: ProviderFields,
        in json: JSONValue
    ) throws(ProviderAnswerError) -> ProviderEntitlement {
        func value(_ path: String?) -> JSONValue? { path.flatMap { paths[$0]?.value(in: json) } }
        let end: AccessEnd =
            switch value(fields.until) {
            case nil: .unstated
            case .null?: .never
            case let value?: .date(try Self.date(value, fields.until))
            }
        var environment: Environment?
        switch value(fields.environment) {
        case .bool(let isSandbox)?: environment = isSandbox ? .sandbox : .production
        case .string(let text)?: environment = Self.environment(text)
        default: break
        }
        var bought: Date?
        if let value = value(fields.purchaseDate), value != .null { bought = try Self.date(value, fields.purchaseDate) }
        return ProviderEntitlement(
            id: name,
            isEntitled: Self.isTrue(value(fields.entitled), fields.entitledValues ?? ["active", "true"]),
            end: end,
            product: text(value(fields.product)).map(ProductID.init(rawValue:)),
            transaction: text(value(fields.transaction)).map(TransactionID.init(rawValue:)),
            environment: environment,
            purchaseDate: bought
        )
    }

    private static func environment(_ text: String) -> Environment {
        switch text.lowercased() {
        case "sandbox": .sandbox
        case "production": .production
        default: Environment(rawValue: text)
        }
    }

    private static func isTrue(_ value: JSONValue?, _ texts: [String]) -> Bool {
        switch value {
        case .bool(let value)?: value
        case .integer(let value)?: value != 0
        case .string(let text)?: texts.contains(text)
        default: false
        }
    }

    private static func date(_ value: JSONValue, _ path: String?) throws(ProviderAnswerError) -> Date {
        let date: Date? =
            switch value {
            case .string(let text): ProviderDate.read(text)
            case .integer(let number): ProviderDate.read(number)
            default: nil
            }
        guard let date else { throw ProviderAnswerError(.invalid, path ?? "") }
        return date
    }

    private func text(_ value: JSONValue?) -> String? {
        value?.string ?? value?.integer.map { String($0) }
    }
}

/// A path to one value of a JSON document: names and places, as in `$.items[0]['a.b']`.
struct JSONPath: Hashable, Sendable {
    private enum Step: Hashable {
        case member(String)
        case element(Int)
    }

    private var steps: [Step] = []

    private static let maximumLength = 500
    private static let maximumSteps = 20

    init(_ text: String) throws(ProviderAnswerError) {
        let fault = ProviderAnswerError(.path, String(text.prefix(100)))
        guard (1...Self.maximumLength).contains(text.utf8.count) else { throw fault }
        var rest = Substring(text)
        if rest.hasPrefix("$") {
            rest.removeFirst()
        } else if !rest.hasPrefix("[") {
            rest = "." + rest
        }
        while let first = rest.first {
            guard steps.count < Self.maximumSteps else { throw fault }
            rest.removeFirst()
            switch first {
            case ".":
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { throw fault }
                steps.append(.member(String(name)))
                rest = rest.dropFirst(name.count)
            case "[":
                guard let step = Self.bracket(&rest) else { throw fault }
                steps.append(step)
            default: throw fault
            }
        }
        guard !steps.isEmpty else { throw fault }
    }

    private static func bracket(_ rest: inout Substring) -> Step? {
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest.removeFirst()
            guard let end = rest.firstIndex(of: quote) else { return nil }
            let name = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
            guard rest.first == "]" else { return nil }
            rest.removeFirst()
            return .member(name)
        }
        guard let end = rest.firstIndex(of: "]"), let place = Int(rest[..<end]), place >= 0 else { return nil }
        rest = rest[rest.index(after: end)...]
        return .element(place)
    }

    func value(in json: JSONValue) -> JSONValue? {
        var value: JSONValue? = json
        for step in steps {
            switch step {
            case .member(let name): value = value?[name]
            case .element(let place):
                let elements = value?.array ?? []
                value = elements.indices.contains(place) ? elements[place] : nil
            }
        }
        return value
    }
}
