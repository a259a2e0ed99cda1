// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct FactTests {
    @Test func `a digest reads back from its bytes and from its digits`() throws {
        let digest = FactDigest.of("a document")
        #expect(FactDigest(digest.bytes) == digest)
        #expect(FactDigest(hexadecimal: digest.hexadecimal) == digest)
        #expect(digest.hexadecimal.count == 64)
    }

    @Test func `a digest is 32 bytes and nothing else`() {
        #expect(FactDigest([1, 2, 3]) == nil)
        #expect(FactDigest(hexadecimal: String(repeating: "g", count: 64)) == nil)
        #expect(FactDigest(hexadecimal: String(repeating: "é", count: 32)) == nil)
    }

    @Test func `an instant comes before a rank and a rank before a digest`() {
        let early = FactOrder(instant: .utc("2024-01-01"), rank: .signed, digest: .of("z"))
        let late = FactOrder(instant: .utc("2024-01-02"), rank: .reported, digest: .of("a"))
        #expect(early < late)
        let weak = FactOrder(instant: .utc("2024-01-01"), rank: .answered, digest: .of("z"))
        #expect(weak < early)
        let command = FactOrder(instant: .utc("2024-01-01"), sequence: 1)
        #expect(early < command)
    }

    @Test func `sort keys sort as the order itself and read back`() throws {
        var generator = SeededGenerator(seed: 1)
        var orders: [FactOrder] = []
        for number in 0..<400 {
            let instant = Date(millisecondsSince1970: .random(in: -3...3, using: &generator))
            if Bool.random(using: &generator) {
                orders.append(FactOrder(instant: instant, sequence: Int64(number - 200)))
            } else {
                let rank = [FactRank.reported, .answered, .signed].randomElement(using: &generator)!
                orders.append(FactOrder(instant: instant, rank: rank, digest: .of("\(number)")))
            }
        }
        let byOrder = orders.sorted()
        let byKey = orders.sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
        #expect(byOrder == byKey)
        for order in orders { #expect(FactOrder(sortKey: order.sortKey) == order) }
        #expect(FactOrder(sortKey: [1, 2, 3]) == nil)
    }

    @Test func `a clock that is set back does not reorder commands`() {
        var numbering = CommandNumbering()
        let first = numbering.next(at: .utc("2024-01-02"))
        let second = numbering.next(at: .utc("2024-01-01"))
        #expect(first < second)
        #expect(second.sequence == 2)
        #expect(second.instant == .utc("2024-01-02"))
    }

    @Test func `a fact survives its JSON`() throws {
        let transaction = Transaction(
            id: "2",
            originalTransactionID: "1",
            productID: "monthly",
            productType: .autoRenewableSubscription,
            purchaseDate: .utc("2024-02-20"),
            expirationDate: .utc("2024-03-20"),
            revocation: Revocation(date: .utc("2024-03-01"), reason: .appIssue),
            offer: Offer(type: .introductory, discount: .freeTrial, period: "P1W"),
            price: Money(milliunits: 1990, currency: "USD")
        )
        let fact = Fact(
            scope: .app,
            kind: .transaction,
            order: FactOrder(instant: .utc("2024-02-20"), rank: .signed, digest: .of("2")),
            lineage: "1",
            digest: .of("2"),
            content: .transaction(transaction)
        )
        let decoded: Fact = try AppStoreJSON.decode(from: AppStoreJSON.encode(fact))
        #expect(decoded == fact)
    }

    @Test func `a kind and a command of a later version are kept whole`() throws {
        let text = #"{"body":{"a":[1,2.5,"x",null,true]},"kind":"something-new"}"#
        let content: FactContent = try AppStoreJSON.decode(from: Data(text.utf8))
        #expect(content.kind == "something-new")
        #expect(String(decoding: try AppStoreJSON.encode(content), as: UTF8.self) == text)
        let later = #"{"body":{"to":"the moon"},"command":"fly"}"#
        let command: Command = try AppStoreJSON.decode(from: Data(later.utf8))
        #expect(command.name == "fly")
        #expect(String(decoding: try AppStoreJSON.encode(command), as: UTF8.self) == later)
    }

    @Test(arguments: Self.commands)
    func `every command survives its JSON and names its customer`(command: Command) throws {
        let decoded: Command = try AppStoreJSON.decode(from: AppStoreJSON.encode(command))
        #expect(decoded == command)
        let fact = Fact(
            command: command,
            scope: .app,
            order: FactOrder(instant: .utc("2024-01-01"), sequence: 1),
            digest: .of(command.name)
        )
        switch command {
        case .policy, .product, .contentItem: #expect(fact.customer == nil)
        default: #expect(fact.customer == "anna")
        }
    }

    static let commands: [Command] = [
        .claim(Claim(lineage: "1", customer: "anna", basis: .token)),
        .transfer(Transfer(lineage: "1", previousOwner: "ben", recipient: "anna", reason: "restored")),
        .grant(Grant(id: "g", customer: "anna", entitlement: "pro", startDate: .utc("2024-01-01"), reason: "sorry")),
        .revokeGrant(GrantRevocation(id: "g", customer: "anna", date: .utc("2024-02-01"), reason: "over")),
        .consent(Consent(customer: "anna", subject: .consumptionInformation, isGranted: true)),
        .spend(Spend(id: "s", customer: "anna", account: "gems", amount: 5, reason: "hat")),
        .conversion(
            PlanConversion(
                id: "c",
                customer: "anna",
                date: .utc("2024-01-10"),
                sources: [
                    PlanConversion.Source(
                        holding: .transaction("1", "2"),
                        remainingMilliseconds: 10,
                        remainingValue: Money(milliunits: 2990, currency: "USD")
                    )
                ],
                targetProductID: "premium",
                gainedMilliseconds: 5,
                targetPrice: Money(milliunits: 6990, currency: "USD"),
                targetPeriodMilliseconds: 7
            )
        ),
        .policy(PolicyChange(policy: CommercePolicy(sandbox: .testersOnly(["anna"])), acceptsXcodeTransactions: true)),
        .product(ProductChange(product: "gems", type: .consumable, credit: CatalogCredit(account: "gems", amount: 5))),
        .device(DeviceRegistration(customer: "anna", device: "camera", name: "Door")),
        .contentItem(
            ContentItemRegistration(id: "2024-02", entitlement: "magazine", publicationDate: .utc("2024-02-01"))
        ),
        .order(
            OrderStep(
                order: "o",
                customer: "anna",
                action: .created(OrderStep.Terms(productID: "gems", idempotencyKey: "k"))
            )
        ),
        .order(OrderStep(order: "o", customer: "anna", action: .failed(code: "2", message: "canceled"))),
    ]
}
