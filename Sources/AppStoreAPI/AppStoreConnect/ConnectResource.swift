// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// One resource of App Store Connect: a product, a group, a price point.
///
/// Attributes that this package does not name are kept in ``others``.
public struct ConnectResource<Attributes: Decodable & Sendable>: Decodable, Sendable {
    /// The kind of resource.
    public let type: String

    /// The resource.
    public let id: String

    /// What it says.
    public let attributes: Attributes

    /// Every attribute, the unknown ones too.
    public let others: [String: JSONValue]

    /// The resources it belongs to or has, by the relation's name; only those that the answer names.
    public let related: [String: [String]]

    private enum CodingKeys: String, CodingKey {
        case type
        case id
        case attributes
        case relationships
    }

    private struct Relationship: Decodable {
        let data: JSONValue?
    }

    /// Decodes a resource.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        id = try container.decode(String.self, forKey: .id)
        attributes = try container.decode(Attributes.self, forKey: .attributes)
        others = try container.decode([String: JSONValue].self, forKey: .attributes)
        let relations = try container.decodeIfPresent([String: Relationship].self, forKey: .relationships) ?? [:]
        related = relations.compactMapValues { relation in
            guard let data = relation.data, data != .null else { return nil }
            return (data.array ?? [data]).compactMap { $0["id"]?.string }
        }
    }
}

/// A page of resources of App Store Connect.
public struct ConnectPage<Attributes: Decodable & Sendable>: Decodable, Sendable {
    /// The resources.
    public let data: [ConnectResource<Attributes>]

    let links: Links?

    struct Links: Decodable, Sendable {
        let next: String?
    }
}
