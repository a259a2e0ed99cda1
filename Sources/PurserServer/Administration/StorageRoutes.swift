// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService
import Persistence

/// How large the database is, and what is removed from it in time.
struct StorageFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "retention", interval: .seconds(86_400)) { [self] in try await applyRetention() },
            BackgroundJob(name: "facts", interval: .seconds(60)) { [self] in try await countFacts() },
        ]
    }

    var routes: [Route] { [readStorage] }

    private var readStorage: Route {
        Route(
            method: .get,
            path: "/v1/storage",
            name: "getStorage",
            summary: "How large the database is, how fast it grows, and how long what is kept.",
            group: .administration,
            access: .backend,
            answers: [.json(StorageReport.self, "The numbers.")]
        ) { [self] call in
            try .json(try await storage(of: try call.app.bundleID))
        }
    }
}
