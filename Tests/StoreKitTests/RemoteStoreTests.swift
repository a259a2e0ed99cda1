// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite(.storeKit) struct RemoteStoreTests {
    private let simulator: RunningSimulator

    init() async throws {
        simulator = try RunningSimulator()
        try await StoreKitSimulator.connect(through: simulator, customer: "ann")
    }

    @Test func `a purchase from a running simulator is verified, and finished there`() async throws {
        let token = UUID()
        let coins = try await Shop.product("coins")
        #expect(coins.displayPrice == "$0.99")
        guard case .success(.verified(let transaction)) = try await coins.purchase(options: [.appAccountToken(token)])
        else {
            Issue.record("the purchase is not verified")
            return
        }
        #expect(transaction.environment == .sandbox)
        #expect(transaction.appAccountToken == token)
        #expect(try await all(Transaction.unfinished).map(\.unsafePayloadValue.id) == [transaction.id])
        await transaction.finish()
        #expect(try await all(Transaction.unfinished).isEmpty)
        StoreKitSimulator.disconnect()
    }

    @Test(arguments: [
        Product.PurchaseOption.codeOffer(referenceName: "code"), .custom(key: "gift", value: true),
        .promotionalOffer(id: "loyal"),
        .purchaseDate(Date(timeIntervalSince1970: 1_700_000_000)),
    ])
    func `an option that a running simulator cannot honor is refused`(option: Product.PurchaseOption) async throws {
        await #expect { try await Shop.buy("gold", options: [option]) } throws: { error in
            if case StoreKitError.unsupported = error { true } else { false }
        }
        #expect(try await all(Transaction.all).isEmpty)
        StoreKitSimulator.disconnect()
    }

    @Test func `what happens there reaches the reader of updates`() async throws {
        let bought = try await Shop.buy("gold")
        var updates = Transaction.updates.makeAsyncIterator()
        // What the app bought itself and did not finish is not new: only the renewal is.
        try await simulator.control(.post, "/customers/ann/subscriptions/group/renew")
        let renewal = try #require(await updates.next()).payloadValue
        #expect(renewal.originalID == bought.id)
        #expect(renewal.reason == .renewal)
        let status = try #require(try await Product.SubscriptionInfo.status(for: "group").first)
        #expect(status.state == .subscribed)
        #expect(try status.transaction.payloadValue.id == renewal.id)
        #expect(try status.renewalInfo.payloadValue.willAutoRenew)
        StoreKitSimulator.disconnect()
    }

    @Test func `a purchase that a parent must allow comes when it is allowed there`() async throws {
        guard case .pending = try await Shop.product("coins").purchase(options: [.simulatesAskToBuyInSandbox(true)])
        else {
            Issue.record("the purchase did not wait")
            return
        }
        var updates = Transaction.updates.makeAsyncIterator()
        try await simulator.control(.post, "/pending/pending-1/complete")
        #expect(await updates.next()?.unsafePayloadValue.productID == "coins")
        StoreKitSimulator.disconnect()
    }

    @Test func `what happened just before a purchase is reported after it`() async throws {
        let store = try await StoreKitSimulator.connect(through: simulator, customer: "ann", interval: .seconds(3600))
        guard case .pending = try await Shop.product("coins").purchase(options: [.simulatesAskToBuyInSandbox(true)])
        else {
            Issue.record("the purchase did not wait")
            return
        }
        let gold = try await Shop.buy("gold")
        var updates = Transaction.updates.makeAsyncIterator()
        try await simulator.control(.post, "/pending/pending-1/complete")
        try await simulator.control(.post, "/customers/ann/subscriptions/group/renew")
        // Nothing looks automatically: all of it is there when the app buys, and when the store is next asked.
        let lifetime = try await Shop.buy("lifetime")
        try await store.sync()
        let first = try #require(await updates.next()).unsafePayloadValue
        let second = try #require(await updates.next()).unsafePayloadValue
        #expect(Set([first.productID, second.productID]) == ["coins", "gold"])
        #expect([first, second].contains { $0.originalID == gold.id && $0.reason == .renewal })
        #expect(try await all(Transaction.unfinished).map(\.unsafePayloadValue.id).contains(lifetime.id))
        StoreKitSimulator.disconnect()
    }

    @Test func `what was looked up during a purchase and comes after it refuses nothing`() async throws {
        let late = LateLook(simulator)
        let store = try await StoreKitSimulator.connect(through: late, customer: "ann", interval: .seconds(3600))
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        defer { SKPaymentQueue.default().remove(observer) }
        let product = try #require(try await ProductLoader.load(["coins"]).products.first)
        let payment = SKMutablePayment(product: product)
        payment.simulatesAskToBuyInSandbox = true
        late.lookDuringPurchase { try await store.sync() }
        SKPaymentQueue.default().add(payment)
        let waiting = try await observer.transaction { $0.transactionState == .deferred }
        try await late.letCome()
        #expect(waiting.transactionState == .deferred)
        try await simulator.control(.post, "/pending/pending-1/complete")
        try await store.sync()
        _ = try await observer.transaction { $0.transactionState == .purchased }
        #expect(!observer.states(of: "coins").contains(.failed))
        StoreKitSimulator.disconnect()
    }

    @Test func `an answer that a newer one overtook brings nothing back`() async throws {
        let slow = SlowAnswer(simulator)
        let store = try await StoreKitSimulator.connect(through: slow, customer: "ann", interval: .seconds(3600))
        let lifetime = try await Shop.buy("lifetime")
        let (reported, tell) = AsyncStream.makeStream(of: StoredTransaction.self)
        store.connect { if case .transaction(let transaction, _) = $0 { tell.yield(transaction) } }
        slow.holdNext()
        async let older: Void = store.sync()
        await slow.isHeld()
        try await simulator.control(.post, "/transactions/\(lifetime.id)/refund", ["reason": 1, "cancels": true])
        try await store.sync()
        slow.letCome()
        try await older
        try await store.sync()
        tell.finish()
        let payloads = try await all(reported).map { reported in
            let bytes = try #require(Base64URL.decode(reported.document.split(separator: ".")[1]))
            return try TransactionPayload.decode(Data(bytes))
        }
        #expect(payloads.map { $0.revocationDate != nil } == [true])
        StoreKitSimulator.disconnect()
    }

    @Test func `a group with two subscriptions is reported when one of them changes`() async throws {
        try await Shop.buy("gold")
        try await simulator.control(.post, "/customers/ann/subscriptions/group/expire")
        try await simulator.control(.post, "/purchases", ["customer": "bob", "product": "gold"])
        for member in ["ann", "bob"] {
            try await simulator.control(.put, "/customers/\(member)/family", ["family": "family"])
        }
        let store = try await StoreKitSimulator.connect(through: simulator, customer: "ann", interval: .seconds(3600))
        #expect(try await Product.SubscriptionInfo.status(for: "group").map(\.state) == [.expired, .subscribed])
        let (reported, tell) = AsyncStream.makeStream(of: StoredStatus.self)
        store.connect { if case .status(let status) = $0 { tell.yield(status) } }
        for _ in 0..<3 { try await store.sync() }
        try await simulator.control(.put, "/customers/bob/subscriptions/group/renewal", ["on": false])
        try await store.sync()
        tell.finish()
        #expect(try await all(reported).count == 1)
        StoreKitSimulator.disconnect()
    }

    @Test func `what the app's server signed of Advanced Commerce is what is paid`() async throws {
        try await simulator.control(.put, "/products/gold/generic", ["on": true])
        let request = AdvancedCommerceSubscriptionCreateRequest(
            currency: "USD",
            descriptors: AdvancedCommerceDescriptors(description: "Learn", displayName: "School"),
            items: [
                AdvancedCommerceChargeItem(
                    sku: "course",
                    description: "All lessons",
                    displayName: "Course",
                    price: 12_340
                )
            ],
            period: "P1M",
            requestInfo: AdvancedCommerceRequestInfo(requestReferenceId: UUID()),
            taxCode: "S021-01"
        )
        let product = try await AdvancedCommerceProduct(id: "gold")
        let jws = try simulator.sign(AppStoreJSON.encode(request))
        guard case .success(let result) = try await product.purchase(compactJWS: jws, confirmIn: UIViewController())
        else {
            Issue.record("the purchase did not succeed")
            return
        }
        let bought = try result.payloadValue
        #expect(bought.price == Decimal(string: "12.34"))
        #expect(bought.advancedCommerceInfo?.items.first?.details.sku == "course")
        StoreKitSimulator.disconnect()
    }

    @Test func `who is notified of a purchase by the queue finds it in the receipt`() async throws {
        // The receipt's file is there from here on, and old.
        _ = try await Shop.buy("gold")
        let reader = ReceiptReadingObserver()
        SKPaymentQueue.default().add(reader)
        defer { SKPaymentQueue.default().remove(reader) }
        try await simulator.control(.post, "/purchases", ["customer": "ann", "product": "coins"])
        var reported = reader.received.makeAsyncIterator()
        while let changes = await reported.next() {
            guard changes.product == "coins" else { continue }
            #expect(changes.isInReceipt)
            break
        }
        StoreKitSimulator.disconnect()
    }

    @Test func `the download and the receipt are the simulator's`() async throws {
        let lifetime = try await Shop.buy("lifetime")
        let app = try await AppTransaction.shared.payloadValue
        #expect(app.bundleID == "com.example.app")
        let receipt = try ReceiptReader.read(StoreKitSimulator.receiptURL)
        #expect(receipt.transactions == [String(lifetime.id)])
        StoreKitSimulator.disconnect()
    }

    @Test func `refusals and failures have StoreKit's errors`() async throws {
        let coins = try await Shop.product("coins")
        await #expect(throws: Product.PurchaseError.invalidQuantity) {
            try await coins.purchase(options: [.quantity(99)])
        }
        simulator.isReachable = false
        await #expect(throws: StoreKitError.self) { try await coins.purchase() }
        #expect(try await all(Transaction.all).isEmpty)
        StoreKitSimulator.disconnect()
    }
}

