// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The catalog of an app, and the settings in effect.
struct CatalogPages: Sendable {
    let actions: ConsoleActions
    let apps: Apps
    let catalog: CatalogCache
    let pages: ConsoleFrame

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/catalog", .viewer, handler: renderCatalog),
            ConsoleRoute(.get, "/configuration", .admin, handler: renderConfiguration),
            actions.perform("import-storekit", .admin, importFile),
            actions.perform("map-product", .admin, map),
            actions.perform("check-catalog", .admin, isConfirmed: false, check),
        ]
    }

    private func renderCatalog(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let app = try pages.scope(of: call).bundleID
        let catalog = try await self.catalog.catalog(of: app, now: call.now)
        let products = catalog.ordered.map { item -> CatalogPage.Product in
            let product = item.product
            let group = product.groupID.flatMap { catalog.rules.group($0) }
            let offers = [product.introductoryOffer].compactMap(\.self) + product.offers
            return CatalogPage.Product(
                id: product.id.rawValue,
                name: product.referenceName ?? product.texts.first?.name,
                type: product.type.rawValue,
                group: group.map { $0.referenceName ?? $0.id.rawValue } ?? product.groupID?.rawValue,
                period: product.period?.description,
                price: product.price.map { ($0.milliunits, $0.currency.rawValue) },
                prices: product.prices.prefix(200).map {
                    (
                        storefront: $0.storefront.rawValue, milliunits: $0.price.milliunits,
                        currency: $0.price.currency.rawValue
                    )
                },
                entitlements: Set(catalog.rules.entitlements(of: product.id).map(\.rawValue)),
                offers: offers.map { LineageChartInput.name(of: $0.type, $0.id) },
                credit: product.credit.map { "\($0.amount) \($0.account)" },
                isOnSale: product.isOnSale
            )
        }
        let page = CatalogPage(
            products: products,
            entitlements: Set(products.flatMap(\.entitlements)).sorted(),
            warnings: catalog.ordered.flatMap { $0.warnings }.prefix(200).map { "\($0.product): \($0.message)" }
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func importFile(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let text = try call.field("file", upTo: 1 << 20)
        let answer = try await actions.perform(
            "importStoreKitFile",
            data: Data(text.utf8),
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        let warnings: CatalogWarnings = try ServiceJSON.decode(from: ServiceJSON.encode(try answer.json()))
        let count = warnings.warnings.count
        return visitor.session.language("The products are in the catalog; \(count) warnings.")
    }

    /// Changes which entitlements a product gives, and nothing else of it.
    private func map(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        let id = try call.field("product", upTo: 200)
        let entitlements = (call.form["entitlements"] ?? "").split(separator: ",")
            .map { ConsoleRequest.trimmed(String($0)) }.filter { !$0.isEmpty }
        let catalog = try await actions.perform("getCatalog", in: scope, call, visitor).json()
        guard case .object(var product)? = catalog["products"]?.array?.first(where: { $0["id"]?.string == id }) else {
            throw ServiceProblem(.notFound, "The catalog has no product \(id). Choose one of its products.")
        }
        product["entitlements"] = .array(entitlements.map(JSONValue.string))
        try await actions.perform(
            "updateProduct",
            path: ["product": id],
            body: .object(product),
            in: scope,
            call,
            visitor
        )
        let list = entitlements.isEmpty ? "–" : entitlements.joined(separator: ", ")
        return visitor.session.language("\(id) gives: \(list).")
    }

    private func check(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        try await actions.perform("checkCatalog", in: try pages.scope(call.form["scope"]), call, visitor)
        return visitor.session.language("The catalog was compared.")
    }

    private func renderConfiguration(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        var groups: [(name: String?, settings: [ConfigurationPage.Setting])] = [(nil, serverSettings)]
        for app in apps.configuration.apps { groups.append((app.bundleID.rawValue, Self.settings(of: app))) }
        let page = ConfigurationPage(groups: groups, changedOnly: call.request.query["only"] == "changed")
        return pages.show(page.page(in: frame), in: frame)
    }

    private static func setting(_ key: String, _ value: String, _ standard: String) -> ConfigurationPage.Setting {
        ConfigurationPage.Setting(key: key, value: value, isChanged: value != standard)
    }

    /// A secret is shown by its presence alone.
    private static func secret(_ key: String, _ isSet: Bool) -> ConfigurationPage.Setting {
        setting(key, isSet ? "••••••" : "–", "–")
    }

    private var serverSettings: [ConfigurationPage.Setting] {
        let (own, standard) = (apps.configuration, ServiceConfiguration(apps: []))
        func row(_ key: String, _ value: (ServiceConfiguration) -> String) -> ConfigurationPage.Setting {
            Self.setting(key, value(own), value(standard))
        }
        return [
            row("publicURL") { $0.publicURL ?? "–" },
            row("trustedProxies") { $0.trustedProxies.isEmpty ? "–" : $0.trustedProxies.joined(separator: ", ") },
            row("requestsPerSecond") { String($0.requestsPerSecond) }, row("requestBurst") { String($0.requestBurst) },
            row("connectionsPerAddress") { String($0.connectionsPerAddress) },
            row("halfSentRequestsPerAddress") { String($0.halfSentRequestsPerAddress) },
            row("maxBodyBytes") { String($0.maxBodyBytes) },
            row("allowsPrivateWebhookTargets") { String($0.allowsPrivateWebhookTargets) },
            row("requestLogEntries") { String($0.requestLogEntries) },
            row("orderLifetimeSeconds") { String(Int($0.orderLifetimeSeconds)) },
            row("logRetentionDays") { String($0.logRetentionDays) },
            row("auditRetentionDays") { String($0.auditRetentionDays) },
            row("certificateRevocation") { $0.certificateRevocation.rawValue },
            row("verifiesNestedSignatures") { String($0.verifiesNestedSignatures) },
            row("notificationConcurrency") { String($0.notificationConcurrency) },
            row("liveUpdateStreams") { String($0.liveUpdateStreams) },
            row("liveUpdateStreamsPerCustomer") { String($0.liveUpdateStreamsPerCustomer) },
            row("alerts.channels") { configuration in
                let names = configuration.alerts.channels.map(\.name)
                return names.isEmpty ? "–" : names.joined(separator: ", ")
            },
            row("telemetry.endpoint") { $0.telemetry.endpoint ?? "–" },
            Self.secret("telemetry.headers", own.telemetry.headers != nil),
            row("telemetry.metricsIntervalSeconds") { String($0.telemetry.metricsIntervalSeconds) },
            row("telemetry.sampleRatio") { String($0.telemetry.sampleRatio) },
            row("taxRates") { $0.taxRates ?? "–" }, row("commissionRates") { $0.commissionRates ?? "–" },
        ]
    }

    private static func settings(of app: AppConfiguration) -> [ConfigurationPage.Setting] {
        let standard = AppConfiguration(bundleID: app.bundleID)
        func row(_ key: String, _ value: (AppConfiguration) -> String) -> ConfigurationPage.Setting {
            setting(key, value(app), value(standard))
        }
        return [
            row("name") { $0.name ?? "–" }, row("appAppleID") { $0.appAppleID?.description ?? "–" },
            secret("appStoreServerAPI", app.appStoreServerAPI != nil), secret("sharedSecret", app.sharedSecret != nil),
            secret("appStoreConnect", app.appStoreConnect != nil),
            row("sandboxPurchases") { $0.sandboxPurchases.rawValue },
            row("sandboxFulfillsProductionOrders") { String($0.sandboxFulfillsProductionOrders) },
            row("testers") { String($0.testers.count) },
            row("acceptsXcodeTransactions") { String($0.acceptsXcodeTransactions) },
            row("restoreBehavior") { $0.restoreBehavior.rawValue },
            row("requiresCustomerTokens") { $0.requiresCustomerTokens.rawValue },
            row("familySharingRevocation") { $0.familySharingRevocation.rawValue },
            row("honorsGracePeriod") { String($0.honorsGracePeriod) },
            row("renewalLeewaySeconds") { String($0.renewalLeewaySeconds) },
            row("isSmallBusinessProgramMember") { String($0.isSmallBusinessProgramMember) },
            row("claimsSeatsInProduction") { String($0.claimsSeatsInProduction) },
        ]
    }
}
