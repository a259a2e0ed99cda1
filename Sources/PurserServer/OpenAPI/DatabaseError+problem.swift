// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

extension DatabaseError {
    /// What is sent to a client: wait and send it again, unless the program itself is wrong.
    var serviceProblem: ServiceProblem {
        switch code {
        case .overloaded:
            ServiceProblem(
                .overloaded,
                "The server is overloaded; send it again in a moment.",
                retryAfterSeconds: 1
            )
        case .locked, .conflict:
            ServiceProblem(.storeUnavailable, "The database is busy; send it again.", retryAfterSeconds: 2)
        case .full:
            ServiceProblem(
                .storeUnavailable,
                "The database has no space left; the team must free disk space.",
                retryAfterSeconds: 60
            )
        case .constraint, .statement, .configuration, .damaged:
            ServiceProblem(.internalError, "The server failed. Its log gives the reason.")
        default:
            ServiceProblem(.storeUnavailable, "The database cannot be reached; send it again.", retryAfterSeconds: 10)
        }
    }
}
