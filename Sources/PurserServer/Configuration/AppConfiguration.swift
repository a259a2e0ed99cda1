// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import Commerce

/// One app that the service serves.
public struct AppConfiguration: Sendable, Codable {
    /// The app's bundle identifier.
    public var bundleID: BundleID

    /// The app's number in the App Store; production documents are checked against it.
    public var appAppleID: AppAppleID?

    /// The app's name for people.
    public var name: String?

    /// The credentials for Apple's server APIs.
    public var appStoreServerAPI: AppStoreCredentials?

    /// What happens with purchases made in the sandbox.
    public var sandboxPurchases: SandboxAcceptance

    /// Whether a purchase outside production may pay an order that was made for production.
    ///
    /// By default it may not: the purchase is delivered apart with an order of its own, and the production order stays
    /// open.
    public var sandboxFulfillsProductionOrders: Bool

    /// The customers whose sandbox purchases count, under the policy ``SandboxAcceptance/testersOnly``.
    public var testers: [CustomerID]

    /// Whether documents that Xcode signed are accepted; only a development server says yes.
    public var acceptsXcodeTransactions: Bool

    /// Whose a purchase is when another customer restores it.
    public var restoreBehavior: RestorePolicy

    /// When a request from an app needs the customer's token (default: ``CustomerTokenRequirement/reads``).
    public var requiresCustomerTokens: CustomerTokenRequirement

    /// How consumption requests are answered.
    public var consumption: ConsumptionPolicy

    /// The shared secret for old receipts of subscriptions.
    public var sharedSecret: String?

    /// Where Apple is asked about receipts; their signatures alone are checked here when it is absent.
    public var verifyReceipt: ReceiptVerification?

    /// What a refund withdraws.
    public var refundPolicy: RefundPolicy

    /// How far back the end of Family Sharing reaches.
    public var familySharingRevocation: FamilySharingRevocation

    /// Whether access continues during the grace period that Apple gives.
    public var honorsGracePeriod: Bool

    /// How long access continues after a period whose renewal is awaited and not known yet, in whole seconds.
    public var renewalLeewaySeconds: Int

    /// Whether paying for a higher plan converts what is left of lower plans (default: only a request converts).
    public var conversion: ConversionPolicy

    /// How long before the end of service, and before a renewal, the team's backend gets a reminder event.
    public var reminders: ReminderPolicy

    /// How App Store Connect is asked for reports and prices.
    public var appStoreConnect: AppStoreConnectConfiguration?

    /// Whether the team is in Apple's small-business program, and has been as long as it sells.
    public var isSmallBusinessProgramMember: Bool

    /// When the team is in the small-business program, for one that joined or left.
    public var smallBusinessProgram: [SmallBusinessMembership.Span]?

    /// Whether seats of group subscriptions are claimed in production, too (default: in the sandbox, as Apple offers it).
    public var claimsSeatsInProduction = false

    /// The URLs to which the app's notifications are forwarded as the App Store sends them.
    public var forwardNotificationsTo: [NotificationForwarding] = []

    /// Makes an app's configuration; what is not given has a sensible value.
    public init(
        bundleID: BundleID,
        appAppleID: AppAppleID? = nil,
        name: String? = nil,
        appStoreServerAPI: AppStoreCredentials? = nil,
        sandboxPurchases: SandboxAcceptance = .accept,
        sandboxFulfillsProductionOrders: Bool = false,
        testers: [CustomerID] = [],
        acceptsXcodeTransactions: Bool = false,
        restoreBehavior: RestorePolicy = .transferIfLapsed,
        requiresCustomerTokens: CustomerTokenRequirement = .reads,
        consumption: ConsumptionPolicy = ConsumptionPolicy(),
        sharedSecret: String? = nil,
        verifyReceipt: ReceiptVerification? = nil,
        refundPolicy: RefundPolicy = RefundPolicy(),
        familySharingRevocation: FamilySharingRevocation = .fromRevocationDate,
        honorsGracePeriod: Bool = true,
        renewalLeewaySeconds: Int = 0,
        conversion: ConversionPolicy = .manual,
        reminders: ReminderPolicy = ReminderPolicy(),
        appStoreConnect: AppStoreConnectConfiguration? = nil,
        isSmallBusinessProgramMember: Bool = false,
        smallBusinessProgram: [SmallBusinessMembership.Span]? = nil
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.name = name
        self.appStoreServerAPI = appStoreServerAPI
        self.sandboxPurchases = sandboxPurchases
        self.sandboxFulfillsProductionOrders = sandboxFulfillsProductionOrders
        self.testers = testers
        self.acceptsXcodeTransactions = acceptsXcodeTransactions
        self.restoreBehavior = restoreBehavior
        self.requiresCustomerTokens = requiresCustomerTokens
        self.consumption = consumption
        self.sharedSecret = sharedSecret
        self.verifyReceipt = verifyReceipt
        self.refundPolicy = refundPolicy
        self.familySharingRevocation = familySharingRevocation
        self.honorsGracePeriod = honorsGracePeriod
        self.renewalLeewaySeconds = renewalLeewaySeconds
        self.conversion = conversion
        self.reminders = reminders
        self.appStoreConnect = appStoreConnect
        self.isSmallBusinessProgramMember = isSmallBusinessProgramMember
        self.smallBusinessProgram = smallBusinessProgram
    }

