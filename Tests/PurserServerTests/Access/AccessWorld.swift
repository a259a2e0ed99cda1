// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

@testable import PurserServer

/// Two apps on one server, and a victim who has something of everything in one of them.
///
/// Another customer, a stranger and the tea app ask for what the victim has in the coffee app.
final class AccessWorld: Sendable {
    static let tea: BundleID = "com.example.tea"
    static let monthly = TestShop.monthly.rawValue
    static let yearly = TestShop.yearly.rawValue
    static let customPrice: JSONValue = [
        "name": "hat", "price": ["milliunits": 500, "currency": "USD"], "storefront": "USA", "currency": "gems",
        "unitsPerCurrencyUnit": "100",
    ]

    static func report(_ sku: String) -> String {
        [
            "SKU\tUnits\tDeveloper Proceeds\tBegin Date\tEnd Date\tCustomer Currency\tCountry Code\tCurrency of Proceeds\t"
                + "Apple Identifier\tCustomer Price\tProduct Type Identifier",
            "\(sku)\t1\t0.69\t03/01/2026\t03/01/2026\tUSD\tUS\tUSD\t13\t0.99\tIA1",
        ].joined(separator: "\n")
    }

    let shop: TestShop
    let keys: [AccessCaller: String]
    let victim: String
    let lineage: String
    /// What the victim's purchase is signed as.
    let transaction: String
    let notification: String
    let receipt: String
    /// The values of the names in a path.
    let path: [String: String]
    /// Texts that name the victim, the victim's objects and those of the app; no one else may be answered with one.
    let names: [String]

    private init(
        shop: TestShop,
        keys: [AccessCaller: String],
        victim: String,
        lineage: String,
        transaction: String,
        notification: String,
        receipt: String,
        path: [String: String],
        names: [String]
    ) {
        self.shop = shop
        self.keys = keys
        self.victim = victim
        self.lineage = lineage
        self.transaction = transaction
        self.notification = notification
        self.receipt = receipt
        self.path = path
        self.names = names
    }

