// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// A statement of the team's backend, with the customer whose purchase it is.
struct ExternalPurchaseRequest: Decodable, Sendable, SchemaDescribed {
    var customer: CustomerID
    var sendsEvents: Bool?
    private var body: StatementBody

    private enum CodingKeys: String, CodingKey {
        case customer, sendsEvents
    }

    static let schema = Schema.object(
        StatementBody.required.merging(["customer": .identifier]) { own, _ in own },
        optional: StatementBody.optional.merging(
            ["sendsEvents": .boolean.described("Whether webhook events are sent (default: true); false for an import.")]
        ) { own, _ in own }
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [PriceBody.self]

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        customer = try values.decode(CustomerID.self, forKey: .customer)
        sendsEvents = try values.decodeIfPresent(Bool.self, forKey: .sendsEvents)
        body = try StatementBody(from: decoder)
    }

    var statement: StoreStatement { body.statement }
    var stated: Date { body.stated }
}
