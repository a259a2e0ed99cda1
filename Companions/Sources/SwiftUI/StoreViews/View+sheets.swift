// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

extension View {
    /// Lets the customer redeem an offer code while a value is true, and reports what was bought.
    ///
    /// There is no sheet on Linux: `StoreKitSimulator.enterOfferCode(_:)` has the code.
    ///
    /// - Parameters:
    ///   - options: The choices that go along.
    ///   - isPresented: Whether to ask; false again when the customer is done.
    ///   - onCompletion: Gets the transaction, to be finished like that of a purchase, or why there is none.
    /// - Returns: The view with the sheet.
    public func offerCodeRedemption(
        options: Set<RedeemOption> = [],
        isPresented: Binding<Bool>,
        onCompletion: @escaping @MainActor (Result<VerificationResult<StoreKit.Transaction>, any Error>) -> Void
    ) -> some View {
        SheetView(content: self, isPresented: isPresented) {
            let result: Result<VerificationResult<StoreKit.Transaction>, any Error>
            do {
                let controller = UIViewController()
                result = .success(try await AppStore.presentOfferCodeRedeemSheet(from: controller, options: options))
            } catch {
                result = .failure(error)
            }
            onCompletion(result)
            StoreChanges.notify()
        }
    }

    /// Lets the customer redeem an offer code while a value is true; the transaction comes by `Transaction.updates`.
    ///
    /// There is no sheet on Linux: `StoreKitSimulator.enterOfferCode(_:)` has the code.
    ///
    /// - Parameters:
    ///   - isPresented: Whether to ask; false again when the customer is done.
    ///   - onCompletion: Says whether the sheet failed.
    /// - Returns: The view with the sheet.
    public func offerCodeRedemption(
        isPresented: Binding<Bool>,
        onCompletion: @escaping @MainActor (Result<Void, any Error>) -> Void = { _ in }
    ) -> some View {
        SheetView(content: self, isPresented: isPresented) {
            do {
                try await AppStore.presentOfferCodeRedeemSheet(in: UIWindowScene())
                onCompletion(.success(()))
            } catch {
                onCompletion(.failure(error))
            }
        }
    }

    /// Shows the customer's subscriptions while a value is true; there is nothing to show on Linux.
    public func manageSubscriptionsSheet(isPresented: Binding<Bool>) -> some View {
        SheetView(content: self, isPresented: isPresented) {
            try? await AppStore.showManageSubscriptions(in: UIWindowScene())
        }
    }

    /// Shows the customer's subscriptions of a group while a value is true; there is nothing to show on Linux.
    public func manageSubscriptionsSheet(isPresented: Binding<Bool>, subscriptionGroupID: String) -> some View {
        SheetView(content: self, isPresented: isPresented) {
            try? await AppStore.showManageSubscriptions(
                in: UIWindowScene(),
                subscriptionGroupID: subscriptionGroupID
            )
        }
    }

    /// Asks for a refund while a value is true.
    public func refundRequestSheet(
        for transactionID: UInt64,
        isPresented: Binding<Bool>,
        onDismiss: (
            @MainActor (
                Result<StoreKit.Transaction.RefundRequestStatus, StoreKit.Transaction.RefundRequestError>
            ) -> Void
        )? = nil
    ) -> some View {
        SheetView(content: self, isPresented: isPresented) {
            do {
                let status = try await StoreKit.Transaction.beginRefundRequest(
                    for: transactionID,
                    in: UIWindowScene()
                )
                onDismiss?(.success(status))
            } catch {
                onDismiss?(.failure(error as? StoreKit.Transaction.RefundRequestError ?? .failed))
            }
        }
    }

    /// Lets the buyer of a group subscription invite people while a value is true.
    ///
    /// There is no sheet on Linux: `StoreKitSimulator.invitationSheets` says that one was to be shown.
    public func multiSeatInvitationSheet(
        isPresented: Binding<Bool>,
        subscriptionGroupID: String,
        onCompletion: @escaping @MainActor (Result<Void, any Error>) -> Void = { _ in }
    ) -> some View {
        SheetView(content: self, isPresented: isPresented) {
            do {
                try await AppStore.presentMultiSeatInvitationSheet(
                    from: UIViewController(),
                    subscriptionGroupID: subscriptionGroupID
                )
                onCompletion(.success(()))
            } catch {
                onCompletion(.failure(error))
            }
        }
    }
}