    /// The world with everything in it.
    static func make() async throws -> AccessWorld {
        let shop = try await makeShop()
        let victim = "victim-zq7x9w"
        let teaKeys = try #require(try await shop.service.createInitialKeys(of: tea))
        let own = try await shop.token(of: victim)
        let other = try await shop.token(of: "mallory")
        // Each customer has something in each app, so that an empty answer alone proves nothing.
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "8800801"), customer: "mallory")
        let leaf: JSONValue = ["customer": .string(victim), "productId": "tea.leaf"]
        _ = try await shop.send(.post, "/v1/orders", leaf, key: teaKeys.secretKey)
        let order = try await shop.order(TestShop.monthly, customer: victim)
        let bought = TransactionPayload.purchase(id: "7700701", token: order.appAccountToken)
        let paid = try await shop.verify(bought, order: order.id, customer: victim)
        #expect(paid.status == 200, "\(paid.text)")
        _ = try await shop.verify(.purchase(TestShop.beans, id: "7700702"), customer: victim)
        let claim = try await Self.giveSeats(of: victim, shop)
        let open = try await shop.order(TestShop.grinder, customer: victim)
        // A new receipt of the victim.
        let receipt = try Self.receipt()
        let shown: JSONValue = ["receipt": .string(receipt), "transactionId": "500500"]
        let received = try await shop.send(.post, "/applePay/receipt", shown, key: own)
        #expect(received.status == 200, "\(received.text)")
        // That another customer shows it is stored once.
        for body in [shown, ["signedTransaction": .string(try TestShop.sign(bought).rawValue)]] as [JSONValue] {
            let path = body["receipt"] == nil ? "/v1/transactions" : "/applePay/receipt"
            #expect(try await shop.send(.post, path, body, key: other).code == "owned-by-another-customer")
        }
        let customer = "/v1/customers/\(victim)"
        _ = try await shop.send(.put, customer + "/devices/device-zq7x9w", key: own)
        _ = try await shop.send(.put, customer + "/consents/consumption-information", ["isGranted": true], key: own)
        _ = try await shop.send(
            .post,
            customer + "/usage",
            ["transactionId": "7700702", "usedPercentage": 10],
            key: own
        )
        let gift: JSONValue = ["id": "grant-zq7x9w", "entitlement": "season", "reason": "a gift"]
        #expect(try await shop.send(.post, customer + "/grants", gift).status == 201)
        let failure: JSONValue = ["code": "2", "customer": .string(victim), "text": "failure-zq7x9w"]
        _ = try await shop.send(.post, "/v1/purchase-failures", failure, key: own)
        // It is paid and unclaimed.
        try await shop.notify(.about(.oneTimeCharge, nil, .purchase(TestShop.beans, id: "7700703")))
        let item: JSONValue = ["entitlement": "club", "publishedAt": 1, "title": "title-zq7x9w"]
        #expect(try await shop.send(.put, "/v1/content/content-zq7x9w", item).status == 204)
        let hook: WebhookEndpointBody = try await shop.send(
            .post,
            "/v1/webhook-endpoints",
            ["url": "https://93.184.216.34/hook-zq7x9w"]
        ).json()
        let key: APIKeyBody = try await shop.send(.post, "/v1/api-keys", ["kind": "publishable", "name": "key-zq7x9w"])
            .json()
        let question = try TestShop.sign(
            NotificationPayload.about(.consumptionRequest, nil, bought, signed: shop.clock.now)
        ).rawValue
        let notified = try await shop.send(
            .post,
            "/apple/notifications/production",
            ["signedPayload": .string(question)],
            key: ""
        )
        #expect(notified.status == 200)
        try await shop.service.consumption.respondToConsumptionRequests()
        let reported: JSONValue = ["receipt": "c29tZQ==", "transactionId": "7700709", "productId": "coffee.beans.100"]
        _ = try await shop.send(.post, "/applePay/report", reported, key: "")
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(shop.secretKey)", "Content-Type": "text/tab-separated-values",
        ]
        let stored: ImportedReport = try await shop.client.send(
            .post,
            "/v1/reports?kind=SALES",
            headers: headers,
            body: Data(Self.report("coffee.beans.100").utf8)
        ).json()
        let annotation: ChartAnnotationList.Annotation = try await shop.send(
            .post,
            "/v1/charts/annotations",
            ["day": "2026-03-01", "text": "price-zq7x9w"]
        ).json()
        let view: SavedViewList.View = try await shop.send(
            .post,
            "/v1/views",
            ["name": "view-zq7x9w", "page": "/customers", "query": "q=zq7x9w", "visibility": "team"]
        ).json()
        #expect(try await shop.send(.put, "/v1/closed-months/2026-02", ["note": "closed-zq7x9w"]).status == 200)
        let target = shop.service.forwarder.source.targets[0].id
        let difference = try await Self.shadow(victim, shop)
        let events = try await shop.events().filter { $0.app == TestShop.app }.map(\.id.rawValue)
        let ids = [order.id.rawValue, open.id.rawValue]
        let tokens = [order.appAccountToken, open.appAccountToken].compactMap { $0?.description }
        return AccessWorld(
            shop: shop,
            keys: [
                .nobody: "", .stranger: shop.publishableKey, .other: other, .owner: own,
                .otherApp: teaKeys.publishableKey,
                .otherBackend: teaKeys.secretKey, .backend: shop.secretKey,
            ],
            victim: victim,
            lineage: "7700701",
            transaction: try TestShop.sign(bought).rawValue,
            notification: question,
            receipt: receipt,
            path: [
                "customer": victim, "order": open.id.rawValue, "product": monthly, "item": "content-zq7x9w",
                "subject": "consumption-information", "device": "device-zq7x9w", "grant": "grant-zq7x9w",
                "entitlement": "club", "currency": "beans", "endpoint": hook.id, "key": key.id,
                "transaction": "7700701", "report": String(stored.report), "originalTransactionId": "7700710",
                "invitation": "open-zq7x9w", "seatClaimId": claim, "target": target, "difference": difference,
                "annotation": annotation.id, "view": view.id,
            ],
            names: [
                victim, "7700701", "7700702", "7700703", "7700709", "500500", "zq7x9w", "coffee.", hook.id, key.id,
                target, difference,
                "vendor-coffee", "7700710", claim,
            ] + ids + tokens + events
        )
    }

    /// Another provider lacks what the victim bought.
    ///
    /// - Returns: The difference.
    private static func shadow(_ victim: String, _ shop: TestShop) async throws -> String {
        let settings: JSONValue = ["url": "https://93.184.216.34/zq7x9w/{customer}", "authorization": "Bearer zq7x9w"]
        #expect(try await shop.send(.patch, "/v1/shadow", settings).status == 200)
        let customers: JSONValue = ["customers": [.string(victim)]]
        let found: ShadowCheckBody = try await shop.send(.post, "/v1/shadow/check", customers).json()
        return try #require(found.differences.first?.id)
    }

    /// The victim buys a group subscription, of which a member has a seat and someone else an invitation.
    ///
    /// - Returns: Apple's claim of the seat.
    private static func giveSeats(of victim: String, _ shop: TestShop) async throws -> String {
        var bought = TransactionPayload.purchase(TestShop.yearly, id: "7700710")
        bought.quantity = 5
        // Beside an active one it would be a conflict, which every request reports again.
        bought.purchaseDate = shop.clock.now - 400 * 86_400
        bought.expiresDate = shop.clock.now - 10 * 86_400
        bought.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
        #expect(try await shop.verify(bought, customer: victim).status == 200)
        let key = LineageKey(
            scope: AppScope(bundleID: TestShop.app, environment: .production),
            lineage: bought.originalTransactionId
        )
        let claim = SeatClaimID(rawValue: UUID())
        let request = SeatStep.Request(identifier: UUID(), acceptedBy: "member")
        let app = try #require(shop.service.apps[TestShop.app])
        for (number, name) in ["open-zq7x9w", "used-zq7x9w"].enumerated() {
            let terms = SeatStep.Invitation(
                tokenHash: try FactDigest(sha256Of: [UInt8(number)]).hexadecimal,
                expirationDate: shop.clock.now + 86_400,
                invitedBy: "purchaser"
            )
            let steps: [SeatStep.Action] = [
                .invited(terms), .requested(request), .claimed(claim, request: request.identifier),
            ]
            for action in number == 0 ? Array(steps.prefix(1)) : steps {
                let step = SeatStep(
                    lineage: key.lineage,
                    invitation: SeatInvitationID(rawValue: name),
                    customer: action == steps[0] ? nil : "member-zq7x9w",
                    action: action
                )
                try await shop.service.seats.recorder.record(key, app: app, by: "test", now: shop.clock.now) { _, _ in
                    [step]
                }
            }
        }
        return claim.description
    }

    private static func makeShop() async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        // Apple knows nothing that it is asked about here.
        let refusal = Data(#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#.utf8)
        let transport = RecordingTransport { request in
            request.url.contains("consumption")
                ? HTTPClientResponse(status: 202) : HTTPClientResponse(status: 404, body: refusal)
        }
        func connect(_ vendor: String, _ url: String) -> AppStoreConnectConfiguration {
            AppStoreConnectConfiguration(
                issuerID: "i",
                keyID: "KEY1",
                privateKeyPEM: key,
                vendorNumber: vendor,
                url: url
            )
        }
        func credentials(_ url: String) -> AppStoreCredentials {
            AppStoreCredentials(
                issuerID: "i",
                keyID: "KEY1",
                privateKeyPEM: key,
                productionURL: url,
                sandboxURL: url
            )
        }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].forwardNotificationsTo = [
                NotificationForwarding(url: "https://93.184.216.34/forward-zq7x9w")
            ]
            configuration.requestsPerSecond = 100_000
            configuration.requestBurst = 100_000
            configuration.apps[0].requiresCustomerTokens = .reads
            configuration.apps[0].claimsSeatsInProduction = true
            configuration.apps[0].appStoreServerAPI = credentials("https://apple.test")
            configuration.apps[0].appStoreConnect = connect("vendor-coffee", "https://connect.test")
            configuration.apps.append(
                AppConfiguration(
                    bundleID: tea,
                    appAppleID: AppAppleID(rawValue: 987_654_321),
                    appStoreServerAPI: credentials("https://apple.test"),
                    appStoreConnect: connect("vendor-tea", "https://connect.test")
                )
            )
        }
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now, app: tea)
        let leaf = StoredCatalogProduct(product: CatalogProduct(id: "tea.leaf", type: .consumable))
        try await shop.service.catalogFeature.replaceCatalog(
            CatalogBody(products: [leaf]),
            of: tea,
            audit: audit,
            now: shop.clock.now
        )
        let club: JSONValue = [
            "id": "coffee.club.monthly", "type": "Auto-Renewable Subscription", "subscriptionGroupIdentifier": "club",
            "level": 2,
            "period": "P1M", "entitlements": ["club"], "price": ["milliunits": 4990, "currency": "USD"],
            "offers": [
                [
                    "type": 2, "id": "half", "discount": "PAY_AS_YOU_GO", "period": "P1M", "periodCount": 3,
                    "eligibility": [], "isStackable": false, "price": ["milliunits": 2490, "currency": "USD"],
                ]
            ],
        ]
        #expect(try await shop.send(.put, "/v1/catalog/products/coffee.club.monthly", club).status == 200)
        return shop
    }

    private static func receipt() throws -> String {
        try TestAuthority.shared.receiptSigner.sign(AppReceipt.beans("500500")).base64EncodedString()
    }
}

