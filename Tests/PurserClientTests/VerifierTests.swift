// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import StoreKit
import StoreKitTest
import Synchronization
import TestSupport
import Testing

@testable import PurserClient

#if canImport(Glibc)
import Glibc
#endif

/// A verifier that answers what a test says.
private final class ScriptedVerifier: PurchaseVerifier {
    private let verdicts: Mutex<[VerificationVerdict]>
    let requests = Recorder<VerificationRequest>()
    let reports = Recorder<VerificationFailure>()
    let acceptsReports: Bool

    init(_ verdicts: [VerificationVerdict] = [], acceptsReports: Bool = false) {
        self.verdicts = Mutex(verdicts)
        self.acceptsReports = acceptsReports
    }

    func verify(_ request: VerificationRequest) async throws -> VerificationVerdict {
        requests.add(request)
        return verdicts.withLock { $0.isEmpty ? .accepted : $0.removeFirst() }
    }

    func report(_ failure: VerificationFailure) async throws -> Bool {
        reports.add(failure)
        return acceptsReports
    }
}

/// A team's own backend verifies, and the SDK does the rest.
@Suite(.storeKit) struct VerifierTests {
    private static let map = EntitlementMap([
        .init(id: World.grinder, entitlements: ["grinder"]), .init(id: World.silver, entitlements: ["club"]),
    ])

    private func launch(
        _ world: World,
        _ verifier: any PurchaseVerifier,
        _ change: (inout PurserConfiguration) -> Void = { _ in }
    ) async -> Purser {
        await world.launch(nil) { configuration in
            configuration.verifier = verifier
            configuration.entitlementMap = Self.map
            change(&configuration)
        }
    }

    @Test func `the team's backend accepts, and the transaction is finished`() async throws {
        let (world, verifier) = (try await World(), ScriptedVerifier())
        let purser = await launch(world, verifier)
        let options = PurserClient.PurchaseOptions(reference: "cart-7")
        let purchase = try #require(try await purser.purchase(World.grinder, options: options).purchase)
        let request = try #require(verifier.requests.all.first)
        #expect(request.transaction == purchase.transaction && request.product == World.grinder)
        #expect(request.reference == "cart-7" && request.signedTransaction != nil && request.receipt == nil)
        #expect(!"\(request) \(String(reflecting: request))".contains(request.signedTransaction ?? "-"))
        #expect(await purser.isEntitled(to: "grinder"))
        #expect(try await world.unfinished().isEmpty)
        #expect(try await purser.pendingPurchases().isEmpty)
        #expect(world.line.requests.isEmpty)
    }

