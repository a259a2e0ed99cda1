// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

@testable import PurserServer

@Suite struct ReportedPurchaseTests {
    private static func genuine() throws -> ReportedPurchase {
        let text = try TestAuthority.shared.receiptSigner.sign(AppReceipt.beans("500")).base64EncodedString()
        return ReportedPurchase(receipt: text, transaction: "500", at: TestClock.start)
    }

    private static func junk(_ number: Int) -> ReportedPurchase {
        let id = TransactionID(rawValue: "\(number)")
        return ReportedPurchase(receipt: "bm9uc2Vuc2U=", transaction: id, at: TestClock.start)
    }

    private func put(
        _ reports: [ReportedPurchase],
        _ status: ReportedPurchase.Status = .pending,
        in shop: TestShop
    ) async throws {
        try await shop.database.write { writer in
            for report in reports {
                try writer.upsert(report, as: report.name, in: ReportedPurchase.records[status], now: report.at)
            }
        }
    }

    private func purchases(_ shop: TestShop) async throws -> [ReportedPurchaseList.Purchase] {
        let list: ReportedPurchaseList = try await shop.send(.get, "/v1/recovery/reported-purchases?limit=500").json()
        return list.purchases
    }

    private func isProcessed(_ shop: TestShop) async throws -> Bool {
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        return try await shop.service.orderReports.undelivered(in: scope, limit: 10).unclaimed.map(\.transaction) == [
            "500"
        ]
    }

    @Test func `a genuine report is processed however many others come before it`() async throws {
        let shop = try await TestShop()
        let genuine = try Self.genuine()
        let junk = (0...).lazy.map(Self.junk).filter { $0.name < genuine.name }.prefix(600)
        try await put(Array(junk), in: shop)
        try await shop.service.reported.save(genuine)
        try await shop.service.rounds.recoverReported()
        #expect(try await isProcessed(shop))
    }

    @Test func `while Apple cannot be reached nothing counts, and a day later the report is processed`() async throws {
        let transport = RecordingTransport { _ in throw HTTPClientError(code: .cannotConnect, message: "down") }
        let shop = try await TestShop(transport: transport) { configuration in
            let url = "https://receipts.test"
            configuration.apps[0].verifyReceipt = ReceiptVerification(productionURL: url, sandboxURL: url)
        }
        try await shop.service.reported.save(try Self.genuine())
        for _ in 0..<288 {
            try await shop.service.rounds.recoverReported()
            shop.clock.advance(300)
        }
        #expect(try await purchases(shop).map(\.attempts) == [0])
        let bought = TestClock.start.millisecondsSince1970
        transport.answer { _ in
            let answer = """
                {"status":0,"environment":"Production","receipt":{"receipt_type":"Production",\
                "bundle_id":"com.example.coffee","in_app":[{"quantity":"1","product_id":"coffee.beans.100",\
                "transaction_id":"500","original_transaction_id":"500","purchase_date_ms":"\(bought)",\
                "original_purchase_date_ms":"\(bought)"}]},"latest_receipt_info":[]}
                """
            return HTTPClientResponse(status: 200, body: Data(answer.utf8))
        }
        try await shop.service.rounds.recoverReported()
        #expect(try await isProcessed(shop))
        #expect(try await purchases(shop).isEmpty)
    }

    @Test func `the console shows a reported purchase whose product is in no catalog`() async throws {
        let shop = try await TestShop { configuration in
            var other = configuration.apps[0]
            other.bundleID = "com.example.tea"
            other.appAppleID = AppAppleID(rawValue: 2_345_678_901)
            configuration.apps.append(other)
        }
        var report = Self.junk(4711)
        report.product = "gone.product"
        try await shop.service.reported.save(report)
        // A key of one app learns nothing of what may be another app's.
        #expect(try await purchases(shop).map(\.transaction) == [nil])
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let page = try await visit.get("/console/undelivered").text
        #expect(page.contains("4711") && page.contains("gone.product"), "\(page)")
    }

