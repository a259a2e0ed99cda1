// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Facts are known again by the minute they were signed in before the digest, so that new keys stand side by side.
enum FactKeySchema {
    static let statements: @Sendable (Dialect) -> [String] = { d in
        [
            "CREATE TABLE fact_keys_before AS SELECT digest, scope, kind, lineage, fact FROM fact_keys",
            "DROP TABLE fact_keys",
            """
            CREATE TABLE fact_keys (
                minute \(d.integer) NOT NULL,
                digest \(d.bytes) NOT NULL,
                scope \(d.integer) NOT NULL,
                kind \(d.text) NOT NULL,
                lineage \(d.text) NOT NULL,
                fact \(d.integer) NOT NULL,
                PRIMARY KEY (minute, digest, scope, kind, lineage)
            )\(d.clusteredTableEnd)
            """,
            // As `FactKey` says.
            """
            INSERT INTO fact_keys (minute, digest, scope, kind, lineage, fact)
            SELECT
                CASE WHEN facts.kind IN ('transaction', 'renewal-info', 'notification', 'app-transaction', 'command')
                    THEN (facts.instant >> 16) & 4294967295 ELSE 0 END,
                known.digest, known.scope, known.kind, known.lineage, known.fact
            FROM fact_keys_before AS known JOIN facts ON facts.id = known.fact
            ORDER BY 1, 2
            """,
            "DROP TABLE fact_keys_before",
        ]
    }
}
