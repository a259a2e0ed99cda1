// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
public import FoundationEssentials
import Gzip
public import HTTPClient

/// The parts of Apple's App Store Connect API that purchases need: reports, products and prices.
///
/// <https://developer.apple.com/documentation/appstoreconnectapi>
public struct AppStoreConnectAPI: Sendable {
    /// Apple's address.
    public static let baseURL = "https://api.appstoreconnect.apple.com"

    let requester: APIRequester
    private let maximumReportBytes: Int

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - baseURL: Where the API is, without a slash at the end.
    ///   - tokens: Makes the bearer tokens; its credentials name no app, and its lifetime is at most 20 minutes.
    ///   - transport: Carries the requests.
    ///   - runtime: The time, waiting and chance.
    ///   - retry: How often and how long a request is tried again.
    ///   - maximumReportBytes: The largest report that is unpacked.
    public init(
        baseURL: String = Self.baseURL,
        tokens: ServerAPITokenIssuer,
        transport: any HTTPTransport,
        runtime: APIEnvironment,
        retry: RetryPolicy = RetryPolicy(),
        maximumReportBytes: Int = 512 << 20
    ) {
        self.maximumReportBytes = maximumReportBytes
        requester = APIRequester(
            baseURL: baseURL,
            token: { try tokens.token(asOf: $0) },
            resetToken: { tokens.reset() },
            transport: transport,
            runtime: runtime,
            retry: retry,
            limiter: RateLimiter(scale: 1),
            timeout: .seconds(60),
            maximumResponseBytes: 64 << 20
        )
    }

    /// One report of sales or subscriptions, unpacked.
    ///
    /// - Throws: ``AppStoreAPIError``; its code is ``AppStoreAPIError/Code/noReport`` when Apple has none.
    public func salesReport(_ query: SalesReportQuery) async throws -> Data {
        try await report(.salesReports, "/v1/salesReports", query.queryItems)
    }

    /// One report of sales or subscriptions, read.
    ///
    /// - Throws: ``AppStoreAPIError``, or a `ReportError` when it has no such table.
    public func salesReport<Line: ReportLine>(
        _ query: SalesReportQuery,
        as line: Line.Type
    ) async throws -> Report<Line> {
        try Report(tsv: await salesReport(query))
    }

    /// One report of sales or subscriptions, unpacked, in the first of some layouts that Apple offers.
    ///
    /// Apple retires layouts; what it says of one that is gone is that the request is wrong.
    ///
    /// - Parameters:
    ///   - query: Which report; its own version does not count.
    ///   - versions: The layouts in the order in which they are asked for.
    /// - Returns: The report and its layout.
    /// - Throws: ``AppStoreAPIError``; what was said of the first layout when none is offered.
    public func salesReport(
        _ query: SalesReportQuery,
        inAnyOf versions: [String]
    ) async throws -> (bytes: Data, version: String) {
        var refusal = AppStoreAPIError(code: .invalidRequest, message: "No layout of the report was named.")
        for (place, version) in versions.enumerated() {
            var query = query
            query.version = version
            do {
                return (try await salesReport(query), version)
            } catch let error as AppStoreAPIError where error.httpStatus == 400 {
                if place == 0 { refusal = error }
            }
        }
        throw refusal
    }

    /// One financial report, unpacked.
    ///
    /// - Throws: ``AppStoreAPIError``; its code is ``AppStoreAPIError/Code/noReport`` when Apple has none.
    public func financeReport(_ query: FinanceReportQuery) async throws -> Data {
        try await report(.financeReports, "/v1/financeReports", query.queryItems)
    }

    /// One financial report, read.
    ///
    /// - Throws: ``AppStoreAPIError``, or a `ReportError` when it has no such table.
    public func financeReport<Line: ReportLine>(
        _ query: FinanceReportQuery,
        as line: Line.Type
    ) async throws -> Report<Line> {
        try Report(tsv: await financeReport(query))
    }

    private func report(
        _ endpoint: APIEndpoint,
        _ path: String,
        _ query: [(name: String, value: String)]
    ) async throws -> Data {
        var call = APIRequester.Call(endpoint: endpoint, path: path, query: query)
        call.accept = "application/a-gzip"
        do {
            let body = try await requester.send(call).body
            // A transport may have unpacked it on the way.
            return Gzip.isGzip(body) ? try Gzip.decompress(body, maximumBytes: maximumReportBytes) : body
        } catch let error as AppStoreAPIError where error.httpStatus == 404 {
            throw AppStoreAPIError(
                code: .noReport,
                httpStatus: 404,
                message: "Apple has no such report. Sales of a day come a day or two later; without sales none comes."
            )
        } catch let error as GzipError {
            throw AppStoreAPIError(code: .invalidAnswer, isRetryable: true, message: error.message)
        }
    }
}
