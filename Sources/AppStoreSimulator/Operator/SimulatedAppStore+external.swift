// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

/// A token with which a customer left the app to buy elsewhere.
struct ExternalToken: Hashable, Sendable, Codable {
    var token: ExternalPurchaseToken
    var app: BundleID
    var environment: Environment
    var isReported = false
    var reminders = 0
}

extension SimulatedAppStore {
    /// The app that a customer left with an external purchase token; nothing when there is no such token.
    public func externalPurchaseApp(_ token: String) -> BundleID? {
        externalTokens[token]?.app
    }

    /// Whose download of an app an identifier names in an environment; nothing when it names none.
    public func customer(
        ofDownload id: AppTransactionID,
        app: BundleID,
        in environment: Environment
    ) -> CustomerID? {
        customers.first { customer in
            customer.profile.environment == environment
                && customer.downloads.contains { $0.app == app && $0.appTransactionID == id }
        }?.profile.id
    }

    /// What an app transaction made now says about a customer's download; nothing without one.
    public func appTransaction(of customer: CustomerID, app: BundleID) -> AppTransactionPayload? {
        guard let slot = customerSlots[customer],
            let download = customers[slot].downloads.first(where: { $0.app == app }),
            let item = catalog.app(app)
        else { return nil }
        let environment = customers[slot].profile.environment
        let isProduction = environment == .production
        return AppTransactionPayload(
            receiptType: environment,
            appAppleId: isProduction ? item.appAppleID : nil,
            bundleId: app,
            applicationVersion: item.version,
            versionExternalIdentifier: 0,
            receiptCreationDate: signedDate(in: environment),
            // The sandbox names the same day for everyone.
            originalPurchaseDate: isProduction
                ? download.originalPurchaseDate : Date(millisecondsSince1970: 1_375_340_400_000),
            originalApplicationVersion: isProduction ? download.originalVersion : "1.0",
            appTransactionId: download.appTransactionID,
            originalPlatform: AppPlatform(rawValue: item.platform)
        )
    }

    mutating func rescindConsent(_ slot: Int, _ app: BundleID) throws {
        try download(slot, app)
        let profile = customers[slot].profile
        var notification = emptyNotification(app: app, environment: profile.environment)
        notification.customer = profile.id
        notification.appTransaction = appTransaction(of: profile.id, app: app)
        guard settings[profile.environment].notifications == .version2 else { return }
        deliver(notification, as: .version2(.rescindConsent, nil))
    }

    mutating func beginExternalPurchase(_ slot: Int, _ app: BundleID) throws -> Outcome.Answer {
        guard let item = catalog.app(app) else {
            throw SimulatorError(.unknownApp, "The catalog has no app \"\(app)\".")
        }
        let environment = customers[slot].profile.environment
        let isProduction = environment == .production
        let id = (isProduction ? "" : "SANDBOX_") + identities.uuid().uuidString.lowercased()
        let token = ExternalPurchaseToken(
            externalPurchaseId: id,
            tokenCreationDate: now,
            appAppleId: isProduction ? item.appAppleID : nil,
            bundleId: app
        )
        externalTokens[id] = ExternalToken(token: token, app: app, environment: environment)
        announce(token: id, .created)
        remind(id)
        return .externalPurchase(token)
    }

    mutating func reportExternalPurchase(_ id: String) throws {
        guard externalTokens[id] != nil else {
            throw SimulatorError(.unknownTransaction, "There is no external purchase token \"\(id)\".")
        }
        externalTokens[id]?.isReported = true
    }

    /// Each month the operator is notified that the token is still active, or that nothing was reported for it.
    mutating func remindOfToken(_ id: String) {
        guard let token = externalTokens[id] else { return }
        announce(token: id, token.isReported ? .activeTokenReminder : .unreported)
        externalTokens[id]?.reminders += 1
        if token.reminders < 11 { remind(id) } else { externalTokens[id] = nil }
    }

    private mutating func remind(_ id: String) {
        queue.insert(
            .externalTokenReminder(id),
            at: now.adding(months: 1, onDay: now.civil.day.day).millisecondsSince1970
        )
    }

    private mutating func announce(token id: String, _ subtype: NotificationSubtype) {
        guard let token = externalTokens[id], settings[token.environment].notifications == .version2 else { return }
        var notification = emptyNotification(app: token.app, environment: token.environment)
        notification.externalPurchaseToken = token.token
        deliver(notification, as: .version2(.externalPurchaseToken, subtype))
    }
}
