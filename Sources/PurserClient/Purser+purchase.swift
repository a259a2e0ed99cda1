// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
public import StoreKit

extension Purser {
    /// Buys: an order, the payment, its verification, the delivery, and only then the end of the transaction.
    ///
    /// - Parameters:
    ///   - product: The product's identifier.
    ///   - options: What may be chosen for one purchase.
    ///   - progress: Told how far it is.
    /// - Returns: How it ended; a canceled payment is not an error.
    /// - Throws: ``PurserError``. After ``PurserError/Code/verificationFailed`` the purchase is paid and kept, and it
    ///   is verified when that is possible.
    @discardableResult
    public func purchase(
        _ product: String,
        options: PurchaseOptions = PurchaseOptions(),
        progress: (@Sendable (PurchaseProgress) -> Void)? = nil
    ) async throws -> PurchaseResult {
        emit(.started) { $0.product = product }
        do {
            let result = try await buy(product, options, progress ?? { _ in })
            switch result {
            case .delivered: progress?(.done)
            case .pending(let order):
                emit(.waiting) { ($0.product, $0.order) = (product, order) }
            case .userCancelled:
                emit(.canceled) { ($0.product, $0.code) = (product, "\(StoreFailure.canceled.code)") }
            }
            return result
        } catch let error as PurserError {
            emit(.failed) { event in
                event.product = product
                event.code = error.storeCode.map(String.init) ?? error.code.rawValue
                event.text = error.text(in: .english)
            }
            if error.code == .verificationFailed { progress?(.restartToRetry) }
            throw error
        }
    }

    #if os(iOS) || os(visionOS) || os(tvOS) || os(Linux)
    /// Buys, and has the App Store ask for confirmation in a scene.
    ///
    /// An app with several windows chooses the one in which the customer tapped. On visionOS StoreKit needs a scene;
    /// without this method the first one in the foreground is used.
    ///
    /// - Parameters:
    ///   - product: The product's identifier.
    ///   - scene: Where to ask.
    ///   - options: What may be chosen for one purchase.
    ///   - progress: Told how far it is.
    /// - Returns: The result; a canceled payment is a result, not an error.
    /// - Throws: ``PurserError``, as ``purchase(_:options:progress:)`` does.
    @MainActor
    @discardableResult
    public func purchase(
        _ product: String,
        confirmIn scene: some UIScene,
        options: PurchaseOptions = PurchaseOptions(),
        progress: (@Sendable (PurchaseProgress) -> Void)? = nil
    ) async throws -> PurchaseResult {
        var options = options
        options.scene = PurchaseScene(scene: scene)
        return try await purchase(product, options: options, progress: progress)
    }
    #elseif os(macOS)
    /// Buys, and has the App Store ask for confirmation at a window.
    ///
    /// Systems before macOS 15.2 choose the window themselves.
    ///
    /// - Parameters:
    ///   - product: The product's identifier.
    ///   - window: Where to ask.
    ///   - options: What may be chosen for one purchase.
    ///   - progress: Told how far it is.
    /// - Returns: The result; a canceled payment is a result, not an error.
    /// - Throws: ``PurserError``, as ``purchase(_:options:progress:)`` does.
    @MainActor
    @discardableResult
    public func purchase(
        _ product: String,
        confirmIn window: NSWindow,
        options: PurchaseOptions = PurchaseOptions(),
        progress: (@Sendable (PurchaseProgress) -> Void)? = nil
    ) async throws -> PurchaseResult {
        var options = options
        options.scene = PurchaseScene(window: window)
        return try await purchase(product, options: options, progress: progress)
    }
    #endif

