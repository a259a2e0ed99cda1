// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// What a subscription's period was sold as.
public enum PeriodKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the product's price.
    case standard

    /// Free, of whatever offer but a retention offer.
    case freeTrial = "free-trial"

    /// With a paid introductory offer.
    case introductory

    /// With a paid promotional offer.
    case promotional

    /// With a paid offer code.
    case offerCode = "offer-code"

    /// With a paid win-back offer.
    case winBack = "win-back"

    /// With a paid retention offer.
    case retention

    /// Free, to keep a subscriber who was about to cancel: no trial, for the customer subscribes already.
    case freeRetention = "free-retention"

    /// With an offer of a kind that this version of the software does not know.
    case otherOffer = "other-offer"

    /// The kind that an offer makes.
    public init(_ offer: Offer?) {
        guard let offer else {
            self = .standard
            return
        }
        if offer.discount == .freeTrial {
            self = offer.type == .retention ? .freeRetention : .freeTrial
            return
        }
        switch offer.type {
        case .introductory: self = .introductory
        case .promotional: self = .promotional
        case .offerCode: self = .offerCode
        case .winBack: self = .winBack
        case .retention: self = .retention
        default: self = .otherOffer
        }
    }

    /// Whether the customer paid for it.
    public var isPaid: Bool { self != .freeTrial && self != .freeRetention }
}
