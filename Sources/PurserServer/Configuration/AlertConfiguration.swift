// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The channels that are notified of faults, and which faults count; without channels no one is notified, and the state
/// can still be read.
public struct AlertConfiguration: Sendable, Codable, Hashable {
    /// Where alerts go.
    public var channels: [AlertChannel]

    /// What differs from a rule's standard settings, by the rule's name.
    public var rules: [String: AlertRuleSettings]

    /// When only critical alerts are reported; the others wait until it is over.
    public var quietHours: [QuietHours]

    /// After how many hours a fault that lasts is sent again.
    public var reminderIntervalHours: Double

    /// The server that takes alerts by mail.
    public var mail: AlertMailServer?

    /// Makes a configuration; what is not given has a sensible value.
    public init(
        channels: [AlertChannel] = [],
        rules: [String: AlertRuleSettings] = [:],
        quietHours: [QuietHours] = [],
        reminderIntervalHours: Double = 6,
        mail: AlertMailServer? = nil
    ) {
        self.channels = channels
        self.rules = rules
        self.quietHours = quietHours
        self.reminderIntervalHours = reminderIntervalHours
        self.mail = mail
    }

    /// Decodes a configuration; every key may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        channels = try values.value(.channels, or: [])
        rules = try values.value(.rules, or: [:])
        quietHours = try values.value(.quietHours, or: [])
        reminderIntervalHours = try values.value(.reminderIntervalHours, or: 6)
        mail = try values.decodeIfPresent(AlertMailServer.self, forKey: .mail)
    }
}

/// A place where alerts go.
public struct AlertChannel: Sendable, Codable, Hashable, CustomStringConvertible {
    /// The shapes of messages that places understand.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A webhook of the team's own, in JSON.
        case webhook
        /// Slack's incoming webhook.
        case slack
        /// A group robot of Feishu or Lark.
        case feishu
        /// A group robot of DingTalk.
        case dingtalk
        /// A group robot of WeCom.
        case wecom
        /// Mail.
        case email
    }

    /// A language of messages.
    public enum Language: String, Sendable, Codable, CaseIterable {
        /// English.
        case english = "en"
        /// Simplified Chinese.
        case chinese = "zh-Hans"
    }

    /// Its unique name.
    public var name: String

    /// What it understands.
    public var kind: Kind

    /// Where it is; mail has none.
    public var url: String?

    /// What signs messages: of a webhook of the team's own, of Feishu's and DingTalk's robots.
    public var secret: String?

    /// Whom mail is for.
    public var to: [String]?

    /// The language; English when absent.
    public var language: Language?

    /// Whether it hears of critical faults only.
    public var criticalOnly: Bool?

    /// Makes a channel.
    public init(
        name: String,
        kind: Kind,
        url: String? = nil,
        secret: String? = nil,
        to: [String]? = nil,
        language: Language? = nil,
        criticalOnly: Bool? = nil
    ) {
        self.name = name
        self.kind = kind
        self.url = url
        self.secret = secret
        self.to = to
        self.language = language
        self.criticalOnly = criticalOnly
    }

    /// The name; a robot's URL is as good as its key.
    public var description: String { "\(kind.rawValue) '\(name)'" }
}

/// The server that takes alerts by mail.
public struct AlertMailServer: Sendable, Codable, Hashable, CustomStringConvertible {
    /// Where it is: `smtp://host:587` or `smtps://host`.
    public var url: String

    /// Whom mail is from.
    public var from: String

    /// The name under which it knows us.
    public var user: String?

    /// The password that goes with the name.
    public var password: String?

    /// Whether nothing is said before the connection is encrypted; it is so unless this says false.
    public var requiresTLS: Bool?

    /// Makes a value.
    public init(url: String, from: String, user: String? = nil, password: String? = nil, requiresTLS: Bool? = nil) {
        self.url = url
        self.from = from
        self.user = user
        self.password = password
        self.requiresTLS = requiresTLS
    }

    /// The address; never the password.
    public var description: String { url }
}

/// What differs from a rule's standard settings.
public struct AlertRuleSettings: Sendable, Codable, Hashable {
    /// Whether it is watched.
    public var isEnabled: Bool?

    /// Above which value it is raised, in the rule's own unit.
    public var threshold: Double?

    /// Over how many minutes it is measured.
    public var windowMinutes: Int?

    /// How many there must be at least for a share to say anything.
    public var minimumCount: Int?

    /// `critical` or `warning`.
    public var severity: AlertSeverity?

    /// The channels that hear of it; all when absent.
    public var channels: [String]?

    /// When it is not told although it is raised, unless it is still there afterward.
    public var quietHours: [QuietHours]?

    /// Makes settings.
    public init(
        isEnabled: Bool? = nil,
        threshold: Double? = nil,
        windowMinutes: Int? = nil,
        minimumCount: Int? = nil,
        severity: AlertSeverity? = nil,
        channels: [String]? = nil,
        quietHours: [QuietHours]? = nil
    ) {
        self.isEnabled = isEnabled
        self.threshold = threshold
        self.windowMinutes = windowMinutes
        self.minimumCount = minimumCount
        self.severity = severity
        self.channels = channels
        self.quietHours = quietHours
    }
}

/// How much a fault matters.
public enum AlertSeverity: String, Sendable, Codable, CaseIterable {
    /// Somebody should look today.
    case warning
    /// Somebody must get up.
    case critical
}