/// A simulator in this process that is reached as one elsewhere.
final class RunningSimulator: HTTPTransport, @unchecked Sendable {
    fileprivate let service: SimulatorService
    private let client: InProcessClient

    // Changed by a test between its own requests.
    var isReachable = true

    init() throws {
        func item(_ id: ProductID, _ type: ProductType, _ price: Int64) -> CatalogProduct {
            CatalogProduct(id: id, appleID: 1, bundleID: "com.example.app", type: type, price: PriceList(base: price))
        }
        var coins = item("coins", .consumable, 990)
        coins.codeOffers = [OneTimeCodeOffer(id: "gift")]
        var gold = item("gold", .autoRenewableSubscription, 9990)
        gold.isFamilyShareable = true
        gold.subscription = SubscriptionTerms(
            group: "group",
            period: BillingPeriod(1, .month),
            codeOffers: [CodeOffer(offer: CatalogOffer(id: "friends", mode: .freeTrial, period: .month))]
        )
        let catalog = Catalog(
            apps: [CatalogApp(bundleID: "com.example.app", appAppleID: AppAppleID(rawValue: 1), name: "Example")],
            products: [coins, item("lifetime", .nonConsumable, 49_990), gold],
            groups: [CatalogGroup(id: "group", name: "Club")]
        )
        let start = Date(timeIntervalSince1970: 1_750_000_000)
        service = try SimulatorService(configuration: SimulatorConfiguration(catalog: catalog, seed: 7, start: start))
        client = InProcessClient(service.router(for: .sandbox))
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        guard isReachable else { throw HTTPClientError(code: .cannotConnect, message: "no one is there") }
        let target = String(request.url.dropFirst("http://simulator".count))
        var headers = HTTPHeaders()
        for (name, value) in request.headers { headers[name] = value }
        let response = try await client.send(
            HTTPMethod(rawValue: request.method),
            target,
            headers: headers,
            body: request.body ?? Data()
        )
        return HTTPClientResponse(status: response.status.rawValue, body: response.body)
    }

