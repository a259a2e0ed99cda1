// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What may go along with an offer code; Apple defines no value yet.
///
/// <https://developer.apple.com/documentation/storekit/redeemoption>
public struct RedeemOption: Equatable, Hashable, Sendable {}

extension AppStore {
    /// Lets the customer redeem an offer code, and returns what was bought.
    ///
    /// Finish the transaction like that of a purchase; it does not come by ``Transaction/updates`` too, unless a launch
    /// ends before it is finished. A redemption that waits for a parent throws ``StoreKitError/userCancelled``, and its
    /// transaction comes by ``Transaction/updates``. There is no sheet on Linux: see
    /// ``StoreKitSimulator/enterOfferCode(_:)``.
    ///
    /// - Parameters:
    ///   - viewController: Where to ask.
    ///   - options: The choices that go along.
    /// - Returns: The transaction.
    /// - Throws: ``StoreKitError/userCancelled`` when the customer closes the sheet, another ``StoreKitError`` when the
    ///   code is refused.
    @MainActor
    public static func presentOfferCodeRedeemSheet(
        from viewController: UIViewController,
        options: Set<RedeemOption> = []
    ) async throws -> VerificationResult<Transaction> {
        try await StoreRuntime.shared.redeemOfferCode()
    }
}
