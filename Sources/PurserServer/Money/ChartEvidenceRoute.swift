// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

extension ChartFeature {
    var readEvidence: Route {
        Route(
            method: .get,
            path: "/v1/charts/evidence",
            name: "getChartEvidence",
            summary: "The purchases and transactions behind one number of a chart; the sum of all parts is the number.",
            group: .money,
            access: .backend,
            query: Self.range + [
                .init(
                    name: "measure",
                    schema: .pattern("^[a-z_]+$", upTo: 40),
                    summary: "The measure, such as mrr or revenue.",
                    isRequired: true
                ),
                .init(name: "product", schema: .string(upTo: 200), summary: "Only this product."),
                .init(name: "storefront", schema: .string(upTo: 3), summary: "Only this storefront."),
                .init(name: "offer", schema: .string(upTo: 200), summary: "Only this offer."),
                Self.store, Self.knownAt,
                .init(name: "currency", schema: .string(upTo: 3), summary: "Only amounts of this currency."),
                .init(
                    name: "after",
                    schema: .string(upTo: 200),
                    summary: "The original transaction ID after which the page begins."
                ),
                .init(
                    name: "limit",
                    schema: .integer(from: 1, to: 500),
                    summary: "How many purchases at most; 50 when absent."
                ),
            ],
            answers: [.json(ChartEvidenceBody.self, "The parts in the order of the original transactions.")],
            acceptsCacheControl: true
        ) { [self] call in
            var question = ChartEvidenceReader.Question(
                measure: ChartMeasure(rawValue: call.text("measure") ?? ""),
                days: try call.days()
            )
            guard question.measure.isKnown else {
                throw ServiceProblem.invalid("measure", "a measure such as mrr, revenue or active")
            }
            question.filter = ChartRowFilter(
                products: Set([call.text("product")].compactMap(\.self)),
                storefronts: Set([call.text("storefront")].compactMap(\.self)),
                offers: Set([call.text("offer")].compactMap(\.self)),
                stores: Set([call.text("store")].compactMap(\.self)),
                currency: call.text("currency").map(Currency.init(rawValue:))
            )
            question.after = call.text("after").map(OriginalTransactionID.init(rawValue:))
            question.knownAt = try call.instant("knownAt")
            question.limit = Int(try call.integer("limit", in: 1...500) ?? 50)
            let evidence = try await ChartEvidenceReader(sales: sales)
                .evidence(question, in: try call.scope(), within: call.tolerance)
            return try .json(ChartEvidenceBody(evidence))
        }
    }
}

/// Finds the purchases behind a number of a chart; memory grows with the page and not with the purchases.
struct ChartEvidenceReader: Sendable {
    let sales: SalesReaders

    /// The number that is asked about.
    struct Question: Sendable {
        var measure: ChartMeasure
        var days: ClosedRange<CivilDay>
        var filter = ChartRowFilter()
        var after: OriginalTransactionID?
        var limit = 50
        /// By when the documents that count had come; all count without it.
        var knownAt: Date?
        /// With what the number was then it is compared, instead of with the end of its days.
        var comparedWith: Date?
    }

    /// A page of the parts, and what all parts come to.
    struct Answer: Sendable {
        var parts: [ChartEvidence.Part] = []
        /// How many purchases have a part.
        var count = 0
        /// The sum of all parts, by currency; `nil` stands for a count.
        var totals: [Currency?: BoundedSum] = [:]
        /// Where the next page begins.
        var next: OriginalTransactionID?
        /// What the number was before, where that is asked for.
        var history: ChartHistory?
        /// How many purchases were read, where not all were; `count` and `totals` are then those of these purchases.
        var read: Int?
    }

    /// How many facts a page reads where there are too many purchases to read all.
    private static let factsOfPage = 1500
    /// How many purchases are read at once there.
    private static let purchasesOfStep = 50

    /// The parts of a number.
    ///
    /// - Parameters:
    ///   - question: The number.
    ///   - scope: The app and environment.
    ///   - tolerance: How old what is read may be.
    ///   - now: The present instant, where the history of the number is wanted, too.
    /// - Returns: A page of the parts.
    /// - Throws: `DatabaseError`.
    func evidence(
        _ question: Question,
        in scope: AppScope,
        within tolerance: ReadStaleness,
        historyAsOf now: Date? = nil
    ) async throws -> Answer {
        let evidence = ChartEvidence(
            of: question.measure,
            in: question.days,
            terms: sales.apps.saleTerms(of: scope.bundleID)
        )
        var answer = Answer()
        var shown = 0
        var isOnPage = question.after == nil
        var history = now.flatMap { ChartHistory(of: question.days, now: $0, known: question.comparedWith) }
        var reader = try await sales.salesReader(of: scope)
        reader.tolerance = tolerance
        func read(_ facts: [Fact], _ lineage: OriginalTransactionID) -> (LineageChartInput, [ChartEvidence.Part]) {
            let life = LineageChartInput(of: facts, lineage: lineage, scope: scope, catalog: reader.catalog)
            return (life, evidence.parts(of: life).filter { question.filter.accepts($0.key) })
        }
        try await reader.forEachStoredLineage { lineage, stored in
            let (life, parts) = read(stored.known(at: question.knownAt), lineage)
            history?.add(lineage, payer: life.payer, stored, now: parts.sums) { read($0, lineage).1.sums }
            guard !parts.isEmpty else {
                if life.lineage == question.after { isOnPage = true }
                return
            }
            answer.count += 1
            for part in parts { answer.totals[part.key.currency, default: 0] += part.value }
            guard isOnPage else {
                isOnPage = life.lineage == question.after
                return
            }
            if shown < question.limit {
                answer.parts += parts
                shown += 1
            } else if answer.next == nil {
                answer.next = answer.parts.last?.lineage
            }
        }
        answer.history = history
        return answer
    }
}