    func control(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws {
        guard let body else {
            _ = try await client.send(method, "/simulator/v1" + path)
            return
        }
        let answer = try await client.send(method, "/simulator/v1" + path, json: body)
        #expect(answer.status.rawValue < 300, "\(answer.text)")
    }
}

extension RunningSimulator {
    /// Signs a request of Advanced Commerce as the app's server does.
    func sign(_ request: Data) throws -> String {
        let key = try #require(service.apiKeys.first { $0.bundleID == "com.example.app" })
        let signer = try InAppRequestSigner(
            .init(
                issuerID: key.issuerID,
                keyID: key.keyID,
                key: PrivateKey(pem: key.privateKeyPEM),
                bundleID: key.bundleID
            )
        )
        let now = Date(timeIntervalSince1970: 1_750_000_000)
        return try signer.advancedCommerceRequest(request, nonce: UUID(), asOf: now)
    }
}

/// A way to a simulator on which an answer that was given during a purchase comes after it.
private final class LateLook: HTTPTransport {
    private struct State {
        var look: (@Sendable () async throws -> Void)?
        var isBuying = false
        var task: Task<Void, any Error>?
    }

    private let simulator: RunningSimulator
    private let state = Mutex(State())
    private let (answered, answer) = AsyncStream.makeStream(of: Void.self)
    private let (released, release) = AsyncStream.makeStream(of: Void.self)

