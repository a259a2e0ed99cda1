// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension ProblemCode {
    /// The status that goes with each code; an unlisted one is a refusal of a purchase.
    private static let statuses: [ProblemCode: Int] = [
        .malformedBody: 400, .invalidParameter: 400, .malformedDocument: 400, .receiptEmpty: 400,
        .unauthenticated: 401,
        .forbidden: 403, .customerTokenRequired: 403,
        .notFound: 404, .orderNotFound: 404,
        .idempotencyConflict: 409, .transactionUsed: 409, .ownedByAnother: 409, .usedByAnotherApp: 409,
        .acknowledgmentRequired: 409, .customerMerged: 409, .statementContradicts: 409,
        .seatsNotManaged: 409, .subscriptionInactive: 409, .noSeatAvailable: 409, .tooManyInvitations: 409,
        .invitationExpired: 409, .invitationCanceled: 409, .invitationUsed: 409, .alreadyMember: 409,
        .requestTimeout: 408,
        .bodyTooLarge: 413,
        .headerFieldsTooLarge: 431,
        .tooManyRequests: 429,
        .internalError: 500,
        .appStoreRefused: 422,
        .notConfigured: 409,
        .overloaded: 503, .storeUnavailable: 503, .appStoreUnavailable: 503,
    ]

    /// The HTTP status of an answer with this code.
    var status: Int { Self.statuses[self] ?? 422 }

    /// Whether the same request may succeed later.
    var isTemporary: Bool { status >= 500 || self == .tooManyRequests || self == .requestTimeout }
}
