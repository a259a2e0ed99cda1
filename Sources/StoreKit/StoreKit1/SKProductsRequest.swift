// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A request for products.
///
/// <https://developer.apple.com/documentation/storekit/skproductsrequest>
open class SKProductsRequest: SKRequest, @unchecked Sendable {
    private let identifiers: Set<String>

    /// Asks for products.
    ///
    /// - Parameter productIdentifiers: Their identifiers.
    public init(productIdentifiers: Set<String>) {
        identifiers = productIdentifiers
        super.init()
    }

    /// Makes a request for nothing, for a test's subclass.
    override public init() {
        identifiers = []
        super.init()
    }

    /// The one who is notified of the products; not retained.
    @_nonoverride
    open var delegate: (any SKProductsRequestDelegate)? {
        get { super.delegate as? any SKProductsRequestDelegate }
        set { super.delegate = newValue }
    }

    override func perform() async throws -> @Sendable () -> Void {
        let records = try await StoreRuntime.shared.products(for: identifiers.sorted())
        let known = Set(records.map(\.id))
        let response = SKProductsResponse(
            products: records.map(SKProduct.init(record:)),
            invalid: identifiers.subtracting(known).sorted()
        )
        return { self.delegate?.productsRequest(self, didReceive: response) }
    }
}

/// The products of a request.
open class SKProductsResponse: NSObject, KeyValueCoded, @unchecked Sendable {
    private let found: [SKProduct]
    private let invalid: [String]

    /// What a test set by name.
    public let givenValues = KeyValueOverrides()

    init(products: [SKProduct], invalid: [String]) {
        found = products
        self.invalid = invalid
        super.init()
    }

    /// Makes a response that a test's subclass describes.
    override public init() {
        found = []
        invalid = []
        super.init()
    }

    /// The products that are sold.
    open var products: [SKProduct] { givenValues.value("products", else: found) }

    /// The identifiers of which none is sold.
    open var invalidProductIdentifiers: [String] { givenValues.value("invalidProductIdentifiers", else: invalid) }
}

/// The one who is notified of a request's products.
public protocol SKProductsRequestDelegate: SKRequestDelegate {
    /// The store answered.
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse)
}
