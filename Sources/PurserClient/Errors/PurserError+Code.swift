// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension PurserError {
    /// What went wrong; an open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name, as it is reported to the server.
        public let rawValue: String

        /// Makes a code of a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No one knows.
        public static let unknown = Code(rawValue: "unknown")

        /// No product was named.
        public static let productIDEmpty = Code(rawValue: "product-id-empty")

        /// This device or its user may not pay.
        public static let deviceCannotPay = Code(rawValue: "device-cannot-pay")

        /// An earlier purchase was paid and is not verified yet.
        public static let transactionNotFinished = Code(rawValue: "transaction-not-finished")

        /// The store could not be asked for the product.
        public static let productRequestFailed = Code(rawValue: "product-request-failed")

        /// There was nothing to do: no pending purchase, nothing to restore.
        public static let queueEmpty = Code(rawValue: "queue-empty")

        /// The payment failed; the store says why.
        public static let transactionFailed = Code(rawValue: "transaction-failed")

        /// Purchases could not be restored.
        public static let restoreFailed = Code(rawValue: "restore-failed")

        /// The store does not sell the product.
        public static let unknownProduct = Code(rawValue: "unknown-product")

        /// The server made no order, so nothing was paid.
        public static let orderFailed = Code(rawValue: "order-failed")

        /// The server could not be asked; the purchase is kept and tried again.
        public static let verificationFailed = Code(rawValue: "verification-failed")

        /// The server refused the purchase; it is kept and support can look at it.
        public static let verificationRefused = Code(rawValue: "verification-rejected")

        /// The purchase was refunded.
        public static let revoked = Code(rawValue: "revoked")

        /// No one is signed in.
        public static let notSignedIn = Code(rawValue: "not-signed-in")

        /// The app refuses purchases on this device.
        public static let deviceRefused = Code(rawValue: "device-rejected")

        /// The customer would pay for something twice.
        public static let conflict = Code(rawValue: "conflict")

        /// Something asked of the store failed, such as showing subscriptions.
        public static let storeFailed = Code(rawValue: "store-failed")

        /// The server could not be reached, or there is none; the same may succeed later.
        public static let serverUnavailable = Code(rawValue: "server-unavailable")

        /// The server refused; ``PurserError/problem`` names the reason.
        public static let serverRefused = Code(rawValue: "server-rejected")

        private static let numbers: [Code: Int] = [
            .unknown: 0, .productIDEmpty: 1, .deviceCannotPay: 2, .transactionNotFinished: 3,
            .productRequestFailed: 4, .queueEmpty: 5, .transactionFailed: 6, .restoreFailed: 7, .unknownProduct: 8,
            .orderFailed: 9, .verificationFailed: 10, .verificationRefused: 11, .revoked: 12, .notSignedIn: 13,
            .deviceRefused: 14, .conflict: 15, .storeFailed: 16,
            .serverUnavailable: 17, .serverRefused: 18,
        ]

        /// The codes that this version knows.
        public static let all = numbers.keys.sorted { $0.number < $1.number }

        var number: Int { Self.numbers[self] ?? 0 }

        /// The text to show.
        ///
        /// - Parameter language: The language.
        /// - Returns: The text.
        public func text(in language: PurserLanguage) -> String {
            let (english, chinese) = Self.texts[self] ?? Self.unknownTexts
            return language.choose(english, chinese)
        }

        private static let unknownTexts = ("Something went wrong.", "发生未知错误。")

        private static let texts: [Code: (String, String)] = [
            .unknown: unknownTexts,
            .productIDEmpty: ("No product was chosen.", "商品编号为空。"),
            .deviceCannotPay: (
                "Purchases are not allowed on this device. Check Screen Time and your account.",
                "此设备不允许应用内购买，请检查屏幕使用时间和账户设置。"
            ),
            .transactionNotFinished: (
                "An earlier purchase is paid and still being verified. Please wait, or restart the app.",
                "您有一笔已付款的订单尚未完成，请稍候或重启应用。"
            ),
            .productRequestFailed: ("The product could not be loaded.", "获取商品信息失败。"),
            .queueEmpty: ("There is nothing to restore.", "没有可恢复的购买。"),
            .transactionFailed: ("The payment failed.", "交易失败。"),
            .restoreFailed: ("Your purchases could not be restored.", "恢复购买失败。"),
            .unknownProduct: ("This product is not sold at the moment.", "该商品暂不出售。"),
            .orderFailed: (
                "The order could not be made. You were not charged.", "创建订单失败，您尚未被扣款。"
            ),
            .verificationFailed: (
                "You paid, but the purchase could not be verified yet. It is kept and will be tried again.",
                "您已付款，但暂时无法验证。购买记录已保存，稍后会自动重试。"
            ),
            .verificationRefused: (
                "The purchase could not be accepted. It is kept; please contact support.",
                "购买未通过验证，记录已保存，请联系客服。"
            ),
            .revoked: ("This purchase was refunded.", "该购买已退款。"),
            .notSignedIn: ("Please sign in before you buy.", "请先登录再购买。"),
            .deviceRefused: ("Purchases are not possible on this device.", "此设备无法进行购买。"),
            .conflict: (
                "You would pay for the same thing twice.", "您已拥有相同的权益，继续购买将重复付费。"
            ),
            .storeFailed: ("The App Store did not answer.", "App Store 无响应。"),
            .serverUnavailable: ("The server did not answer. Please try again later.", "服务器无响应，请稍后重试。"),
            .serverRefused: ("The server refused the request.", "服务器拒绝了该请求。"),
        ]
    }
}
