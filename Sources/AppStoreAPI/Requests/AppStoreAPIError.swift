// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Why a call to one of Apple's servers failed.
public struct AppStoreAPIError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; the set is open.
    public struct Code: WireString {
        /// The word.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Apple refused and says why in ``AppStoreAPIError/apiErrorCode``.
        public static let refused = Code(rawValue: "refused")

        /// Apple does not accept the bearer token.
        public static let unauthenticated = Code(rawValue: "unauthenticated")

        /// Apple answered with a status that explains nothing more.
        public static let unexpectedStatus = Code(rawValue: "unexpected-status")

        /// The answer could not be read.
        public static let invalidAnswer = Code(rawValue: "invalid-answer")

        /// No answer came.
        public static let noAnswer = Code(rawValue: "no-answer")

        /// The client's own rate limit leaves no room before the deadline.
        public static let rateLimited = Code(rawValue: "rate-limited")

        /// The request cannot be made.
        public static let invalidRequest = Code(rawValue: "invalid-request")

        /// No bearer token could be made.
        public static let noToken = Code(rawValue: "no-token")

        /// There is no report for that day yet, or at all.
        public static let noReport = Code(rawValue: "no-report")
    }

    /// The kind of failure.
    public var code: Code

    /// Apple's code, when it gave one.
    public var apiErrorCode: APIErrorCode?

    /// The answer's HTTP status, when there was one.
    public var httpStatus: Int?

    /// When Apple said to come back.
    public var retryAfter: Date?

    /// Whether the same call may succeed later.
    public var isRetryable: Bool

    /// What failed and what to do; never a token or a document.
    public var message: String

    /// Makes an error.
    public init(
        code: Code,
        apiErrorCode: APIErrorCode? = nil,
        httpStatus: Int? = nil,
        retryAfter: Date? = nil,
        isRetryable: Bool = false,
        message: String
    ) {
        self.code = code
        self.apiErrorCode = apiErrorCode
        self.httpStatus = httpStatus
        self.retryAfter = retryAfter
        self.isRetryable = isRetryable
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

extension AppStoreAPIError {
    /// Whether the id is unknown in the environment that was asked; another may know it.
    ///
    /// Apple names a subscription's identifier with a code of its own where it asks for one.
    public var isUnknownTransaction: Bool {
        apiErrorCode == .transactionIdNotFound || apiErrorCode == .originalTransactionIdNotFound
    }

    /// Whether Apple says for good that there is no purchase of this id: it knows none, or it can be none.
    public var isAboutNoPurchase: Bool {
        let codes: [APIErrorCode] = [
            .transactionIdNotFound, .originalTransactionIdNotFound, .invalidTransactionId,
            .invalidOriginalTransactionId,
        ]
        return apiErrorCode.map(codes.contains) ?? false
    }

    /// Apple's code in the meaning of the Advanced Commerce API, whose numbers are its own.
    public var advancedCommerceErrorCode: AdvancedCommerceErrorCode? {
        apiErrorCode.map { AdvancedCommerceErrorCode(rawValue: $0.rawValue) }
    }
}
