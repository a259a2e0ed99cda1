// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// What the books keep with an entry besides its amounts.
private struct PostingNote: Codable {
    var expires: Int64?
    /// What was given, by when it runs out, where that differs.
    var parts: [Part]?
    var transaction: TransactionID?
    /// What was asked for, where a policy let less be taken.
    var asked: Int64?
    /// The balance right after it.
    var balance: Int64?

    struct Part: Codable {
        var amount: Int64
        var expires: Int64?
    }
}

/// What was answered to a change that booked nothing, so that its key gets the same answer again.
private struct PostingRefusal: Codable {
    var asked: Int64
    var reason: LedgerReason
    var counterpart: CustomerID?
    var balance: Int64
    var isWrittenOff: Bool

    func isOf(_ request: LedgerRequest) -> Bool {
        asked == request.amount && reason == request.reason && counterpart == request.counterpart
    }
}

/// A line of a customer's balance of one currency, as its history shows it.
package struct StoredPosting: Hashable, Sendable {
    /// Its number, the cursor for reading on.
    package let number: Int64
    /// What makes it once.
    package let key: String
    /// What it changes of the balance.
    package let amount: Int64
    /// Why.
    package let reason: LedgerReason
    /// When.
    package let instant: Date
    /// When what it gives runs out.
    package let expiresDate: Date?
    /// What it gives, by when that runs out; empty when all of it does at once, or never.
    package let parts: [LedgerPart]
    /// The purchase it belongs to.
    package let transaction: TransactionID?
    /// The other customer of a transfer.
    package let counterpart: CustomerID?
    /// What was asked for; the amount itself, where it was not noted.
    package let asked: Int64
    /// The balance right after it, where it was noted.
    package let balance: Int64?
    /// Whether the customer's own key made it, and not that of who gave or took the other side.
    let isOwn: Bool

    fileprivate func isOf(_ request: LedgerRequest) -> Bool {
        reason == request.reason && counterpart == request.counterpart && asked == request.amount
    }
}

/// What came of a posting.
package enum PostingOutcome: Hashable, Sendable {
    /// It is booked, with this amount.
    case posted(Int64)
    /// It was booked before, with this amount; nothing changed.
    case repeated(Int64)
    /// A refund that may take nothing, now or when its key came first.
    case writtenOff
    /// There is less than is to be taken, or was when its key came first.
    case insufficient(balance: Int64)
    /// The key was used for something else.
    case keyReused
    /// The amount is zero or does not fit.
    case invalidAmount
}

extension RecordCollection {
    /// When credits of customers run out, by customer and currency.
    static let balanceExpiries = RecordCollection(rawValue: "balance-expiries")

    /// Keys of changes that were refused, by customer and currency.
    static let balanceRefusals = RecordCollection(rawValue: "balance-refusals")

    /// Keys of transfers that were refused, by customer and currency; they name another customer.
    static let transferRefusals = RecordCollection(rawValue: "balance-transfer-refusals")
}

