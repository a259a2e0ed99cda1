// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PersistencePostgreSQL

/// The databases that follow the one that is written to, and how old what they show may be.
struct ReplicaAddresses: Hashable, Sendable {
    /// Where they are.
    var urls: [String] = []

    /// How old, in seconds.
    var staleness = 5

    /// None.
    static let none = ReplicaAddresses()

    /// The options of the commands that know replicas.
    static let options = [
        Option(
            "database-replica",
            value: "URL",
            repeats: true,
            "A standby of the PostgreSQL database, postgres://…, for reads that may be slightly old."
        ),
        Option("max-replica-staleness", value: "SECONDS", "How old these reads may be, 1 to 600 (default: 5)."),
    ]

    /// The replicas as the driver takes them; numbers and logs name them without their passwords.
    var replicas: [PostgresDatabase.Replica] {
        urls.map { PostgresDatabase.Replica(name: DatabaseAddress.place(of: $0), url: $0) }
    }
}

extension ReplicaAddresses {
    /// Reads the options, or the variables.
    init(_ arguments: Arguments, _ terminal: Terminal, of database: DatabaseAddress) throws(UsageError) {
        let given = arguments.all("database-replica")
        let named = terminal.environment["PURSER_DATABASE_REPLICAS"] ?? ""
        urls = given.isEmpty ? named.split(whereSeparator: \.isWhitespace).map(String.init) : given
        for url in urls {
            guard case .postgres = try DatabaseAddress(url, option: "database-replica"), case .postgres = database
            else {
                throw UsageError(
                    "--database-replica is for PostgreSQL: it and --database take postgres://USER@HOST/NAME"
                )
            }
        }
        let text = arguments.value("max-replica-staleness") ?? terminal.environment["PURSER_MAX_REPLICA_STALENESS"]
        guard let text else { return }
        guard let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text), (1...600).contains(seconds)
        else {
            throw UsageError("--max-replica-staleness takes 1 to 600 seconds, not '\(text)'")
        }
        staleness = seconds
    }
}
