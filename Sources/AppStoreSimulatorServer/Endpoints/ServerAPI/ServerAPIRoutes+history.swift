// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

extension ServerAPIRoutes {
    /// How many items a page has.
    static let pageSize = 20

    private struct HistoryAnswer: Encodable {
        var revision: String
        var hasMore: Bool
        var bundleId: BundleID
        var appAppleId: AppAppleID?
        var environment: Environment
        var signedTransactions: [SignedPayload]
    }

    private struct RefundAnswer: Encodable {
        var signedTransactions: [SignedPayload]
        var revision: String?
        var hasMore: Bool?
    }

    /// A part of a list, and where it continues.
    struct Page: Sendable {
        var records: [TransactionRecord]
        var revision: String
        var hasMore: Bool
    }

    func history(_ request: HTTPRequest, _ caller: Caller, version: Int) async throws -> HTTPResponse {
        let customer = try await customer(try request.parameter("id"), for: caller)
        let query = try HistoryQuery(request.query, customer: customer, caller: caller, version: version)
        let page = try await page(query, revision: request.query["revision"], hidden: customer)
        return try .apple(
            HistoryAnswer(
                revision: page.revision,
                hasMore: page.hasMore,
                bundleId: caller.app,
                appAppleId: await appAppleID(for: caller),
                environment: caller.environment,
                signedTransactions: try await sign(page.records)
            )
        )
    }

    func refunds(_ request: HTTPRequest, _ caller: Caller, version: Int) async throws -> HTTPResponse {
        let customer = try await customer(try request.parameter("id"), for: caller)
        var query = try HistoryQuery(HTTPQuery(), customer: customer, caller: caller, version: 2)
        query.condition = "\(query.condition) AND revoked IS NOT NULL AND ownership = 'PURCHASED'"
        query.question += " refunds"
        guard version == 2 else {
            let records = try await engine.transactions(query.condition, limit: 50)
            return try .apple(RefundAnswer(signedTransactions: try await sign(records)))
        }
        let page = try await page(query, revision: request.query["revision"], hidden: nil)
        return try .apple(
            RefundAnswer(
                signedTransactions: try await sign(page.records),
                revision: page.revision,
                hasMore: page.hasMore
            )
        )
    }

    private func sign(_ records: [TransactionRecord]) async throws -> [SignedPayload] {
        var documents: [SignedPayload] = []
        for record in records { documents.append(try await sign(record.transaction)) }
        return documents
    }

    /// One page of the transactions; a revision is given back with every one, so that a later call lists what changed.
    private func page(_ query: HistoryQuery, revision: String?, hidden: CustomerID?) async throws -> Page {
        let token = try revision.map { text in
            guard let token = PageToken(text, for: query.question) else { throw ServerAPIError.invalidRevision }
            return token
        }
        if let hidden, try await engine.isHistoryHidden(of: hidden) {
            // At the end of a list of nothing: the next call lists everything.
            let unmoved = token ?? PageToken(position: 0, top: 0, isAtEnd: true)
            return Page(records: [], revision: unmoved.text(for: query.question), hasMore: false)
        }
        if query.isDescending { return try await backwards(query, from: token) }
        return try await forwards(query, from: token)
    }

    private func forwards(_ query: HistoryQuery, from token: PageToken?) async throws -> Page {
        let position = token?.position ?? 0
        let found = try await engine.transactions(
            "\(query.condition) AND revision > \(position)",
            limit: Self.pageSize + 1
        )
        let records = Array(found.prefix(Self.pageSize))
        let next = PageToken(position: records.last?.revision ?? position, top: 0)
        return Page(
            records: records,
            revision: next.text(for: query.question),
            hasMore: found.count > Self.pageSize
        )
    }

    private func backwards(_ query: HistoryQuery, from token: PageToken?) async throws -> Page {
        let isContinued = token.map { !$0.isAtEnd } ?? false
        let floor = (isContinued ? token?.floor : token?.top) ?? 0
        var condition = query.condition
        condition = "\(condition) AND revision > \(floor)"
        if let token, isContinued { condition = "\(condition) AND revision < \(token.position)" }
        let found = try await engine.transactions(condition, order: "revision DESC", limit: Self.pageSize + 1)
        let records = Array(found.prefix(Self.pageSize))
        let hasMore = found.count > Self.pageSize
        let top = isContinued ? token?.top ?? 0 : records.first?.revision ?? token?.top ?? 0
        let next = PageToken(position: records.last?.revision ?? 0, top: top, floor: floor, isAtEnd: !hasMore)
        return Page(records: records, revision: next.text(for: query.question), hasMore: hasMore)
    }
}
