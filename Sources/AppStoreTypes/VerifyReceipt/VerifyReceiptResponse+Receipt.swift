// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension VerifyReceiptResponse {
    /// What an app receipt says.
    ///
    /// <https://developer.apple.com/documentation/appstorereceipts/responsebody/receipt>
    public struct Receipt: Hashable, Sendable {
        /// Where it comes from.
        public var receiptType: ReceiptKind?

        /// The app's number; 0 in the sandbox.
        public var adamId: Int64?

        /// The app's number; 0 in the sandbox.
        public var appItemId: Int64?

        /// The app.
        public var bundleId: BundleID

        /// The app's build.
        public var applicationVersion: String?

        /// The download; 0 in the sandbox.
        public var downloadId: Int64?

        /// The number of the app's version; 0 in the sandbox.
        public var versionExternalIdentifier: Int64?

        /// When the receipt was made.
        public var receiptCreationDate: Date?

        /// When Apple answered.
        public var requestDate: Date?

        /// When the customer first got the app.
        public var originalPurchaseDate: Date?

        /// The version the customer first got; 1.0 in the sandbox.
        public var originalApplicationVersion: String?

        /// When the customer pre-ordered the app.
        public var preorderDate: Date?

        /// When a volume purchase ends.
        public var expirationDate: Date?

        /// The transactions inside the receipt.
        public var inApp: [ReceiptTransaction]

        /// Makes a value from its fields; an absent one is left out of the JSON.
        public init(
            receiptType: ReceiptKind? = nil,
            adamId: Int64? = nil,
            appItemId: Int64? = nil,
            bundleId: BundleID,
            applicationVersion: String? = nil,
            downloadId: Int64? = nil,
            versionExternalIdentifier: Int64? = nil,
            receiptCreationDate: Date? = nil,
            requestDate: Date? = nil,
            originalPurchaseDate: Date? = nil,
            originalApplicationVersion: String? = nil,
            preorderDate: Date? = nil,
            expirationDate: Date? = nil,
            inApp: [ReceiptTransaction] = []
        ) {
            self.receiptType = receiptType
            self.adamId = adamId
            self.appItemId = appItemId
            self.bundleId = bundleId
            self.applicationVersion = applicationVersion
            self.downloadId = downloadId
            self.versionExternalIdentifier = versionExternalIdentifier
            self.receiptCreationDate = receiptCreationDate
            self.requestDate = requestDate
            self.originalPurchaseDate = originalPurchaseDate
            self.originalApplicationVersion = originalApplicationVersion
            self.preorderDate = preorderDate
            self.expirationDate = expirationDate
            self.inApp = inApp
        }
    }
}

extension VerifyReceiptResponse.Receipt: Codable {
    /// Decodes a value from texts, numbers and truth values, whichever Apple wrote.
    public init(from decoder: any Decoder) throws {
        let reader = try ReceiptReader(decoder)
        self.receiptType = try reader.wire("receipt_type")
        self.adamId = try reader.number("adam_id")
        self.appItemId = try reader.number("app_item_id")
        self.bundleId = try reader.required("bundle_id", reader.wire("bundle_id"))
        self.applicationVersion = try reader.text("application_version")
        self.downloadId = try reader.number("download_id")
        self.versionExternalIdentifier = try reader.number("version_external_identifier")
        self.receiptCreationDate = try reader.date("receipt_creation_date")
        self.requestDate = try reader.date("request_date")
        self.originalPurchaseDate = try reader.date("original_purchase_date")
        self.originalApplicationVersion = try reader.text("original_application_version")
        self.preorderDate = try reader.date("preorder_date")
        self.expirationDate = try reader.date("expiration_date")
        self.inApp = try reader.list("in_app")
    }

    /// Encodes a value with Apple's mix of texts and numbers.
    public func encode(to encoder: any Encoder) throws {
        var writer = ReceiptWriter(encoder)
        try writer.text(receiptType?.rawValue, "receipt_type")
        try writer.number(adamId, "adam_id")
        try writer.number(appItemId, "app_item_id")
        try writer.text(bundleId.rawValue, "bundle_id")
        try writer.text(applicationVersion, "application_version")
        try writer.number(downloadId, "download_id")
        try writer.number(versionExternalIdentifier, "version_external_identifier")
        try writer.date(receiptCreationDate, "receipt_creation_date")
        try writer.date(requestDate, "request_date")
        try writer.date(originalPurchaseDate, "original_purchase_date")
        try writer.text(originalApplicationVersion, "original_application_version")
        try writer.date(preorderDate, "preorder_date")
        try writer.date(expirationDate, "expiration_date")
        try writer.object(inApp, "in_app")
    }
}
