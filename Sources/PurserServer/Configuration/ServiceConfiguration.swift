// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
public import FoundationEssentials

/// Everything the service must be told; plain data, so that a file, the environment or a test can make it.
public struct ServiceConfiguration: Sendable, Codable {
    /// The apps it serves.
    public var apps: [AppConfiguration]

    /// The address under which the world reaches this server, for links in answers; no trailing slash.
    public var publicURL: String?

    /// Addresses of proxies whose `X-Forwarded-For` is believed, as plain addresses or CIDR blocks.
    public var trustedProxies: [String]

    /// How many requests a second one key or address may make.
    public var requestsPerSecond: Int

    /// How many requests one key or address may make at once.
    public var requestBurst: Int

    /// How many connections one client address (IPv6: one /64) may have open (0: unlimited).
    ///
    /// Trusted proxies are left out: each brings many clients.
    public var connectionsPerAddress: Int

    /// How many requests of one client address (IPv6: one /64) may be half sent (0: unlimited).
    ///
    /// Trusted proxies are left out.
    public var halfSentRequestsPerAddress: Int

    /// How large a request's body may be, in bytes.
    public var largestBody: Int

    /// Whether webhooks may go to private addresses; for development and for backends beside the server.
    public var allowsPrivateWebhookTargets: Bool

    /// How long an order waits for its payment, in seconds.
    public var orderLifetime: TimeInterval

    /// How long failure reports, delivery logs and the like are kept, in days; facts are kept for ever.
    public var logRetentionDays: Int

    /// How long the audit log and the answers to Apple's questions are kept, in days.
    public var auditRetentionDays: Int

    /// Whether Apple is asked if the certificates behind what apps and Apple send were withdrawn.
    public var certificateRevocation: CertificateRevocationMode

    /// Refuses a notification whose nested documents fail their own signature check.
    public var strictNotifications: Bool

    /// How many of Apple's notifications are taken in at a time.
    ///
    /// When more come at once they are verified, stored and answered, and what follows from them comes a little later;
    /// zero has every one wait.
    public var notificationsAtOnce: Int

    /// Who is told of faults.
    public var alerts: AlertConfiguration

    /// How the log is written.
    public var log: LogConfiguration

    /// Who saw to a point of the launch checklist that no program can see, and when, by the point's name.
    public var checklist: [String: String]

    /// Taxes in place of those that ship: a table with the columns country, from, kind and rate.
    public var taxesByDate: String?

    /// The team's shares in place of those that ship: a table with the columns from, rate, share and, where wanted,
    /// country.
    public var commissionShares: String?

    /// Makes a configuration; what is not given has a sensible value.
    public init(
        apps: [AppConfiguration],
        publicURL: String? = nil,
        trustedProxies: [String] = [],
        requestsPerSecond: Int = 200,
        requestBurst: Int = 1000,
        connectionsPerAddress: Int = 256,
        halfSentRequestsPerAddress: Int = 128,
        largestBody: Int = 2 << 20,
        allowsPrivateWebhookTargets: Bool = false,
        orderLifetime: TimeInterval = 24 * 60 * 60,
        logRetentionDays: Int = 90,
        auditRetentionDays: Int = 730,
        certificateRevocation: CertificateRevocationMode = .off,
        strictNotifications: Bool = false,
        notificationsAtOnce: Int = 32,
        alerts: AlertConfiguration = AlertConfiguration(),
        log: LogConfiguration = LogConfiguration(),
        checklist: [String: String] = [:],
        taxesByDate: String? = nil,
        commissionShares: String? = nil
    ) {
        self.apps = apps
        self.publicURL = publicURL
        self.trustedProxies = trustedProxies
        self.requestsPerSecond = requestsPerSecond
        self.requestBurst = requestBurst
        self.connectionsPerAddress = connectionsPerAddress
        self.halfSentRequestsPerAddress = halfSentRequestsPerAddress
        self.largestBody = largestBody
        self.allowsPrivateWebhookTargets = allowsPrivateWebhookTargets
        self.orderLifetime = orderLifetime
        self.logRetentionDays = logRetentionDays
        self.auditRetentionDays = auditRetentionDays
        self.certificateRevocation = certificateRevocation
        self.strictNotifications = strictNotifications
        self.notificationsAtOnce = notificationsAtOnce
        self.alerts = alerts
        self.log = log
        self.checklist = checklist
        self.taxesByDate = taxesByDate
        self.commissionShares = commissionShares
    }

    /// Decodes a configuration; every key but `apps` may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let standard = ServiceConfiguration(apps: [])
        apps = try values.decode([AppConfiguration].self, forKey: .apps)
        publicURL = try values.decodeIfPresent(String.self, forKey: .publicURL)
        trustedProxies = try values.decodeIfPresent([String].self, forKey: .trustedProxies) ?? []
        requestsPerSecond = try values.value(.requestsPerSecond, or: standard.requestsPerSecond)
        requestBurst = try values.value(.requestBurst, or: standard.requestBurst)
        connectionsPerAddress = try values.value(.connectionsPerAddress, or: standard.connectionsPerAddress)
        halfSentRequestsPerAddress =
            try values.value(.halfSentRequestsPerAddress, or: standard.halfSentRequestsPerAddress)
        largestBody = try values.value(.largestBody, or: standard.largestBody)
        allowsPrivateWebhookTargets = try values.value(.allowsPrivateWebhookTargets, or: false)
        orderLifetime = try values.value(.orderLifetime, or: standard.orderLifetime)
        logRetentionDays = try values.value(.logRetentionDays, or: standard.logRetentionDays)
        auditRetentionDays = try values.value(.auditRetentionDays, or: standard.auditRetentionDays)
        certificateRevocation = try values.value(.certificateRevocation, or: .off)
        strictNotifications = try values.value(.strictNotifications, or: false)
        notificationsAtOnce = try values.value(.notificationsAtOnce, or: standard.notificationsAtOnce)
        alerts = try values.value(.alerts, or: AlertConfiguration())
        log = try values.value(.log, or: LogConfiguration())
        checklist = try values.value(.checklist, or: [:])
        taxesByDate = try values.decodeIfPresent(String.self, forKey: .taxesByDate)
        commissionShares = try values.decodeIfPresent(String.self, forKey: .commissionShares)
    }
}

extension ServiceConfiguration {
    /// Whether an address is that of a proxy whose `X-Forwarded-For` is believed.
    package func trustsProxy(_ address: String) -> Bool {
        ClientAddress(trustedProxies: trustedProxies).trusts(address)
    }

    /// What sales are taken apart by, but for each app's membership of the small-business programme.
    ///
    /// A country of the team's own table of taxes has only that table's lines; the others keep those that ship.
    var saleTerms: SaleTerms {
        get throws {
            var terms = try SaleTerms.shipped()
            if let taxesByDate { try terms.storefronts.addTaxes(byDate: taxesByDate) }
            if let commissionShares { terms.commissions = try CommissionTable(tabSeparated: commissionShares) }
            return terms
        }
    }
}

extension KeyedDecodingContainer {
    func value<Value: Decodable>(_ key: Key, or standard: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? standard
    }
}
