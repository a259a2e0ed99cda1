// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit
import os.log

// The forms in which purchase code of many years is written, each of which some public library uses: they have to compile
// and to do what they do on a phone.

private var tagKey: UInt8 = 0

extension SKProduct {
    /// A tag that is tied to the product, without a stored property.
    var tag: String? {
        get { objc_getAssociatedObject(self, &tagKey) as? String }
        set { objc_setAssociatedObject(self, &tagKey, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    }

    /// The price as the store's country writes it.
    var priceText: String? {
        let formatter = NumberFormatter()
        formatter.formatterBehavior = .behavior10_4
        formatter.numberStyle = .currency
        formatter.locale = priceLocale
        return formatter.string(from: price)
    }

    /// The length of the subscription's period.
    var periodText: String? {
        guard let period = subscriptionPeriod else { return nil }
        var length = DateComponents()
        switch period.unit {
        case .day: length.day = period.numberOfUnits
        case .week: length.weekOfMonth = period.numberOfUnits
        case .month: length.month = period.numberOfUnits
        case .year: length.year = period.numberOfUnits
        @unknown default: return nil
        }
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = .full
        formatter.maximumUnitCount = 1
        formatter.zeroFormattingBehavior = .dropAll
        formatter.allowedUnits = [.year, .month, .weekOfMonth, .day]
        return formatter.string(from: length)
    }
}

/// Loads products again when the app comes back to the front, and refreshes the receipt.
final class PriceBoard: NSObject, SKProductsRequestDelegate {
    private(set) var products: [SKProduct] = []
    private(set) var refreshed = 0
    private var requests: Set<SKRequest> = []
    private var observer: NSObjectProtocol?
    private var work = UIBackgroundTaskIdentifier.invalid
    private let log = OSLog(subsystem: "shop", category: "prices")
    private let identifiers: Set<String>
    var changed: (() -> Void)?

    init(identifiers: Set<String>) {
        self.identifiers = identifiers
        super.init()
        observer = NotificationCenter.default.addObserver(
            forName: UIApplication.willEnterForegroundNotification,
            object: nil,
            queue: .main
        ) { [weak self] _ in
            self?.load()
        }
    }

    deinit {
        if let observer = observer { NotificationCenter.default.removeObserver(observer) }
        for request in requests { request.cancel() }
    }

    func load() {
        let request = SKProductsRequest(productIdentifiers: identifiers)
        request.delegate = self
        requests.insert(request)
        request.start()
    }

    func refreshReceipt() {
        let request = SKReceiptRefreshRequest(receiptProperties: nil)
        request.delegate = self
        requests.insert(request)
        request.start()
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        products = response.products.sorted { $0.price.compare($1.price) == .orderedAscending }
        for product in products { product.tag = product.localizedTitle.uppercased() }
        for identifier in response.invalidProductIdentifiers {
            os_log("not sold: %{public}@", log: log, type: .info, identifier)
        }
    }

    func requestDidFinish(_ request: SKRequest) {
        requests.remove(request)
        if request is SKReceiptRefreshRequest { refreshed += 1 }
        DispatchQueue.main.async { self.changed?() }
    }

    func request(_ request: SKRequest, didFailWithError error: Error) {
        requests.remove(request)
        os_log("%{public}@", log: log, type: .error, error.localizedDescription)
    }
}

/// What tells this device apart, as older receipts have it.
func deviceBytes() -> Data? {
    guard var uuid = UIDevice.current.identifierForVendor?.uuid else { return nil }
    return withUnsafeBytes(of: &uuid) { Data($0) }
}

/// The receipt, if there is one.
func receiptText() -> String? {
    guard let url = Bundle.main.appStoreReceiptURL, FileManager.default.fileExists(atPath: url.path),
        let data = try? Data(contentsOf: url, options: .alwaysMapped)
    else { return nil }
    return data.base64EncodedString(options: [])
}
