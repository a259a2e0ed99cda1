// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

// One period of a subscription is like the one before but for its identifiers and dates. Each statement is therefore
// written as its difference from the last one, which is also read quickly: a text that did not change is not made again.

extension FoldedFacts {
    /// The first byte of the form that this program writes and reads.
    private static let form: UInt8 = 1

    /// The bytes that a row holds.
    var bytes: [UInt8] {
        get throws {
            var writer = FoldWriter()
            writer.count(transactions.count)
            for record in transactions { writer.transaction(record) }
            writer.count(renewalRecords.count)
            for record in renewalRecords { writer.renewal(record) }
            writer.count(commands.count)
            for fact in commands { writer.command(fact, packed: try CompactContent.pack(fact.content)) }
            return [Self.form] + writer.bytes
        }
    }

    /// Reads what a row holds.
    ///
    /// - Returns: `nil` when another version of the program wrote the row in another form.
    /// - Throws: `DatabaseError` with `damaged` when it cannot be read.
    init?(_ bytes: [UInt8], of key: LineageKey, lastOrder: FactOrder, count: Int) throws {
        guard bytes.first == Self.form else { return nil }
        var reader = try FoldReader(bytes, scope: key.scope, lineage: key.lineage)
        var transactions: [TransactionRecord] = []
        let transactionCount = try reader.count()
        transactions.reserveCapacity(transactionCount)
        for _ in 0..<transactionCount { transactions.append(try reader.transaction()) }
        var renewals: [RenewalRecord] = []
        let renewalCount = try reader.count()
        renewals.reserveCapacity(renewalCount)
        for _ in 0..<renewalCount { renewals.append(try reader.renewal()) }
        var commands: [Fact] = []
        for _ in 0..<(try reader.count()) { commands.append(try reader.command()) }
        try reader.end()
        self.init(
            key: key,
            lastOrder: lastOrder,
            count: count,
            transactions: transactions,
            renewalRecords: renewals,
            commands: commands
        )
    }
}

/// Writes folded facts, one record after another.
private struct FoldWriter {
    private(set) var bytes: [UInt8] = []
    private var record = CompactWriter()
    private var transaction: Transaction?
    private var info: RenewalInfo?
    private var evidence: Evidence?

    mutating func count(_ number: Int) {
        record.number(UInt64(number))
        end()
    }

    mutating func transaction(_ value: TransactionRecord) {
        let (first, newest, signed) = (value.first, value.newest, value.newestSigned)
        record.mark(first == newest)
        record.mark(signed == newest)
        record.mark(signed == first)
        record.mark(signed != nil)
        record.optional(value.earlySignings.isEmpty ? nil : value.earlySignings) { record, signings in
            record.number(UInt64(signings.count))
            for (date, signing) in signings.sorted(by: { $0.key < $1.key }) {
                record.instant(date)
                record.instant(signing)
            }
        }
        statement(newest)
        if first != newest { statement(first) }
        if let signed, signed != newest, signed != first { statement(signed) }
    }

    private mutating func statement(_ value: TransactionStatement) {
        write(value.evidence)
        if let transaction, transaction.isSimilar(to: value.transaction) {
            record.mark(true)
            record.changes(of: value.transaction, from: transaction)
            end()
        } else {
            record.mark(false)
            end()
            record.transaction(value.transaction)
            end()
        }
        transaction = value.transaction
    }

    mutating func renewal(_ value: RenewalRecord) {
        write(value.evidence)
        if let info, info.isSimilar(to: value.info) {
            record.mark(true)
            record.changes(of: value.info, from: info)
            end()
        } else {
            record.mark(false)
            end()
            record.renewalInfo(value.info)
            end()
        }
        info = value.info
    }

    mutating func command(_ fact: Fact, packed: [UInt8]) {
        write(Evidence(fact))
        record.counted(packed)
        end()
    }

