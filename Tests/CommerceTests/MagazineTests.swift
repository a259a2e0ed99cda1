// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The third article's magazine: a new issue on the first of each month, and its timeline of one customer.
@Suite struct MagazineTests {
    /// 20 February to 20 March, to 20 April, a lapse, and 17 June to 17 July.
    func subscription() -> PurchaseHistory {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "issues", from: .utc("2018-02-20"), to: .utc("2018-03-20"))
        purchases.transaction(nil, "issues", from: .utc("2018-03-20"), to: .utc("2018-04-20"))
        purchases.transaction(nil, "issues", from: .utc("2018-06-17"), to: .utc("2018-07-17"))
        return purchases
    }

    let issues = (1...12).map { month in
        let name = month < 10 ? "2018-0\(month)" : "2018-\(month)"
        return ContentItemRegistration(
            id: ContentItemID(rawValue: name),
            entitlement: "magazine",
            publicationDate: .utc("\(name)-01")
        )
    }

    func readable(_ purchases: PurchaseHistory, asOf instant: Date) -> [ContentItemID] {
        ContentLibrary(CustomerAccount(purchases), items: issues).access(asOf: instant).filter(\.isReadable).map(
            \.item.id
        )
    }

    @Test func `the periods are the receipt's, and the lapse is found between them`() {
        let history = subscription().history()
        #expect(history.periods.map(\.startDate) == [.utc("2018-02-20"), .utc("2018-03-20"), .utc("2018-06-17")])
        #expect(history.periods.map(\.endDate) == [.utc("2018-03-20"), .utc("2018-04-20"), .utc("2018-07-17")])
        #expect(history.lapses.map(\.startDate) == [.utc("2018-04-20")])
        #expect(history.lapses.map(\.endDate) == [.utc("2018-06-17")])
        #expect(history.lapses.map(\.milliseconds) == [58 * 86_400_000])
    }

    @Test func `the customer reads February, March, April, June and July`() {
        let found = readable(subscription(), asOf: .utc("2018-08-01"))
        #expect(found == ["2018-02", "2018-03", "2018-04", "2018-06", "2018-07"])
    }

    @Test func `February and June were current when a period began`() throws {
        let answers = ContentLibrary(CustomerAccount(subscription()), items: issues).access(asOf: .utc("2018-08-01"))
        let february = try #require(answers.first { $0.item.id == "2018-02" })
        #expect(february.unlockDate == .utc("2018-02-20"))
        let june = try #require(answers.first { $0.item.id == "2018-06" })
        #expect(june.unlockDate == .utc("2018-06-17"))
        let march = try #require(answers.first { $0.item.id == "2018-03" })
        #expect(march.unlockDate == .utc("2018-03-01"))
        let may = try #require(answers.first { $0.item.id == "2018-05" })
        #expect(!may.isReadable)
        #expect(may.reason.rule == .expired)
    }

    @Test func `bought in the middle of a month gives two issues in the first month`() {
        let found = readable(subscription(), asOf: .utc("2018-03-19"))
        #expect(found == ["2018-02", "2018-03"])
    }

    @Test func `what was unlocked stays open in the lapse`() {
        #expect(readable(subscription(), asOf: .utc("2018-05-15")) == ["2018-02", "2018-03", "2018-04"])
    }

    @Test func `a stream is closed in the lapse and opens everything afterward`() {
        var catalog = Catalog.reader
        catalog.entitlements = []
        let account = CustomerAccount(subscription(), catalogs: [catalog])
        #expect(ContentLibrary(account, items: issues).access(asOf: .utc("2018-05-15")).allSatisfy { !$0.isReadable })
        let july = ContentLibrary(account, items: issues).access(asOf: .utc("2018-07-02")).filter(\.isReadable)
        #expect(july.map(\.item.id) == (1...7).map { ContentItemID(rawValue: "2018-0\($0)") })
    }

    @Test func `a refunded period locks its issues again`() {
        var purchases = subscription()
        let last = purchases.transaction("13", "issues", from: .utc("2018-06-17"), to: .utc("2018-07-17"))
        purchases.refund(last, on: .utc("2018-07-10"))
        #expect(readable(purchases, asOf: .utc("2018-08-01")) == ["2018-02", "2018-03", "2018-04"])
    }

    @Test func `an issue is not read before it is published`() {
        #expect(readable(subscription(), asOf: .utc("2018-06-30 23:59:59")).last == "2018-06")
    }

    @Test func `registered items are used, and a withdrawn one is removed`() {
        var purchases = subscription()
        for issue in issues { purchases.command(.contentItem(issue), at: .utc("2018-01-01")) }
        #expect(ContentLibrary(CustomerAccount(purchases)).access(asOf: .utc("2018-08-01")).count == 12)
        var removed = issues[1]
        removed.isWithdrawn = true
        purchases.command(.contentItem(removed), at: .utc("2018-05-01"))
        let readable = ContentLibrary(CustomerAccount(purchases)).access(asOf: .utc("2018-08-01")).filter(\.isReadable)
        #expect(readable.map(\.item.id) == ["2018-03", "2018-04", "2018-06", "2018-07"])
    }

    static let bounds: [(String, String, String, [ContentItemID])] = [
        // The beginning and the end of a period, the instant, and the issues that can be read.
        ("2018-02-20", "2018-03-20", "2018-02-20", ["2018-02"]),
        ("2018-02-20", "2018-03-20", "2018-03-01", ["2018-02", "2018-03"]),
        ("2018-03-01", "2018-03-20", "2018-05-01", ["2018-03"]),
        ("2018-02-20", "2018-03-01", "2018-05-01", ["2018-02"]),
    ]

    @Test(arguments: bounds)
    func `a period unlocks from its beginning on, and nothing that appears at its end`(
        start: String,
        end: String,
        instant: String,
        expected: [ContentItemID]
    ) {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "issues", from: .utc(start), to: .utc(end))
        #expect(readable(purchases, asOf: .utc(instant)) == expected)
    }

    @Test func `of two subscriptions that unlock an issue at the same instant the first one is the reason`() throws {
        var (first, second) = (PurchaseHistory(), PurchaseHistory(lineage: "2"))
        first.transaction(nil, "issues", from: .utc("2018-02-20"), to: .utc("2018-03-20"))
        second.transaction(nil, "issues", from: .utc("2018-02-25"), to: .utc("2018-03-25"))
        let account = CustomerAccount(first, second)
        let answers = ContentLibrary(account, items: issues).access(asOf: .utc("2018-05-01")).filter(\.isReadable)
        #expect(answers.map(\.item.id) == ["2018-02", "2018-03"])
        #expect(answers.map(\.reason.lineage) == ["1", "1"])
        #expect(answers.map(\.unlockDate) == [.utc("2018-02-20"), .utc("2018-03-01")])
    }
}
