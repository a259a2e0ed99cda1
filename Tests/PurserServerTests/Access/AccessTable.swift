// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

@testable import PurserServer

/// A caller that asks for what the victim, a customer of the coffee app, has.
enum AccessCaller: String, CaseIterable, Sendable {
    case nobody = "no key"
    case stranger = "app's key"
    case other = "another customer's token"
    case owner = "customer's token"
    case otherApp = "other app's key"
    case otherBackend = "other app's secret key"
    case backend = "secret key"
}

extension AccessCaller {
    /// Its name in the Chinese table.
    var chineseName: String {
        switch self {
        case .nobody: "无密钥"
        case .stranger: "公开密钥"
        case .other: "其他用户的令牌"
        case .owner: "该用户的令牌"
        case .otherApp: "其他 App 的公开密钥"
        case .otherBackend: "其他 App 的密钥"
        case .backend: "密钥"
        }
    }
}

/// What a caller gets.
enum AccessAnswer: String, Sendable {
    /// What the route is about, whole.
    case sees = "yes"
    /// What is the caller's own or what the request itself shows; nothing of the victim and of the victim's app.
    case own
    case unauthenticated = "401"
    case forbidden = "403"
    case hidden = "404"
    case conflict = "409"

    /// Its name in the Chinese table.
    var chineseName: String {
        switch self {
        case .sees: "是"
        case .own: "自有"
        case .unauthenticated, .forbidden, .hidden, .conflict: rawValue
        }
    }

    /// Whether the answer is a refusal.
    var isRefusal: Bool { ![.sees, .own].contains(self) }

    /// Whether a status is this answer.
    func fits(_ status: Int, reached: Set<Int>) -> Bool {
        switch self {
        case .sees: (200..<300).contains(status) || reached.contains(status)
        case .own: ![401, 403].contains(status) && status < 500 || reached.contains(status)
        case .unauthenticated, .forbidden, .hidden, .conflict: String(status) == rawValue
        }
    }
}

/// The rules of object-level access; each operation follows one.
enum AccessRule: String, CaseIterable, Sendable {
    case anyone, ownNetwork, document, products, order, purchase, orderRead, orderStep
    case seats, invitation, anonymous
    case customerOfApp, customerOfServer, teamOfApp, teamOfServer, erasure, objectOfApp, listOfApp, serverWork
    case serverSecrets

    /// What each caller gets, in the order of ``AccessCaller``.
    var answers: [AccessAnswer] {
        switch self {
        case .anyone: [.own, .own, .own, .own, .own, .own, .own]
        case .document: [.own, .own, .own, .sees, .own, .own, .own]
        case .ownNetwork: [.sees, .sees, .sees, .sees, .sees, .sees, .sees]
        case .products: [.unauthenticated, .sees, .sees, .sees, .own, .own, .sees]
        case .order: [.unauthenticated, .own, .forbidden, .sees, .own, .own, .sees]
        case .purchase: [.unauthenticated, .own, .conflict, .sees, .own, .own, .sees]
        case .orderRead, .orderStep:
            [.unauthenticated, .forbidden, .forbidden, .sees, .hidden, .hidden, .sees]
        case .seats: [.unauthenticated, .forbidden, .hidden, .sees, .forbidden, .hidden, .sees]
        case .invitation: [.unauthenticated, .forbidden, .own, .own, .forbidden, .own, .own]
        case .anonymous: [.unauthenticated, .own, .own, .own, .own, .own, .own]
        case .customerOfApp: [.unauthenticated, .forbidden, .forbidden, .sees, .forbidden, .own, .sees]
        case .customerOfServer: [.unauthenticated, .forbidden, .forbidden, .sees, .forbidden, .sees, .sees]
        case .teamOfApp, .listOfApp, .serverWork:
            [.unauthenticated, .forbidden, .forbidden, .forbidden, .forbidden, .own, .sees]
        case .teamOfServer: [.unauthenticated, .forbidden, .forbidden, .forbidden, .forbidden, .sees, .sees]
        case .erasure: [.unauthenticated, .forbidden, .forbidden, .forbidden, .forbidden, .conflict, .conflict]
        case .objectOfApp: [.unauthenticated, .forbidden, .forbidden, .forbidden, .forbidden, .hidden, .sees]
        case .serverSecrets:
            [.unauthenticated, .forbidden, .forbidden, .forbidden, .forbidden, .forbidden, .forbidden]
        }
    }