    private mutating func write(_ value: Evidence) {
        let previous = evidence
        record.mark(value.kind == previous?.kind)
        if value.kind != previous?.kind { record.text(value.kind) }
        record.mark(value.order.rank == previous?.order.rank)
        if value.order.rank != previous?.order.rank { record.number(UInt64(value.order.rank.rawValue)) }
        record.integer(value.order.milliseconds &- (previous?.order.milliseconds ?? 0))
        switch value.order.tie {
        case .sequence(let number):
            record.mark(true)
            record.integer(number)
        case .digest(let digest):
            record.mark(false)
            record.digest(digest)
        }
        record.mark(value.order.tie == .digest(value.digest))
        if value.order.tie != .digest(value.digest) { record.digest(value.digest) }
        evidence = value
    }

    private mutating func end() {
        record.finish(into: &bytes)
    }
}

/// Reads what ``FoldWriter`` wrote.
private struct FoldReader {
    private var record: CompactReader
    private let scope: AppScope
    private let lineage: OriginalTransactionID
    /// The transaction read last, alone in its array; none before the first one.
    private var transactionBefore: [Transaction] = []
    /// The same of renewal infos.
    private var infoBefore: [RenewalInfo] = []
    private var evidenceBefore: Evidence?

    init(_ bytes: [UInt8], scope: AppScope, lineage: OriginalTransactionID) throws {
        record = CompactReader(bytes, from: 1)
        self.scope = scope
        self.lineage = lineage
    }

    mutating func count() throws -> Int {
        try record.begin()
        let number = try record.number()
        // Nothing is written in less than a byte.
        guard number <= record.remaining else { throw CompactContent.unreadable }
        return Int(number)
    }

    mutating func end() throws {
        guard record.isAtEnd else { throw CompactContent.unreadable }
    }

    mutating func transaction() throws -> TransactionRecord {
        try record.begin()
        let isFirstNewest = record.mark()
        let isSignedNewest = record.mark()
        let isSignedFirst = record.mark()
        let isSigned = record.mark()
        var signings: [Date: Date] = [:]
        if record.mark() {
            for _ in 0..<(try record.number()) { signings[try record.instant()] = try record.instant() }
        }
        let newest = try statement(isBegun: true)
        let first = isFirstNewest ? newest : try statement(isBegun: false)
        var signed: TransactionStatement?
        if isSigned { signed = isSignedNewest ? newest : isSignedFirst ? first : try statement(isBegun: false) }
        return TransactionRecord(newest: newest, newestSigned: signed, first: first, earlySignings: signings)
    }

    private mutating func statement(isBegun: Bool) throws -> TransactionStatement {
        if !isBegun { try record.begin() }
        let evidence = try evidence()
        if record.mark() {
            // Changed in its place: a transaction is large, and each copy counts all of its texts.
            guard !transactionBefore.isEmpty else { throw CompactContent.unreadable }
            try record.applyChanges(to: &transactionBefore[0])
        } else {
            try record.begin()
            transactionBefore = [try record.transaction()]
        }
        return TransactionStatement(transactionBefore[0], evidence)
    }

    mutating func renewal() throws -> RenewalRecord {
        try record.begin()
        let evidence = try evidence()
        if record.mark() {
            guard !infoBefore.isEmpty else { throw CompactContent.unreadable }
            try record.applyChanges(to: &infoBefore[0])
        } else {
            try record.begin()
            infoBefore = [try record.renewalInfo()]
        }
        return RenewalRecord(info: infoBefore[0], evidence: evidence)
    }

    mutating func command() throws -> Fact {
        try record.begin()
        let evidence = try evidence()
        return Fact(
            scope: scope,
            kind: evidence.kind,
            order: evidence.order,
            lineage: lineage,
            digest: evidence.digest,
            content: try CompactContent.unpack(try record.counted())
        )
    }

    private mutating func evidence() throws -> Evidence {
        let kind: FactKind
        if record.mark() {
            guard let before = evidenceBefore else { throw CompactContent.unreadable }
            kind = before.kind
        } else {
            kind = try record.text()
        }
        let rank: FactRank
        if record.mark() {
            guard let before = evidenceBefore else { throw CompactContent.unreadable }
            rank = before.order.rank
        } else {
            let number = try record.number()
            guard let known = UInt8(exactly: number).flatMap(FactRank.init) else { throw CompactContent.unreadable }
            rank = known
        }
        let milliseconds = try record.integer() &+ (evidenceBefore?.order.milliseconds ?? 0)
        let instant = Date(millisecondsSince1970: milliseconds)
        let order: FactOrder
        var digest = FactDigest.zero
        if record.mark() {
            order = FactOrder(instant: instant, sequence: try record.integer())
        } else {
            digest = try record.digest()
            order = FactOrder(instant: instant, rank: rank, digest: digest)
        }
        if !record.mark() { digest = try record.digest() }
        let evidence = Evidence(kind: kind, order: order, digest: digest)
        evidenceBefore = evidence
        return evidence
    }
}

