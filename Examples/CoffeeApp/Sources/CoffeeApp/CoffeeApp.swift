// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#if !os(Linux)
import Foundation
import SwiftUI

/// The app.
///
/// In Xcode, add this file to an iOS app target, mark it `@main`, and set the address and key of your server.
public struct CoffeeApp: App {
    private let model: PurchaseModel

    /// Launches the app.
    public init() {
        let information = Bundle.main.infoDictionary ?? [:]
        guard let address = information["PurserServer"] as? String, let url = URL(string: address),
            let key = information["PurserKey"] as? String
        else { fatalError("Set PurserServer and PurserKey in Info.plist to what `purser serve` prints.") }
        model = PurchaseModel(.init(url: url, key: key))
    }

    /// Its only window.
    public var body: some Scene {
        WindowGroup { ScrollView { ShopScreen(model) } }
    }
}
#endif
