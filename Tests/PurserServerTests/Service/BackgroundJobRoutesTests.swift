// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct BackgroundJobRoutesTests {
    @Test func `every background job is listed with its result, and one can be started manually`() async throws {
        let shop = try await TestShop()
        let before: BackgroundJobList = try await shop.send(.get, "/v1/background-jobs").json()
        #expect(before.jobs.map(\.name).contains("recovery of notifications"))
        #expect(before.jobs.allSatisfy { $0.rounds == 0 && $0.began == nil })
        let forced: BackgroundJobBody = try await shop.send(.post, "/v1/background-jobs/retention/run").json()
        #expect(forced.rounds == 1 && forced.failures == 0 && forced.ended == shop.clock.now)
        let after: BackgroundJobList = try await shop.send(.get, "/v1/background-jobs").json()
        #expect(after.jobs.filter { $0.rounds == 1 }.map(\.name) == ["retention"])
        let audit: AuditList = try await shop.send(.get, "/v1/audit?target=retention").json()
        #expect(audit.entries.map(\.action) == ["background_job.run"])
        #expect(try await shop.send(.post, "/v1/background-jobs/nothing/run").status == 404)
    }

    @Test func `all due work is done at once, and each background job reports it`() async throws {
        let shop = try await TestShop()
        try await shop.service.doDueWork()
        let list: BackgroundJobList = try await shop.send(.get, "/v1/background-jobs").json()
        #expect(list.jobs.allSatisfy { $0.rounds == 1 && $0.error == nil })
    }
}
