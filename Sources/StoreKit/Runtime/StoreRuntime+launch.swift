// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension StoreRuntime {
    /// The transactions that a new reader of updates is sent, oldest first: unfinished at launch, or come since
    /// automatically.
    func backlog() async -> [VerificationResult<Transaction>] {
        do {
            let backend = try backend()
            let entries = try await entries(of: backend)
            let known = launched(with: entries.filter { !$0.isFinished }.map(\.content.id), of: backend)
            return entries.filter { known.contains($0.content.id) }
                .filter { !$0.isFinished || $0.content.revocationDate != nil }
                .map(\.result)
        } catch {
            StoreLog.warn("the unfinished transactions could not be read: \(error)")
            return []
        }
    }

    /// Remembers what was unfinished when the app was launched; only the first call of a launch counts.
    private func launched(with unfinished: [UInt64], of backend: any StoreBackend) -> Set<UInt64> {
        state.withLock { state in
            // Another store has taken its place meanwhile: its transactions have the same numbers.
            guard state.backend === backend else { return [] }
            if !state.isLaunched {
                state.isLaunched = true
                state.backlog.formUnion(unfinished)
            }
            return state.backlog
        }
    }

    /// Makes sure that a purchase of this launch is not taken for one of an earlier launch.
    func beginLaunch(of backend: any StoreBackend) async throws {
        guard !state.withLock({ $0.isLaunched }) else { return }
        let entries = try await entries(of: backend)
        _ = launched(with: entries.filter { !$0.isFinished }.map(\.content.id), of: backend)
    }
}
