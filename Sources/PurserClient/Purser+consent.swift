// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// What a customer can consent to.
public enum ConsentSubject: String, CaseIterable, Hashable, Sendable {
    /// Apple may be sent how much of a purchase was used, when the customer asks Apple for a refund.
    case consumptionInformation = "consumption-information"
}

/// Whether a customer consented to something.
public struct CustomerConsent: Hashable, Sendable {
    /// What the consent is about.
    public var subject: ConsentSubject

    /// Whether the customer gave it, and has not withdrawn it.
    public var isGranted: Bool

    /// When the customer last gave or withdrew it; `nil` when never.
    public var changed: Date?
}

extension Purser {
    /// Records that the customer consents to something.
    ///
    /// - Parameter subject: What the customer consents to.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func giveConsent(to subject: ConsentSubject) async throws {
        try await sendConsent(subject, isGranted: true)
    }

    /// Records that the customer withdraws a consent.
    ///
    /// - Parameter subject: What the customer no longer consents to.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func withdrawConsent(to subject: ConsentSubject) async throws {
        try await sendConsent(subject, isGranted: false)
    }

    /// Reads whether the customer consented to something, from the server.
    ///
    /// - Parameter subject: What the consent is about.
    /// - Returns: The consent; not given when the customer never gave it.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func consent(to subject: ConsentSubject) async throws -> CustomerConsent {
        let environment = await knownEnvironment()
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.consent(subject.rawValue, of: customer, environment: environment)
        }
        return CustomerConsent(subject: subject, isGranted: body.isGranted, changed: body.changed)
    }

    private func sendConsent(_ subject: ConsentSubject, isGranted: Bool) async throws {
        let environment = await knownEnvironment()
        try await asCustomer { server, customer throws(ServerProblem) in
            try await server.sendConsent(subject.rawValue, isGranted, of: customer, environment: environment)
        }
    }

    /// Asks the server something for the customer who is signed in.
    ///
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    func asCustomer<Answer: Sendable>(
        _ ask: @Sendable (ServerClient, String) async throws(ServerProblem) -> Answer
    ) async throws -> Answer {
        guard let customer else { throw PurserError(.notSignedIn, language: language) }
        guard let server else {
            throw PurserError(.serverUnavailable, detail: "this app has no server", language: language)
        }
        do {
            return try await ask(server, customer)
        } catch {
            throw PurserError(error, language: language)
        }
    }
}
