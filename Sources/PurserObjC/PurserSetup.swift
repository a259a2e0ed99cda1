// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
public import PurserClient

/// Starts the SDK for Objective-C code: once, at launch, before anything else of this library.
#if canImport(Darwin) || PURSER_OBJC_CHECK
@objc(PurserSetup)
@objcMembers
#endif
public final class PurserSetup: NSObject {
    /// Starts with the team's Purser server.
    ///
    /// - Parameters:
    ///   - server: The server's address.
    ///   - key: The app's publishable key.
    ///   - customer: Who is signed in.
    public class func start(server: URL, key: String, customer: String?) {
        var configuration = PurserConfiguration(server: server, key: key)
        configuration.customer = customer
        start(configuration)
    }

    /// Starts with a team's route that takes `receipt`, `transactionId` and `productId`, such as `/applePay/receipt`.
    ///
    /// - Parameters:
    ///   - receiptURL: The route that verifies: 2xx accepts.
    ///   - reportURL: The route that receives reports of purchases that could not be verified.
    public class func start(receiptURL: URL, reportURL: URL?) {
        start(verifier: TeamRoutes.applePay(receiptURL, reportURL))
    }

    /// Starts with a team's route that takes the body of `InpurchaseManager`, such as `/postPay/ios`.
    ///
    /// - Parameter postPayURL: The route that verifies: `{"status": 200}` accepts.
    public class func start(postPayURL: URL) {
        start(verifier: TeamRoutes.postPay(postPayURL, tokens: Engine.shared.tokens))
    }

    /// Starts with any configuration of the SDK; for code in Swift.
    ///
    /// - Parameter configuration: The configuration.
    public class func start(_ configuration: PurserConfiguration) {
        Engine.shared.start(configuration)
    }

    /// The SDK's own object, for code in Swift; `nil` before it was started.
    public class var purser: Purser? { Engine.shared.purser }

    /// Says who is signed in.
    ///
    /// - Parameters:
    ///   - customer: The customer, as the team's server names customers.
    ///   - completion: Called on the main thread once the customer's entitlements are known, or cannot be.
    public class func signIn(_ customer: String, completion: (@MainActor @Sendable () -> Void)?) {
        let purser = Engine.shared.purser
        Task {
            await purser?.signIn(customer)
            await completion?()
        }
    }

    /// Says that no one is signed in.
    ///
    /// - Parameter completion: Called on the main thread.
    public class func signOut(completion: (@MainActor @Sendable () -> Void)?) {
        let purser = Engine.shared.purser
        Task {
            await purser?.signOut()
            await completion?()
        }
    }

    /// Asks whether the customer may use something.
    ///
    /// - Parameters:
    ///   - entitlement: The entitlement's name.
    ///   - completion: Called on the main thread.
    public class func isEntitled(to entitlement: String, completion: @escaping @MainActor @Sendable (Bool) -> Void) {
        let purser = Engine.shared.purser
        Task { await completion(await purser?.isEntitled(to: entitlement) ?? false) }
    }

    private override init() {
        super.init()
    }

    private class func start(verifier: any PurchaseVerifier) {
        var configuration = PurserConfiguration(verifier: verifier)
        // Such routes take the app receipt.
        configuration.interface = .storeKit1
        start(configuration)
    }
}
