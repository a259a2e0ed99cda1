// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Persistence

extension PostgresDatabase {
    /// Where the database is and how much of it may be used.
    package struct Configuration: Sendable {
        /// The database's URL, as libpq takes it: `postgres://user@host/database?sslmode=verify-full`.
        ///
        /// <https://www.postgresql.org/docs/15/libpq-connect.html>
        package var url: String

        /// The schema that holds the tables; nothing for the connection's own.
        package var schema: String?

        /// How long one connection to the server serves this process.
        package enum Pooling: String, Sendable, CaseIterable {
            /// As long as it is open: nothing lies between, or a pooler in session mode.
            case session
            /// For one transaction: a pooler such as PgBouncer lends another connection to the next one, so that nothing is
            /// prepared or set beyond it.
            case transaction
        }

        /// How long one connection to the server serves this process.
        package var pooling = Pooling.session

        /// How many connections are used at most; each is opened when it is first needed.
        package var connections = 16

        /// How many of them write at once at most, and never more than half of them: writers that overlap disturb one
        /// another, and what they do again costs more than the waiting.
        package var writers = 4

        /// How many writes of those who wait share a transaction at most.
        ///
        /// A group spares PostgreSQL a third of its work and takes its turn from the beginning, because it is too dear
        /// to be run again: with more than one, half as many notifications went through (Performance.md).
        package var writesPerCommit = 1

        /// How many writes with locks, of those that wait, share a transaction at most: nothing undoes them, so that a group
        /// costs less than its writes alone.
        package var decisionsPerCommit = 16

        /// How many calls may wait for a connection before more are turned away as overloaded.
        package var waitingCalls = 4096

        /// How often a write is run that others disturb.
        package var attempts = 50

        /// How often a write is disturbed before it takes its turn: those whose turn it is, of all instances, write one
        /// after another, so each comes through however many there are.
        package var attemptsBeforeTurn = 4

        /// How long a connection may take to be opened.
        package var connectSeconds = 10

        /// How long a statement may take, and how long a transaction may be idle.
        package var statementMilliseconds = 30_000

        /// How much longer the server may say nothing before the connection is abandoned.
        package var silenceMilliseconds = 5000

        /// The databases that follow this one and answer reads that may be a moment old.
        package var replicas: [Replica] = []

        /// How long ago the moment may be that a replica shows.
        package var replicaStaleness = Duration.seconds(5)

        /// How many connections are used of each replica at most.
        package var replicaConnections = 8

        /// Whether nothing may be written over its connections.
        var isReadOnly = false

        /// How many of a purchase's facts are kept unfolded.
        package var folding = FoldingLimits.standard

        /// Makes a configuration for a database.
        ///
        /// - Parameter url: The URL as libpq takes it; `pool_mode=transaction` among its parameters is for Purser.
        package init(url: String) {
            self.url = url
            for pooling in Pooling.allCases {
                guard let rest = url.removingParameter("pool_mode=\(pooling.rawValue)") else { continue }
                (self.url, self.pooling) = (rest, pooling)
            }
        }
    }

    /// A database that follows the one that is written to.
    package struct Replica: Hashable, Sendable {
        /// What it is called in numbers and logs; never with a password.
        package var name: String

        /// Its URL.
        package var url: String

        /// Makes a replica.
        package init(name: String, url: String) {
            self.name = name
            self.url = url
        }
    }
}

extension PostgresDatabase.Configuration {
    /// How a replica is read: a body that finds none of it in a short time is better run on the primary.
    func reading(_ replica: PostgresDatabase.Replica) -> PostgresDatabase.Configuration {
        var configuration = self
        let address = PostgresDatabase.Configuration(url: replica.url)
        (configuration.url, configuration.pooling) = (address.url, address.pooling)
        configuration.replicas = []
        configuration.isReadOnly = true
        configuration.connectSeconds = 2
        configuration.statementMilliseconds = 5000
        configuration.silenceMilliseconds = 500
        return configuration
    }
}

extension String {
    /// A URL without one of its parameters; nothing when it has none like it.
    fileprivate func removingParameter(_ parameter: String) -> String? {
        guard let mark = firstIndex(of: "?") else { return nil }
        let parameters = self[index(after: mark)...].split(separator: "&")
        guard parameters.contains(Substring(parameter)) else { return nil }
        let rest = parameters.filter { $0 != parameter }.joined(separator: "&")
        return String(self[..<mark]) + (rest.isEmpty ? "" : "?\(rest)")
    }
}