extension StoreWriter {
    /// Changes a customer's balance, once, as far as the policy lets it.
    ///
    /// Changes of one customer's balance of a currency happen one after another, whoever asks: the balance's row is taken
    /// first, of two customers in the order of their names. A key gets the same outcome for ever, whatever ran out or came
    /// in since: one that was refused is refused again.
    ///
    /// - Parameters:
    ///   - request: The change.
    ///   - account: The name of customers' accounts in the books.
    ///   - scope: The app and environment.
    ///   - policy: How far a balance may fall.
    ///   - instant: The present instant.
    /// - Returns: What came of it.
    /// - Throws: `StoreError`.
    package func post(
        _ request: LedgerRequest,
        account: String,
        scope: AppScope,
        policy: BalancePolicy,
        at instant: Date
    ) throws -> PostingOutcome {
        guard request.amount != 0, request.amount != .min else { return .invalidAmount }
        var request = request
        let currency = request.currency.rawValue
        let customers = [request.customer, request.counterpart].compactMap(\.self).sorted()
        for customer in customers { try hold(account, of: customer, currency: currency) }
        if let known = try posting(request.key, of: request.customer, account: account, currency: currency) {
            return known.isOf(request) ? .repeated(known.amount) : .keyReused
        }
        if let known = try refusal(request.key, of: request.customer, currency: currency) {
            guard known.isOf(request) else { return .keyReused }
            return known.isWrittenOff ? .writtenOff : .insufficient(balance: known.balance)
        }
        for customer in customers {
            try bookExpired(account, of: customer, currency: currency, scope: scope, at: instant)
        }
        var amount = request.amount
        let before = try balance(of: account, customer: request.customer, currency: currency)
        if let giver = amount < 0 ? request.customer : request.counterpart {
            let balance = try balance(of: account, customer: giver, currency: currency)
            let takeable = policy.takeable(abs(amount), of: balance, for: request.reason)
            guard let takeable, takeable > 0 else {
                try remember(request, isWrittenOff: takeable != nil, balance: before, at: instant)
                return takeable == nil ? .insufficient(balance: balance) : .writtenOff
            }
            amount = amount < 0 ? -takeable : takeable
            if request.counterpart != nil {
                try carry(&request, from: giver, account: account)
            }
        }
        let (after, overflows) = before.addingReportingOverflow(amount)
        guard !overflows else { return .invalidAmount }
        var entry = try entry(request, amount: amount, account: account, scope: scope, at: instant)
        entry.body = try AppStoreJSON.encode(PostingNote(request, balance: after))
        let isNew = try book(entry)
        if isNew, let taker = amount > 0 ? request.customer : request.counterpart {
            let ends = request.parts.isEmpty ? [request.expiresDate] : request.parts.map(\.expiresDate)
            for case let end? in ends { try remember(end, request, of: taker) }
        }
        return isNew ? .posted(amount) : .keyReused
    }

    /// A customer's balance that nobody else changes before this transaction ends, without what has run out.
    ///
    /// - Throws: `StoreError`.
    package func settledBalance(
        of account: String,
        customer: CustomerID,
        currency: String,
        scope: AppScope,
        at instant: Date
    ) throws -> Int64 {
        try hold(account, of: customer, currency: currency)
        try bookExpired(account, of: customer, currency: currency, scope: scope, at: instant)
        return try balance(of: account, customer: customer, currency: currency)
    }

    /// Books what has run out of a customer's balance of a currency.
    ///
    /// - Returns: How much ran out.
    /// - Throws: `StoreError`.
    @discardableResult
    package func bookExpired(
        _ account: String,
        of customer: CustomerID,
        currency: String,
        scope: AppScope,
        at instant: Date
    ) throws -> Int64 {
        guard try hasExpired(customer, currency: currency, asOf: instant) else { return 0 }
        try hold(account, of: customer, currency: currency)
        let ledger = try ledger(of: customer, account: account, currency: currency)
        var expired: Int64 = 0
        for request in ledger.expiries(of: customer, asOf: instant)
        where try book(entry(request, amount: request.amount, account: account, scope: scope, at: instant)) {
            expired -= request.amount
        }
        try execute(
            """
            DELETE FROM records WHERE collection = \(RecordCollection.balanceExpiries.rawValue)
                AND owner = \(Self.expiryOwner(customer, currency)) AND name <= \(Self.expiryName(instant) + "~")
            """
        )
        return expired
    }

