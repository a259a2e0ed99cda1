// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Reads verifyReceipt's JSON, in which the same field may be a text, a number or a truth value.
struct ReceiptReader {
    private let container: KeyedDecodingContainer<JSONKey>

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: JSONKey.self)
    }

    /// The style: transaction receipts have formatted expiry dates and short names.
    var style: ReceiptStyle {
        ["expires_date_formatted", "bid", "item_id", "unique_identifier"].contains { container.contains(JSONKey($0)) }
            ? .transaction : .app
    }

    /// Whether this is one purchase and not an app's receipt: it has a transaction, and nothing that an app's has.
    var isPurchase: Bool {
        container.contains(JSONKey("transaction_id"))
            && !["bundle_id", "in_app", "receipt_type"].contains { container.contains(JSONKey($0)) }
    }

    /// The value as text; empty texts are values too.
    func text(_ name: String) throws -> String? {
        guard let value = try scalar(name) else { return nil }
        return switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): number.description
        case .bool(let flag): flag ? "true" : "false"
        default: throw mismatch(name, "a text")
        }
    }

    /// The value as a whole number.
    func number(_ name: String) throws -> Int64? {
        guard let value = try scalar(name) else { return nil }
        switch value {
        case .integer(let number): return number
        case .bool(let flag): return flag ? 1 : 0
        case .string(""): return nil
        case .string(let text):
            guard let number = Int64(text) else { throw mismatch(name, "a whole number") }
            return number
        default: throw mismatch(name, "a whole number")
        }
    }

    /// The value as a truth value: true or 1, as text or not.
    func flag(_ name: String) throws -> Bool? {
        guard let value = try scalar(name) else { return nil }
        switch value {
        case .bool(let flag): return flag
        case .integer(0), .string("0"), .string("false"): return false
        case .integer(1), .string("1"), .string("true"): return true
        case .string(""): return nil
        default: throw mismatch(name, "true or false")
        }
    }

    /// The instant: from its milliseconds if they are there, or else from its text or number.
    func date(_ name: String) throws -> Date? {
        if let milliseconds = try number(name + "_ms") { return Date(millisecondsSince1970: milliseconds) }
        guard let text = try text(name), !text.isEmpty else { return nil }
        if let milliseconds = Int64(text) { return Date(millisecondsSince1970: milliseconds) }
        guard let date = ReceiptDateText.date(gmt: text) else { throw mismatch(name, "an instant") }
        return date
    }

    /// A member of an open set of texts.
    func wire<Value: WireString>(_ name: String) throws -> Value? {
        try text(name).map(Value.init(rawValue:))
    }

    /// A member of an open set of numbers.
    func wire<Value: WireInteger>(_ name: String) throws -> Value? {
        try number(name).flatMap(Int.init(exactly:)).map(Value.init(rawValue:))
    }

    /// A value that decodes itself.
    func object<Value: Decodable>(_ name: String) throws -> Value? {
        try container.decodeIfPresent(Value.self, forKey: JSONKey(name))
    }

    /// A list, empty when it is absent; one object counts as a list of one.
    func list<Value: Decodable>(_ name: String) throws -> [Value] {
        guard container.contains(JSONKey(name)) else { return [] }
        if (try? container.nestedContainer(keyedBy: JSONKey.self, forKey: JSONKey(name))) != nil {
            return [try container.decode(Value.self, forKey: JSONKey(name))]
        }
        return try container.decodeIfPresent([Value].self, forKey: JSONKey(name)) ?? []
    }

    /// Whether the member is there as a list.
    func isList(_ name: String) -> Bool {
        (try? container.nestedUnkeyedContainer(forKey: JSONKey(name))) != nil
    }

    /// The value, which must be there.
    func required<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else {
            let context = DecodingError.Context(
                codingPath: container.codingPath + [JSONKey(name)],
                debugDescription: "The field \(name) is missing."
            )
            throw DecodingError.keyNotFound(JSONKey(name), context)
        }
        return value
    }

    private func scalar(_ name: String) throws -> JSONValue? {
        guard let value = try container.decodeIfPresent(JSONValue.self, forKey: JSONKey(name)), value != .null else {
            return nil
        }
        return value
    }

    private func mismatch(_ name: String, _ expected: String) -> DecodingError {
        DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: container.codingPath + [JSONKey(name)],
                debugDescription: "The field \(name) is not \(expected)."
            )
        )
    }
}

/// Writes verifyReceipt's JSON with Apple's mix of texts and numbers.
struct ReceiptWriter {
    private var container: KeyedEncodingContainer<JSONKey>

    init(_ encoder: any Encoder) {
        container = encoder.container(keyedBy: JSONKey.self)
    }

    /// Writes a text.
    mutating func text(_ value: String?, _ name: String) throws {
        try container.encodeIfPresent(value, forKey: JSONKey(name))
    }

    /// Writes a number.
    mutating func number(_ value: Int64?, _ name: String) throws {
        try container.encodeIfPresent(value, forKey: JSONKey(name))
    }

    /// Writes a number as text.
    mutating func textNumber(_ value: Int64?, _ name: String) throws {
        try text(value.map { String($0) }, name)
    }

    /// Writes a truth value as a word.
    mutating func literal(_ value: Bool?, _ name: String) throws {
        try text(value.map { $0 ? "true" : "false" }, name)
    }

    /// Writes a truth value as a digit in a text.
    mutating func digit(_ value: Bool?, _ name: String) throws {
        try text(value.map { $0 ? "1" : "0" }, name)
    }

    /// Writes a truth value.
    mutating func flag(_ value: Bool?, _ name: String) throws {
        try container.encodeIfPresent(value, forKey: JSONKey(name))
    }

    /// Writes an instant three times: in Greenwich, in milliseconds, on the Pacific coast.
    mutating func date(_ value: Date?, _ name: String) throws {
        guard let value else { return }
        try text(ReceiptDateText.gmt(value), name)
        try text(String(value.millisecondsSince1970), name + "_ms")
        try text(ReceiptDateText.pacific(value), name + "_pst")
    }

    /// Writes when a subscription ends, which the two styles spell differently.
    mutating func expiry(_ value: Date?, style: ReceiptStyle) throws {
        guard let value, style == .transaction else { return try date(value, "expires_date") }
        try text(String(value.millisecondsSince1970), "expires_date")
        try text(ReceiptDateText.gmt(value), "expires_date_formatted")
        try text(ReceiptDateText.pacific(value), "expires_date_formatted_pst")
    }

    /// Writes a value that encodes itself.
    mutating func object(_ value: (some Encodable)?, _ name: String) throws {
        try container.encodeIfPresent(value, forKey: JSONKey(name))
    }
}
