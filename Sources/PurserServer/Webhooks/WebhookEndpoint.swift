// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials

/// Where a team's backend wants to hear of events, and of which.
struct WebhookEndpoint: Hashable, Sendable, Codable, Identifiable {
    /// The form of a delivery's body.
    enum PayloadFormat: String, Hashable, Sendable, Codable, CaseIterable {
        /// Ours.
        case purser

        /// RevenueCat's, for handlers that exist already.
        case revenueCat = "revenuecat"

        /// CloudEvents 1.0 in its structured mode, with our form as its data.
        case cloudEvents = "cloudevents"

        /// The body's media type.
        var mediaType: String { self == .cloudEvents ? CloudEvent.mediaType : "application/json" }
    }

    /// A secret that signs deliveries.
    struct Secret: Hashable, Sendable, Codable {
        var text: String
        /// When it stops signing; the newest has no end.
        var ends: Date?
    }

    var id: String
    var app: BundleID
    var url: String
    var payloadFormat: PayloadFormat
    /// The types to send; all when empty.
    var types: [EventType]
    /// The environments to send; all when empty.
    var environments: [Environment]
    /// A fixed `Authorization` field, as some handlers want it.
    var authorization: String?
    var isEnabled: Bool
    var secrets: [Secret]
    var created: Date

    /// How long the previous secret signs beside a new one.
    static let rotationOverlap: TimeInterval = 24 * 60 * 60

    static func newSecret(_ random: RandomSource) -> String {
        StandardWebhook.prefix + Data(random.bytes(24)).base64EncodedString()
    }

    /// Whether an event is sent to it when it happens.
    func accepts(_ event: ServerEvent) -> Bool { isEnabled && acceptsApp(event) }

    /// Whether an event is one of those that it is for, whether it is switched on or not.
    func acceptsApp(_ event: ServerEvent) -> Bool {
        event.app == app && (types.isEmpty || types.contains(event.type))
            && (environments.isEmpty || environments.contains(event.environment))
            && (payloadFormat != .revenueCat || RevenueCatEvent(event) != nil)
    }

    /// Puts a new secret first; the others end after the overlap, and those that have ended are dropped.
    mutating func rotateSecret(at now: Date, _ random: RandomSource) -> String {
        let fresh = Self.newSecret(random)
        let end = now.addingTimeInterval(Self.rotationOverlap)
        let older = secrets.filter { $0.ends.map { $0 > now } ?? true }
            .map { Secret(text: $0.text, ends: min($0.ends ?? end, end)) }
        secrets = [Secret(text: fresh)] + older.prefix(3)
        return fresh
    }

    func signingSecrets(at now: Date) -> [String] {
        secrets.filter { $0.ends.map { $0 > now } ?? true }.map(\.text)
    }

    /// The bytes of a delivery.
    func body(for event: ServerEvent) throws -> Data {
        switch payloadFormat {
        case .purser:
            return try ServiceJSON.encode(event)
        case .revenueCat:
            guard let translated = RevenueCatEvent(event) else { return try ServiceJSON.encode(event) }
            return try ServiceJSON.encode(translated.body)
        case .cloudEvents:
            return try ServiceJSON.encode(try CloudEvent(event).body())
        }
    }
}
