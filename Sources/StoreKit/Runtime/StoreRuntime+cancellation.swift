// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension StoreRuntime {
    /// Whether the running task is canceled, and gets empty results for that.
    ///
    /// See ``StoreKitSimulator/answersCanceledTasks``.
    var isTaskUnanswered: Bool { Task.isCancelled && !state.withLock { $0.answersCanceledTasks } }

    /// Reads something; in a canceled task the result is empty, also when the store could not be reached.
    func emptyIfCanceled<Element>(_ read: () async throws -> [Element]) async throws -> [Element] {
        guard !isTaskUnanswered else { return [] }
        do {
            return try await read()
        } catch  where isTaskUnanswered {
            return []
        }
    }
}
