// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Persistence

struct HealthBody: Codable, Sendable, SchemaDescribed {
    var status: String

    static let schemaName = "Health"
    static let schema = Schema.object(["status": .string])
}