    private func buy(
        _ id: String,
        _ options: PurchaseOptions,
        _ progress: @escaping @Sendable (PurchaseProgress) -> Void
    ) async throws -> PurchaseResult {
        guard !id.isEmpty else { throw error(.productIDEmpty) }
        guard store.canMakePayments else { throw error(.deviceCannotPay) }
        try await checkDevice(id)
        guard await identify() else { throw error(.notSignedIn) }
        let buyer = customer
        guard buying.insert(id).inserted else { throw error(.transactionNotFinished) }
        defer { buying.remove(id) }
        try await requireNothingOpen(before: id)
        progress(.loadingProduct)
        let product = try await load(id)
        try await warn(of: product, options)
        // Who is signed in may change while the server is asked; the order says for whom it is.
        progress(.ordering)
        let order = try await order(product, options, for: buyer)
        let options = try await signed(options, for: order)
        progress(.buying)
        let outcome = try await pay(product, order, options)
        switch outcome {
        case .canceled:
            reportFailure(of: order, StoreFailure.canceled)
            return .userCancelled
        case .waiting: return .pending(order: order?.id)
        case .paid(let transaction):
            emit(.paid) { event in
                (event.product, event.order, event.transaction) = (id, order?.id, transaction.id)
            }
            switch await verify(transaction, .live(order), progress) {
            case .done(let purchase): return .delivered(purchase)
            case .over(let error), .open(let error): throw error
            }
        }
    }

    private func checkDevice(_ product: String) async throws {
        guard let look = configuration.deviceRisk, case .refused(let reason) = await look() else { return }
        emit(.deviceRefused) { ($0.product, $0.text) = (product, reason) }
        report(error(.deviceRefused), product: product, stage: "device", text: reason)
        throw error(.deviceRefused)
    }

    private func load(_ id: String) async throws -> StoreProduct {
        do {
            guard let product = try await store.product(id) else {
                report(error(.unknownProduct), product: id, stage: "products")
                throw error(.unknownProduct)
            }
            return product
        } catch let error as PurserError {
            throw error
        } catch {
            let failure = self.error(.productRequestFailed, StoreFailure(error))
            report(failure, product: id, stage: "products")
            throw failure
        }
    }

    /// An order, kept before the customer pays; nothing in an app without a server.
    private func order(
        _ product: StoreProduct,
        _ options: PurchaseOptions,
        for buyer: String?
    ) async throws -> OpenOrder? {
        guard let server else { return await localOrder(product, options, for: buyer) }
        // The customer may have signed out, or another one in, while a warning was shown.
        guard let customer = buyer, customer == self.customer else { throw error(.notSignedIn) }
        let request = ServerResponse.OrderRequest(
            customer: customer,
            product: product.id,
            quantity: options.orderedQuantity,
            price: product.currency.isEmpty
                ? nil : ServerResponse.Money(milliunits: product.shown(options), currency: product.currency),
            environment: await store.environment().documentName,
            idempotencyKey: UUID().uuidString.lowercased(),
            reference: options.reference,
            device: options.device
        )
        var waits = configuration.retries.orderDelays[...]
        while true {
            do {
                let made = try await server.order(request)
                guard let token = made.appAccountToken else { throw ServerProblem(unreadable: error(.orderFailed)) }
                let order = OpenOrder(
                    id: made.id,
                    token: token,
                    product: product.id,
                    quantity: options.orderedQuantity,
                    customer: customer,
                    created: now()
                )
                await save(order)
                emit(.ordered) { ($0.product, $0.order) = (product.id, order.id) }
                return order
            } catch let problem as ServerProblem {
                guard problem.isTemporary, let wait = waits.popFirst() else {
                    throw error(.orderFailed, problem: problem)
                }
                await configuration.pause(wait)
            }
        }
    }

    /// An order of this app alone, for a team's own backend: it keeps the team's number of the order for a payment that
    /// arrives after a crash.
    private func localOrder(
        _ product: StoreProduct,
        _ options: PurchaseOptions,
        for buyer: String?
    ) async -> OpenOrder? {
        guard configuration.verifier != nil else { return nil }
        let order = OpenOrder(
            id: "app-" + UUID().uuidString.lowercased(),
            token: UUID(),
            product: product.id,
            quantity: options.orderedQuantity,
            customer: buyer,
            created: now(),
            reference: options.reference
        )
        await save(order)
        return order
    }

    /// The options with what the server signs of offers.
    ///
    /// The server signs for a customer's token only: ``PurserConfiguration/customerToken``.
    private func signed(_ options: PurchaseOptions, for order: OpenOrder?) async throws -> PurchaseOptions {
        var options = options
        if options.serverDecidesIntroductoryOffer {
            options.introductoryEligibility = try await introductoryEligibility(for: order)
        }
        return try await withPromotionalOffer(options, for: order)
    }

