// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials
public import HTTPClient

/// Apple's older service that says what a receipt holds.
///
/// Production is asked first; a receipt from the other environment is sent there once.
///
/// <https://developer.apple.com/documentation/appstorereceipts/verifyreceipt>
public struct VerifyReceiptClient: Sendable {
    /// Apple's address of production.
    public static let productionURL = "https://buy.itunes.apple.com/verifyReceipt"

    /// Apple's address of the sandbox.
    public static let sandboxURL = "https://sandbox.itunes.apple.com/verifyReceipt"

    /// The answer, and who gave it.
    public struct Answer: Sendable {
        /// What Apple says, with its bytes.
        public let document: Document<VerifyReceiptResponse>

        /// The environment that was asked last.
        public let environment: Environment
    }

    private let production: APIRequester
    private let sandbox: APIRequester
    private let password: String?

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - password: The app's shared secret; subscriptions need it.
    ///   - productionURL: The address of production.
    ///   - sandboxURL: The address of the sandbox.
    ///   - transport: Carries the requests.
    ///   - runtime: The time, waiting and chance.
    ///   - retry: How often and how long a request is tried again.
    public init(
        password: String?,
        productionURL: String = Self.productionURL,
        sandboxURL: String = Self.sandboxURL,
        transport: any HTTPTransport,
        runtime: APIEnvironment,
        retry: RetryPolicy = RetryPolicy()
    ) {
        func requester(_ url: String) -> APIRequester {
            APIRequester(
                baseURL: url,
                token: nil,
                resetToken: {},
                transport: transport,
                runtime: runtime,
                retry: retry,
                limiter: RateLimiter(scale: 1),
                timeout: .seconds(30),
                maximumResponseBytes: 64 << 20
            )
        }
        self.password = password
        production = requester(productionURL)
        sandbox = requester(sandboxURL)
    }

    /// Asks what a receipt holds.
    ///
    /// An answer with a status that refuses the receipt is an answer, not an error.
    ///
    /// - Parameters:
    ///   - receipt: The receipt in base64, of either style.
    ///   - excludesOldTransactions: Whether only each subscription's latest transaction is wanted.
    ///   - environment: Which one to ask first.
    /// - Returns: The answer of the environment the receipt is from.
    /// - Throws: ``AppStoreAPIError`` when no usable answer came in time.
    public func verify(
        _ receipt: String,
        excludesOldTransactions: Bool? = nil,
        first environment: Environment = .production
    ) async throws -> Answer {
        let body = try AppStoreJSON.encode(
            VerifyReceiptRequest(
                receiptData: receipt,
                password: password,
                excludeOldTransactions: excludesOldTransactions
            )
        )
        let answer = try await request(environment, body)
        switch answer.document.status {
        case .sandboxReceipt where answer.environment == .production: return try await request(.sandbox, body)
        case .productionReceipt where answer.environment != .production: return try await request(.production, body)
        default: return answer
        }
    }

    private func request(_ environment: Environment, _ body: Data) async throws -> Answer {
        let call = APIRequester.Call(endpoint: .verifyReceipt, method: "POST", path: "", body: body)
        let isProduction = environment == .production
        let response = try await (isProduction ? production : sandbox).send(call) { response in
            let answer = try Self.read(response)
            // A receipt that is malformed every time is refused in the end: 21002 is both.
            if answer.shouldRetry, answer.status != .malformed { throw Self.unavailable(answer.status) }
        }
        return Answer(
            document: try Document(decoding: response.body),
            environment: isProduction ? .production : .sandbox
        )
    }

    private static func read(_ response: HTTPClientResponse) throws -> VerifyReceiptResponse {
        do {
            return try AppStoreJSON.decode(from: response.body)
        } catch let error as DecodingError {
            throw AppStoreAPIError(
                code: .invalidAnswer,
                httpStatus: response.status,
                isRetryable: true,
                message: "Apple's answer about a receipt could not be read: \(error.fieldDescription)"
            )
        }
    }

    private static func unavailable(_ status: VerifyReceiptStatus) -> AppStoreAPIError {
        AppStoreAPIError(
            code: .refused,
            isRetryable: true,
            message: "verifyReceipt answered \(status): \(status.explanation)"
        )
    }
}
