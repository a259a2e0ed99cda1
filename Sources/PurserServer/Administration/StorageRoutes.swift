// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService

extension PurserService {
    var storageRoutes: [Route] { [readStorage] }

    private var readStorage: Route {
        Route(
            method: .get,
            path: "/v1/storage",
            name: "readStorage",
            summary: "How large the database is, how fast it grows, and how long what is kept.",
            group: .administration,
            access: .backend,
            answers: [.json(StorageReport.self, "The numbers.")]
        ) { [self] call in
            try .json(try await storage(of: try call.app.bundleID))
        }
    }
}