    /// Takes a customer's name out of keys, and removes what waits under it, before the lines get a pseudonym.
    func forgetPostings(of customer: CustomerID, as pseudonym: CustomerID) throws {
        let named = "posting \(customer.rawValue.utf8.count) \(customer) "
        let renamed = "posting \(pseudonym.rawValue.utf8.count) \(pseudonym) "
        try execute(
            """
            UPDATE ledger_entries
            SET idempotency_key = \(renamed) || SUBSTR(idempotency_key, CAST(\(named.unicodeScalars.count + 1) AS INTEGER))
            WHERE id IN (SELECT entry FROM ledger_lines WHERE customer = \(customer))
                AND SUBSTR(idempotency_key, 1, CAST(\(named.unicodeScalars.count) AS INTEGER)) = \(named)
            """
        )
        try forgetTransfers(with: customer)
        let owner = "\(customer.rawValue.utf8.count) \(customer) "
        for collection in [RecordCollection.balanceExpiries, .balanceRefusals, .transferRefusals] {
            try execute(
                """
                DELETE FROM records WHERE collection = \(collection.rawValue)
                    AND SUBSTR(owner, 1, CAST(\(owner.unicodeScalars.count) AS INTEGER)) = \(owner)
                """
            )
        }
    }

    /// Takes a customer's name out of what was noted about transfers with others.
    private func forgetTransfers(with customer: CustomerID) throws {
        // Before the lines told who the other one is, the note did.
        let notes = try rows(
            """
            SELECT id, body FROM ledger_entries
            WHERE reason = \(LedgerReason.transfer.rawValue) AND body IS NOT NULL
                AND id IN (SELECT entry FROM ledger_lines WHERE customer = \(customer))
            """
        ) { (id: try $0.next(Int64.self), body: try $0.next(Data.self)) }
        for note in notes {
            let body = try AppStoreJSON.encode(AppStoreJSON.decode(PostingNote.self, from: note.body))
            try execute("UPDATE ledger_entries SET body = \(body) WHERE id = \(note.id)")
        }
        let refusals = try rows(
            """
            SELECT owner, name, body FROM records WHERE collection = \(RecordCollection.transferRefusals.rawValue)
            """
        ) { (owner: try $0.next(String.self), name: try $0.next(String.self), body: try $0.next(Data.self)) }
        for refusal in refusals
        where try AppStoreJSON.decode(PostingRefusal.self, from: refusal.body).counterpart == customer {
            try removeRecord(.transferRefusals, owner: refusal.owner, name: refusal.name)
        }
    }

    private func remember(_ request: LedgerRequest, isWrittenOff: Bool, balance: Int64, at instant: Date) throws {
        let refusal = PostingRefusal(
            asked: request.amount,
            reason: request.reason,
            counterpart: request.counterpart,
            balance: balance,
            isWrittenOff: isWrittenOff
        )
        try put(
            StoredRecord(
                collection: request.counterpart == nil ? .balanceRefusals : .transferRefusals,
                owner: Self.expiryOwner(request.customer, request.currency.rawValue),
                name: request.key,
                updatedDate: instant,
                body: try AppStoreJSON.encode(refusal)
            )
        )
    }

    /// What moves runs out when it would have run out where it was.
    private func carry(_ request: inout LedgerRequest, from giver: CustomerID, account: String) throws {
        let currency = request.currency.rawValue
        guard try hasExpired(giver, currency: currency, asOf: .distantFuture) else { return }
        let ledger = try ledger(of: giver, account: account, currency: currency)
        request.carry(ledger.parts(of: giver, taking: abs(request.amount)))
    }

    private func remember(_ end: Date, _ request: LedgerRequest, of customer: CustomerID) throws {
        try put(
            StoredRecord(
                collection: .balanceExpiries,
                owner: Self.expiryOwner(customer, request.currency.rawValue),
                name: Self.expiryName(end) + " " + request.key,
                updatedDate: end,
                body: Data()
            )
        )
    }

    /// Takes a balance's row, so that nobody else changes it before this transaction ends.
    private func hold(_ account: String, of customer: CustomerID, currency: String) throws {
        try execute(
            """
            INSERT INTO ledger_balances (account, customer, currency, amount)
            VALUES (\(account), \(customer), \(currency), 0)
            ON CONFLICT (account, customer, currency) DO UPDATE SET amount = ledger_balances.amount
            """
        )
    }