    /// Why.
    var reason: String {
        switch self {
        case .anyone: "No customer data."
        case .ownNetwork: "Metrics for the server's own network. From another network, a secret key is required."
        case .document:
            "The signed document decides. The response contains what the document itself shows. A customer's token adds the customer."
        case .products: "An app shows its products before the customer signs in. Each key gets its own app's products."
        case .order:
            "The app's key may create an order for a customer in the request. The response is the new order; the key reads no order."
        case .purchase:
            "The app's key gets what the transaction itself gives. A purchase that belongs to a customer stays with that customer."
        case .orderRead: "An order belongs to its customer and its app. Another app has no such order."
        case .orderStep: "The app's key does not change an order that the customer's token or the team created."
        case .seats:
            "The seats of a purchase are its buyer's and its app's; for others there is no such purchase. A member may leave."
        case .invitation:
            "The invitation's token decides: whoever has it may accept, with a customer's token of the app."
        case .anonymous: "The secret in the request names the customer. Without it no one gets the customer's token."
        case .customerOfApp: "A customer's data in one app. Another app's key reads the customer's data in its own app."
        case .customerOfServer:
            "Customers belong to the team. The server's apps share entitlements and balances, also for their secret keys."
        case .teamOfApp: "The team acts for a customer, in the key's app."
        case .teamOfServer: "The team acts for a customer. The server's apps share balances."
        case .erasure:
            "Only an administrator erases a customer of several apps: this also removes the other app's data."
        case .objectOfApp: "The object belongs to one app. Another app's key has no such object."
        case .listOfApp: "Each key lists, creates and requests objects of its own app or its vendor."
        case .serverWork:
            "The server's jobs and alerts serve all apps. Any app's backend reads and runs them; another app's objects are omitted."
        case .serverSecrets: "With several apps, only an administrator rotates the secrets of all of them."
        }
    }

    /// Why, in Chinese.
    var chineseReason: String {
        switch self {
        case .anyone: "不含用户数据。"
        case .ownNetwork: "供服务器所在网络使用的指标；从其他网络访问需要密钥。"
        case .document: "由签名文档决定。响应只包含文档本身的内容；用户令牌会补充用户。"
        case .products: "App 在用户登录之前展示商品。每个密钥得到本 App 的商品。"
        case .order: "公开密钥可以为请求中的用户创建订单。响应是新的订单；公开密钥不能读取订单。"
        case .purchase: "公开密钥得到交易本身带来的内容。已归属某用户的购买不会改变归属。"
        case .orderRead: "订单属于其用户和 App。其他 App 没有这张订单。"
        case .orderStep: "公开密钥不能改变由用户令牌或团队创建的订单。"
        case .seats: "购买的席位属于买家及其 App；对其他人来说这笔购买不存在。成员可以离开。"
        case .invitation: "由邀请令牌决定：持有者可以用该 App 的用户令牌接受邀请。"
        case .anonymous: "请求中的密钥决定用户；没有它，任何人都得不到该用户的令牌。"
        case .customerOfApp: "用户在一个 App 中的数据。其他 App 的密钥读取该用户在它自己 App 中的数据。"
        case .customerOfServer: "用户属于团队。服务器上的 App 共用权益和余额，对各自的密钥也是如此。"
        case .teamOfApp: "团队代表用户操作，限于密钥所属的 App。"
        case .teamOfServer: "团队代表用户操作。服务器上的 App 共用余额。"
        case .erasure: "用户在多个 App 中有数据时，只有管理员可以删除，因为这也会删除其他 App 的数据。"
        case .objectOfApp: "对象属于一个 App。其他 App 的密钥没有这个对象。"
        case .listOfApp: "每个密钥列出、创建和请求本 App 或其供应商的对象。"
        case .serverWork: "服务器的任务和告警服务于所有 App。任何 App 的后端都可以读取和运行；其他 App 的对象会被省略。"
        case .serverSecrets: "有多个 App 时，只有管理员可以轮换共用的密钥。"
        }
    }
}

