// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Commerce
import Console
import FoundationEssentials
import Persistence

/// A person's stay in the console, kept in the store so that any server and any restart knows it.
struct ConsoleSession: Hashable, Sendable, Codable {
    var user: String
    var generation: Int
    /// What forms send back.
    var csrf: String
    var language: ConsoleLanguage
    var scope: AppScope?
    var began: Date
    var seen: Date
    var notice: PageContext.FlashMessage?
    /// The secret of a second factor that is being turned on.
    var pendingSecret: Data?

    static let cookie = "purser_console"
    /// Signed out after so long without a request, and after so long in any case.
    static let maximumIdle: TimeInterval = 2 * 60 * 60
    static let maximumDuration: TimeInterval = 12 * 60 * 60
    static let maximumSessions = 1000

    /// The sessions, by the SHA-256 of the cookie.
    static let records = RecordStore<String, ConsoleSession>("console-sessions")

    func isOver(at now: Date) -> Bool {
        now.timeIntervalSince(seen) > Self.maximumIdle || now.timeIntervalSince(began) > Self.maximumDuration
    }

    /// The name under which the session of a cookie is kept; the cookie itself is not.
    static func name(of cookie: String) -> String {
        Hexadecimal.encode(SHA256.digest(of: Array(cookie.utf8)))
    }
}

/// The visitor who asks for a page: the session, the person as the store has them now, and the session's name.
struct SignedInUser: Sendable {
    var session: ConsoleSession
    var user: ConsoleUser
    var name: String

    /// What the audit log says of the person.
    var actor: String { "operator " + user.name }
}

/// Begins, finds and ends sessions.
struct ConsoleSessions: Sendable {
    var database: any Database
    var clock: @Sendable () -> Date

    /// Begins a session and answers its cookie.
    func start(_ user: ConsoleUser, language: ConsoleLanguage) async throws -> String {
        let cookie = Base64URL.encode(SecureRandom.bytes(32))
        let now = clock()
        let session = ConsoleSession(
            user: user.name,
            generation: user.generation,
            csrf: Base64URL.encode(SecureRandom.bytes(24)),
            language: language,
            began: now,
            seen: now
        )
        try await database.write { writer in
            let known = try writer.records(in: ConsoleSession.records, limit: ConsoleSession.maximumSessions + 100)
            let over = try known.filter { try $0.value.isOver(at: now) }
            let oldest = known.sorted { $0.updatedDate < $1.updatedDate }
                .prefix(max(0, known.count - over.count - ConsoleSession.maximumSessions + 1))
            for record in over + oldest { try writer.removeRecord(record.name, in: ConsoleSession.records) }
            try writer.upsert(session, as: ConsoleSession.name(of: cookie), in: ConsoleSession.records, now: now)
        }
        return cookie
    }

    /// The person that a cookie belongs to, if the session still holds.
    func visitor(_ cookie: String) async throws -> SignedInUser? {
        let name = ConsoleSession.name(of: cookie)
        let now = clock()
        let found = try await database.read { reader -> SignedInUser? in
            guard let session = try reader.value(name, in: ConsoleSession.records),
                let user = try reader.consoleUser(session.user)
            else { return nil }
            return SignedInUser(session: session, user: user, name: name)
        }
        guard var visitor = found, !visitor.session.isOver(at: now),
            visitor.session.generation == visitor.user.generation
        else { return nil }
        // Once a minute is often enough to know that somebody is there.
        if now.timeIntervalSince(visitor.session.seen) > 60 {
            visitor.session.seen = now
            try await save(visitor)
        }
        return visitor
    }

    /// Keeps what changed in a session.
    func save(_ visitor: SignedInUser) async throws {
        let now = clock()
        try await database.write { writer in
            guard try writer.record(visitor.name, in: ConsoleSession.records) != nil else { return }
            try writer.upsert(visitor.session, as: visitor.name, in: ConsoleSession.records, now: now)
        }
    }

    func end(_ visitor: SignedInUser) async throws {
        try await database.write { _ = try $0.removeRecord(visitor.name, in: ConsoleSession.records) }
    }
}

extension DatabaseWriter {
    /// Ends whatever a person has open.
    func removeConsoleSessions(of user: String) throws {
        for record in try records(in: ConsoleSession.records) where try record.value.user == user {
            try removeRecord(record.name, in: ConsoleSession.records)
        }
    }
}
