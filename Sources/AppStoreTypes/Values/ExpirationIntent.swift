// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why a subscription ended.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/expirationintent>
public struct ExpirationIntent: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The customer turned renewal off.
    public static let canceled = ExpirationIntent(rawValue: 1)

    /// The payment failed.
    public static let billingError = ExpirationIntent(rawValue: 2)

    /// The customer did not consent to a price increase.
    public static let priceIncreaseNotConsented = ExpirationIntent(rawValue: 3)

    /// The product was not for sale when it should have renewed.
    public static let productUnavailable = ExpirationIntent(rawValue: 4)

    /// Another reason.
    public static let other = ExpirationIntent(rawValue: 5)

    /// The subscription left its bundle.
    public static let unbundled = ExpirationIntent(rawValue: ProvisionalNames.unbundled)
}
