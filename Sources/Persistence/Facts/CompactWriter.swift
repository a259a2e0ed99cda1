// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Writes what facts say in few bytes that are read quickly: marks of what is there first, then one field after another.
struct CompactWriter {
    private var fields: [UInt8] = []
    private var marks: UInt64 = 0
    private var markCount = 0

    init() {
        fields.reserveCapacity(224)
    }

    /// What was written, after two bytes that say in which form and about what.
    func finished(_ form: UInt8, _ subject: UInt8) -> [UInt8] {
        precondition(markCount <= 64, "a form has at most 64 marks")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fields.count + 12)
        bytes.append(form)
        bytes.append(subject)
        Self.append(marks, to: &bytes)
        bytes += fields
        return bytes
    }

    /// Appends what was written since the last time, and begins the next record.
    mutating func finish(into bytes: inout [UInt8]) {
        precondition(markCount <= 64, "a form has at most 64 marks")
        Self.append(marks, to: &bytes)
        bytes += fields
        fields.removeAll(keepingCapacity: true)
        (marks, markCount) = (0, 0)
    }

    mutating func mark(_ isSet: Bool) {
        if isSet { marks |= 1 << UInt64(markCount) }
        markCount += 1
    }

    mutating func optional<Value>(_ value: Value?, _ write: (inout CompactWriter, Value) -> Void) {
        mark(value != nil)
        if let value { write(&self, value) }
    }

    mutating func number(_ number: UInt64) { Self.append(number, to: &fields) }

    /// A number of either sign, small ones in few bytes.
    mutating func integer(_ value: Int64) { number(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    mutating func integer(_ value: Int) { integer(Int64(value)) }

    mutating func instant(_ date: Date) { integer(date.millisecondsSince1970) }

    /// An instant as its distance from another one, which is mostly short.
    mutating func instant(_ date: Date, after other: Date?) {
        integer(date.millisecondsSince1970 &- (other?.millisecondsSince1970 ?? 0))
    }

    mutating func digest(_ digest: FactDigest) { fields += digest.bytes }

    /// Bytes with their number.
    mutating func counted(_ bytes: [UInt8]) {
        number(UInt64(bytes.count))
        fields += bytes
    }

    mutating func uuid(_ uuid: UUID) {
        withUnsafeBytes(of: uuid.uuid) { fields.append(contentsOf: $0) }
    }

    mutating func text(_ value: some WireString) { text(value.rawValue) }

    mutating func code(_ value: some WireInteger) { integer(value.rawValue) }

    mutating func text(_ text: String) {
        if let place = CompactTexts.place(of: text) {
            fields.append(place)
            return
        }
        if let decimal = Self.decimal(text) {
            fields.append(CompactTexts.decimal)
            number(decimal)
            return
        }
        let count = text.utf8.count
        let short = count + Int(CompactTexts.shortest)
        if short < Int(CompactTexts.long) {
            fields.append(UInt8(short))
        } else {
            fields.append(CompactTexts.long)
            number(UInt64(count))
        }
        fields += text.utf8
    }

    mutating func money(_ money: Money) {
        integer(money.milliunits)
        text(money.currency)
    }

    /// The number that a text spells, when the number's own spelling is that text.
    private static func decimal(_ text: String) -> UInt64? {
        let digits = text.utf8
        guard (1...19).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else {
            return nil
        }
        var number: UInt64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// Seven bits in each byte, the lowest first; a set highest bit says that more follow.
    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 128 {
            bytes.append(UInt8(truncatingIfNeeded: rest & 127) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// How texts are distinguished by their first byte.
enum CompactTexts {
    /// A number in decimal digits follows.
    static let decimal: UInt8 = 128
    /// A text's length in the byte itself: this one represents none.
    static let shortest: UInt8 = 130
    /// A text's length follows.
    static let long: UInt8 = 255

    /// The texts that Apple writes again and again.
    ///
    /// Rows name them by their places: add at the end alone, at most 128.
    static let known: [String] = [
        "", "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription", "PURCHASED",
        "FAMILY_SHARED", "PURCHASE", "RENEWAL", "FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME", "P1W", "P1M",
        "P2M", "P3M", "P6M", "P1Y", "USA", "CHN", "JPN", "GBR", "DEU", "FRA", "CAN", "AUS", "KOR", "BRA", "IND", "USD",
        "CNY", "JPY", "GBP", "EUR", "CAD", "AUD", "KRW", "BRL", "INR", "REFUND_FULL", "REFUND_PRORATED",
        "FAMILY_REVOKE",
        "SUBSCRIBED", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS", "DID_CHANGE_RENEWAL_PREF", "DID_FAIL_TO_RENEW",
        "GRACE_PERIOD_EXPIRED", "EXPIRED", "REFUND", "REFUND_DECLINED", "REFUND_REVERSED", "REVOKE",
        "CONSUMPTION_REQUEST", "ONE_TIME_CHARGE", "OFFER_REDEEMED", "PRICE_INCREASE", "RENEWAL_EXTENDED",
        "RENEWAL_EXTENSION", "EXTERNAL_PURCHASE_TOKEN", "METADATA_UPDATE", "MIGRATION", "PRICE_CHANGE", "TEST",
        "INITIAL_BUY", "RESUBSCRIBE", "AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED", "UPGRADE", "DOWNGRADE",
        "BILLING_RECOVERY", "BILLING_RETRY", "GRACE_PERIOD", "VOLUNTARY", "PRODUCT_NOT_FOR_SALE", "ACCEPTED", "PENDING",
        "SUMMARY", "FAILURE", "UNREPORTED", "token", "session", "restore", "administrator", "backfill", "MONTHLY",
        "BILLED_UPFRONT",
    ]

    private static let places: [String: UInt8] = Dictionary(
        known.enumerated().map { ($1, UInt8($0)) },
        uniquingKeysWith: { first, _ in first }
    )

    static func place(of text: String) -> UInt8? {
        text.utf8.count > 27 ? nil : places[text]
    }
}
