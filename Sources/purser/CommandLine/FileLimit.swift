// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// How many files and connections the process may have open.
enum FileLimit {
    /// What is enough for the connections that the server takes, and for its databases.
    private static let enough: rlim_t = 65_536

    /// Raises the limit as far as the system lets everybody; a shell's is often a quarter of the connections that are taken.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(enough, limit.rlim_max)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
