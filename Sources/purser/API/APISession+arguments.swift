// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

extension APISession {
    /// A transaction of any kind, as the call's first operand.
    var anyID: TransactionID { TransactionID(rawValue: operands[0]) }

    /// A subscription or purchase, as the call's first operand.
    var originalID: OriginalTransactionID { OriginalTransactionID(rawValue: operands[0]) }

    /// A UUID among the operands.
    func uuid(_ index: Int) throws -> UUID {
        guard let uuid = UUID(uuidString: operands[index]) else {
            throw UsageError("'\(operands[index])' is not a UUID")
        }
        return uuid
    }

    /// The JSON of `--body`, read as what the endpoint takes, so that a wrong member is named before it is sent.
    func body<Body: Decodable>(_ type: Body.Type) throws -> Body {
        let path = try arguments.required("body")
        do {
            return try AppStoreJSON.decode(type, from: try terminal.read(path))
        } catch let error as DecodingError {
            throw Failure("\(path): \(error.message)")
        }
    }

    /// An instant: milliseconds since 1970, a day, or a day and time with its zone.
    func instant(_ option: String) throws -> Date? {
        guard let text = arguments.value(option) else { return nil }
        if let milliseconds = Int64(text) { return Date(millisecondsSince1970: milliseconds) }
        if let date = Instant.date(text) { return date }
        throw UsageError("--\(option) takes 2026-07-04, 2026-07-04T12:00:00Z or milliseconds since 1970, not '\(text)'")
    }

    /// Yes or no.
    func truth(_ option: String) throws -> Bool? {
        switch arguments.value(option) {
        case nil: nil
        case "yes", "true": true
        case "no", "false": false
        case let other?: throw UsageError("--\(option) takes yes or no, not '\(other)'")
        }
    }

    /// A member of a set that Apple may add to, as Apple spells it.
    func argument<Value: WireString>(_ option: String) -> Value? {
        arguments.value(option).map { Value(rawValue: Self.spelled($0)) }
    }

    /// Members of a set that Apple may add to.
    func argumentList<Value: WireString>(_ option: String) -> [Value] {
        arguments.all(option).map { Value(rawValue: Self.spelled($0)) }
    }

    /// `auto-renewable` is spelled AUTO_RENEWABLE.
    private static func spelled(_ text: String) -> String { text.uppercased().replacing("-", with: "_") }
}
