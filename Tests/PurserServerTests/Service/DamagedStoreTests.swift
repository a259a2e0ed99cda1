// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct DamagedStoreTests {
    @Test func `what is stored and cannot be read is a failure of the server, not of its connection`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(), customer: "anna")
        try await shop.database.write { _ = try $0.execute("DELETE FROM document_headers") }
        let answer = try await shop.send(.get, "/v1/customers/anna/entitlements/club/explanation")
        #expect(answer.status.rawValue == 500)
        #expect(answer.code == "internal-error")
    }
}
