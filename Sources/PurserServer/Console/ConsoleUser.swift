// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Console
import FoundationEssentials
import Persistence

/// A person who may sign in to the console.
struct ConsoleUser: Hashable, Sendable, Codable {
    var name: String
    var role: ConsoleRole
    var salt: Data
    var hash: Data
    var cost: Scrypt
    var created: Date
    /// Counts the passwords from a random number on: sessions that began under another one have ended.
    var generation: Int
    /// The authenticator app, when the person uses one.
    var secondFactor: SecondFactor?

    /// The role as commands and forms spell it.
    var roleName: String { role.rawValue }

    /// Whether a text can be a person's name: it is in the audit log.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "@"):
                    true
                default: false
                }
            }
    }

    /// Whether a text can be a password: 12 to 200 characters, in whatever script.
    ///
    /// A character may take many bytes; those are bounded, too, because every guess is hashed.
    static func isPassword(_ text: String) -> Bool {
        text.utf8.count <= 1024 && (12...200).contains(text.count)
    }
}

extension ConsoleUser {
    /// The people who may sign in to the console, by name.
    static let records = RecordStore<String, ConsoleUser>("team-members")
}

extension DatabaseReader {
    func consoleUser(_ name: String) throws -> ConsoleUser? { try value(name, in: ConsoleUser.records) }

    func consoleUsers() throws -> [ConsoleUser] { try values(in: ConsoleUser.records, limit: 1000) }
}