// MARK: - Differences

extension Transaction {
    /// Whether what has fields of its own is the same, so that only plain fields differ.
    fileprivate func isSimilar(to other: Transaction) -> Bool {
        revocation == other.revocation && offer == other.offer && multiSeatInfo == other.multiSeatInfo
            && bundle == other.bundle && commitment == other.commitment
    }
}

extension RenewalInfo {
    fileprivate func isSimilar(to other: RenewalInfo) -> Bool {
        offer == other.offer && eligibleWinBackOfferIDs == other.eligibleWinBackOfferIDs
            && multiSeatInfo == other.multiSeatInfo && bundle == other.bundle && commitment == other.commitment
    }
}

extension CompactWriter {
    fileprivate mutating func changes(of value: Transaction, from previous: Transaction) {
        change(value.id, previous.id) { $0.text($1) }
        change(value.originalTransactionID, previous.originalTransactionID) { $0.text($1) }
        change(value.webOrderLineItemID, previous.webOrderLineItemID) { $0.optional($1) { $0.text($1) } }
        change(value.productID, previous.productID) { $0.text($1) }
        change(value.productType, previous.productType) { $0.optional($1) { $0.text($1) } }
        change(value.subscriptionGroupID, previous.subscriptionGroupID) { $0.optional($1) { $0.text($1) } }
        change(value.purchaseDate, previous.purchaseDate) { $0.instant($1, after: previous.purchaseDate) }
        change(value.originalPurchaseDate, previous.originalPurchaseDate) { $0.instant($1) }
        change(value.expirationDate, previous.expirationDate) {
            $0.optional($1) { $0.instant($1, after: previous.expirationDate) }
        }
        change(value.quantity, previous.quantity) { $0.integer($1) }
        change(value.appAccountToken, previous.appAccountToken) { $0.optional($1) { $0.uuid($1.rawValue) } }
        change(value.ownership, previous.ownership) { $0.text($1) }
        mark(value.isUpgraded)
        change(value.storefront, previous.storefront) { $0.optional($1) { $0.text($1) } }
        change(value.storefrontID, previous.storefrontID) { $0.optional($1) { $0.text($1) } }
        change(value.reason, previous.reason) { $0.optional($1) { $0.text($1) } }
        change(value.price, previous.price) { $0.optional($1) { $0.money($1) } }
        change(value.appTransactionID, previous.appTransactionID) { $0.optional($1) { $0.text($1) } }
        change(value.billingPlan, previous.billingPlan) { $0.optional($1) { $0.text($1) } }
        change(value.previousOriginalTransactionID, previous.previousOriginalTransactionID) {
            $0.optional($1) { $0.text($1) }
        }
        change(value.additionalTransactionReason, previous.additionalTransactionReason) {
            $0.optional($1) { $0.text($1) }
        }
    }

