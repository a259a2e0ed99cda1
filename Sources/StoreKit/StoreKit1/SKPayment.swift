// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What to buy, as the original interface says it.
///
/// <https://developer.apple.com/documentation/storekit/skpayment>
open class SKPayment: NSObject, KeyValueCoded, @unchecked Sendable {
    fileprivate(set) var contents = PaymentContents()

    /// What a test set by name.
    public let givenValues = KeyValueOverrides()

    /// Makes a payment without a product.
    override public init() {
        super.init()
    }

    /// Makes a payment for one piece of a product.
    public convenience init(product: SKProduct) {
        self.init()
        contents.product = product.productIdentifier
    }

    // Not a designated one, so that a test's subclass with an initializer of its own inherits those for a product.
    convenience init(contents: PaymentContents) {
        self.init()
        self.contents = contents
    }

    /// The product.
    open var productIdentifier: String { givenValues.value("productIdentifier", else: contents.product) }

    /// How many.
    open var quantity: Int { givenValues.count("quantity", else: contents.quantity) }

    /// The app's identifier of the customer; a UUID comes back as the transaction's token.
    open var applicationUsername: String? { givenValues.optional("applicationUsername", else: contents.username) }

    /// Data for the store; not used.
    open var requestData: Data? { givenValues.optional("requestData", else: contents.requestData) }

    /// Whether the purchase waits for a parent, in the sandbox.
    ///
    /// A test session pays no heed to it: it goes by its own `askToBuyEnabled`.
    open var simulatesAskToBuyInSandbox: Bool {
        givenValues.value("simulatesAskToBuyInSandbox", else: contents.simulatesAskToBuy)
    }

    /// The promotional offer to buy with.
    open var paymentDiscount: SKPaymentDiscount? { givenValues.optional("paymentDiscount", else: contents.discount) }

    /// A copy that does not change.
    override open func copy() -> Any { SKPayment(contents: snapshot) }

    /// A copy that can be changed.
    override open func mutableCopy() -> Any { SKMutablePayment(contents: snapshot) }

    /// Whether two payments ask for the same.
    override open func isEqual(_ object: Any?) -> Bool { (object as? SKPayment)?.snapshot == snapshot }

    /// The hash of what is asked for.
    override open var hash: Int { snapshot.hashValue }

    /// What is asked for, read through the members that a subclass may override.
    var snapshot: PaymentContents {
        PaymentContents(
            product: productIdentifier,
            quantity: quantity,
            username: applicationUsername,
            requestData: requestData,
            simulatesAskToBuy: simulatesAskToBuyInSandbox,
            discount: paymentDiscount
        )
    }
}

/// What to buy, while it is put together.
///
/// Not for use from several threads at once, as Apple's.
open class SKMutablePayment: SKPayment, @unchecked Sendable {
    /// The product.
    override open var productIdentifier: String {
        get { super.productIdentifier }
        set { contents.product = newValue }
    }

    /// How many.
    override open var quantity: Int {
        get { super.quantity }
        set { contents.quantity = newValue }
    }

    /// The app's identifier of the customer; a UUID comes back as the transaction's token.
    override open var applicationUsername: String? {
        get { super.applicationUsername }
        set { contents.username = newValue }
    }

    /// Data for the store; not used.
    override open var requestData: Data? {
        get { super.requestData }
        set { contents.requestData = newValue }
    }

    /// Whether the purchase waits for a parent, in a test environment.
    override open var simulatesAskToBuyInSandbox: Bool {
        get { super.simulatesAskToBuyInSandbox }
        set { contents.simulatesAskToBuy = newValue }
    }

    /// The promotional offer to buy with.
    override open var paymentDiscount: SKPaymentDiscount? {
        get { super.paymentDiscount }
        set { contents.discount = newValue }
    }
}

/// What a payment asks for.
struct PaymentContents: Hashable, Sendable {
    var product = ""
    var quantity = 1
    var username: String?
    var requestData: Data?
    var simulatesAskToBuy = false
    var discount: SKPaymentDiscount?

    /// The same as an order of the newer interface.
    var order: PurchaseOrder {
        var options: Set<Product.PurchaseOption> = [.quantity(quantity)]
        if let token = username.flatMap(UUID.init(uuidString:)) { options.insert(.appAccountToken(token)) }
        if simulatesAskToBuy { options.insert(.simulatesAskToBuyInSandbox(true)) }
        if let discount {
            options.insert(
                .promotionalOffer(
                    offerID: discount.identifier,
                    keyID: discount.keyIdentifier,
                    nonce: discount.nonce,
                    signature: Data(base64Encoded: discount.signature) ?? Data(),
                    timestamp: discount.timestamp.intValue
                )
            )
        }
        return PurchaseOrder(product: product, options: options)
    }
}

/// The server's signature for a promotional offer.
open class SKPaymentDiscount: NSObject, @unchecked Sendable {
    private let parts: (identifier: String, key: String, nonce: UUID, signature: String, timestamp: NSNumber)

    /// Takes the parts of a signature.
    public init(identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber) {
        parts = (identifier, keyIdentifier, nonce, signature, timestamp)
        super.init()
    }

    /// The offer.
    open var identifier: String { parts.identifier }

    /// The key it was signed with.
    open var keyIdentifier: String { parts.key }

    /// A value used once.
    open var nonce: UUID { parts.nonce }

    /// The signature in base64.
    open var signature: String { parts.signature }

    /// When it was signed, in milliseconds since 1970.
    open var timestamp: NSNumber { parts.timestamp }
}
