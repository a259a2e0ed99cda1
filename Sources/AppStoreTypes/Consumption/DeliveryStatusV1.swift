// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether the app delivered what was bought, in version 1.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/deliverystatusv1>
public struct DeliveryStatusV1: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// It works.
    public static let delivered = DeliveryStatusV1(rawValue: 0)

    /// It was faulty.
    public static let qualityIssue = DeliveryStatusV1(rawValue: 1)

    /// It was another item.
    public static let wrongItem = DeliveryStatusV1(rawValue: 2)

    /// The server was down.
    public static let serverOutage = DeliveryStatusV1(rawValue: 3)

    /// The app's currency changed.
    public static let currencyChange = DeliveryStatusV1(rawValue: 4)

    /// Another reason.
    public static let other = DeliveryStatusV1(rawValue: 5)
}
