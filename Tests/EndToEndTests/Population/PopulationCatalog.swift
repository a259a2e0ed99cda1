// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import PersistenceSQLite

@testable import PurserServer

/// What the town's shop sells, as the App Store and as the server know it.
enum PopulationCatalog {
    static let app: BundleID = "com.example.coffee"
    static let number = AppAppleID(rawValue: 1_234_567_890)

    static let file = Result {
        try StoreKitFile(contents: Data(Package.text("Examples/Catalog.storekit").utf8))
    }

    /// The App Store's side.
    static func sold() throws -> AppStoreSimulator.Catalog {
        try AppStoreSimulator.Catalog(
            file.get(),
            app: CatalogApp(bundleID: app, appAppleID: number, name: "Coffee")
        )
    }

    /// The server's side: a subscription gives its group's right, what is bought once an entitlement of its own name, and a
    /// consumable credits beans.
    static func shelved() throws -> CatalogBody {
        var body = CatalogBody(try file.get(), currency: "USD")
        for index in body.products.indices {
            let product = body.products[index].product
            let name = product.groupID?.rawValue ?? product.id.rawValue
            body.products[index].product.entitlements = [EntitlementID(rawValue: name)]
            switch product.type {
            case .consumable:
                body.products[index].product.entitlements = []
                body.products[index].product.credit = CatalogCredit(
                    account: "beans",
                    amount: StoreTruth.beans(product.id)
                )
            case .nonRenewingSubscription:
                body.products[index].product.serviceDuration = CalendarPeriod(months: 3)
            default: break
            }
        }
        return body
    }
}