/// One operation, the rule it follows, and a request for what the victim has.
struct AccessRow: Sendable {
    typealias Body = @Sendable (AccessWorld) throws -> JSONValue

    var name: String
    var rule: AccessRule
    var query = ""
    /// Names of the path that are not the world's usual ones.
    var path: [String: String] = [:]
    var body: Body?
    /// Text to send instead of JSON.
    var text: String?
    /// Statuses besides 2xx that show that the request went through: Apple, for one, refuses what is asked here.
    var reached: Set<Int> = []
    /// Whether whoever does not see the victim's objects changes nothing, where the caller may create something of
    /// their own.
    var storesNothing = false

    init(
        _ name: String,
        _ rule: AccessRule,
        query: String = "",
        path: [String: String] = [:],
        text: String? = nil,
        reached: Set<Int> = [],
        storesNothing: Bool = false,
        body: Body? = nil
    ) {
        self.name = name
        self.rule = rule
        self.query = query
        self.path = path
        self.body = body
        self.text = text
        self.reached = reached
        self.storesNothing = storesNothing
    }

    /// What a caller gets.
    func answer(to caller: AccessCaller) -> AccessAnswer {
        rule.answers[AccessCaller.allCases.firstIndex(of: caller) ?? 0]
    }

    /// Every operation of the API.
    static let all: [AccessRow] =
        service + catalog + orders + customers + balances + webhooks + apple + money + administration

    private static let service: [AccessRow] = [
        AccessRow("getHealth", .anyone),
        AccessRow("getReadiness", .anyone),
        AccessRow("getContract", .anyone),
        AccessRow("listSnapshotKeys", .anyone),
        AccessRow("getMetrics", .ownNetwork),
        AccessRow("receiveNotification", .document, path: ["environment": "production"], storesNothing: true) { world in
            ["signedPayload": .string(world.notification)]
        },
        AccessRow("verifyLegacyOrder", .document, storesNothing: true) { world in
            ["receipt-data": .string(world.receipt), "bundle_id": "com.example.coffee", "transaction_id": "500500"]
        },
        AccessRow("verifyLegacyReceipt", .document, storesNothing: true) { world in
            ["receipt": .string(world.receipt), "transactionId": "500500"]
        },
        AccessRow("reportLegacyReceipt", .document) { world in
            ["receipt": .string(world.receipt), "transactionId": "500500"]
        },
    ]

    private static let catalog: [AccessRow] = [
        AccessRow("listProducts", .products),
        AccessRow("getCatalog", .listOfApp),
        AccessRow("updateCatalog", .listOfApp) { _ in ["products": []] },
        AccessRow("importStoreKitFile", .listOfApp, reached: [400]) { _ in ["products": []] },
        AccessRow("updateProduct", .listOfApp, path: ["product": "new.product"]) { _ in
            ["id": "new.product", "type": "Consumable"]
        },
        AccessRow("deleteProduct", .objectOfApp),
        AccessRow("getCatalogWarnings", .listOfApp),
        AccessRow("checkCatalog", .listOfApp, reached: applesRefusals),
        AccessRow("registerContent", .listOfApp, path: ["item": "new-item"]) { _ in
            ["entitlement": "club", "publishedAt": 1]
        },
        AccessRow("deleteContent", .objectOfApp),
    ]

    private static let orders: [AccessRow] = [
        AccessRow("createOrder", .order) { world in
            ["customer": .string(world.victim), "productId": .string(AccessWorld.monthly)]
        },
        AccessRow("getOrder", .orderRead),
        AccessRow("listOrders", .customerOfApp),
        AccessRow("explainOrder", .objectOfApp),
        AccessRow("finishOrder", .orderStep),
        AccessRow("reportOrderFailure", .orderStep) { _ in ["code": "2"] },
        AccessRow("reportPurchaseFailure", .order) { world in ["code": "2", "customer": .string(world.victim)] },
        AccessRow("countPurchaseFailures", .listOfApp),
        AccessRow("listUndeliveredOrders", .listOfApp),
        AccessRow("verifyPurchase", .purchase, storesNothing: true) { world in
            ["signedTransaction": .string(world.transaction)]
        },
        AccessRow("stateExternalPurchase", .teamOfApp) { world in
            [
                "store": "google-play", "id": "GPA.1", "customer": .string(world.victim),
                "productId": .string(AccessWorld.monthly), "purchaseDate": 1_700_000_000_000,
                "expiresDate": 1_702_000_000_000, "state": "active", "statedAt": 1_700_000_000_000,
            ]
        },
        AccessRow("listSeats", .seats),
        AccessRow("createSeatInvitation", .seats, reached: [409]) { _ in ["note": "a friend"] },
        AccessRow("cancelSeatInvitation", .seats),
        AccessRow("acceptSeatInvitation", .invitation, reached: [404]) { _ in ["token": "seat_unknown"] },
        AccessRow("releaseSeat", .seats),
        AccessRow("associateSeat", .seats, reached: [422]) { _ in ["appTransactionId": "704"] },
    ]

