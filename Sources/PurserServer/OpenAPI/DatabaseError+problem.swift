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
                "The server has more to do than it can; send it again in a moment.",
                retryAfterSeconds: 1
            )
        case .locked, .conflict:
            ServiceProblem(.storeUnavailable, "The database is busy; send it again.", retryAfterSeconds: 2)
        case .full:
            ServiceProblem(
                .storeUnavailable,
                "The database has no space left; the team must make room.",
                retryAfterSeconds: 60
            )
        case .constraint, .statement, .configuration, .damaged:
            ServiceProblem(.internalError, "The server failed. Its log says why.")
        default:
            ServiceProblem(.storeUnavailable, "The database cannot be reached; send it again.", retryAfterSeconds: 10)
        }
    }
}
