// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How App Store Connect is asked for reports and prices.
public struct AppStoreConnectConfiguration: Sendable, Codable {
    /// The issuer's UUID from App Store Connect.
    public var issuerID: String

    /// The ten characters that name the key.
    public var keyID: String

    /// The key itself as PEM text, as Apple gives it in a `.p8` file.
    public var privateKeyPEM: String

    /// The vendor's number, under which reports are made.
    public var vendorNumber: String

    /// Another server instead of Apple's, such as a simulator.
    public var url: String?

    /// How many days back reports are fetched; Apple keeps daily ones for a year.
    public var reportBackfillDays: Int?

    /// From which unexplained amount on, in milliunits of a currency, an alarm is raised; zero when absent.
    public var reconciliationAlertThreshold: Int64?

    /// Makes a configuration.
    public init(
        issuerID: String,
        keyID: String,
        privateKeyPEM: String,
        vendorNumber: String,
        url: String? = nil,
        reportBackfillDays: Int? = nil,
        reconciliationAlertThreshold: Int64? = nil
    ) {
        self.issuerID = issuerID
        self.keyID = keyID
        self.privateKeyPEM = privateKeyPEM
        self.vendorNumber = vendorNumber
        self.url = url
        self.reportBackfillDays = reportBackfillDays
        self.reconciliationAlertThreshold = reconciliationAlertThreshold
    }
}

extension AppStoreConnectConfiguration: CustomStringConvertible {
    /// The vendor's number; never the key.
    public var description: String { "App Store Connect of vendor \(vendorNumber)" }
}
