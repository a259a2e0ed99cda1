// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import Persistence

/// The browsers that people signed in with: a cookie that opens nothing, and shows that a try is not a stranger's.
struct SignInDevices: Sendable {
    static let cookie = "purser_console_device"
    /// How long a browser is remembered after its last sign-in, in seconds.
    static let lifetime = 180 * 86_400
    private static let maximumDevices = 20

    /// The browsers in which each person signed in, by the SHA-256 of the browser's cookie.
    private static let records = OwnedRecordStore<String, String, Presence>("console-devices")

    let database: any Database

    /// The name of a browser in which this person signed in before; `nil` for any other cookie.
    func known(_ cookie: String?, of name: String, now: Date) async throws -> String? {
        guard let cookie, cookie.utf8.count == 32, ConsoleUser.isName(name) else { return nil }
        let device = Self.name(of: cookie)
        let record = try await database.read { try $0.record(device, in: Self.records[name]) }
        guard let record, now.timeIntervalSince(record.updatedDate) < TimeInterval(Self.lifetime) else { return nil }
        return device
    }

    /// Remembers a browser in which a person signed in.
    ///
    /// - Parameters:
    ///   - cookie: The browser's cookie, when it is one of the person's.
    ///   - name: The person.
    ///   - now: The current date.
    /// - Returns: The cookie that the browser keeps.
    /// - Throws: `DatabaseError`.
    func record(_ cookie: String?, of name: String, now: Date) async throws -> String {
        let isKnown = try await known(cookie, of: name, now: now) != nil
        let stored = isKnown ? cookie ?? "" : Base64URL.encode(SecureRandom.bytes(24))
        try await database.write { writer in
            let count = try writer.records(in: Self.records[name], limit: Self.maximumDevices + 1).count
            if !isKnown, count >= Self.maximumDevices {
                try writer.removeOldestRecords(in: Self.records[name], limit: 1)
            }
            try writer.upsert(Presence(), as: Self.name(of: stored), in: Self.records[name], now: now)
        }
        return stored
    }

    private static func name(of cookie: String) -> String {
        Hexadecimal.encode(SHA256.digest(of: Array(cookie.utf8)))
    }
}
