// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
public import FoundationEssentials

/// Everything that the service must be given; plain data, so that a file, the environment or a test can make it.
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
    public var maxBodyBytes: Int

    /// Whether webhooks may go to private addresses; for development and for backends beside the server.
    public var allowsPrivateWebhookTargets: Bool

    /// How long an order waits for its payment, in seconds.
    public var orderLifetimeSeconds: TimeInterval

    /// How long failure reports, delivery logs and the like are kept, in days; facts are kept permanently.
    public var logRetentionDays: Int

    /// How many requests of the API are logged, the newest (0: none).
    public var requestLogEntries: Int

    /// How long the audit log and the answers to Apple's questions are kept, in days.
    public var auditRetentionDays: Int

    /// Whether Apple is asked if the certificates behind what apps and Apple send were withdrawn.
    public var certificateRevocation: CertificateRevocationMode

    /// Refuses a notification whose nested documents fail their own signature check.
    public var verifiesNestedSignatures: Bool

    /// How many of Apple's notifications are processed at a time.
    ///
    /// When more come at once they are verified, stored and answered, and what follows from them comes a little later;
    /// zero has every one wait.
    public var notificationConcurrency: Int

    /// How many apps may listen for changes of their customers' entitlements at a time (0: none).
    public var liveUpdateStreams: Int

    /// How many of them may be one customer's.
    public var liveUpdateStreamsPerCustomer: Int

    /// The channels that are notified of faults.
    public var alerts: AlertConfiguration

    /// How the log is written.
    public var log: LogConfiguration

    /// Where traces and metrics go.
    public var telemetry: TelemetryConfiguration

    /// The person who saw to a point of the launch checklist that no program can see, and when, by the point's name.
    public var launchChecklist: [String: String]

    /// Taxes instead of those that ship: a table with the columns country, from, kind and rate.
    public var taxRates: String?

    /// The team's shares instead of those that ship: a table with the columns from, rate, share and, where wanted,
    /// country.
    public var commissionRates: String?

    /// Makes a configuration; what is not given has a sensible value.
    public init(
        apps: [AppConfiguration],
        publicURL: String? = nil,
        trustedProxies: [String] = [],
        requestsPerSecond: Int = 200,
        requestBurst: Int = 1000,
        connectionsPerAddress: Int = 256,
        halfSentRequestsPerAddress: Int = 128,
        maxBodyBytes: Int = 2 << 20,
        allowsPrivateWebhookTargets: Bool = false,
        orderLifetimeSeconds: TimeInterval = 24 * 60 * 60,
        logRetentionDays: Int = 90,
        requestLogEntries: Int = 100_000,
        auditRetentionDays: Int = 730,
        certificateRevocation: CertificateRevocationMode = .off,
        verifiesNestedSignatures: Bool = false,
        notificationConcurrency: Int = 32,
        liveUpdateStreams: Int = 2000,
        liveUpdateStreamsPerCustomer: Int = 10,
        alerts: AlertConfiguration = AlertConfiguration(),
        log: LogConfiguration = LogConfiguration(),
        telemetry: TelemetryConfiguration = TelemetryConfiguration(),
        launchChecklist: [String: String] = [:],
        taxRates: String? = nil,
        commissionRates: String? = nil
    ) {
        self.apps = apps
        self.publicURL = publicURL
        self.trustedProxies = trustedProxies
        self.requestsPerSecond = requestsPerSecond
        self.requestBurst = requestBurst
        self.connectionsPerAddress = connectionsPerAddress
        self.halfSentRequestsPerAddress = halfSentRequestsPerAddress
        self.maxBodyBytes = maxBodyBytes
        self.allowsPrivateWebhookTargets = allowsPrivateWebhookTargets
        self.orderLifetimeSeconds = orderLifetimeSeconds
        self.logRetentionDays = logRetentionDays
        self.requestLogEntries = requestLogEntries
        self.auditRetentionDays = auditRetentionDays
        self.certificateRevocation = certificateRevocation
        self.verifiesNestedSignatures = verifiesNestedSignatures
        self.notificationConcurrency = notificationConcurrency
        self.liveUpdateStreams = liveUpdateStreams
        self.liveUpdateStreamsPerCustomer = liveUpdateStreamsPerCustomer
        self.alerts = alerts
        self.log = log
        self.telemetry = telemetry
        self.launchChecklist = launchChecklist
        self.taxRates = taxRates
        self.commissionRates = commissionRates
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
        maxBodyBytes = try values.value(.maxBodyBytes, or: standard.maxBodyBytes)
        allowsPrivateWebhookTargets = try values.value(.allowsPrivateWebhookTargets, or: false)
        orderLifetimeSeconds = try values.value(.orderLifetimeSeconds, or: standard.orderLifetimeSeconds)
        logRetentionDays = try values.value(.logRetentionDays, or: standard.logRetentionDays)
        requestLogEntries = try values.value(.requestLogEntries, or: standard.requestLogEntries)
        auditRetentionDays = try values.value(.auditRetentionDays, or: standard.auditRetentionDays)
        certificateRevocation = try values.value(.certificateRevocation, or: .off)
        verifiesNestedSignatures = try values.value(.verifiesNestedSignatures, or: false)
        notificationConcurrency = try values.value(.notificationConcurrency, or: standard.notificationConcurrency)
        liveUpdateStreams = try values.value(.liveUpdateStreams, or: standard.liveUpdateStreams)
        liveUpdateStreamsPerCustomer =
            try values.value(.liveUpdateStreamsPerCustomer, or: standard.liveUpdateStreamsPerCustomer)
        alerts = try values.value(.alerts, or: AlertConfiguration())
        log = try values.value(.log, or: LogConfiguration())
        telemetry = try values.value(.telemetry, or: TelemetryConfiguration())
        launchChecklist = try values.value(.launchChecklist, or: [:])
        taxRates = try values.decodeIfPresent(String.self, forKey: .taxRates)
        commissionRates = try values.decodeIfPresent(String.self, forKey: .commissionRates)
    }
}

extension ServiceConfiguration {
    /// Whether an address is that of a proxy whose `X-Forwarded-For` is believed.
    package func trustsProxy(_ address: String) -> Bool {
        ClientAddress(trustedProxies: trustedProxies).trusts(address)
    }

    /// What sales are taken apart by, but for each app's membership of the small-business program.
    ///
    /// A country of the team's own table of taxes has only that table's lines; the others keep those that ship.
    var saleTerms: SaleTerms {
        get throws {
            var terms = try SaleTerms.shipped()
            if let taxRates { try terms.storefronts.addTaxes(byDate: taxRates) }
            if let commissionRates { terms.commissions = try CommissionTable(tabSeparated: commissionRates) }
            return terms
        }
    }
}

extension KeyedDecodingContainer {
    func value<Value: Decodable>(_ key: Key, or standard: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? standard
    }
}
