// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Carries mail: a server of the team's, or what a test puts in its place.
public protocol MailTransport: Sendable {
    /// Hands a mail to a server.
    ///
    /// - Throws: An ``HTTPClientError`` when the server does not take it for every recipient.
    func send(_ mail: Mail, through server: MailServer) async throws
}

/// A mail in plain text.
public struct Mail: Hashable, Sendable {
    /// Whom it is from.
    public var sender: String

    /// Whom it is for.
    public var recipients: [String]

    /// What it is about.
    public var subject: String

    /// The text.
    public var text: String

    /// When it was written.
    public var date: Date

    /// Its identifier among other mails.
    public var id: String

    /// Makes a mail.
    public init(sender: String, recipients: [String], subject: String, text: String, date: Date, id: String) {
        self.sender = sender
        self.recipients = recipients
        self.subject = subject
        self.text = text
        self.date = date
        self.id = id
    }
}

/// A server that takes mail.
public struct MailServer: Hashable, Sendable, CustomStringConvertible {
    /// Where it is: `smtp://host:587`, or `smtps://host` for TLS from the first byte.
    public var url: String

    /// The name under which it knows us; nothing when it asks for none.
    public var user: String?

    /// The password that goes with the name.
    public var password: String?

    /// Whether nothing is said before the connection is encrypted.
    public var requiresTLS: Bool

    /// Makes a value.
    public init(url: String, user: String? = nil, password: String? = nil, requiresTLS: Bool = true) {
        self.url = url
        self.user = user
        self.password = password
        self.requiresTLS = requiresTLS
    }

    /// The address; never the password.
    public var description: String { url }
}