    @Test func `a purchase that the backend could not verify is verified at the next launch, with its reference`()
        async throws
    {
        let world = try await World()
        let down = ScriptedVerifier(Array(repeating: .unavailable(retryAfter: 5), count: 4))
        let purser = await launch(world, down)
        let error = await #expect(throws: PurserError.self) {
            try await purser.purchase(World.beans, options: PurserClient.PurchaseOptions(reference: "cart-8"))
        }
        #expect(error?.code == .verificationFailed)
        #expect(down.requests.all.map(\.attempt) == [1, 2, 3, 4])
        #expect(world.pauses == [5, 5, 9])
        #expect(down.reports.all.map(\.failures) == [4])
        #expect(try await purser.pendingPurchases().map(\.reference) == ["cart-8"])
        let up = ScriptedVerifier()
        let delivered = Recorder<OnDeviceDelivery>()
        let next = await launch(world, up) { $0.deliver = { delivered.add($0) } }
        #expect(up.requests.all.map(\.reference) == ["cart-8"])
        #expect(delivered.all.map(\.product) == [World.beans])
        #expect(try await next.pendingPurchases().isEmpty)
        #expect(try await world.unfinished().isEmpty)
    }

    @Test func `a payment that arrives after the app was killed keeps the team's number of the order`() async throws {
        let (world, verifier) = (try await World(), ScriptedVerifier())
        let purser = await launch(world, ScriptedVerifier())
        let options = PurserClient.PurchaseOptions(simulatesAskToBuy: true, reference: "cart-9")
        guard case .pending = try await purser.purchase(World.beans, options: options) else {
            Issue.record("it did not wait")
            return
        }
        world.close()
        try await world.control(.post, "/pending/pending-1/complete")
        try await world.useAccount("apple-anna")
        _ = await launch(world, verifier)
        try await world.until("it is verified") { !verifier.requests.all.isEmpty }
        #expect(verifier.requests.all.map(\.reference) == ["cart-9"])
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
    }

    @Test func `a refused purchase is kept, and its copy goes once the backend has the report`() async throws {
        let world = try await World()
        let strict = ScriptedVerifier([.rejected(code: "forged", detail: "no such receipt")], acceptsReports: true)
        let purser = await launch(world, strict)
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        #expect(error?.code == .verificationRefused && error?.problem == "forged" && error?.detail == "no such receipt")
        #expect(strict.reports.all.map(\.error.problem) == ["forged"])
        #expect(try await purser.pendingPurchases().isEmpty)
        #expect(try await world.unfinished() == [World.grinder])
    }

    @Test func `a refunded purchase is finished, and nothing is owed`() async throws {
        let world = try await World()
        let purser = await launch(world, ScriptedVerifier([.revoked]))
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        #expect(error?.code == .revoked)
        #expect(try await world.unfinished().isEmpty)
    }

    @Test func `a verifier takes the place of the server, and the server that of a verifier`() throws {
        let address = try #require(URL(string: "http://server"))
        var configuration = PurserConfiguration(server: address, key: "pk_1")
        configuration.verifier = ScriptedVerifier()
        #expect(configuration.server == nil)
        configuration.server = ServerAccess(url: address, key: "pk_1")
        #expect(configuration.verifier == nil)
    }

    @Test(arguments: [
        (200, VerificationVerdict.accepted), (204, .accepted), (422, .rejected(code: "status-422")),
        (503, .unavailable(retryAfter: 7, detail: "the backend answered 503")),
    ])
    func `an answer's status decides, unless the team says otherwise`(status: Int, verdict: VerificationVerdict) {
        let response = PurserResponse(status: status, headers: ["retry-after": "7"])
        #expect(HTTPVerifier.verdict(byStatus: response) == verdict)
    }

    @Test func `a plain Python backend verifies receipts, delivers each purchase once, and gets reports`() async throws
    {
        let world = try await World()
        let apple = HTTPServer(
            configuration: HTTPServerConfiguration(),
            router: world.appStore.router(for: .production)
        )
        try apple.start()
        let python = try await PythonBackend(
            asking: "http://127.0.0.1:\(try #require(apple.port))/verifyReceipt",
            password: world.appStore.sharedSecret(of: World.app)
        )
        let (backend, report) = (try python.url("/applePay/receipt"), try python.url("/applePay/report"))
        let map = Self.map
        func verifier() -> HTTPVerifier {
            // swift-format-ignore
            let verifier = HTTPVerifier(url: backend, reportURL: report) { purchase in
                ["receipt": purchase.receipt ?? "", "transactionId": purchase.transaction, "productId": purchase.product]
            }
            // swift-format-ignore
            do {
                var configuration = PurserConfiguration(verifier: verifier, entitlements: map)
                configuration.interface = .storeKit1
                #expect(configuration.server == nil)
            }
            return verifier
        }
        let purser = await launch(world, verifier()) { $0.interface = .storeKit1 }
        try await purser.purchase(World.grinder)
        try await purser.purchase(World.beans)
        #expect(await purser.isEntitled(to: "grinder"))
        #expect(try await world.unfinished().isEmpty)
        // The backend is asked again about what it delivered; it delivers nothing twice.
        #expect(await purser.restore().count == 1)
        try await world.until("both are delivered") { python.lines.count == 2 }
        #expect(python.lines == [#"{"delivered": "\#(World.grinder)"}"#, #"{"delivered": "\#(World.beans)"}"#])
        // What verifyReceipt cannot be asked about now waits.
        await apple.shutdown(within: .seconds(5))
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.season) }
        #expect(error?.code == .verificationFailed)
        try await world.until("the failure is reported") { python.lines.last?.contains("reported") == true }
        #expect(try await world.unfinished() == [World.season])
        await purser.runUntilIdle()
    }
}

/// `Examples/receipt_backend.py` as a process.
private final class PythonBackend: Sendable {
    private let process: Mutex<ChildProcess>
    private let output = Mutex(Data())

    init(asking address: String, password: String) async throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let script = here.appending(path: "../../Examples/receipt_backend.py").standardizedFileURL.path
        let python = ProcessInfo.processInfo.environment["PURSER_PYTHON"] ?? "/usr/bin/python3"
        let process = ChildProcess()
        process.executableURL = URL(filePath: python)
        process.arguments = [script, "--port", "0", "--verify-receipt", address, "--password", password]
        let pipe = Pipe()
        process.standardOutput = pipe
        self.process = Mutex(process)
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let bytes = handle.availableData
            if bytes.isEmpty { handle.readabilityHandler = nil }
            self?.output.withLock { $0 += bytes }
        }
        try process.run()
        for _ in 0..<6000 where !text.contains("listening") { try await Task.sleep(for: .milliseconds(5)) }
        try #require(text.contains("listening"), "the backend did not start: \(text)")
    }

    deinit {
        process.withLock { _ = kill($0.processIdentifier, SIGTERM) }
    }

    private var text: String { output.withLock { String(decoding: $0, as: UTF8.self) } }

    /// What it did, a line each.
    var lines: [String] { text.split(separator: "\n").dropFirst().map(String.init) }

    func url(_ path: String) throws -> URL {
        let port = try #require(text.firstMatch(of: /listening on (\d+)/)?.1)
        return try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
    }
}