    private func entry(
        _ request: LedgerRequest,
        amount: Int64,
        account: String,
        scope: AppScope,
        at instant: Date
    ) throws -> StoredLedgerEntry {
        let currency = request.currency.rawValue
        let other = StoredLedgerEntry.Line(
            account: request.counterpart == nil ? request.reason.counterpart.description : account,
            customer: request.counterpart,
            amount: -amount,
            currency: currency
        )
        return StoredLedgerEntry(
            idempotencyKey: Self.storedKey(request.key, request.customer, currency),
            scope: scope,
            instant: instant,
            reason: request.reason.rawValue,
            lines: [
                StoredLedgerEntry.Line(
                    account: account,
                    customer: request.customer,
                    amount: amount,
                    currency: currency
                ),
                other,
            ],
            body: try AppStoreJSON.encode(PostingNote(request))
        )
    }
}

extension PostingNote.Part {
    fileprivate var part: LedgerPart {
        LedgerPart(amount: amount, expiresDate: expires.map { Date(millisecondsSince1970: $0) })
    }
}

extension PostingNote {
    fileprivate init(_ request: LedgerRequest, balance: Int64? = nil) {
        expires = request.expiresDate?.millisecondsSince1970
        parts =
            request.parts.isEmpty
            ? nil
            : request.parts.map {
                Part(amount: $0.amount, expires: $0.expiresDate?.millisecondsSince1970)
            }
        transaction = request.transactionID
        asked = request.amount
        self.balance = balance
    }
}

extension StoreReader {
    /// The stored key of a customer's own key.
    fileprivate static func storedKey(_ key: String, _ customer: CustomerID, _ currency: String) -> String {
        "posting \(customer.rawValue.utf8.count) \(customer) \(currency.utf8.count) \(currency) \(key)"
    }

    /// A customer's own key of a stored one, or the stored one when another part of the server made it.
    ///
    /// A transfer is under the key of whoever asked for it, whose name does not concern the other one.
    fileprivate static func ownKey(
        _ stored: String,
        _ customer: CustomerID,
        _ other: CustomerID?,
        _ currency: String
    ) -> (key: String, isOwn: Bool) {
        let prefix = storedKey("", customer, currency)
        if stored.hasPrefix(prefix) { return (String(stored.dropFirst(prefix.count)), true) }
        guard let other else { return (stored, true) }
        let foreign = storedKey("", other, currency)
        return stored.hasPrefix(foreign) ? (String(stored.dropFirst(foreign.count)), false) : (stored, true)
    }

    /// A customer's balance of a currency, line by line, the newest first.
    ///
    /// - Throws: `StoreError`.
    package func postings(
        of customer: CustomerID,
        account: String,
        currency: String,
        before number: Int64 = .max,
        limit: Int
    ) throws -> [StoredPosting] {
        try postings(
            of: customer,
            currency: currency,
            where: "l.account = \(account) AND l.entry < \(number) ORDER BY l.entry DESC LIMIT \(limit)"
        )
    }

    /// The currencies of which a customer has or had something.
    ///
    /// - Throws: `StoreError`.
    package func balances(of customer: CustomerID, account: String) throws -> [(currency: String, amount: Int64)] {
        try rows(
            """
            SELECT currency, amount FROM ledger_balances WHERE account = \(account) AND customer = \(customer)
            ORDER BY currency LIMIT 1000
            """
        ) { (currency: try $0.next(), amount: try $0.next()) }
    }

    /// What a key of a customer's booked.
    ///
    /// - Throws: `StoreError`.
    package func posting(
        _ key: String,
        of customer: CustomerID,
        account: String,
        currency: String
    ) throws -> StoredPosting? {
        let stored = Self.storedKey(key, customer, currency)
        return try postings(
            of: customer,
            currency: currency,
            where: "l.account = \(account) AND e.idempotency_key = \(stored) LIMIT 1"
        ).first
    }

    fileprivate func refusal(_ key: String, of customer: CustomerID, currency: String) throws -> PostingRefusal? {
        let owner = Self.expiryOwner(customer, currency)
        let known =
            try record(.balanceRefusals, owner: owner, name: key)
            ?? record(.transferRefusals, owner: owner, name: key)
        return try known.map {
            try AppStoreJSON.decode(PostingRefusal.self, from: $0.body)
        }
    }

