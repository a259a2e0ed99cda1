// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How far a purchase, a restoration or a recovery is.
public enum PurchaseProgress: Hashable, Sendable {
    /// The product is looked up in the store.
    case loadingProduct

    /// The server is asked for an order.
    case ordering

    /// The customer pays.
    case buying

    /// The server verifies the purchase.
    case verifying

    /// The verification is tried again: the number of the try.
    case retrying(Int)

    /// A purchase of an earlier run is looked after.
    case recovering

    /// Purchases are fetched from the store.
    case restoring

    /// Everything is done.
    case done

    /// It will be tried again when the app is started.
    case restartToRetry

    /// The text to show.
    ///
    /// - Parameter language: The language; the system's when absent.
    /// - Returns: The text.
    public func text(in language: PurserLanguage = .system) -> String {
        switch self {
        case .loadingProduct: language.choose("Loading the product…", "正在获取商品信息…")
        case .ordering: language.choose("Preparing your order…", "正在创建订单…")
        case .buying: language.choose("Buying…", "购买中…")
        case .verifying: language.choose("Verifying your purchase…", "正在验证购买结果…")
        case .retrying(let number):
            language.choose("Verifying your purchase, try \(number)…", "正在重新验证购买结果（第\(number)次）…")
        case .recovering: language.choose("Recovering an unfinished order…", "正在恢复未完成的订单…")
        case .restoring: language.choose("Restoring your purchases…", "正在恢复购买…")
        case .done: language.choose("All done.", "全部完成。")
        case .restartToRetry: language.choose("Restart the app to try again.", "请重启应用后再试。")
        }
    }
}