    private static let customers: [AccessRow] = [
        AccessRow("createCustomerToken", .teamOfApp) { _ in [:] },
        AccessRow("createAnonymousToken", .anonymous) { _ in
            ["secret": .string(Base64URL.encode([UInt8](repeating: 9, count: 32)))]
        },
        AccessRow("mergeCustomer", .customerOfApp, reached: [400]) { _ in ["anonymousToken": "ct_unknown"] },
        AccessRow("listAliases", .customerOfServer),
        AccessRow("getEntitlements", .customerOfServer),
        AccessRow("streamEntitlementUpdates", .customerOfServer),
        AccessRow("explainEntitlement", .teamOfApp),
        AccessRow("listTransactions", .customerOfApp),
        AccessRow("getSnapshot", .customerOfServer),
        AccessRow("getSubscriber", .customerOfApp),
        AccessRow("listConsents", .customerOfApp),
        AccessRow("getConsent", .customerOfApp),
        AccessRow("recordConsent", .customerOfApp) { _ in ["isGranted": true] },
        AccessRow("listContent", .customerOfApp),
        AccessRow("registerDevice", .customerOfApp, path: ["device": "new-device"]),
        AccessRow("deleteDevice", .customerOfApp),
        AccessRow("getFraudSignals", .teamOfApp),
        AccessRow("previewConversion", .customerOfApp, reached: [409, 422]) { _ in
            ["productId": .string(AccessWorld.yearly)]
        },
        AccessRow("convertPlan", .customerOfApp, reached: [409, 422]) { _ in ["productId": .string(AccessWorld.yearly)]
        },
        AccessRow("listEndingSubscriptions", .listOfApp),
        AccessRow("listCustomers", .listOfApp),
        AccessRow("listAllConflicts", .listOfApp),
        AccessRow("listFraudSignals", .listOfApp),
        AccessRow("listNotes", .teamOfApp),
        AccessRow("addNote", .teamOfApp) { _ in ["text": "called"] },
        AccessRow("removeNote", .teamOfApp, path: ["note": "n1"], reached: [404]),
        AccessRow("createGrant", .teamOfApp) { _ in ["entitlement": "club", "reason": "a gift"] },
        AccessRow("revokeGrant", .teamOfApp),
        AccessRow("listOffers", .customerOfApp),
        AccessRow("signCustomerOffer", .customerOfApp, reached: [409, 422]) { _ in ["offer": "half"] },
        AccessRow("getRefundGuidance", .teamOfApp),
        AccessRow("listSubscriptions", .customerOfApp),
        AccessRow("listMemberSeats", .customerOfApp),
        AccessRow("listConflicts", .customerOfApp),
        AccessRow("previewConflicts", .customerOfApp),
        AccessRow("checkDeletion", .customerOfApp),
        AccessRow("transferPurchase", .objectOfApp) { world in
            ["originalTransactionId": .string(world.lineage), "reason": "support"]
        },
        AccessRow("reportUsage", .customerOfApp) { _ in ["playSeconds": 60] },
        AccessRow("exportCustomer", .teamOfApp),
        AccessRow("eraseCustomer", .erasure),
    ]

