// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A body of the API together with its description in the contract.
///
/// A test encodes a value of each answered type and checks it against the description, so the two cannot drift.
protocol SchemaDescribed: SendableMetatype {
    /// The type's name among the contract's components.
    static var schemaName: String { get }

    /// The type's description.
    static var schema: Schema { get }

    /// The described types that the description refers to.
    static var schemaReferences: [any SchemaDescribed.Type] { get }
}

extension SchemaDescribed {
    static var schemaName: String { String(describing: Self.self) }
    static var schemaReferences: [any SchemaDescribed.Type] { [] }
}

typealias RequestBody = Decodable & SchemaDescribed & Sendable
typealias ResponseBody = Encodable & SchemaDescribed & Sendable
