// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A note of the team about a customer; it is exported and erased with the customer.
///
/// Notes are stored apart from the profile, which every decision about the customer reads.
struct CustomerNote: Hashable, Sendable, Codable {
    /// Begins with the date, so that the notes' order is that of their identifiers.
    var id: String
    var at: Date
    var author: String
    var text: String
    /// A customer is one for all apps; a note is one app's.
    var app: BundleID

    init(at: Date, author: String, text: String, app: BundleID, random: RandomSource) {
        let digits = String(max(0, Int64(at.timeIntervalSince1970 * 1000)), radix: 16)
        id = "note_" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits + random.hexadecimal(8)
        self.at = at
        self.author = author
        self.text = text
        self.app = app
    }

    /// How many notes of a customer are stored at most; the oldest go first.
    static let maximumCount = 200

    /// The notes of each customer.
    static let records = OwnedRecordStore<String, String, CustomerNote>("notes")
}

extension DatabaseReader {
    /// The team's notes about a customer, the oldest first.
    func notes(about customer: CustomerID) throws -> [CustomerNote] {
        try values(in: CustomerNote.records[customer.rawValue], limit: 2 * CustomerNote.maximumCount)
    }
}

extension DatabaseWriter {
    /// Stores a note; when there are too many, the oldest one goes.
    func store(_ note: CustomerNote, about customer: CustomerID, now: Date) throws {
        let store = CustomerNote.records[customer.rawValue]
        try upsert(note, as: note.id, in: store, now: now)
        for old in try notes(about: customer).dropLast(CustomerNote.maximumCount) {
            try removeRecord(old.id, in: store)
        }
    }

    /// Gives the notes about a customer to an account.
    func moveNotes(about alias: CustomerID, to customer: CustomerID, now: Date) throws {
        for note in try notes(about: alias) { try store(note, about: customer, now: now) }
        try removeNotes(about: alias)
    }

    /// Removes the notes about a customer.
    func removeNotes(about customer: CustomerID) throws {
        let store = CustomerNote.records[customer.rawValue]
        for note in try notes(about: customer) { try removeRecord(note.id, in: store) }
    }
}