    private static let balances: [AccessRow] = [
        AccessRow("listBalances", .customerOfServer),
        AccessRow("getBalance", .customerOfServer),
        AccessRow("getBalanceEntries", .customerOfServer),
        AccessRow("explainBalance", .teamOfServer),
        AccessRow("spendBalance", .customerOfServer) { _ in ["key": "k1", "amount": 1] },
        AccessRow("creditBalance", .teamOfServer) { _ in ["key": "k2", "amount": 1] },
        AccessRow("postBalanceEntry", .teamOfServer) { _ in ["key": "k3", "amount": 1] },
        AccessRow("transferBalance", .teamOfServer) { _ in ["key": "k4", "to": "somebody", "amount": 1] },
    ]

    private static let webhooks: [AccessRow] = [
        AccessRow("createWebhookEndpoint", .listOfApp) { _ in ["url": "https://93.184.216.34/hook"] },
        AccessRow("listWebhookEndpoints", .listOfApp),
        AccessRow("updateWebhookEndpoint", .objectOfApp) { _ in ["isEnabled": false] },
        AccessRow("deleteWebhookEndpoint", .objectOfApp),
        AccessRow("rotateWebhookEndpointSecret", .objectOfApp),
        AccessRow("listDeliveries", .objectOfApp),
        AccessRow("resendEvents", .objectOfApp) { _ in ["failedOnly": true] },
        AccessRow("getResend", .objectOfApp, path: ["resend": "r1"], reached: [404]),
        AccessRow("testWebhookEndpoint", .objectOfApp),
        AccessRow("listEvents", .listOfApp, query: "?limit=500"),
        AccessRow("recordAssistantCall", .listOfApp) { _ in ["tool": "health", "target": ""] },
        AccessRow("listForwardingTargets", .listOfApp),
        AccessRow("listForwardingDeliveries", .objectOfApp),
        AccessRow("resendForwards", .objectOfApp) { _ in ["failedOnly": true] },
        AccessRow("getShadowStatus", .listOfApp),
        AccessRow("configureShadow", .listOfApp) { _ in ["url": "https://93.184.216.34/{customer}"] },
        AccessRow("endShadow", .listOfApp),
        AccessRow("listShadowDifferences", .listOfApp),
        AccessRow("getShadowDifference", .objectOfApp),
        AccessRow("checkShadowCustomers", .listOfApp) { world in ["customers": [.string(world.victim)]] },
        AccessRow("getShadowReport", .listOfApp),
    ]

    /// What Apple answers here is a refusal: each app asks with a key of its own.
    private static let applesRefusals: Set<Int> = [422, 502, 503]

    private static let apple: [AccessRow] = [
        AccessRow("extendSubscription", .listOfApp, reached: applesRefusals) { world in
            ["originalTransactionId": .string(world.lineage), "days": 1]
        },
        AccessRow("massExtendSubscriptions", .listOfApp, reached: applesRefusals) { _ in
            ["productId": .string(AccessWorld.monthly), "days": 1]
        },
        AccessRow("getMassExtension", .listOfApp, path: ["request": "r1"], reached: applesRefusals),
        AccessRow("requestTestNotification", .listOfApp, reached: applesRefusals),
        AccessRow("getTestNotification", .listOfApp, path: ["token": "t1"], reached: applesRefusals),
        AccessRow("lookUpOrder", .listOfApp, path: ["order": "MK5TTTVWJH"], reached: applesRefusals),
        AccessRow("setAppAccountToken", .listOfApp, reached: applesRefusals) { _ in
            ["appAccountToken": "11111111-2222-4333-8444-555555555555"]
        },
        AccessRow("signOffer", .customerOfApp) { world in
            ["productId": .string(AccessWorld.monthly), "offer": "half", "customer": .string(world.victim)]
        },
        AccessRow("listConsumptionRequests", .listOfApp),
        AccessRow("getRecovery", .listOfApp),
        AccessRow("runRecovery", .listOfApp, path: ["kind": "purchases"], reached: applesRefusals),
        AccessRow("listReportedPurchases", .serverWork),
        AccessRow("backfill", .listOfApp, reached: applesRefusals) { world in ["transactions": [.string(world.lineage)]]
        },
    ]

