// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes

/// Apple's final refusal of a seat claim, under the name that is stored and answered.
struct SeatClaimRefusal: Error, Hashable, Sendable {
    /// The name.
    var name: String

    /// The refusal of a request that Apple never answered within the time that it is tried.
    static let unanswered = SeatClaimRefusal(name: "app-store-unavailable")

    /// The claim is not known to Apple, or is gone.
    static let claimNotFound = SeatClaimRefusal(name: "seat-claim-not-found")

    private static let names: [APIErrorCode: String] = [
        .noAvailableSeats: ProblemCode.noSeatAvailable.rawValue,
        .transactionNotDevManagedGroup: ProblemCode.seatsNotManaged.rawValue,
        .bundleTransactionIdNotSupported: "bundle-not-supported",
        .seatClaimIdNotFound: claimNotFound.name,
        .appTransactionIdNotFound: ProblemCode.appTransactionNotFound.rawValue,
    ]

    private init(name: String) {
        self.name = name
    }

    /// Reads a refusal; nothing when the same request may succeed later.
    init?(_ error: AppStoreAPIError) {
        guard !error.isRetryable else { return nil }
        switch error.code {
        case .refused:
            guard let code = error.apiErrorCode else { return nil }
            name = Self.names[code] ?? "app-store-rejected-\(code.rawValue)"
        case .unexpectedStatus: name = "app-store-rejected-\(error.httpStatus ?? 0)"
        // A key that Apple does not accept is the team's to fix; the request waits for it.
        default: return nil
        }
    }

    /// The refusal of a name as the API answers it.
    static func problem(_ name: String) -> ServiceProblem {
        switch name {
        case ProblemCode.noSeatAvailable.rawValue:
            ServiceProblem(
                .noSeatAvailable,
                "The App Store has no free seat of this subscription. Release a seat or buy more; the invitation is open."
            )
        case ProblemCode.seatsNotManaged.rawValue:
            ServiceProblem(
                .seatsNotManaged,
                "According to the App Store, the team does not manage this subscription's seats, or the subscription is inactive."
            )
        case ProblemCode.appTransactionNotFound.rawValue:
            ServiceProblem(
                .appTransactionNotFound,
                "The App Store does not know this appTransactionId in the app; send the member's, or omit it."
            )
        case claimNotFound.name: .notFound("seat claim at the App Store")
        case unanswered.name:
            ServiceProblem(.appStoreRefused, "The App Store did not answer in time. The invitation is open again.")
        default: ServiceProblem(.appStoreRefused, "The App Store rejected the request: \(name).")
        }
    }
}
