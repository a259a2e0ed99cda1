// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Whether a webhook may go to an address: not to this machine, its network or a cloud's metadata service.
///
/// Checked when the endpoint is made, and again before each delivery on what the name resolves to then, because a name
/// may change its mind.
struct WebhookTarget: Hashable, Sendable {
    /// The longest address, in bytes.
    static let maximumLength = 2000

    let url: URL
    let host: String

    init(_ text: String, allowsPrivate: Bool) throws {
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0 == " " }) else {
            throw ServiceProblem.invalid("url", "an address without control characters and spaces")
        }
        guard text.utf8.count <= Self.maximumLength else {
            throw ServiceProblem.invalid("url", "at most \(Self.maximumLength) bytes")
        }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty
        else {
            throw ServiceProblem.invalid("url", "an absolute http or https address")
        }
        guard url.user == nil, url.password == nil, url.fragment == nil else {
            throw ServiceProblem.invalid("url", "an address without user, password and fragment")
        }
        guard allowsPrivate || scheme == "https" else {
            throw ServiceProblem.invalid("url", "an https address")
        }
        self.url = url
        self.host = host.trimmingBrackets
        guard allowsPrivate || Self.isAddressOrName(self.host) else {
            throw ServiceProblem.invalid("url", "an address with a host name, or with numbers such as 203.0.113.9")
        }
        guard allowsPrivate || !Self.namesThisNetwork(self.host) else {
            throw ServiceProblem.invalid("url", "an address outside this machine's own network")
        }
    }

    /// Whether a host is an address in its plain form, or a name; other forms of numbers mean one thing to some readers
    /// and another to others.
    ///
    /// <https://url.spec.whatwg.org/#ends-in-a-number-checker>
    private static func isAddressOrName(_ host: String) -> Bool {
        guard NetworkAddress(host) == nil else { return true }
        guard !host.contains(":"), let last = host.split(separator: ".").last?.lowercased() else { return false }
        let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let isHexadecimal = last.hasPrefix("0x") && last.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
        return !isNumber && !isHexadecimal
    }

    private static func namesThisNetwork(_ host: String) -> Bool {
        // A name may end in a dot and means the same.
        let name = (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name.hasSuffix(".local")
            || name.hasSuffix(".internal") || !(name.contains(".") || name.contains(":"))
        {
            return true
        }
        return NetworkAddress(name)?.isPrivate ?? false
    }
}

extension String {
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
