// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The identifier of one claim of a seat; it names the claim, not the seat.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/seatclaimid>
public struct SeatClaimID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The UUID itself.
    public let rawValue: UUID

    /// Makes an identifier from a UUID.
    public init(rawValue: UUID) {
        self.rawValue = rawValue
    }

    /// Makes an identifier from a UUID's text in any case, or nothing when the text is not a UUID.
    public init?(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { return nil }
        self.init(rawValue: uuid)
    }

    /// Decodes an identifier from a UUID's text in any case.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(UUID.self))
    }

    /// Encodes the UUID in lower case, as Apple does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The UUID in lower case, as Apple writes it.
    public var description: String { rawValue.uuidString.lowercased() }
}