    init(_ simulator: RunningSimulator) {
        self.simulator = simulator
    }

    /// What happens when a purchase is in progress and the simulator does not know it.
    func lookDuringPurchase(_ look: @escaping @Sendable () async throws -> Void) { state.withLock { $0.look = look } }

    /// Lets the answer come, and waits until it was processed.
    func letCome() async throws {
        release.finish()
        try await state.withLock { $0.task }?.value
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        if request.method == "POST", request.url.hasSuffix("/purchases") {
            state.withLock { state in
                guard let look = state.look else { return }
                state.isBuying = true
                state.task = Task { try await look() }
            }
            for await _ in answered { break }
        }
        let response = try await simulator.send(request)
        let isHeld = state.withLock { state in
            guard state.isBuying, request.url.contains("/devices/") else { return false }
            state.isBuying = false
            return true
        }
        if isHeld {
            answer.yield()
            for await _ in released {}
        }
        return response
    }
}

/// A way to a simulator on which one answer takes its time.
private final class SlowAnswer: HTTPTransport {
    private let simulator: RunningSimulator
    private let holds = Mutex(false)
    private let (answered, answer) = AsyncStream.makeStream(of: Void.self)
    private let (released, release) = AsyncStream.makeStream(of: Void.self)

    init(_ simulator: RunningSimulator) {
        self.simulator = simulator
    }

    /// Holds the next answer to a look.
    func holdNext() { holds.withLock { $0 = true } }

    /// Waits until the simulator has given the answer that is held.
    func isHeld() async { for await _ in answered { break } }

    func letCome() { release.finish() }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let isHeld = holds.withLock { holds in
            guard holds, request.url.contains("/devices/") else { return false }
            holds = false
            return true
        }
        let response = try await simulator.send(request)
        if isHeld {
            answer.yield()
            for await _ in released {}
        }
        return response
    }
}

/// Looks for each purchase in the receipt when it is notified.
private final class ReceiptReadingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    struct Update: Sendable {
        var product: String
        var isInReceipt: Bool
    }

    let (received, continuation) = AsyncStream.makeStream(of: Update.self)

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            guard let id = transaction.transactionIdentifier else { continue }
            let receipt = Bundle.main.appStoreReceiptURL.flatMap { try? ReceiptReader.read($0) }
            let isThere = receipt?.transactions.contains(id) == true
            continuation.yield(Update(product: transaction.payment.productIdentifier, isInReceipt: isThere))
        }
    }
}
