// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

extension Doctor {
    /// Whether the replicas follow closely enough to be read.
    func replicas(_ store: any Database) async -> [Diagnostic] {
        let clock = ContinuousClock()
        // What is written now takes a moment to be seen there.
        let deadline = clock.now + min(.seconds(5), store.replicaStaleness ?? .zero)
        while store.replicas.contains(where: { !$0.isFresh }), clock.now < deadline {
            try? await clock.sleep(for: .milliseconds(100))
        }
        return store.replicas.map { replica in
            guard let age = replica.age, replica.isFresh else {
                return .warning(
                    "replica",
                    LocalizedText(
                        "\(replica.name) does not follow the database; the primary answers its reads",
                        "\(replica.name) 未跟上主库，读请求由主库处理"
                    ),
                    fix: LocalizedText(
                        "see that it runs, is a standby of --database, and pg_stat_replication on the primary lists it",
                        "请检查其是否在运行、是否为 --database 的备库，并在主库查看 pg_stat_replication"
                    )
                )
            }
            let milliseconds = Int(age / .milliseconds(1))
            return .ok(
                "replica",
                LocalizedText(
                    "\(replica.name) is at most \(milliseconds) ms behind",
                    "\(replica.name) 最多落后 \(milliseconds) 毫秒"
                )
            )
        }
    }
}
