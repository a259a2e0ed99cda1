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
            summary: "Returns the database's size, growth and retention periods.",
            group: .administration,
            access: .backend,
            answers: [.json(StorageReport.self, "The metrics.")]
        ) { [self] call in
            try .json(try await storage(of: try call.app.bundleID))
        }
    }
}