    /// The balance right after a key was answered first; the present one when it never was.
    ///
    /// - Throws: `StoreError`.
    package func balance(
        after key: String,
        of account: String,
        customer: CustomerID,
        currency: String
    ) throws -> Int64 {
        let noted =
            try posting(key, of: customer, account: account, currency: currency)?.balance
            ?? refusal(key, of: customer, currency: currency)?.balance
        return try noted ?? balance(of: account, customer: customer, currency: currency)
    }

    /// Whether something that was given to a customer has run out by an instant.
    ///
    /// - Throws: `StoreError`.
    package func hasExpired(_ customer: CustomerID, currency: String, asOf instant: Date) throws -> Bool {
        let owner = Self.expiryOwner(customer, currency)
        let first = try records(.balanceExpiries, owner: owner, limit: 1).first
        return first.map { $0.updatedDate <= instant } ?? false
    }

    fileprivate static func expiryOwner(_ customer: CustomerID, _ currency: String) -> String {
        "\(customer.rawValue.utf8.count) \(customer) \(currency)"
    }

    /// A name that sorts by time.
    fileprivate static func expiryName(_ instant: Date) -> String {
        let digits = String(max(0, instant.millisecondsSince1970))
        return String(repeating: "0", count: max(0, 19 - digits.count)) + digits
    }

    /// All postings of a customer as the rules' ledger.
    fileprivate func ledger(of customer: CustomerID, account: String, currency: String) throws -> Ledger {
        let postings = try postings(
            of: customer,
            currency: currency,
            where: "l.account = \(account) ORDER BY l.entry LIMIT 10000000"
        )
        let entries = postings.compactMap { posting -> LedgerEntry? in
            var request = LedgerRequest(
                // Another customer's key may be the same as one of this customer's.
                key: posting.isOwn ? posting.key : "entry \(posting.number)",
                customer: customer,
                currency: Currency(rawValue: currency),
                amount: posting.amount,
                reason: posting.reason
            )
            request.expiresDate = posting.expiresDate
            request.parts = posting.parts
            request.transactionID = posting.transaction
            request.counterpart = posting.counterpart
            return request.entry(at: posting.instant)
        }
        return Ledger(currency: Currency(rawValue: currency), entries: entries)
    }

    private func postings(
        of customer: CustomerID,
        currency: String,
        where condition: Query
    ) throws -> [StoredPosting] {
        try rows(
            """
            SELECT e.id, e.idempotency_key, l.amount, e.reason, e.instant, e.body,
                (SELECT MIN(o.customer) FROM ledger_lines o WHERE o.entry = e.id AND o.customer <> l.customer)
            FROM ledger_lines l JOIN ledger_entries e ON e.id = l.entry
            WHERE l.customer = \(customer) AND l.currency = \(currency) AND \(condition)
            """
        ) { row in
            let number = try row.next(Int64.self)
            let stored = try row.next(String.self)
            let amount = try row.next(Int64.self)
            let reason = try row.next(LedgerReason.self)
            let instant = try row.next(Date.self)
            let body = try row.next(Data?.self)
            let other = try row.next(CustomerID?.self)
            let note = try body.map { try AppStoreJSON.decode(PostingNote.self, from: $0) }
            let (key, isOwn) = Self.ownKey(stored, customer, other, currency)
            return StoredPosting(
                number: number,
                key: key,
                amount: amount,
                reason: reason,
                instant: instant,
                expiresDate: amount > 0 ? note?.expires.map { Date(millisecondsSince1970: $0) } : nil,
                parts: amount > 0 ? note?.parts?.map(\.part) ?? [] : [],
                transaction: note?.transaction,
                counterpart: other,
                asked: note?.asked ?? amount,
                balance: isOwn ? note?.balance : nil,
                isOwn: isOwn
            )
        }
    }
}
