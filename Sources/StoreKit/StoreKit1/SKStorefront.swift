// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The App Store of a country or region, as the original interface shows it.
open class SKStorefront: NSObject, KeyValueCoded, @unchecked Sendable {
    private let country: String
    private let number: String

    /// What a test set by name.
    public let givenValues = KeyValueOverrides()

    init(country: String, id: String) {
        self.country = country
        number = id
        super.init()
    }

    convenience init(record: StorefrontRecord) {
        self.init(country: record.countryCode, id: record.id)
    }

    /// Makes a storefront that a test's subclass describes.
    override public init() {
        country = ""
        number = ""
        super.init()
    }

    /// The country's three letters.
    open var countryCode: String { givenValues.value("countryCode", else: country) }

    /// The App Store's number of the storefront.
    open var identifier: String { givenValues.value("identifier", else: number) }
}

/// Asks for a rating; no one is asked on Linux.
open class SKStoreReviewController: NSObject {
    /// Asks for a rating; no one is asked on Linux.
    open class func requestReview() {}

    /// Asks for a rating; no one is asked on Linux.
    @MainActor
    open class func requestReview(in windowScene: UIWindowScene) {}
}
