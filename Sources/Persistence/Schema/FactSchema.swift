// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The tables of facts and of the documents that they came from.
enum FactSchema {
    static func statements(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE scopes (
                id \(d.identity),
                bundle_id \(d.text) NOT NULL,
                environment \(d.text) NOT NULL,
                UNIQUE (bundle_id, environment)
            )\(d.tableEnd)
            """,
            """
            CREATE TABLE facts (
                id \(d.partitionedIdentity),
                scope \(d.integer) NOT NULL,
                kind \(d.text) NOT NULL,
                lineage \(d.text),
                customer \(d.text),
                sort_key \(d.bytes) NOT NULL,
                instant \(d.integer) NOT NULL,
                digest \(d.bytes),
                content \(d.bytes) NOT NULL,
                document \(d.integer),
                received \(d.integer) NOT NULL,
                source \(d.text) NOT NULL\(d.partitionedTableEnd)
            """,
            "CREATE INDEX facts_by_lineage ON facts (scope, lineage, sort_key) WHERE lineage IS NOT NULL",
            "CREATE INDEX facts_by_customer ON facts (customer, scope, sort_key) WHERE customer IS NOT NULL",
            "CREATE INDEX facts_by_instant ON facts (scope, instant)",
            // The newest notifications are found among any number of newer facts of other kinds.
            "CREATE INDEX facts_of_notifications ON facts (scope, instant) WHERE kind = 'notification'",
            // What a customer's account follows from: not the steps of orders, of which each purchase adds three.
            """
            CREATE INDEX facts_by_account ON facts (customer, scope, sort_key)
            WHERE customer IS NOT NULL AND \(d.indexesAccounts)
            """,
            // The same about no purchase: a purchase's claims are read with its facts.
            """
            CREATE INDEX facts_of_customers ON facts (customer, scope, sort_key)
            WHERE customer IS NOT NULL AND lineage IS NULL AND \(d.indexesAccounts)
            """,
            // The policies and products in force: facts about no purchase and no customer.
            "CREATE INDEX facts_of_rules ON facts (scope, id) WHERE lineage IS NULL AND customer IS NULL",
            """
            CREATE TABLE fact_keys (
                second \(d.integer) NOT NULL,
                digest \(d.bytes) NOT NULL,
                scope \(d.integer) NOT NULL,
                kind \(d.text) NOT NULL,
                lineage \(d.text) NOT NULL,
                fact \(d.integer) NOT NULL,
                PRIMARY KEY (second, digest, scope, kind, lineage)
            )\(d.clusteredTableEnd)
            """,
            // What the oldest facts of a purchase with many come to, up to and with the last key: derived, and removed when a
            // fact sorts among them.
            """
            CREATE TABLE folded_facts (
                scope \(d.integer) NOT NULL,
                lineage \(d.text) NOT NULL,
                last_key \(d.bytes) NOT NULL,
                facts \(d.integer) NOT NULL,
                body \(d.bytes) NOT NULL,
                PRIMARY KEY (scope, lineage)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE command_numbers (
                scope \(d.integer) NOT NULL PRIMARY KEY,
                sequence \(d.integer) NOT NULL,
                instant \(d.integer) NOT NULL
            )\(d.tableEnd)
            """,
            """
            CREATE TABLE transaction_ids (
                scope \(d.integer) NOT NULL,
                transaction_id \(d.text) NOT NULL,
                lineage \(d.text) NOT NULL,
                PRIMARY KEY (scope, transaction_id)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE notification_ids (
                scope \(d.integer) NOT NULL,
                notification_id \(d.text) NOT NULL,
                received \(d.integer) NOT NULL,
                PRIMARY KEY (scope, notification_id)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE document_headers (
                id \(d.identity),
                lookup \(d.integer) NOT NULL,
                body \(d.bytes) NOT NULL
            )\(d.tableEnd)
            """,
            "CREATE INDEX document_headers_by_lookup ON document_headers (lookup)",
            """
            CREATE TABLE documents (
                id \(d.identity),
                lookup \(d.integer) NOT NULL,
                form \(d.integer) NOT NULL,
                header \(d.integer),
                body \(d.bytes) NOT NULL,
                signature \(d.bytes)
            )\(d.tableEnd)
            """,
            "CREATE INDEX documents_by_lookup ON documents (lookup)",
        ]
    }
}
