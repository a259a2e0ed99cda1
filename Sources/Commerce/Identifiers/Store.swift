// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A store in which customers buy: the App Store, or another one whose purchases the team states.
public struct Store: WireString {
    /// The store's name, as the API spells it and as it is stored.
    public let rawValue: String

    /// Makes a store from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Apple's App Store, whose purchases Apple's documents prove.
    public static let appStore: Store = "app-store"

    /// The stores whose purchases the team states, in the order in which lists have them.
    ///
    /// `web` is a checkout of the team's own, and `other` is everything that has no name here.
    public static let stated: [Store] = [
        "google-play", "huawei", "xiaomi", "oppo", "vivo", "honor", "samsung", "amazon", "wechat", "alipay", "unionpay",
        "stripe", "paypal", "web", "other",
    ]

    /// All stores, the App Store first.
    public static let all = [appStore] + stated

    /// The store's name for people.
    ///
    /// - Parameter language: Such as `en` or `zh-Hans`; English replaces others.
    /// - Returns: The name; the stored one when it is not one of ours.
    public func name(in language: String) -> String {
        guard let names = Self.names[self] else { return rawValue }
        return language.lowercased().hasPrefix("zh") ? names.chinese : names.english
    }

    private static let names: [Store: (english: String, chinese: String)] = [
        .appStore: ("App Store", "App Store"), "google-play": ("Google Play", "Google Play"),
        "huawei": ("Huawei AppGallery", "华为应用市场"), "xiaomi": ("Xiaomi", "小米"), "oppo": ("OPPO", "OPPO"),
        "vivo": ("vivo", "vivo"), "honor": ("HONOR", "荣耀"), "samsung": ("Samsung Galaxy Store", "三星"),
        "amazon": ("Amazon Appstore", "亚马逊"), "wechat": ("WeChat Pay", "微信支付"), "alipay": ("Alipay", "支付宝"),
        "unionpay": ("UnionPay", "银联"), "stripe": ("Stripe", "Stripe"), "paypal": ("PayPal", "PayPal"),
        "web": ("Web", "网页"), "other": ("Other store", "其他商店"),
    ]
}

extension OriginalTransactionID {
    /// Between the store's name, the purchase and the payment; Apple's identifiers have digits alone.
    static let storeSeparator = ":"

    /// The store that sold the purchase.
    ///
    /// Identifiers of purchases in other stores begin with the name of the store, so that they are never Apple's.
    public var store: Store {
        guard let end = rawValue.firstIndex(of: Character(Self.storeSeparator)) else { return .appStore }
        let store = Store(rawValue: String(rawValue[..<end]))
        return Store.stated.contains(store) ? store : .appStore
    }

    /// The store other than the App Store that sold the purchase; `nil` when Apple did.
    public var otherStore: Store? { isOfAppStore ? nil : store }

    /// Whether Apple sold the purchase, so that Apple can be asked about it.
    public var isOfAppStore: Bool { store == .appStore }
}
