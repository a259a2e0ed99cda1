// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A purchase that an app reported because its verification failed again and again.
struct ReportedReceipt: Hashable, Sendable, Codable {
    var receipt: String
    var transaction: TransactionID?
    var product: ProductID?
    var at: Date
    /// How often recovery tried it.
    var attempts = 0

    /// How often recovery tries before a person has to look.
    static let mostAttempts = 50
}

extension RecordCollection {
    /// Purchases that apps reported as not verified.
    static let reportedReceipts = RecordCollection(rawValue: "reported-receipts")
}

extension PurserService {
    /// Keeps a reported purchase until recovery could take it in; the same one again is kept once.
    func keep(_ report: ReportedReceipt) async throws {
        let parts = [report.receipt, report.transaction?.rawValue ?? "", report.product?.rawValue ?? ""]
        let name = Hexadecimal.encode(SHA256.digest(of: Array(parts.joined(separator: "\u{1f}").utf8)))
        try await store.write { writer in
            guard try writer.record(.reportedReceipts, name: name) == nil else { return }
            try writer.put(
                StoredRecord(
                    collection: .reportedReceipts,
                    name: name,
                    updatedDate: report.at,
                    body: try ServiceJSON.encode(report)
                )
            )
        }
    }

    /// Tries what apps reported: what verifies is taken in, the rest waits for the next round.
    func tryReportedReceipts(_ round: inout RecoveryReport) async throws {
        let now = clock()
        for record in try await store.read({ try $0.records(.reportedReceipts, limit: 500) }) {
            var report = try ServiceJSON.decode(ReportedReceipt.self, from: record.body)
            guard report.attempts < ReportedReceipt.mostAttempts else { continue }
            round.checked += 1
            let refusal = await take(report, now: now)
            report.attempts += 1
            let body = try ServiceJSON.encode(report)
            try await store.write { writer in
                guard refusal != nil else {
                    _ = try writer.removeRecord(.reportedReceipts, name: record.name)
                    return
                }
                try writer.put(
                    StoredRecord(collection: .reportedReceipts, name: record.name, updatedDate: now, body: body)
                )
            }
            round.missing += 1
            if let refusal { round.fail(report.transaction?.rawValue ?? record.name, refusal) }
        }
    }

    /// Takes a reported purchase in for the app that it is of, or answers why it could not be.
    private func take(_ report: ReportedReceipt, now: Date) async -> ServiceProblem? {
        var refusal = ServiceProblem.notFound("app")
        for app in configuration.apps {
            do {
                var request = PurchaseRequest()
                request.transactionId = report.transaction
                request.productId = report.product
                _ = try await verify(receipt: report.receipt, request, claimant: nil, app: app, now: now)
                return nil
            } catch let problem as ServiceProblem {
                refusal = problem
            } catch {
                refusal = ServiceProblem(.internalError, "The server failed. Its log says why.")
                log(ServiceLogEntry(kind: .failure, message: "a reported receipt was not taken: \(error)"))
            }
        }
        return refusal
    }
}
