// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

/// The simulator's history on disk: everything that the core no longer acts upon but Apple's interfaces still show.
///
/// Beside it stand the core's snapshot and the journal of what has happened since: the core repeats itself exactly, so
/// a snapshot and the journal give its state back after any stop.
final class HistoryDatabase {
    let connection: SQLiteConnection

    /// Counts the changes of transactions, so that a history can be asked for from a change on.
    var revision: Int64 = 0

    /// Opens the history, making what is not there.
    ///
    /// - Throws: An `SQLiteError`.
    init(path: String) throws {
        connection = try SQLiteConnection(path: path)
        try connection.executeScript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
        try connection.executeScript(Self.schema)
        try countRevisions()
    }

    /// Counts on from the last change that ever was: clients keep revisions of what has been taken away since.
    ///
    /// - Throws: An `SQLiteError`.
    func countRevisions() throws {
        let listed = try connection.first("SELECT coalesce(max(revision), 0) FROM transactions", as: Int64.self) ?? 0
        revision = max(revision, listed, try setting("revision") ?? 0)
    }

    /// The tables that together are the simulator's state; the settings are not among them.
    static let tables = [
        "snapshot", "journal", "transactions", "renewals", "notifications", "attempts", "deliveries", "access",
        "hidden", "sales", "events", "nonces", "reports", "externalReports",
    ]

    /// Runs a body in a transaction.
    ///
    /// - Throws: What the body throws, after all was undone.
    @discardableResult
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try connection.transaction(.immediate, body)
    }

    private static let schema = """
        CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS snapshot (
            name TEXT PRIMARY KEY, journal INTEGER NOT NULL, state BLOB NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS journal (number INTEGER PRIMARY KEY, entry BLOB NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS transactions (
            id TEXT PRIMARY KEY, original TEXT NOT NULL, customer TEXT NOT NULL, app TEXT NOT NULL,
            environment TEXT NOT NULL, product TEXT NOT NULL, type TEXT NOT NULL, grouped TEXT,
            ownership TEXT NOT NULL, purchased INTEGER NOT NULL, revoked INTEGER, download TEXT,
            webOrderLineItem TEXT, finished INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL, revision INTEGER NOT NULL, payload BLOB NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS transactionsByRevision ON transactions (revision);
        CREATE INDEX IF NOT EXISTS transactionsOfCustomer ON transactions (customer, app, revision);
        CREATE INDEX IF NOT EXISTS transactionsOfLineage ON transactions (original, revision);
        CREATE INDEX IF NOT EXISTS transactionsOfDownload ON transactions (download);
        CREATE TABLE IF NOT EXISTS renewals (
            original TEXT PRIMARY KEY, customer TEXT NOT NULL, grouped TEXT NOT NULL, status INTEGER NOT NULL,
            modified INTEGER NOT NULL, payload BLOB NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS renewalsOfCustomer ON renewals (customer);
        CREATE TABLE IF NOT EXISTS notifications (
            number INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, environment TEXT NOT NULL, app TEXT NOT NULL,
            customer TEXT, label TEXT NOT NULL, type TEXT NOT NULL, subtype TEXT, original TEXT, transactionId TEXT,
            signed INTEGER NOT NULL, effect BLOB NOT NULL, document TEXT
        ) STRICT;
        CREATE INDEX IF NOT EXISTS notificationsByDate ON notifications (app, environment, signed, number);
        CREATE INDEX IF NOT EXISTS notificationsOfLineage ON notifications (original);
        CREATE TABLE IF NOT EXISTS attempts (
            notification TEXT NOT NULL, number INTEGER NOT NULL, instant INTEGER NOT NULL, result TEXT NOT NULL,
            status INTEGER, answer TEXT, PRIMARY KEY (notification, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS deliveries (
            number INTEGER PRIMARY KEY, due INTEGER NOT NULL, notification TEXT NOT NULL, attempt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS deliveriesByDate ON deliveries (due, number);
        CREATE TABLE IF NOT EXISTS access (
            id TEXT PRIMARY KEY, customer TEXT NOT NULL, change BLOB NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS accessOfCustomer ON access (customer);
        CREATE TABLE IF NOT EXISTS sales (number INTEGER PRIMARY KEY, date INTEGER NOT NULL, record BLOB NOT NULL) STRICT;
        CREATE INDEX IF NOT EXISTS salesByDate ON sales (date);
        CREATE TABLE IF NOT EXISTS events (number INTEGER PRIMARY KEY, date INTEGER NOT NULL, event BLOB NOT NULL) STRICT;
        CREATE INDEX IF NOT EXISTS eventsByDate ON events (date);
        CREATE TABLE IF NOT EXISTS nonces (number INTEGER PRIMARY KEY, nonce TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE IF NOT EXISTS reports (day INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS externalReports (
            app TEXT NOT NULL, environment TEXT NOT NULL, request TEXT NOT NULL, report BLOB NOT NULL,
            PRIMARY KEY (app, environment, request)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS hidden (customer TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT;
        CREATE TRIGGER IF NOT EXISTS revisionIsKept AFTER DELETE ON transactions BEGIN
            INSERT INTO settings (name, value) VALUES ('revision', CAST(OLD.revision AS TEXT))
            ON CONFLICT (name) DO UPDATE SET value = CAST(max(CAST(value AS INTEGER), OLD.revision) AS TEXT);
        END;
        """
}
