// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import StoreKit
import StoreKitTest
import Testing

@testable import PurserClient
@testable import PurserObjC

/// What `IAPTool` called, in order.
private final class Calls: Sendable {
    let lines = Recorder<String>()
    let transactions = Recorder<SKPaymentTransaction>()
    let params = Recorder<IAPReceiptParams>()
    let errors = Recorder<NSError>()

    func listen(to tool: IAPTool) {
        tool.failureBlock = { code, text in self.lines.add("failure \(code.rawValue) \(text)") }
        tool.errorBlock = { error in self.errors.add(error) }
        tool.verifyTransactionReceiptHandler = { params, transaction in
            self.params.add(params)
            self.transactions.add(transaction)
            self.lines.add("verify \(params.productId)")
        }
        tool.verifyKeychainReceiptHandler = { params in
            self.params.add(params)
            self.lines.add("verify kept \(params.productId)")
        }
    }
}

/// Every call of the two Objective-C tools, over the SDK.
@Suite(.storeKit) struct ObjectiveCTests {
    /// A tool of an app whose blocks verify.
    private func blocks(
        _ world: World,
        _ calls: Calls,
        _ engine: Engine
    ) -> IAPTool {
        let tool = IAPTool(engine: engine)
        tool.adjust = { configuration in
            let own = world.configuration(nil)
            configuration.storage = own.storage
            configuration.language = .english
            configuration.now = own.now
            configuration.pause = own.pause
            configuration.onEvent = own.onEvent
        }
        calls.listen(to: tool)
        StoreKitSimulator.relaunch()
        tool.nt_addIAPObserver()
        return tool
    }

    private func configuration(_ world: World, _ verifier: HTTPVerifier) -> PurserConfiguration {
        var configuration = world.configuration(nil)
        configuration.verifier = verifier
        configuration.interface = .storeKit1
        return configuration
    }

