// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService
import Persistence

extension ServiceProblem {
    /// The problem as which an error is shown to a person; what only the log should say is left out.
    init(_ error: any Error) {
        switch error {
        case let problem as ServiceProblem: self = problem
        case let error as DatabaseError: self = error.serviceProblem
        case let problem as Problem:
            self.init(.invalidParameter, problem.detail ?? problem.title, status: problem.status.rawValue)
        default: self.init(.internalError, "The server failed. Its log gives the reason.")
        }
    }
}
