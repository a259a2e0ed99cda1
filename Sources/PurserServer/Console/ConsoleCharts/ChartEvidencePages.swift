// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// *Why this number*: from a chart's number to the purchases behind it, their signed documents and Apple's report rows.
struct ChartEvidencePages: Sendable {
    let charts: ChartPages
    let pages: ConsoleFrame
    let reader: ChartEvidenceReader
    let reconciliations: Reconciliations
    let database: any Database

    /// How many purchases a page lists, and a file has.
    private static let limit = (page: 50, file: 500)
    /// How many days are compared with Apple's reports while the page waits.
    private static let comparedDays = 31

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/charts/{chart}/why", .viewer, handler: render),
            // A file of many persons is for those who may see them.
            ConsoleRoute(.get, "/charts/{chart}/why.csv", .support, handler: export),
        ]
    }

    private func render(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let (view, question) = try await question(call, limit: Self.limit.page)
        let scope = try pages.scope(of: call)
        var page = ChartEvidenceView(chart: view, question: question, scope: scope)
        guard let question else { return pages.show(page.page(in: frame), in: frame) }
        // With too many purchases for a page, it shows those that it can read, one page after another.
        let answer =
            try await isQuick(question, scope)
            ? try await reader.evidence(question, in: scope, within: call.tolerance, historyAsOf: call.now)
            : try await reader.page(question, in: scope, within: call.tolerance)
        page.answer = answer
        page.documents = try await documents(of: answer.parts, in: scope, call)
        if answer.read == nil { page.reports = try await reports(question, scope) }
        return pages.show(page.page(in: frame), in: frame)
    }

    /// The chart of the address, and the number of it that is asked about; nothing while its figures are computed.
    private func question(
        _ call: ConsoleRequest,
        limit: Int
    ) async throws -> (ChartView, ChartEvidenceReader.Question?) {
        let chart = try charts.chart(call)
        let query = ChartQuery(call.request.query, of: chart, today: ReportingZone.pacific.day(of: call.now))
        let view = try await charts.view(chart, query, call)
        guard let result = view.data.results.first, !result.buckets.isEmpty, let first = chart.evidence.first else {
            return (view, nil)
        }
        let bucket = result.buckets[view.selected(in: result)]
        let named = call.request.query["measure"].map(ChartMeasure.init(rawValue:))
        let measure = named.flatMap { chart.evidence.contains($0) ? $0 : nil } ?? first
        // The share of a state is of what stood before the bucket began.
        var days = bucket.first...bucket.last
        if case .churn(_, let whole) = chart.formula, whole == measure {
            days = bucket.first.adding(days: -1)...bucket.first.adding(days: -1)
        }
        var question = ChartEvidenceReader.Question(measure: measure, days: days)
        question.filter = query.filter(
            view.data.conversion == nil ? result.amounts : nil,
            view.data.cells?.grouping ?? ChartGrouping()
        )
        question.after = call.request.query["after"].map(OriginalTransactionID.init(rawValue:))
        question.limit = limit
        return (view, question)
    }

    private func isQuick(_ question: ChartEvidenceReader.Question, _ scope: AppScope) async throws -> Bool {
        let isState = ChartEvidence.states.contains(question.measure)
        let days = isState ? 1 : question.days.upperBound.daysSince1970 - question.days.lowerBound.daysSince1970 + 1
        return try await charts.source.isQuick(
            scope,
            times: days,
            atMost: ChartSource.maximumPurchases.evidence
        )
    }

    /// The pages of the transactions' signed documents.
    private func documents(
        of parts: [ChartEvidence.Part],
        in scope: AppScope,
        _ call: ConsoleRequest
    ) async throws -> [TransactionID: String] {
        try await database.read(within: call.tolerance) { reader in
            var paths: [TransactionID: String] = [:]
            for part in parts {
                let wanted = Set(part.transactions)
                for stored in try reader.facts(of: part.lineage, in: scope) {
                    guard case .transaction(let transaction) = stored.fact.content, wanted.contains(transaction.id),
                        stored.document != nil
                    else { continue }
                    paths[transaction.id] = ConsolePaths.path(ofDocument: FactKey(stored.fact), in: scope)
                }
            }
            return paths
        }
    }

    /// What Apple's daily reports say of the same days, where they are there.
    private func reports(
        _ question: ChartEvidenceReader.Question,
        _ scope: AppScope
    ) async throws -> ChartEvidenceView.Reports? {
        let sold: Set<ChartMeasure> = [.revenue, .payments, .refunds, .refunded, .proceeds, .tax, .commission]
        let length = question.days.upperBound.daysSince1970 - question.days.lowerBound.daysSince1970 + 1
        guard sold.contains(question.measure), length <= Self.comparedDays, scope.environment == .production else {
            return nil
        }
        let reported = try await reconciliations.reports.currentReports(.sales, of: question.days, app: scope.bundleID)
        guard Set(reported.map(\.subject.period)).count == length else {
            return ChartEvidenceView.Reports(isComplete: false, body: nil)
        }
        let result = try await reconciliations.reconcile(scope, days: question.days)
        let body = ReconciliationBody(result, period: .day, days: question.days, threshold: 0, limit: 200)
        return ChartEvidenceView.Reports(isComplete: true, body: body)
    }

    /// The same parts as a file; its columns never change, and new ones come last.
    private func export(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let (view, question) = try await question(call, limit: Self.limit.file)
        guard let question else {
            throw ServiceProblem(.overloaded, "These days are being computed. Try again in a minute.")
        }
        let scope = try pages.scope(of: call)
        guard try await isQuick(question, scope) else {
            throw ServiceProblem(.overloaded, "There are too many purchases for a page. Use GET /v1/charts/evidence.")
        }
        let answer = try await reader.evidence(question, in: scope, within: call.tolerance)
        let rows = answer.parts.map { part in
            [
                part.lineage.rawValue, part.payer, part.key.product?.rawValue ?? "",
                part.key.storefront?.rawValue ?? "", part.key.offer ?? "", part.key.currency?.rawValue ?? "",
                String(part.value), part.transactions.map(\.rawValue).joined(separator: " "),
            ]
        }
        let audit = AuditRecord(
            actor: try call.signedIn.actor,
            action: "console.export",
            target: "charts/\(view.chart.rawValue)",
            instant: call.now,
            detail: call.request.query.rawValue,
            app: scope.bundleID
        )
        try await database.write { try $0.record(audit) }
        return ConsoleExport.csv(
            ["purchase", "customer", "product", "storefront", "offer", "currency", "value", "transactions"],
            rows,
            name: "\(view.chart.rawValue)-\(question.measure)"
        )
    }
}

extension ConsoleChart {
    /// The measures whose purchases can be shown.
    var evidence: [ChartMeasure] {
        switch self {
        case .revenuePerPayer: [.revenue, .payments]
        case .trialConversion: [.trialsStarted, .trialConversions]
        case .payingCustomers, .newPayingCustomers: [.payments]
        default: measures
        }
    }
}
