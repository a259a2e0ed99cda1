// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The subscriptions that will not renew.
struct EndingSubscriptionFeature: Sendable {
    let reader: EndingSubscriptionReader

    var routes: [Route] { [listEndingSubscriptions] }

    private var listEndingSubscriptions: Route {
        Route(
            method: .get,
            path: "/v1/subscriptions/not-renewing",
            name: "listEndingSubscriptions",
            summary: "Lists the subscriptions in service that will not renew, the first to end first.",
            group: .customers,
            access: .backend,
            query: [
                .environment, .limit,
                .init(
                    name: "days",
                    schema: .integer(from: 1, to: 3660),
                    summary: "Only subscriptions that end within these days (default: all)."
                ),
                .init(name: "product", schema: .string(upTo: 200), summary: "Only this product."),
                .init(name: "after", schema: .string(upTo: 230), summary: "`nextCursor` of the previous page."),
            ],
            answers: [.json(EndingSubscriptionList.self, "The subscriptions.")]
        ) { [self] call in
            var question = EndingSubscriptionReader.Question(product: call.text("product"))
            question.days = try call.integer("days", in: 1...3660).map { Int($0) }
            if let text = call.text("after") {
                guard let place = EndingSubscriptionReader.Place(text) else {
                    throw ServiceProblem.invalid("after", "the `nextCursor` of the page before")
                }
                question.after = place
            }
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let page = try await reader.page(question, in: try call.scope(), limit: limit, now: call.now)
            return try .json(EndingSubscriptionList(page))
        }
    }
}

/// Reads the list of subscriptions that will not renew, a page at a time.
struct EndingSubscriptionReader: Sendable {
    let database: any Database

    /// How many purchases are read at once, and how many a page looks at.
    private static let limit = (read: 500, looked: 5000)

    /// Which subscriptions are wanted.
    struct Question: Hashable, Sendable {
        /// Only those that end within so many days; all when absent.
        var days: Int?
        var product: String?
        var after: Place?
    }

    /// Where a page of the list ended.
    struct Place: Hashable, Sendable {
        var due: Date
        var lineage: OriginalTransactionID

        fileprivate init(_ state: StoredLineageState, _ due: Date) {
            self.due = due
            lineage = state.lineage
        }

        init?(_ text: String) {
            let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
            guard parts.count == 2, let due = Int64(parts[0]), parts[1].utf8.count <= 200 else { return nil }
            self.due = Date(millisecondsSince1970: min(max(due, 0), 253_402_300_799_000))
            lineage = OriginalTransactionID(rawValue: parts[1])
        }

        var text: String { "\(due.millisecondsSince1970)-\(lineage)" }
    }

    /// A subscription of the list.
    struct Subscription: Hashable, Sendable {
        var customer: CustomerID?
        var lineage: OriginalTransactionID
        var product: ProductID?
        var endDate: Date
        var isInGracePeriod: Bool
    }

    /// A part of the list.
    struct Page: Sendable {
        var subscriptions: [Subscription] = []
        /// Where the list continues; nothing at its end.
        var next: Place?
    }

    /// Reads on until there are enough subscriptions, the list ends, or enough was looked at.
    ///
    /// - Parameters:
    ///   - question: Which are wanted.
    ///   - scope: The app and environment.
    ///   - limit: How many at most.
    ///   - now: The present instant.
    ///   - tolerance: How old what is read may be.
    /// - Returns: A page; an empty one with a next place when none was found among those it looked at.
    /// - Throws: `DatabaseError`.
    func page(
        _ question: Question,
        in scope: AppScope,
        limit: Int,
        now: Date,
        within tolerance: ReadStaleness = ReadStaleness()
    ) async throws -> Page {
        let end = question.days.map { now.addingTimeInterval(Double($0) * 86_400) }
        let range = now...(end ?? Date(timeIntervalSince1970: 253_402_300_799))
        return try await database.read(within: tolerance) { reader in
            var page = Page()
            var last = question.after
            for _ in 0..<(Self.limit.looked / Self.limit.read) {
                let states = try reader.changingLineages(
                    in: scope,
                    during: range,
                    after: last.map { ($0.due, $0.lineage) },
                    limit: Self.limit.read
                )
                for stored in states {
                    guard let due = stored.dueDate else { continue }
                    last = Place(stored, due)
                    let state = try ServiceJSON.decode(ReportedLineageState.self, from: stored.body)
                    guard state.willAutoRenew == false, [.subscribed, .inGracePeriod].contains(state.phase),
                        question.product == nil || state.product?.rawValue == question.product
                    else { continue }
                    page.subscriptions.append(
                        Subscription(
                            customer: try reader.claim(on: stored.lineage, in: scope)?.customer,
                            lineage: stored.lineage,
                            product: state.product,
                            endDate: due,
                            isInGracePeriod: state.phase == .inGracePeriod
                        )
                    )
                    if page.subscriptions.count == limit {
                        page.next = last
                        return page
                    }
                }
                guard states.count == Self.limit.read else { return page }
            }
            page.next = last
            return page
        }
    }
}

struct EndingSubscriptionList: Codable, Sendable, SchemaDescribed {
    struct Subscription: Codable, Hashable, Sendable {
        var customer: CustomerID?
        var originalTransactionId: OriginalTransactionID
        var product: ProductID?
        var endsAt: Date
        /// `active` or `grace_period`.
        var state: String
    }

    var subscriptions: [Subscription]
    var next: String?

    private enum CodingKeys: String, CodingKey {
        case subscriptions
        case next = "nextCursor"
    }

    static let schemaName = "EndingSubscriptions"
    static let schema = Schema.object(
        [
            "subscriptions": .array(
                of: .object(
                    [
                        "originalTransactionId": .string, "endsAt": .instant,
                        "state": .oneOf(["active", "grace_period"]),
                    ],
                    optional: ["customer": .string, "product": .string]
                )
            )
        ],
        optional: [
            "nextCursor": .string.described(
                "The cursor of the next page, which may follow an empty page; absent on the last page."
            )
        ]
    )

    init(_ page: EndingSubscriptionReader.Page) {
        subscriptions = page.subscriptions.map { item in
            Subscription(
                customer: item.customer,
                originalTransactionId: item.lineage,
                product: item.product,
                endsAt: item.endDate,
                state: item.isInGracePeriod ? "grace_period" : "active"
            )
        }
        next = page.next?.text
    }
}