    /// What the server decides of the introductory offer, signed for the Apple Account that pays.
    private func introductoryEligibility(for order: OpenOrder?) async throws -> String {
        guard let server, let order, let customer = order.customer else { throw error(.orderFailed) }
        guard let account = await store.accountIdentifier() else { throw error(.storeFailed) }
        do {
            return try await server.introductoryEligibility(
                of: order.product,
                ServerResponse.EligibilityRequest(transactionId: account),
                for: customer,
                environment: await store.environment().documentName
            ).jws
        } catch {
            throw self.error(.orderFailed, problem: error)
        }
    }

    /// The options with the server's signature of the promotional offer that was chosen.
    ///
    /// It names the order's token, which goes with the payment, so it cannot be made before the order.
    private func withPromotionalOffer(
        _ options: PurchaseOptions,
        for order: OpenOrder?
    ) async throws -> PurchaseOptions {
        guard let offer = options.promotionalOffer else { return options }
        guard let server, let order, let customer = order.customer else { throw error(.orderFailed) }
        let request = ServerResponse.OfferRequest(
            product: order.product,
            offer: offer,
            appAccountToken: order.token.uuidString.lowercased()
        )
        var options = options
        do {
            let made = try await server.signature(
                request,
                customer: customer,
                environment: await store.environment().documentName
            )
            options.offer = PurchaseOptions.Offer(
                id: offer,
                keyID: made.keyIdentifier,
                nonce: made.nonce,
                signature: made.signature,
                timestamp: made.timestamp
            )
        } catch {
            throw self.error(.orderFailed, problem: error)
        }
        return options
    }

    private func save(_ order: OpenOrder) async {
        do {
            try await vault.save(order)
        } catch {
            // The order's token goes with the payment, so the server knows the order by that too.
            emit(.notStored) { ($0.order, $0.text) = (order.id, "\(error)") }
        }
    }

    private func pay(
        _ product: StoreProduct,
        _ order: OpenOrder?,
        _ options: PurchaseOptions
    ) async throws -> StoreOutcome {
        do {
            return try await store.purchase(StoreOrder(product: product.id, token: order?.token, options: options))
        } catch {
            let failure = StoreFailure(error)
            if failure.isCancelled { return .canceled }
            reportFailure(of: order, failure)
            if order == nil { report(self.error(.transactionFailed, failure), product: product.id, stage: "payment") }
            throw self.error(.transactionFailed, failure)
        }
    }

    /// Tells the server that an order was not paid; a payment that comes later still counts.
    private func reportFailure(of order: OpenOrder?, _ failure: StoreFailure) {
        guard let server, let order else { return }
        let body = ServerResponse.Failure(
            code: "\(failure.code)",
            text: failure.text ?? StoreErrorText.text(of: failure.code, in: .english),
            product: order.product,
            appVersion: configuration.reportedVersion,
            customer: order.customer,
            hasReceipt: nil,
            stage: "payment"
        )
        later {
            // It is a courtesy: an order that no one pays expires automatically.
            try? await server.failed(order: order.id, body, customer: order.customer)
        }
    }

    /// Reports a failure that no order knows of, for the team's statistics.
    func report(_ error: PurserError, product: String?, stage: String, text: String? = nil) {
        guard let server else { return }
        let body = ServerResponse.Failure(
            code: error.storeCode.map(String.init) ?? error.code.rawValue,
            text: text ?? error.text(in: .english),
            product: product,
            appVersion: configuration.reportedVersion,
            customer: customer,
            hasReceipt: nil,
            stage: stage
        )
        later {
            // Statistics are not worth another try.
            try? await server.report(body)
        }
    }

    /// A product that was chosen on the App Store's page is bought in the usual way, with an order.
    func wasPromoted(_ promotion: StorePromotion) async {
        if let ask = configuration.shouldPurchasePromotedProduct, !(await ask(promotion.product)) { return }
        var options = PurchaseOptions()
        options.winBackOffer = promotion.offer
        do {
            try await purchase(promotion.product, options: options)
        } catch {
            // The event of the failure was reported; there is no one to throw to.
            configuration.onLog?("a promoted purchase of \(promotion.product) failed: \(error)")
        }
    }
}
