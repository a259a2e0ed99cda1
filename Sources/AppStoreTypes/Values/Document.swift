// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A document that is not signed, decoded, with its bytes as they came so that no unknown field is lost.
@dynamicMemberLookup
public struct Document<Body: Decodable & Sendable>: Sendable {
    /// What it says.
    public let body: Body

    /// The bytes as they came.
    public let bytes: Data

    /// Decodes a document and keeps its bytes.
    ///
    /// - Throws: A `DecodingError` that names the field.
    public init(decoding bytes: Data) throws {
        self.body = try AppStoreJSON.decode(from: bytes)
        self.bytes = bytes
    }

    /// A field of the body.
    public subscript<Member>(dynamicMember member: KeyPath<Body, Member>) -> Member { body[keyPath: member] }
}

extension Document where Body: Encodable {
    /// Encodes a body; the bytes are what Apple would send.
    public init(_ body: Body) throws {
        self.body = body
        self.bytes = try AppStoreJSON.encode(body)
    }
}

extension Document: Equatable where Body: Equatable {}

extension Document: Hashable where Body: Hashable {}
