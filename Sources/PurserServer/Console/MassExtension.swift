// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import Persistence

/// A request to Apple to move everyone's renewal date, and how far it has come.
struct MassExtension: Hashable, Sendable, Codable {
    var id: String
    var product: ProductID
    var days: Int
    var instant: Date
    var actor: String
    var reason: String
    var isComplete = false
    var succeeded: Int?
    var failed: Int?
}

extension MassExtension {
    /// Extensions for all subscribers that were asked for in the console.
    static let records = OwnedRecordStore<AppScope, String, MassExtension>("mass-extensions")
}

extension DatabaseWriter {
    func upsert(_ request: MassExtension, in scope: AppScope) throws {
        try upsert(request, as: request.id, in: MassExtension.records[scope], now: request.instant)
    }
}

extension DatabaseReader {
    /// The requests of a scope, the newest first.
    func massExtensions(in scope: AppScope) throws -> [MassExtension] {
        try values(in: MassExtension.records[scope], limit: 1000).sorted { $0.instant > $1.instant }
    }
}

extension RenewalExtensionsPage.Request {
    init(_ request: MassExtension) {
        self.init(
            id: request.id,
            product: request.product.rawValue,
            days: request.days,
            instant: request.instant,
            actor: request.actor,
            reason: request.reason,
            isComplete: request.isComplete,
            succeeded: request.succeeded,
            failed: request.failed
        )
    }
}