    /// Decodes an app's configuration; every key but `bundleID` may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        bundleID = try values.decode(BundleID.self, forKey: .bundleID)
        appAppleID = try values.decodeIfPresent(AppAppleID.self, forKey: .appAppleID)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        appStoreServerAPI = try values.decodeIfPresent(AppStoreCredentials.self, forKey: .appStoreServerAPI)
        sandboxPurchases = try values.value(.sandboxPurchases, or: .accept)
        sandboxFulfillsProductionOrders = try values.value(.sandboxFulfillsProductionOrders, or: false)
        testers = try values.value(.testers, or: [])
        acceptsXcodeTransactions = try values.value(.acceptsXcodeTransactions, or: false)
        restoreBehavior = try values.value(.restoreBehavior, or: .transferIfLapsed)
        requiresCustomerTokens = try values.value(.requiresCustomerTokens, or: .reads)
        consumption = try values.value(.consumption, or: ConsumptionPolicy())
        sharedSecret = try values.decodeIfPresent(String.self, forKey: .sharedSecret)
        verifyReceipt = try values.decodeIfPresent(ReceiptVerification.self, forKey: .verifyReceipt)
        refundPolicy = try values.value(.refundPolicy, or: RefundPolicy())
        familySharingRevocation = try values.value(.familySharingRevocation, or: .fromRevocationDate)
        honorsGracePeriod = try values.value(.honorsGracePeriod, or: true)
        renewalLeewaySeconds = try values.value(.renewalLeewaySeconds, or: 0)
        conversion = try values.value(.conversion, or: .manual)
        reminders = try values.value(.reminders, or: ReminderPolicy())
        appStoreConnect = try values.decodeIfPresent(AppStoreConnectConfiguration.self, forKey: .appStoreConnect)
        isSmallBusinessProgramMember = try values.value(.isSmallBusinessProgramMember, or: false)
        smallBusinessProgram = try values.decodeIfPresent(
            [SmallBusinessMembership.Span].self,
            forKey: .smallBusinessProgram
        )
        claimsSeatsInProduction = try values.value(.claimsSeatsInProduction, or: false)
        forwardNotificationsTo = try values.value(.forwardNotificationsTo, or: [])
    }
}

extension AppConfiguration {
    /// When the team is in the small-business program.
    var membership: SmallBusinessMembership {
        smallBusinessProgram.map(SmallBusinessMembership.init) ?? (isSmallBusinessProgramMember ? .always : .never)
    }

    /// The rules' policy for one environment.
    var policy: CommercePolicy {
        let sandbox: SandboxPolicy =
            switch sandboxPurchases {
            case .reject: .refuse
            case .testersOnly: .testersOnly(testers)
            case .accept: .accept
            }
        return CommercePolicy(
            honorsGracePeriod: honorsGracePeriod,
            renewalLeewayMilliseconds: Int64(renewalLeewaySeconds) * 1000,
            restore: restoreBehavior,
            refund: refundPolicy,
            familyRevocation: familySharingRevocation.effect,
            sandbox: sandbox,
            trustsUnprovenClaims: requiresCustomerTokens == .never
        )
    }
}

extension AppConfiguration {
    /// Whether Apple can be asked about the app's purchases: with the server's key, or with receipts.
    var canAskApple: Bool { appStoreServerAPI != nil || verifyReceipt != nil }
}
