// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A request for a new app receipt.
///
/// The receipt is written where `Bundle.main.appStoreReceiptURL` points, before the delegate is notified.
///
/// <https://developer.apple.com/documentation/storekit/skreceiptrefreshrequest>
open class SKReceiptRefreshRequest: SKRequest, @unchecked Sendable {
    private let properties: [String: Any]?

    /// Asks for a receipt.
    ///
    /// - Parameter properties: What a test receipt should be like; the simulator's receipt is always a good one.
    public init(receiptProperties properties: [String: Any]?) {
        self.properties = properties
        super.init()
    }

    /// Asks for a receipt.
    override public init() {
        properties = nil
        super.init()
    }

    /// What a test receipt should be like.
    open var receiptProperties: [String: Any]? { properties }

    override func perform() async throws -> @Sendable () -> Void {
        try await StoreRuntime.shared.refreshReceipt()
        return {}
    }
}

/// The key of a test receipt that has expired.
public let SKReceiptPropertyIsExpired: String = "expired"

/// The key of a test receipt that was revoked.
public let SKReceiptPropertyIsRevoked: String = "revoked"

/// The key of a test receipt of a volume purchase.
public let SKReceiptPropertyIsVolumePurchase: String = "vpp"

/// Ends the app because its receipt is not valid.
public func SKTerminateForInvalidReceipt() {
    StoreLog.warn("the app ends because its receipt is not valid")
    exit(173)
}