extension AccessWorld {
    /// A request of a caller for what the victim has.
    func request(_ row: AccessRow, _ route: Route) throws -> (target: String, body: Data, type: String) {
        let names = path.merging(row.path) { $1 }
        let target = route.path.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return String(part) }
            return names[String(part.dropFirst().dropLast())] ?? "missing"
        }
        let body = try row.body.map { try ServiceJSON.encode($0(self)) } ?? Data((row.text ?? "").utf8)
        let type = row.text == nil ? "application/json" : "text/tab-separated-values"
        return ("/" + target.joined(separator: "/") + row.query, body, type)
    }

    func send(
        _ row: AccessRow,
        _ route: Route,
        as caller: AccessCaller,
        to client: InProcessClient? = nil
    ) async throws -> InProcessClient.Response {
        let (target, body, type) = try request(row, route)
        var headers: HTTPHeaders = [:]
        if let key = keys[caller], !key.isEmpty { headers["Authorization"] = "Bearer \(key)" }
        if !body.isEmpty { headers["Content-Type"] = type }
        return try await (client ?? shop.client).send(
            route.method,
            target,
            headers: headers,
            body: body,
            writes: route.isStream ? 1 : .max
        )
    }

    /// What names the victim or the app in an answer, and is not in the request itself.
    func leaks(_ answer: InProcessClient.Response, _ row: AccessRow, _ route: Route) throws -> [String] {
        let (target, body, _) = try request(row, route)
        let asked = target + String(decoding: body, as: UTF8.self) + decoded(body)
        return names.filter { answer.text.contains($0) && !asked.contains($0) }
    }

    /// What a signed document or a receipt in a request shows.
    private func decoded(_ body: Data) -> String {
        let text = String(decoding: body, as: UTF8.self)
        let shown = [transaction, notification].filter(text.contains).flatMap { $0.split(separator: ".") }
            .compactMap { Base64URL.decode(String($0)) }
        // A consumption request holds a transaction, which is signed in itself.
        let texts = shown.map { String(decoding: $0, as: UTF8.self) }.joined()
        let receipts = text.contains("500500") ? "coffee.beans.100 com.example.coffee 500500" : ""
        return texts + receipts
    }

    /// Another server over a copy of everything, for what changes it.
    func copy() async throws -> Copy {
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-access-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "copy.sqlite").path
        try await shop.database.backUp(to: file)
        let store = try await SQLiteDatabase(.init(path: file))
        let service = try PurserService(
            configuration: shop.service.configuration,
            database: store,
            anchors: shop.service.anchors,
            transport: shop.transport,
            clock: { [clock = shop.clock] in clock.now },
            pause: { _ in }
        )
        return Copy(client: InProcessClient(service.router()), database: store, folder: folder)
    }

    struct Copy: Sendable {
        var client: InProcessClient
        var database: SQLiteDatabase
        var folder: URL

        func remove() async {
            await self.database.close()
            try? FileManager.default.removeItem(at: folder)
        }
    }
}

extension SQLiteDatabase {
    /// Everything that is stored, as text.
    func dump() async throws -> [String] {
        try await read { reader in
            var tables: [String] = []
            try reader.forEach("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { row in
                tables.append(try row.next())
            }
            var lines: [String] = []
            for table in tables {
                var columns: [String] = []
                try reader.forEach("SELECT name FROM pragma_table_info(\(table))") { columns.append(try $0.next()) }
                let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
                try reader.forEach(Query(stringLiteral: "SELECT \(values) FROM \"\(table)\"")) { row in
                    lines.append(table + ": " + (try row.next(String?.self) ?? ""))
                }
            }
            return lines.sorted()
        }
    }
}
