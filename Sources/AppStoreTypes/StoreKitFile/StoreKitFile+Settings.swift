// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension StoreKitFile {
    /// How the test store behaves.
    public struct Settings: Hashable, Sendable, Codable {
        /// The app's number in App Store Connect.
        public var applicationInternalID: String?

        /// The developer's team.
        public var developerTeamID: String?

        /// When it was last synchronized, in seconds since 2001.
        public var lastSynchronizedDate: Decimal?

        /// Whether purchases wait for a parent; since version 5.
        public var askToBuyEnabled: Bool?

        /// Whether there is a billing grace period; since version 5.
        public var billingGracePeriodEnabled: Bool?

        /// Whether purchases fail for the customer's payment method; since version 5.
        public var billingIssuesEnabled: Bool?

        /// Whether purchases ask nothing; since version 5.
        public var disableDialogs: Bool?

        /// Whether every purchase fails.
        public var failTransactionsEnabled: Bool

        /// The storefront's language.
        public var locale: String

        /// Whether renewals fail to charge; since version 5.
        public var renewalBillingIssuesEnabled: Bool?

        /// The errors that StoreKit's calls answer with.
        public var storeKitErrors: [SimulatedError]

        /// The storefront's country in ISO 3166 alpha-3.
        public var storefront: String

        /// The speed of time; 0 is real time.
        public var timeRate: Int

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            applicationInternalID: String? = nil,
            developerTeamID: String? = nil,
            lastSynchronizedDate: Decimal? = nil,
            askToBuyEnabled: Bool? = nil,
            billingGracePeriodEnabled: Bool? = nil,
            billingIssuesEnabled: Bool? = nil,
            disableDialogs: Bool? = nil,
            failTransactionsEnabled: Bool = false,
            locale: String = "en_US",
            renewalBillingIssuesEnabled: Bool? = nil,
            storeKitErrors: [SimulatedError] = [],
            storefront: String = "USA",
            timeRate: Int = 0,
            others: [String: JSONValue] = [:]
        ) {
            self.applicationInternalID = applicationInternalID
            self.developerTeamID = developerTeamID
            self.lastSynchronizedDate = lastSynchronizedDate
            self.askToBuyEnabled = askToBuyEnabled
            self.billingGracePeriodEnabled = billingGracePeriodEnabled
            self.billingIssuesEnabled = billingIssuesEnabled
            self.disableDialogs = disableDialogs
            self.failTransactionsEnabled = failTransactionsEnabled
            self.locale = locale
            self.renewalBillingIssuesEnabled = renewalBillingIssuesEnabled
            self.storeKitErrors = storeKitErrors
            self.storefront = storefront
            self.timeRate = timeRate
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.applicationInternalID = try reader.optional("_applicationInternalID")
            self.developerTeamID = try reader.optional("_developerTeamID")
            self.lastSynchronizedDate = try reader.optional("_lastSynchronizedDate")
            self.askToBuyEnabled = try reader.optional("_askToBuyEnabled")
            self.billingGracePeriodEnabled = try reader.optional("_billingGracePeriodEnabled")
            self.billingIssuesEnabled = try reader.optional("_billingIssuesEnabled")
            self.disableDialogs = try reader.optional("_disableDialogs")
            self.failTransactionsEnabled = try reader.value("_failTransactionsEnabled", default: false)
            self.locale = try reader.value("_locale", default: "en_US")
            self.renewalBillingIssuesEnabled = try reader.optional("_renewalBillingIssuesEnabled")
            self.storeKitErrors = try reader.value("_storeKitErrors", default: [])
            self.storefront = try reader.value("_storefront", default: "USA")
            self.timeRate = try reader.value("_timeRate", default: 0)
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.optional(applicationInternalID, "_applicationInternalID")
            try writer.optional(developerTeamID, "_developerTeamID")
            try writer.optional(lastSynchronizedDate, "_lastSynchronizedDate")
            try writer.optional(askToBuyEnabled, "_askToBuyEnabled")
            try writer.optional(billingGracePeriodEnabled, "_billingGracePeriodEnabled")
            try writer.optional(billingIssuesEnabled, "_billingIssuesEnabled")
            try writer.optional(disableDialogs, "_disableDialogs")
            try writer.value(failTransactionsEnabled, "_failTransactionsEnabled")
            try writer.value(locale, "_locale")
            try writer.optional(renewalBillingIssuesEnabled, "_renewalBillingIssuesEnabled")
            try writer.value(storeKitErrors, "_storeKitErrors")
            try writer.value(storefront, "_storefront")
            try writer.value(timeRate, "_timeRate")
            try writer.others(others)
        }
    }
}
