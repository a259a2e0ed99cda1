// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// Commands are kept in journals and scenario files, so their JSON must stay.
@Suite struct CommandTests {
    static let commands: [Command] = [
        .addCustomer(CustomerProfile(id: "alice", environment: .sandbox, rate: .sandboxHour)),
        .changeCustomer("alice", .payment(.failsNext(3))),
        .buy("alice", product: "gold", options: PurchaseOptions(offer: .promotional("half", signatureIsValid: true))),
        .forget("1"),
        .redeem("alice", code: "CODE", options: PurchaseOptions(origin: .settings)),
        .setRenewal("alice", group: "group", on: false),
        .requestRefund("1", reason: .legal, inApp: true),
        .refund("1", decision: .prorated(.appIssue, percentage: 50_000), cancels: true),
        .sendConsumption("1", ConsumptionInformation(preference: .decline)),
        .changePrice("gold", PriceList(base: 1), preservesExisting: true),
        .extendAllRenewals(.sample(days: 3)),
        .configure(.sandbox, .oldSandbox),
        .changeAdvancedCommerce("1", .cancellation(.sample)),
        .orderAdvancedCommerce("alice", product: "generic.plan", .subscription(.sample)),
    ]

    @Test(arguments: commands)
    func `a command survives its JSON`(command: Command) throws {
        #expect(try AppStoreJSON.decode(Command.self, from: AppStoreJSON.encode(command)) == command)
    }

    @Test func `options that are left out have their defaults`() throws {
        let options = try AppStoreJSON.decode(PurchaseOptions.self, from: Data("{}".utf8))
        #expect(options == PurchaseOptions())
    }

    @Test(arguments: [
        (Command.buy("bob", product: "coins", options: PurchaseOptions()), SimulatorError.Code.unknownCustomer),
        (.buy("alice", product: "none", options: PurchaseOptions()), .unknownProduct),
        (.addCustomer(CustomerProfile(id: "alice")), .customerExists),
        (.addCustomer(CustomerProfile(id: "bob", storefront: "ZZZ")), .unknownStorefront),
        (.changeCustomer("alice", .storefront("ZZZ")), .unknownStorefront),
        (.download("alice", app: "none"), .unknownApp),
        (.refund("1", decision: .declined, cancels: false), .unknownTransaction),
        (.forget("1"), .unknownTransaction),
        (.completePending("pending-9"), .unknownPendingPurchase),
        (.redeem("alice", code: "NONE", options: PurchaseOptions()), .codeNotRedeemable),
        (.setRenewal("alice", group: "group", on: true), .invalidState),
        (.buy("alice", product: "gold", options: PurchaseOptions(offer: .winBack("none"))), .invalidOfferIdentifier),
        (.addOfferCode("C", product: "gold", offer: "none", redemptions: 1), .invalidOfferIdentifier),
        (.requestTestNotification(app: "none", environment: .sandbox), .unknownApp),
        (.decideRefund("1", decision: .declined), .invalidState),
        (.reverseRefund("1"), .unknownTransaction),
        (.reportExternalPurchase(token: "none"), .unknownTransaction),
        (.forceRenewal("alice", group: "group"), .invalidState),
        (.changeAdvancedCommerce("1", .cancellation(.sample)), .advancedCommerce),
    ])
    func `a refusal says why and changes nothing`(command: Command, code: SimulatorError.Code) throws {
        var store = try Store.withAlice()
        let before = try AppStoreJSON.encode(store.store)
        let error = #expect(throws: SimulatorError.self) { try store.perform(command) }
        #expect(error?.code == code)
        #expect(error?.message.isEmpty == false)
        #expect(try AppStoreJSON.encode(store.store).count == before.count)
    }

    @Test func `the environment's notifications can be switched off`() throws {
        var store = try Store.withAlice()
        var settings = EnvironmentSettings.production
        settings.notifications = .none
        try store.perform(.configure(.production, settings))
        try store.buy("coins")
        try store.buy("gold")
        #expect(store.labels.isEmpty)
        #expect(store.history.transactions.count == 2)
    }

    @Test func `StoreKit testing counts transactions from zero`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", environment: .xcode))
        #expect(try store.buy("coins").transactionId == "0")
        #expect(try store.buy("gold").originalTransactionId == "1")
        #expect(store.labels.isEmpty)
    }
}
