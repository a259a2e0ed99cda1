// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

/// The External Purchase Server API: an operator's reports of purchases that were made elsewhere.
///
/// <https://developer.apple.com/documentation/externalpurchaseserverapi>
struct ExternalPurchaseRoutes: Sendable {
    let api: ServerAPIRoutes

    /// How many lines one report may have.
    private static let lineLimit = 10_000

    /// What a report that was taken answers.
    private struct AcceptedReport: Encodable {
        var requestIdentifier: String
    }

    /// Adds the routes.
    func add(to router: inout Router) {
        api.on(.put, "/externalPurchase/v1/reports", 50, &router, send)
        api.on(.get, "/externalPurchase/v1/reports/{id}", 50, &router, read)
    }

    private func send(_ request: HTTPRequest, _ caller: ServerAPIRoutes.Caller) async throws -> HTTPResponse {
        guard let report = try? request.json(ExternalPurchaseReport.self),
            UUID(uuidString: report.requestIdentifier) != nil
        else { throw ServerAPIError.badRequest }
        let lines = report.lineItems ?? []
        guard lines.count <= Self.lineLimit, Set(lines.map(\.lineItemId)).count == lines.count else {
            throw ExternalPurchaseErrors.invalidLineItems
        }
        let isKnown = await api.engine.knowsExternalPurchase(report.externalPurchaseId, app: caller.app)
        switch report.status {
        case .lineItem:
            guard isKnown else { throw ExternalPurchaseErrors.unknownToken }
            guard !lines.isEmpty, lines.allSatisfy(\.isComplete) else { throw ExternalPurchaseErrors.invalidLineItems }
        case .noLineItem:
            guard isKnown else { throw ExternalPurchaseErrors.unknownToken }
            guard lines.isEmpty else { throw ExternalPurchaseErrors.invalidLineItems }
        case .unrecognizedToken:
            guard lines.isEmpty else { throw ExternalPurchaseErrors.invalidLineItems }
        default:
            throw ServerAPIError.badRequest
        }
        try await api.engine.save(report, of: caller)
        if isKnown { _ = try await api.engine.perform(.reportExternalPurchase(token: report.externalPurchaseId)) }
        return try .apple(AcceptedReport(requestIdentifier: report.requestIdentifier))
    }

    private func read(_ request: HTTPRequest, _ caller: ServerAPIRoutes.Caller) async throws -> HTTPResponse {
        let id = try request.parameter("id")
        guard UUID(uuidString: id) != nil else { throw ServerAPIError.invalidRequestIdentifier }
        guard let report = try await api.engine.externalPurchaseReport(id, of: caller) else {
            throw ExternalPurchaseErrors.unknownReport
        }
        return .json(bytes: report)
    }
}

/// The errors of the External Purchase Server API; Apple's page lists no numbers, so these keep to its neighbor's.
enum ExternalPurchaseErrors {
    static let invalidLineItems = ServerAPIError(
        code: 4_000_000,
        message: "Bad request. The line items don't fit the report's status, or one of them isn't complete."
    )
    static let unknownToken = ServerAPIError(
        code: 4_040_000,
        message: "The external purchase id wasn't found."
    )
    static let unknownReport = ServerAPIError(code: 4_040_000, message: "The report wasn't found.")
    static let repeatedReport = ServerAPIError(
        code: 4_090_000,
        message: "A report with this request identifier was received before."
    )
}

extension ExternalPurchaseLineItem {
    /// Whether the line says what was bought or given back, and when.
    fileprivate var isComplete: Bool {
        !lineItemId.isEmpty && creationDate != nil && eventType != nil
            && (eventType != .refund || referenceLineItemId != nil)
    }
}

extension SimulatorEngine {
    /// Whether a token was given to a customer of an app.
    func knowsExternalPurchase(_ id: String, app: BundleID) -> Bool {
        store.externalPurchaseApp(id) == app
    }

    /// Keeps a report.
    ///
    /// - Throws: A ``ServerAPIError`` when another one was taken under its identifier, or an `SQLiteError`.
    func save(_ report: ExternalPurchaseReport, of caller: ServerAPIRoutes.Caller) throws {
        let body = try AppStoreJSON.encode(report)
        let id = report.requestIdentifier.lowercased()
        if let known = try externalPurchaseReport(id, of: caller) {
            guard known == body else { throw ExternalPurchaseErrors.repeatedReport }
            return
        }
        try history.connection.execute(
            """
            INSERT INTO externalReports (app, environment, request, report)
            VALUES (\(caller.app.rawValue), \(caller.environment.rawValue), \(id), \(body))
            """
        )
    }

    /// A report as it was sent.
    ///
    /// - Throws: An `SQLiteError`.
    func externalPurchaseReport(_ id: String, of caller: ServerAPIRoutes.Caller) throws -> Data? {
        try history.connection.first(
            """
            SELECT report FROM externalReports WHERE app = \(caller.app.rawValue)
            AND environment = \(caller.environment.rawValue) AND request = \(id.lowercased())
            """,
            as: Data.self
        )
    }
}
