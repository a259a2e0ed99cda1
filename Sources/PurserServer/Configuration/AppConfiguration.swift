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
    public var sandbox: SandboxAcceptance

    /// Whether a purchase outside production may pay an order that was made for production.
    ///
    /// By default it may not: the purchase is delivered apart with an order of its own, and the production order stays
    /// open.
    public var sandboxFulfillsProductionOrders: Bool

    /// The customers whose sandbox purchases count, under the policy ``SandboxAcceptance/testersOnly``.
    public var testers: [CustomerID]

    /// Whether documents that Xcode signed are accepted; only a development server says yes.
    public var acceptsXcode: Bool

    /// Whose a purchase is when another customer restores it.
    public var restore: RestorePolicy

    /// When a request from an app needs the customer's token (default: ``CustomerTokenRequirement/reads``).
    public var requiresCustomerTokens: CustomerTokenRequirement

    /// How consumption requests are answered.
    public var consumption: ConsumptionPolicy

    /// The shared secret for old receipts of subscriptions.
    public var sharedSecret: String?

    /// Where Apple is asked about receipts; their signatures alone are checked here when it is absent.
    public var receipts: ReceiptVerification?

    /// What a refund takes back.
    public var refund: RefundPolicy

    /// How far back the end of Family Sharing reaches.
    public var familyRevocation: RevocationEffect

    /// Whether access goes on during the grace period that Apple gives.
    public var honorsGracePeriod: Bool

    /// How long access goes on after a period whose renewal is awaited and not heard of yet, in whole seconds.
    public var renewalLeeway: Int

    /// Whether paying for a higher plan converts what is left of lower plans (default: only a request converts).
    public var conversion: ConversionPolicy

    /// How long before the end of service, and before a renewal, the team's backend gets a reminder event.
    public var reminders: ReminderPolicy

    /// How App Store Connect is asked for reports and prices.
    public var appStoreConnect: AppStoreConnectConfiguration?

    /// Whether the team is in Apple's small-business programme, and has been as long as it sells.
    public var isSmallBusiness: Bool

    /// When the team is in the small-business programme, for one that joined or left.
    public var smallBusiness: [SmallBusinessMembership.Span]?

    /// Makes an app's configuration; what is not given has a sensible value.
    public init(
        bundleID: BundleID,
        appAppleID: AppAppleID? = nil,
        name: String? = nil,
        appStoreServerAPI: AppStoreCredentials? = nil,
        sandbox: SandboxAcceptance = .accept,
        sandboxFulfillsProductionOrders: Bool = false,
        testers: [CustomerID] = [],
        acceptsXcode: Bool = false,
        restore: RestorePolicy = .transferIfLapsed,
        requiresCustomerTokens: CustomerTokenRequirement = .reads,
        consumption: ConsumptionPolicy = ConsumptionPolicy(),
        sharedSecret: String? = nil,
        receipts: ReceiptVerification? = nil,
        refund: RefundPolicy = RefundPolicy(),
        familyRevocation: RevocationEffect = .fromItsDate,
        honorsGracePeriod: Bool = true,
        renewalLeeway: Int = 0,
        conversion: ConversionPolicy = .manual,
        reminders: ReminderPolicy = ReminderPolicy(),
        appStoreConnect: AppStoreConnectConfiguration? = nil,
        isSmallBusiness: Bool = false,
        smallBusiness: [SmallBusinessMembership.Span]? = nil
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.name = name
        self.appStoreServerAPI = appStoreServerAPI
        self.sandbox = sandbox
        self.sandboxFulfillsProductionOrders = sandboxFulfillsProductionOrders
        self.testers = testers
        self.acceptsXcode = acceptsXcode
        self.restore = restore
        self.requiresCustomerTokens = requiresCustomerTokens
        self.consumption = consumption
        self.sharedSecret = sharedSecret
        self.receipts = receipts
        self.refund = refund
        self.familyRevocation = familyRevocation
        self.honorsGracePeriod = honorsGracePeriod
        self.renewalLeeway = renewalLeeway
        self.conversion = conversion
        self.reminders = reminders
        self.appStoreConnect = appStoreConnect
        self.isSmallBusiness = isSmallBusiness
        self.smallBusiness = smallBusiness
    }

    /// Decodes an app's configuration; every key but `bundleID` may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        bundleID = try values.decode(BundleID.self, forKey: .bundleID)
        appAppleID = try values.decodeIfPresent(AppAppleID.self, forKey: .appAppleID)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        appStoreServerAPI = try values.decodeIfPresent(AppStoreCredentials.self, forKey: .appStoreServerAPI)
        sandbox = try values.value(.sandbox, or: .accept)
        sandboxFulfillsProductionOrders = try values.value(.sandboxFulfillsProductionOrders, or: false)
        testers = try values.value(.testers, or: [])
        acceptsXcode = try values.value(.acceptsXcode, or: false)
        restore = try values.value(.restore, or: .transferIfLapsed)
        requiresCustomerTokens = try values.value(.requiresCustomerTokens, or: .reads)
        consumption = try values.value(.consumption, or: ConsumptionPolicy())
        sharedSecret = try values.decodeIfPresent(String.self, forKey: .sharedSecret)
        receipts = try values.decodeIfPresent(ReceiptVerification.self, forKey: .receipts)
        refund = try values.value(.refund, or: RefundPolicy())
        familyRevocation = try values.value(.familyRevocation, or: .fromItsDate)
        honorsGracePeriod = try values.value(.honorsGracePeriod, or: true)
        renewalLeeway = try values.value(.renewalLeeway, or: 0)
        conversion = try values.value(.conversion, or: .manual)
        reminders = try values.value(.reminders, or: ReminderPolicy())
        appStoreConnect = try values.decodeIfPresent(AppStoreConnectConfiguration.self, forKey: .appStoreConnect)
        isSmallBusiness = try values.value(.isSmallBusiness, or: false)
        smallBusiness = try values.decodeIfPresent([SmallBusinessMembership.Span].self, forKey: .smallBusiness)
    }
}

extension AppConfiguration {
    /// When the team is in the small-business programme.
    var membership: SmallBusinessMembership {
        smallBusiness.map(SmallBusinessMembership.init) ?? (isSmallBusiness ? .always : .never)
    }

    /// The rules' policy for one environment.
    var policy: CommercePolicy {
        let sandbox: SandboxPolicy =
            switch self.sandbox {
            case .refuse: .refuse
            case .testersOnly: .testersOnly(testers)
            case .accept: .accept
            }
        return CommercePolicy(
            honorsGracePeriod: honorsGracePeriod,
            renewalLeewayMilliseconds: Int64(renewalLeeway) * 1000,
            restore: restore,
            refund: refund,
            familyRevocation: familyRevocation,
            sandbox: sandbox,
            trustsUnprovenClaims: requiresCustomerTokens == .never
        )
    }
}

extension AppConfiguration {
    /// Whether Apple can be asked about the app's purchases: with the server's key, or with receipts.
    var canAskApple: Bool { appStoreServerAPI != nil || receipts != nil }
}
