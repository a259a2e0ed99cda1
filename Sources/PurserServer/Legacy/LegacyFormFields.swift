// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

/// The named texts of a body, whether it came as a form or as a flat JSON object.
///
/// Old apps send either; numbers and booleans in JSON count as their texts.
struct LegacyFormFields: Sendable {
    private var values: [String: String]

    init(_ request: HTTPRequest) throws(ServiceProblem) {
        if request.mediaType == "application/x-www-form-urlencoded" {
            let items = HTTPQuery(rawValue: String(decoding: request.body, as: UTF8.self)).items
            values = Dictionary(items.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            return
        }
        guard let json = try? ServiceJSON.decode(JSONValue.self, from: request.body), let members = json.members else {
            throw ServiceProblem(.malformedBody, "The body is neither a form nor a JSON object.")
        }
        values = members.compactMapValues { value in
            switch value {
            case .string(let text): text
            case .integer(let number): String(number)
            case .bool(let flag): flag ? "1" : "0"
            default: nil
            }
        }
    }

    /// A field's text; an empty one counts as absent.
    subscript(_ name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A receipt's text without the line breaks and the blanks instead of plus signs that transports put in.
    func receipt(_ name: String) throws(ServiceProblem) -> String {
        guard let text = self[name] else {
            throw ServiceProblem(
                .receiptEmpty,
                "The receipt is empty: refresh it on the device and send it again.",
                check: .format
            )
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"): continue
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