    private static let money: [AccessRow] = [
        AccessRow("getCharts", .listOfApp, query: "?from=2026-03-01&groupBy=day,product"),
        AccessRow("getChartSummary", .listOfApp, query: "?from=2026-03-01"),
        AccessRow("getCohorts", .listOfApp),
        AccessRow("getCustomerValues", .listOfApp),
        AccessRow("getCustomerCharts", .listOfApp, query: "?from=2026-03-01"),
        AccessRow("getActiveCustomers", .listOfApp, query: "?from=2026-03-01"),
        AccessRow("getChartEvidence", .listOfApp, query: "?from=2026-03-01&measure=revenue"),
        AccessRow("listChartAnnotations", .listOfApp),
        AccessRow("addChartAnnotation", .listOfApp) { _ in ["day": "2026-03-01", "text": "A new price"] },
        AccessRow("removeChartAnnotation", .objectOfApp),
        AccessRow("listClosedMonths", .listOfApp),
        AccessRow("getClosedMonth", .objectOfApp, path: ["month": "2026-02"]),
        AccessRow("closeMonth", .listOfApp, path: ["month": "2026-01"]) { _ in [:] },
        AccessRow("reopenMonth", .objectOfApp, path: ["month": "2026-02"]),
        AccessRow("listExchangeRates", .listOfApp),
        AccessRow("setExchangeRates", .listOfApp, path: ["day": "2026-03-01"]) { _ in ["rates": "USD:1,EUR:0.9"] },
        AccessRow("getPayout", .listOfApp, path: ["month": "2026-06"]),
        AccessRow("getProceeds", .listOfApp, query: "?from=2026-03-01"),
        AccessRow("getReconciliation", .listOfApp, query: "?from=2026-03-01"),
        AccessRow("getMonthReconciliation", .listOfApp, path: ["month": "2026-06"]),
        AccessRow("getReconciliationStatus", .listOfApp, reached: [404]),
        AccessRow("quoteCustomPrice", .listOfApp, reached: [422]) { _ in AccessWorld.customPrice },
        AccessRow("createCustomPriceOrder", .listOfApp, reached: [422]) { world in
            ["customer": .string(world.victim), "idempotencyKey": "g1", "customPrice": AccessWorld.customPrice]
        },
        AccessRow("fetchPricePoints", .listOfApp, reached: [422, 502, 503]) { _ in
            ["productId": .string(AccessWorld.monthly)]
        },
        AccessRow("getPricePoints", .listOfApp, path: ["storefront": "USA"]),
        AccessRow("equalizePrice", .listOfApp) { _ in ["price": 990] },
        AccessRow("importReport", .listOfApp, query: "?kind=SALES", text: AccessWorld.report("new.sku")),
        AccessRow("fetchReports", .listOfApp, reached: [502, 503]),
        AccessRow("listReports", .listOfApp),
        AccessRow("getReport", .objectOfApp),
        AccessRow("getSalesReport", .listOfApp, query: "?from=2026-03-01"),
    ]

    private static let administration: [AccessRow] = [
        AccessRow("createAPIKey", .listOfApp) { _ in ["kind": "publishable"] },
        AccessRow("listAPIKeys", .listOfApp),
        AccessRow("revokeAPIKey", .objectOfApp),
        AccessRow("rotateTokenSecret", .serverSecrets) { _ in [:] },
        AccessRow("rotateSnapshotKey", .serverSecrets) { _ in [:] },
        AccessRow("getAudit", .listOfApp),
        AccessRow("listSavedViews", .listOfApp),
        AccessRow("addSavedView", .listOfApp) { _ in
            ["name": "Germany", "page": "/customers", "query": "q=a", "visibility": "team"]
        },
        AccessRow("removeSavedView", .objectOfApp),
        AccessRow("rebuild", .listOfApp),
        AccessRow("getStorage", .serverWork),
        AccessRow("listBackgroundJobs", .serverWork),
        AccessRow("runBackgroundJob", .serverWork, path: ["job": "orders"]),
        AccessRow("listAlerts", .serverWork),
        AccessRow("silenceAlert", .serverWork, path: ["rule": "undelivered-orders"]) { _ in ["minutes": 5] },
        AccessRow("endAlertSilence", .serverWork, path: ["rule": "undelivered-orders"]),
        AccessRow("testAlerts", .serverWork, reached: [404]),
        AccessRow("getMonitoring", .serverWork), AccessRow("listRequests", .listOfApp),
    ]
}
