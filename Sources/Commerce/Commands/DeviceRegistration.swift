// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A device that a customer registered, or removed.
public struct DeviceRegistration: Hashable, Sendable, Codable {
    /// The customer.
    public var customer: CustomerID

    /// The device.
    public var device: DeviceID

    /// What the customer calls it.
    public var name: String?

    /// Whether it is registered; false when it was removed.
    public var isRegistered: Bool

    /// Makes a registration.
    public init(customer: CustomerID, device: DeviceID, name: String? = nil, isRegistered: Bool = true) {
        self.customer = customer
        self.device = device
        self.name = name
        self.isRegistered = isRegistered
    }
}