    /// A shop whose App Store says what it knows of a transaction at each address.
    private func shop(_ history: @escaping @Sendable (String) throws -> String?) async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { request in
            let known = try history(request.url)
            let unknown = #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#
            return HTTPClientResponse(
                status: known == nil ? 404 : 200,
                headers: [("Content-Type", "application/json")],
                body: Data((known ?? unknown).utf8)
            )
        }
        return try await TestShop(transport: transport) { configuration in
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test",
                sandboxURL: "https://sandbox.test"
            )
        }
    }

    @Test(arguments: [Environment.production, .sandbox])
    func `what is reported by its transaction alone is found in Apple's history`(environment: Environment) async throws
    {
        let shop = try await shop { url in
            guard url.hasPrefix(environment == .production ? "https://apple.test" : "https://sandbox.test") else {
                return nil
            }
            let bought = TransactionPayload.purchase(TestShop.beans, id: "500", environment: environment)
            return """
                {"revision":"r","hasMore":false,"bundleId":"\(TestShop.app)","environment":"\(environment.rawValue)",\
                "signedTransactions":["\(try TestShop.sign(bought).rawValue)"]}
                """
        }
        #expect(try await shop.send(.post, "/applePay/report", ["transactionId": "500"], key: "").status == 200)
        try await shop.service.rounds.recoverReported()
        let scope = AppScope(bundleID: TestShop.app, environment: environment)
        let list = try await shop.service.orderReports.undelivered(in: scope, limit: 10)
        #expect(list.unclaimed.map(\.transaction) == ["500"])
        #expect(try await purchases(shop).isEmpty)
    }

    @Test func `a reported transaction that Apple does not know is refused, and tried again`() async throws {
        let shop = try await shop { _ in nil }
        _ = try await shop.send(.post, "/applePay/report", ["transactionId": "500"], key: "")
        try await shop.service.rounds.recoverReported()
        #expect(try await purchases(shop).map(\.attempts) == [1])
        #expect(Set(shop.transport.requests.map { $0.url.split(separator: "/")[1] }) == ["apple.test", "sandbox.test"])
    }

    @Test func `an outage ends a round, and the next one continues behind it`() async throws {
        let transport = RecordingTransport { _ in throw HTTPClientError(code: .cannotConnect, message: "down") }
        let shop = try await TestShop(transport: transport) { configuration in
            let url = "https://receipts.test"
            configuration.apps[0].verifyReceipt = ReceiptVerification(productionURL: url, sandboxURL: url)
        }
        var reports: [ReportedPurchase] = []
        for number in 0..<50 {
            var report = try Self.genuine()
            report.transaction = TransactionID(rawValue: "\(number)")
            reports.append(report)
        }
        try await put(reports, in: shop)
        var checked: [Int] = []
        for _ in 0..<4 {
            let answer = try await shop.send(.post, "/v1/recovery/reported")
            let last: RecoveryReports = try await shop.send(.get, "/v1/recovery").json()
            checked.append(last.reports.first { $0.kind == "reported" }?.checked ?? 0)
            #expect(answer.status == (checked.count == 3 ? 200 : 503))
        }
        #expect(checked == [20, 20, 10, 20])
    }

    @Test func `a round tries a report once, whatever the environments and instances, and gives it up in the end`()
        async throws
    {
        let shop = try await TestShop()
        let other = try shop.anotherInstance()
        try await shop.service.reported.save(Self.junk(1))
        for round in 1...ReportedPurchase.maximumAttempts {
            try await shop.service.rounds.recoverReported()
            try await other.rounds.recoverReported()
            #expect(try await purchases(shop).map(\.attempts) == [round])
            shop.clock.advance(300)
        }
        let over: RecoveryReport = try await shop.send(.post, "/v1/recovery/reported").json()
        #expect(over.checked == 0)
        // The same report again is kept as it is.
        try await shop.service.reported.save(Self.junk(1))
        #expect(try await purchases(shop).map(\.attempts) == [ReportedPurchase.maximumAttempts])
        shop.clock.advance(days: 91)
        #expect(try await shop.service.storage.applyRetention().records == 1)
        #expect(try await purchases(shop).isEmpty)
    }

    @Test func `what was tried to the end by an earlier version makes room for the others, too`() async throws {
        let shop = try await TestShop()
        var old = Self.junk(1)
        old.attempts = ReportedPurchase.maximumAttempts
        try await put([old], in: shop)
        try await shop.service.rounds.recoverReported()
        let waiting = try await shop.database.read { try $0.records(in: ReportedPurchase.records[.pending]) }
        #expect(waiting.isEmpty)
        #expect(try await purchases(shop).count == 1)
    }

    @Test func `only so many reports are kept: what was abandoned goes first, then the app is to wait`() async throws {
        let shop = try await TestShop()
        let maximum = ReportedPurchaseQuota.maximumReports
        try await put((0..<(maximum - 1)).map(Self.junk), in: shop)
        try await put([Self.junk(maximum)], .abandoned, in: shop)
        let body: JSONValue = ["receipt": "bW9yZQ=="]
        #expect(try await shop.send(.post, "/applePay/report", body, key: "").status == 200)
        #expect(
            try await shop.database.read { try $0.records(in: ReportedPurchase.records[.abandoned]) }.isEmpty
        )
        let refused = try await shop.send(.post, "/applePay/report", ["receipt": "ZXZlbiBtb3Jl"], key: "")
        #expect(refused.status == 503 && refused.headers["Retry-After"] == "3600")
        // What is kept already is not new.
        #expect(try await shop.send(.post, "/applePay/report", body, key: "").status == 200)
    }

    @Test func `reports that are large together are bounded by their bytes`() {
        let full = RecordsSize(count: 1, bytes: ReportedPurchaseQuota.maximumBytes - 10)
        #expect(ReportedPurchaseQuota.fits(10, full) && !ReportedPurchaseQuota.fits(11, full))
    }

    @Test(arguments: ["/applePay/report", "/applePay/receipt", "/postPay/ios"])
    func `one address cannot show more than others may`(path: String) async throws {
        let shop = try await TestShop()
        let router = shop.service.router()
        var statuses: [Int: Int] = [:]
        for _ in 0..<1500 {
            let answer = await router.respond(
                to: HTTPRequest(
                    method: .post,
                    target: path,
                    headers: ["Content-Type": "application/json"],
                    body: Data(#"{"receipt":"bm9uc2Vuc2U="}"#.utf8),
                    remoteAddress: "203.0.113.9"
                )
            )
            statuses[answer.status.rawValue, default: 0] += 1
        }
        #expect(statuses[429] == 500)
    }

    @Test func `a name that is longer than any is refused`() async throws {
        let shop = try await TestShop()
        let body: JSONValue = ["transactionId": .string(String(repeating: "1", count: 201))]
        #expect(try await shop.send(.post, "/applePay/report", body, key: "").status == 400)
    }
}
