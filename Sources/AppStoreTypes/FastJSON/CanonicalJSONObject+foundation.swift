// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

extension CanonicalJSONObject {
    func date(_ member: Member) throws(FastPathUnavailable) -> Date? {
        // The same arithmetic as the ordinary decoder's, so that the instants are equal to the last bit.
        try integer(member).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    func uuid(_ member: Member) throws(FastPathUnavailable) -> UUID? {
        guard let text = try string(member) else { return nil }
        guard let uuid = UUID(uuidString: text) else { throw FastPathUnavailable() }
        return uuid
    }

    func uuids(_ member: Member) throws(FastPathUnavailable) -> [UUID]? {
        guard let texts = try strings(member) else { return nil }
        var uuids: [UUID] = []
        for text in texts {
            guard let uuid = UUID(uuidString: text) else { throw FastPathUnavailable() }
            uuids.append(uuid)
        }
        return uuids
    }
}

/// A payload with a usual form.
package protocol FastJSONDecodable: Decodable {
    /// Reads the usual form, or answers nothing when it is another.
    init?(canonicalForm bytes: UnsafeRawBufferPointer)
}

extension FastJSONDecodable {
    /// Reads the usual form fast, and any other as ordinary JSON.
    static func decodeFast(_ json: Data) throws -> Self {
        if let value = json.withUnsafeBytes({ Self(canonicalForm: $0) }) { return value }
        return try AppStoreJSON.decode(Self.self, from: json)
    }
}

extension CanonicalJSONKey {
    /// The cases' names, which are spelled as in JSON.
    static var caseNames: [[UInt8]] { allCases.map { Array("\($0)".utf8) } }
}
