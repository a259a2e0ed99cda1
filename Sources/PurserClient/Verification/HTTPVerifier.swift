// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Has purchases verified by a route of the team's own backend.
///
/// ```swift
/// let verifier = HTTPVerifier(url: URL(string: "https://example.com/applePay/receipt")!) { purchase in
///     ["receipt": purchase.receipt ?? "", "transactionId": purchase.transaction, "productId": purchase.product]
/// }
/// var configuration = PurserConfiguration(verifier: verifier, entitlements: map)
/// configuration.interface = .storeKit1
/// ```
public struct HTTPVerifier: PurchaseVerifier {
    /// How a body is written.
    public enum Format: Hashable, Sendable {
        /// A JSON object of texts.
        case json

        /// `application/x-www-form-urlencoded`.
        case form
    }

    /// The route.
    public var url: URL

    /// The route that receives reports of purchases that could not be verified; `nil` when there is none.
    public var reportURL: URL?

    /// How bodies are written.
    public var format = Format.json

    /// The header fields besides those that name the body, such as the customer's session.
    public var headers: @Sendable (VerificationRequest) async throws -> [String: String] = { _ in [:] }

    /// Reads a backend's answer; the status alone decides when it is not changed.
    ///
    /// 2xx accepts. 408, 429 and 5xx are asked again, after `Retry-After` where it is given. Others reject.
    public var verdict: @Sendable (PurserResponse) throws -> VerificationVerdict = { Self.verdict(byStatus: $0) }

    /// Sends requests.
    public var transport: any PurserTransport

    private let body: @Sendable (VerificationRequest) async throws -> [String: String]

    /// Describes a route.
    ///
    /// - Parameters:
    ///   - url: The route.
    ///   - reportURL: The route that receives reports of purchases that could not be verified.
    ///   - transport: Sends requests.
    ///   - body: The members of the body.
    public init(
        url: URL,
        reportURL: URL? = nil,
        transport: any PurserTransport = URLSessionTransport(),
        body: @escaping @Sendable (VerificationRequest) async throws -> [String: String]
    ) {
        self.url = url
        self.reportURL = reportURL
        self.transport = transport
        self.body = body
    }

    /// Posts a purchase.
    ///
    /// - Parameter request: The purchase.
    /// - Returns: What the answer says.
    /// - Throws: What the transport throws.
    public func verify(_ request: VerificationRequest) async throws -> VerificationVerdict {
        try verdict(await post(request, to: url))
    }

    /// Posts the same body to the route for reports, where there is one.
    ///
    /// - Parameter failure: The purchase.
    /// - Returns: Whether the backend answered with 2xx.
    /// - Throws: What the transport throws.
    public func report(_ failure: VerificationFailure) async throws -> Bool {
        guard let reportURL else { return false }
        return (200..<300).contains(try await post(failure.request, to: reportURL).status)
    }

    /// Reads an answer by its status.
    ///
    /// - Parameter response: The answer.
    /// - Returns: What it says.
    public static func verdict(byStatus response: PurserResponse) -> VerificationVerdict {
        switch response.status {
        case 200..<300: .accepted
        case 408, 429, 500...:
            .unavailable(
                retryAfter: response.headers["retry-after"].flatMap(TimeInterval.init),
                detail: "the backend answered \(response.status)"
            )
        default: .rejected(code: "status-\(response.status)")
        }
    }

    private func post(_ request: VerificationRequest, to url: URL) async throws -> PurserResponse {
        let members = try await body(request)
        var fields = try await headers(request)
        let data: Data
        switch format {
        case .json:
            fields["Content-Type"] = "application/json"
            data = try ServerJSON.encoder.encode(members)
        case .form:
            fields["Content-Type"] = "application/x-www-form-urlencoded"
            let pairs = members.sorted { $0.key < $1.key }
            data = Data(
                pairs.map { "\(ServerClient.escaped($0.key))=\(ServerClient.escaped($0.value))" }
                    .joined(separator: "&").utf8
            )
        }
        return try await transport.send(PurserRequest(method: "POST", url: url, headers: fields, body: data))
    }
}