    fileprivate mutating func changes(of value: RenewalInfo, from previous: RenewalInfo) {
        change(value.originalTransactionID, previous.originalTransactionID) { $0.text($1) }
        change(value.productID, previous.productID) { $0.text($1) }
        change(value.autoRenewProductID, previous.autoRenewProductID) { $0.optional($1) { $0.text($1) } }
        change(value.willAutoRenew, previous.willAutoRenew) { $0.optional($1) { $0.mark($1) } }
        change(value.expirationIntent, previous.expirationIntent) { $0.optional($1) { $0.code($1) } }
        mark(value.isInBillingRetryPeriod)
        change(value.gracePeriodExpirationDate, previous.gracePeriodExpirationDate) {
            $0.optional($1) { $0.instant($1) }
        }
        change(value.priceIncrease, previous.priceIncrease) { $0.optional($1) { $0.code($1) } }
        change(value.renewalDate, previous.renewalDate) {
            $0.optional($1) { $0.instant($1, after: previous.renewalDate) }
        }
        change(value.renewalPrice, previous.renewalPrice) { $0.optional($1) { $0.money($1) } }
        change(value.recentSubscriptionStartDate, previous.recentSubscriptionStartDate) {
            $0.optional($1) { $0.instant($1) }
        }
        change(value.appAccountToken, previous.appAccountToken) { $0.optional($1) { $0.uuid($1.rawValue) } }
        change(value.appTransactionID, previous.appTransactionID) { $0.optional($1) { $0.text($1) } }
        change(value.renewalBillingPlan, previous.renewalBillingPlan) { $0.optional($1) { $0.text($1) } }
        change(value.renewalQuantity, previous.renewalQuantity) { $0.optional($1) { $0.integer($1) } }
        change(value.willUnbundle, previous.willUnbundle) { $0.optional($1) { $0.mark($1) } }
    }

    private mutating func change<Value: Equatable>(
        _ value: Value,
        _ previous: Value,
        _ write: (inout CompactWriter, Value) -> Void
    ) {
        mark(value != previous)
        if value != previous { write(&self, value) }
    }
}

extension CompactReader {
    fileprivate mutating func applyChanges(to value: inout Transaction) throws {
        if mark() { value.id = try text() }
        if mark() { value.originalTransactionID = try text() }
        if mark() { value.webOrderLineItemID = try optional { try $0.text() } }
        if mark() { value.productID = try text() }
        if mark() { value.productType = try optional { try $0.text() } }
        if mark() { value.subscriptionGroupID = try optional { try $0.text() } }
        if mark() { value.purchaseDate = try instant(after: value.purchaseDate) }
        if mark() { value.originalPurchaseDate = try instant() }
        if mark() {
            let before = value.expirationDate
            value.expirationDate = try optional { try $0.instant(after: before) }
        }
        if mark() { value.quantity = try int() }
        if mark() { value.appAccountToken = try optional { AppAccountToken(rawValue: try $0.uuid()) } }
        if mark() { value.ownership = try text() }
        value.isUpgraded = mark()
        if mark() { value.storefront = try optional { try $0.text() } }
        if mark() { value.storefrontID = try optional { try $0.text() } }
        if mark() { value.reason = try optional { try $0.text() } }
        if mark() { value.price = try optional { try $0.money() } }
        if mark() { value.appTransactionID = try optional { try $0.text() } }
        if mark() { value.billingPlan = try optional { try $0.text() } }
        if mark() { value.previousOriginalTransactionID = try optional { try $0.text() } }
        if mark() { value.additionalTransactionReason = try optional { try $0.text() } }
    }

    fileprivate mutating func applyChanges(to value: inout RenewalInfo) throws {
        if mark() { value.originalTransactionID = try text() }
        if mark() { value.productID = try text() }
        if mark() { value.autoRenewProductID = try optional { try $0.text() } }
        if mark() { value.willAutoRenew = try optional { $0.mark() } }
        if mark() { value.expirationIntent = try optional { try $0.code() } }
        value.isInBillingRetryPeriod = mark()
        if mark() { value.gracePeriodExpirationDate = try optional { try $0.instant() } }
        if mark() { value.priceIncrease = try optional { try $0.code() } }
        if mark() {
            let before = value.renewalDate
            value.renewalDate = try optional { try $0.instant(after: before) }
        }
        if mark() { value.renewalPrice = try optional { try $0.money() } }
        if mark() { value.recentSubscriptionStartDate = try optional { try $0.instant() } }
        if mark() { value.appAccountToken = try optional { AppAccountToken(rawValue: try $0.uuid()) } }
        if mark() { value.appTransactionID = try optional { try $0.text() } }
        if mark() { value.renewalBillingPlan = try optional { try $0.text() } }
        if mark() { value.renewalQuantity = try optional { try $0.int() } }
        if mark() { value.willUnbundle = try optional { $0.mark() } }
    }
}