    @Test func `the app's block verifies a purchase, and finishing it ends it`() async throws {
        let (world, calls, engine) = (try await World(), Calls(), Engine())
        let tool = blocks(world, calls, engine)
        tool.nt_buy(productId: World.grinder) { calls.lines.add("hud") }
        try await world.until("the block is called") { calls.lines.all.count == 2 }
        #expect(calls.lines.all == ["hud", "verify \(World.grinder)"])
        let params = try #require(calls.params.all.first)
        #expect(!params.receipt.isEmpty && params.productId == World.grinder)
        #expect(!params.description.contains(params.receipt))
        #expect(try await world.unfinished() == [World.grinder])
        tool.nt_finishTransaction(try #require(calls.transactions.all.first))
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        try await world.until("nothing is kept") { !tool.nt_hasKeychainReceipt() }
        await engine.purser?.runUntilIdle()
        #expect(calls.lines.all.count == 2)
        engine.stop()
    }

    @Test func `what the app did not finish is kept, blocks new purchases, and comes back`() async throws {
        let (world, calls, engine) = (try await World(), Calls(), Engine())
        let tool = blocks(world, calls, engine)
        tool.patience = 0.05
        engine.stop()
        tool.nt_addIAPObserver()
        tool.nt_buy(productId: World.beans, hudHandler: nil)
        try await world.until("the failure is reported") { calls.lines.all.contains { $0.hasPrefix("failure") } }
        #expect(calls.lines.all.first == "verify \(World.beans)")
        try await world.until("it is kept") { tool.nt_hasKeychainReceipt() }
        let before = calls.lines.all.count
        tool.nt_buy(productId: World.beans, hudHandler: nil)
        try await world.until("the next one does not start") {
            calls.lines.all.dropFirst(before).contains { $0.hasPrefix("failure 3 ") }
        }
        // The page asks for what is kept; the app's backend accepts it now.
        let asked = calls.lines.all.count
        tool.nt_verifyKeychainReceiptHUDHandler { calls.lines.add("hud kept") }
        try await world.until("the kept block is called") {
            calls.lines.all.dropFirst(asked).contains("verify kept \(World.beans)")
        }
        #expect(calls.lines.all.dropFirst(asked).first == "hud kept")
        // The app finishes the transaction that it got at first, although no one waits for it any more.
        tool.nt_finishTransaction(try #require(calls.transactions.all.first))
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        try await world.until("nothing is kept") { !tool.nt_hasKeychainReceipt() }
        await engine.purser?.runUntilIdle()
        engine.stop()
    }

    @Test func `deleting the kept copy leaves the transaction, which is there again at the next launch`() async throws {
        let (world, calls, engine) = (try await World(), Calls(), Engine())
        let tool = blocks(world, calls, engine)
        tool.nt_buy(productId: World.grinder, hudHandler: nil)
        try await world.until("the block is called") { !calls.transactions.all.isEmpty }
        try await world.until("it is kept") { tool.nt_hasKeychainReceipt() }
        tool.nt_deleteKeychainReceipt()
        try await world.until("nothing is kept") { !tool.nt_hasKeychainReceipt() }
        await engine.purser?.runUntilIdle()
        #expect(try await world.unfinished() == [World.grinder])
        engine.stop()
        let again = Calls()
        let next = blocks(world, again, engine)
        try await world.until("the block is called again") { !again.transactions.all.isEmpty }
        next.nt_finishTransaction(try #require(again.transactions.all.first))
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        await engine.purser?.runUntilIdle()
        engine.stop()
    }

    @Test func `the failures have the tool's codes and texts`() async throws {
        let (world, calls, engine) = (try await World(), Calls(), Engine())
        let tool = blocks(world, calls, engine)
        await engine.purser?.runUntilIdle()
        func failure(_ text: String, _ call: () -> Void) async throws {
            let before = calls.lines.all.count
            call()
            try await world.until(text) { calls.lines.all.count > before }
            #expect(calls.lines.all.last == text)
        }
        try await failure("failure 1 No product was chosen.") { tool.nt_buy(productId: "", hudHandler: nil) }
        try await failure("failure 4 This product is not sold at the moment.") {
            tool.nt_buy(productId: "tea", hudHandler: nil)
        }
        try await failure("failure 5 There is nothing to restore.") { tool.nt_verifyKeychainReceiptHUDHandler(nil) }
        try await failure("failure 5 There is nothing to restore.") {
            tool.nt_restore(withHUDHandler: nil, completedTransactionsHUDHandler: nil)
        }
        let error = try #require(calls.errors.all.first)
        #expect(
            error.domain == "NTIAPTool" && error.code == 1 && error.localizedDescription == "No product was chosen."
        )
        #expect((error.userInfo[NSUnderlyingErrorKey] as? PurserError)?.code == .productIDEmpty)
        engine.stop()
    }

    @Test func `a canceled payment is a failure with Apple's number in front, as with the tool`() async throws {
        let (world, calls, engine) = (try await World(account: nil), Calls(), Engine())
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let session = try SKTestSession(contentsOf: here.appending(path: "../../Examples/Catalog.storekit"))
        session.disableDialogs = true
        session.failTransactionsEnabled = true
        session.failureError = .paymentCancelled
        let tool = blocks(world, calls, engine)
        tool.nt_buy(productId: World.grinder, hudHandler: nil)
        try await world.until("it is reported") { !calls.errors.all.isEmpty }
        #expect(calls.lines.all == ["failure 6 2.You canceled the payment."])
        #expect(calls.errors.all.map(\.code) == [6])
        await engine.purser?.runUntilIdle()
        engine.stop()
    }

    @Test(arguments: [
        (PurserError.Code.unknown, IAPTransactionError.unknown), (.productIDEmpty, .productIdEmpty),
        (.deviceCannotPay, .cannotMakePayments), (.transactionNotFinished, .transactionNotFinished),
        (.productRequestFailed, .getProductFailed), (.unknownProduct, .getProductFailed),
        (.queueEmpty, .transactionsEmpty), (.transactionFailed, .transactionFailed),
        (.restoreFailed, .restoreTransactionFailed), (.serverUnavailable, .unknown),
    ])
    func `each failure of the SDK has a code of the tool`(code: PurserError.Code, expected: IAPTransactionError) {
        let error = PurserError(code, language: .simplifiedChinese)
        #expect(IAPTransactionError(error) == expected)
        #expect(IAPTransactionError.error(error).localizedDescription == error.text(in: .simplifiedChinese))
        #expect(IAPTransactionError.allCases.map(\.rawValue) == Array(0...7))
    }

    @Test func `a restoration ends with the tool's block`() async throws {
        let (world, calls, engine) = (try await World(), Calls(), Engine())
        try await engine.run(
            configuration(world, TeamRoutes.applePay(try route("/applePay/receipt"), nil, transport: world.line))
        )
        let tool = IAPTool(engine: engine)
        calls.listen(to: tool)
        tool.nt_buy(productId: World.grinder, hudHandler: nil)
        try await world.until("it is finished") { world.happened(.finished) }
        await engine.purser?.runUntilIdle()
        tool.nt_restore(
            withHUDHandler: { calls.lines.add("hud") },
            completedTransactionsHUDHandler: { calls.lines.add("done") }
        )
        try await world.until("it is restored") { calls.lines.all.count == 2 }
        #expect(calls.lines.all == ["hud", "done"])
        #expect(world.line.count("POST /applePay/receipt") >= 1)
        await engine.purser?.runUntilIdle()
        engine.stop()
    }

    private func route(_ path: String) throws -> URL { try #require(URL(string: "http://server" + path)) }

    @Test func `the subscriptions' page is opened, and debug builds are a sandbox`() async throws {
        let tool = IAPTool.shareInstance()
        #expect(tool === IAPTool.shareInstance() && tool.nt_getIsSandbox())
        let opened = Recorder<URL>()
        let observer = NotificationCenter.default.addObserver(forName: SystemPages.opened, object: nil, queue: nil) {
            if let page = $0.userInfo?["url"] as? URL { opened.add(page) }
        }
        tool.nt_openSubscriptions()
        NotificationCenter.default.removeObserver(observer)
        #expect(opened.all == [Purser.subscriptionsPage])
    }

    @Test func `the manager buys through the old route with the team's number, and reports each status`() async throws {
        let (world, engine, statuses) = (try await World(), Engine(), Recorder<PurchaseStatus>())
        let manager = InpurchaseManager(engine: engine)
        #expect(!manager.canMakePayments())
        let verifier = TeamRoutes.postPay(
            try route("/postPay/ios"),
            tokens: engine.tokens,
            bundle: World.app.rawValue,
            transport: world.line
        )
        let bodies = Recorder<String>()
        let backend: @Sendable (PurserRequest) -> Line.Fate = { request in
            bodies.add(String(decoding: request.body ?? Data(), as: UTF8.self))
            return .answered(PurserResponse(status: 200, body: Data(#"{"status":200}"#.utf8)))
        }
        world.line.decide(backend)
        try await engine.run(configuration(world, verifier))
        #expect(manager.canMakePayments())
        manager.productPrefix = "coffee."
        manager.pay(withPruductId: "beans.100", orderId: "20260220-77", cloudToken: "session-1") { statuses.add($0) }
        try await world.until("it is bought") { !statuses.all.isEmpty }
        #expect(statuses.all == [.success])
        #expect(world.line.requests == ["POST /postPay/ios"])
        let body = try #require(bodies.all.first)
        for member in ["order_id=20260220-77", "product_id=coffee.beans.100", "token=session-1", "quantity=1"] {
            #expect(body.contains(member))
        }
        #expect(!body.contains("password"))
        #expect(try await world.unfinished().isEmpty)
        manager.pay(withPruductId: "tea", orderId: "2", cloudToken: "session-1") { statuses.add($0) }
        try await world.until("it is not sold") { statuses.all.count == 2 }
        #expect(statuses.all.last == .getProductFailed)
        world.line.cut()
        manager.pay(withPruductId: "grinder", orderId: "3", cloudToken: "session-1") { statuses.add($0) }
        try await world.until("it is not verified") { statuses.all.count == 3 }
        #expect(statuses.all.last == .failed)
        world.line.decide(backend)
        manager.checkOrderStatus()
        try await world.until("the paid one is delivered") { statuses.all.count == 4 }
        #expect(statuses.all.last == .success)
        #expect(try await world.unfinished().isEmpty)
        await engine.purser?.runUntilIdle()
        engine.stop()
    }

    @Test func `the session of an order is found, and the newest one serves an unknown order`() {
        let tokens = CloudTokens()
        #expect(tokens.token(order: "1").isEmpty)
        for number in 0...CloudTokens.limit { tokens.record("t\(number)", order: "\(number)") }
        #expect(tokens.token(order: "5") == "t5")
        #expect(
            tokens.token(order: "0") == "t\(CloudTokens.limit)" && tokens.token(order: nil) == "t\(CloudTokens.limit)"
        )
    }

    @Test func `the manager names the team's apps`() {
        let manager = InpurchaseManager(engine: Engine())
        manager.appNames = ["com.example.coffee": "Coffee"]
        #expect(manager.appName(fromBundleId: "com.example.coffee") == "Coffee")
        #expect(manager.appName(fromBundleId: "com.example.tea") == "com.example.tea")
        #expect(InpurchaseManager.shareInstance() === InpurchaseManager.shareInstance())
    }

    @Test func `the SDK is started with a server or with a team's route`() async throws {
        let address = try #require(URL(string: "http://127.0.0.1:9"))
        #expect(PurserSetup.purser == nil)
        PurserSetup.start(server: address, key: "pk_1", customer: "anna")
        #expect(PurserSetup.purser?.configuration.server?.key == "pk_1")
        #expect(PurserSetup.purser?.configuration.customer == "anna")
        PurserSetup.start(receiptURL: address, reportURL: nil)
        let route = try #require(PurserSetup.purser?.configuration)
        #expect(route.verifier is HTTPVerifier && route.interface == .storeKit1 && route.server == nil)
        PurserSetup.start(postPayURL: address)
        #expect((PurserSetup.purser?.configuration.verifier as? HTTPVerifier)?.format == .form)
        Engine.shared.stop()
    }

    @Test func `who is signed in, and what they may use, is asked with blocks`() async throws {
        let (world, answers) = (try await World(), Recorder<String>())
        StoreKitSimulator.relaunch()
        PurserSetup.start(world.configuration(nil))
        let purser = try #require(PurserSetup.purser)
        PurserSetup.signIn("anna") { answers.add("in") }
        try await world.until("signed in") { answers.all == ["in"] }
        try await purser.purchase(World.silver)
        PurserSetup.isEntitled(to: "club") { answers.add("club \($0)") }
        try await world.until("entitled") { answers.all.count == 2 }
        PurserSetup.signOut { answers.add("out") }
        try await world.until("signed out") { answers.all == ["in", "club true", "out"] }
        await purser.runUntilIdle()
        Engine.shared.stop()
    }
}

extension Engine {
    /// Starts, and waits until what happens at launch is done.
    fileprivate func run(_ configuration: PurserConfiguration) async throws {
        StoreKitSimulator.relaunch()
        start(configuration)
        await purser?.runUntilIdle()
    }
}