extension ChartEvidenceReader {
    /// Some parts of a number: of the purchases in order, those that a page can read.
    ///
    /// - Parameters:
    ///   - question: The number.
    ///   - scope: The app and environment.
    ///   - tolerance: How old what is read may be.
    /// - Returns: The parts that were found, and the purchase after which the next page begins.
    /// - Throws: `DatabaseError`.
    func page(_ question: Question, in scope: AppScope, within tolerance: ReadStaleness) async throws -> Answer {
        let evidence = ChartEvidence(
            of: question.measure,
            in: question.days,
            terms: sales.apps.saleTerms(of: scope.bundleID)
        )
        var reader = try await sales.salesReader(of: scope)
        reader.tolerance = tolerance
        var answer = Answer()
        var (purchases, facts) = (0, 0)
        var place = question.after
        repeat {
            place = try await reader.forEachStoredLineage(after: place, atMost: Self.purchasesOfStep) {
                lineage,
                stored in
                guard answer.count < question.limit else { return }
                purchases += 1
                facts += stored.count
                answer.next = lineage
                let known = stored.known(at: question.knownAt)
                let life = LineageChartInput(of: known, lineage: lineage, scope: scope, catalog: reader.catalog)
                let parts = evidence.parts(of: life).filter { question.filter.accepts($0.key) }
                guard !parts.isEmpty else { return }
                answer.count += 1
                answer.parts += parts
                for part in parts { answer.totals[part.key.currency, default: 0] += part.value }
            }
        } while place != nil && answer.count < question.limit && facts < Self.factsOfPage
        if place == nil, answer.count < question.limit { answer.next = nil }
        answer.read = purchases
        return answer
    }
}

extension [ChartEvidence.Part] {
    /// What the parts come to, by currency; `nil` stands for a count.
    fileprivate var sums: [Currency?: BoundedSum] {
        reduce(into: [:]) { $0[$1.key.currency, default: 0] += $1.value }
    }
}

extension ChartMeasure {
    /// The measures that charts have.
    static let all: [ChartMeasure] = [
        .revenue, .proceeds, .tax, .commission, .refunded, .payments, .refunds, .active, .activePaid, .activeTrial,
        .refundsRequested, .refundsDeclined, .revenueNew, .revenueRenewals, .revenueOneTime, .oneTimePayments,
        .activeRenewing, .activeEnding,
        .activeTrialEnding, .inGrace, .inRetry, .billingFailed, .recoveredInGrace, .recoveredInRetry, .billingLost,
        .renewalsDue, .renewalsDone, .renewalsChanged, .offersStarted, .offersEnded, .offersConverted, .priceAsked,
        .priceAccepted, .priceDeclined, .priceRenewals, .priceEffect, .churnedCanceled, .churnedBilling, .churnedPrice,
        .churnedRefunded,
        .churnedOther, .trialsEntered, .trialsPaid, .trialsLost,
        .new, .reactivated, .churned, .seats, .committedRevenue, .trialsStarted, .trialConversions, .monthlyRevenue,
        .monthlyRevenueNew, .monthlyRevenueReactivated, .monthlyRevenueExpansion, .monthlyRevenueContraction,
        .monthlyRevenueChurned,
    ]

    var isKnown: Bool { Self.all.contains(self) }
}

struct ChartEvidenceBody: Codable, Sendable, SchemaDescribed {
    struct Part: Codable, Sendable {
        var originalTransactionId: String
        var customer: String
        var product: ProductID?
        var storefront: StorefrontCountryCode?
        var offer: String?
        var store: Store?
        var currency: Currency?
        var value: Int64
        var transactions: [TransactionID]
    }

    struct Total: Codable, Sendable {
        var currency: Currency?
        var value: Int64
        var isClamped: Bool?
    }

    var purchases: Int
    var totals: [Total]
    var parts: [Part]
    var next: String?

    init(_ answer: ChartEvidenceReader.Answer) {
        purchases = answer.count
        totals = answer.totals.sorted { ($0.key?.rawValue ?? "") < ($1.key?.rawValue ?? "") }
            .map { Total(currency: $0.key, value: $0.value.value, isClamped: $0.value.isClamped ? true : nil) }
        parts = answer.parts.map { part in
            Part(
                originalTransactionId: part.lineage.rawValue,
                customer: part.payer,
                product: part.key.product,
                storefront: part.key.storefront,
                offer: part.key.offer,
                store: part.key.store,
                currency: part.key.currency,
                value: part.value,
                transactions: part.transactions
            )
        }
        next = answer.next?.rawValue
    }

    static let schemaName = "ChartEvidence"
    static let schema = Schema.object(
        [
            "purchases": .integer,
            "totals": .array(
                of: .object(["value": .integer], optional: ["currency": .string, "isClamped": .isClamped])
            ),
            "parts": .array(
                of: .object(
                    [
                        "originalTransactionId": .string, "customer": .string, "value": .integer,
                        "transactions": .array(of: .string),
                    ],
                    optional: [
                        "product": .string, "storefront": .string, "offer": .string, "store": .string,
                        "currency": .string,
                    ]
                )
            ),
        ],
        optional: ["next": .string]
    )
}
