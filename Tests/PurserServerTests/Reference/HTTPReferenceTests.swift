// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// The reference of the HTTP API is made from the contract, with every operation, in both languages.
@Suite struct HTTPReferenceTests {
    @Test func `the page of the HTTP API is what the contract declares`() async throws {
        let reference = HTTPReference(routes: try await TestShop().service.routes)
        #expect(reference.routes.count > 100)
        let page = reference.page
        #expect(try ReferencePage(name: "HTTP.md").text(recording: page) == page, "run this test with RECORD=1")
    }

    @Test func `the Chinese page of the HTTP API names the same operations`() async throws {
        let reference = HTTPReference(routes: try await TestShop().service.routes)
        let page = reference.chinesePage
        #expect(try ReferencePage(name: "HTTP.zh-CN.md").text(recording: page) == page, "run this test with RECORD=1")
    }

    @Test func `every operation has a Chinese summary`() async throws {
        let routes = try await TestShop().service.routes
        #expect(Set(routes.map(\.name)) == Set(OperationSummaries.chinese.keys))
    }
}
