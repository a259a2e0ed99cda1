// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// What facts say, as rows hold it.
///
/// What an intake reads most - transactions, renewal infos, notifications, claims and the steps of orders - has a form
/// of its own that is read in about a microsecond. Everything else is packed JSON, and so is whatever that form does
/// not give back exactly: each fact is read again before it is stored, so a field that the form does not know loses
/// nothing.
package enum CompactContent {
    /// The first byte; packed JSON begins with a lower one.
    static let form: UInt8 = 2

    /// What a row is about, by its second byte; a number never changes its meaning.
    enum Subject: UInt8 {
        case transaction = 1
        case renewalInfo = 2
        case notification = 3
        case claim = 4
        /// A step of an order that is for no device in particular: no entitlement rests on it.
        case orderStep = 5
    }

    /// How the rows begin that no entitlement rests on, in hexadecimal digits: an index is made with them, so they never
    /// change.
    package static let orderSteps = "0205"

    /// What a row holds for a fact.
    static func pack(_ content: FactContent) throws -> [UInt8] {
        guard let bytes = compact(content), let known = try? unpack(bytes) else {
            return try CompressedBytes.pack([UInt8](try AppStoreJSON.encode(content)))
        }
        if known == content { return bytes }
        // JSON keeps instants to the millisecond as well: what differs by less is the same to it.
        let json = try AppStoreJSON.encode(content)
        return try AppStoreJSON.encode(known) == json ? bytes : CompressedBytes.pack([UInt8](json))
    }

    /// What a row says.
    ///
    /// - Throws: `DatabaseError` with `damaged` when it cannot be read, or a `DecodingError`.
    static func unpack(_ row: [UInt8]) throws -> FactContent {
        guard row.first == form else {
            return try AppStoreJSON.decode(FactContent.self, from: Data(try CompressedBytes.unpack(row)))
        }
        guard row.count > 2, let subject = Subject(rawValue: row[1]) else { throw unreadable }
        var reader = try CompactReader(row)
        let content: FactContent
        switch subject {
        case .transaction: content = .transaction(try reader.transaction())
        case .renewalInfo: content = .renewalInfo(try reader.renewalInfo())
        case .notification: content = .notification(try reader.notification())
        case .claim: content = .command(.claim(try reader.claim()))
        case .orderStep: content = .command(.order(try reader.orderStep()))
        }
        guard reader.isAtEnd else { throw unreadable }
        return content
    }

    static let unreadable = DatabaseError(
        code: .damaged,
        message: "a stored fact has a form that this program does not know; run the integrity check"
    )

    private static func compact(_ content: FactContent) -> [UInt8]? {
        var writer = CompactWriter()
        let subject: Subject
        switch content {
        case .transaction(let transaction):
            writer.transaction(transaction)
            subject = .transaction
        case .renewalInfo(let info):
            writer.renewalInfo(info)
            subject = .renewalInfo
        case .notification(let notification) where notification.isPlain:
            writer.notification(notification)
            subject = .notification
        case .command(.claim(let claim)):
            writer.claim(claim)
            subject = .claim
        case .command(.order(let step)) where step.device == nil:
            writer.orderStep(step)
            subject = .orderStep
        default: return nil
        }
        return writer.finished(form, subject.rawValue)
    }
}

extension OrderStep {
    fileprivate var device: DeviceID? {
        guard case .created(let terms) = action else { return nil }
        return terms.device
    }
}

extension ServerNotification {
    /// Whether it says nothing of a mass extension, a purchase outside the App Store or unclaimed seats, which are rare.
    fileprivate var isPlain: Bool { summary == nil && externalPurchaseToken == nil && unclaimedSeats == nil }
}
