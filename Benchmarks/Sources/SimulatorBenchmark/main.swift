// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation

// How fast the simulated App Store lives: without signing, by a random crowd, and with every notification signed.
// The number of customers can be given: SimulatorBenchmark 10000

let customers = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
let year = 365 * 86_400.0
let start = Date(timeIntervalSince1970: 1_735_689_600)

func plan(_ id: ProductID, level: Int, _ period: BillingPeriod) -> CatalogProduct {
    CatalogProduct(
        id: id,
        appleID: 1,
        bundleID: "com.example.benchmark",
        type: .autoRenewableSubscription,
        price: PriceList(base: 9990),
        subscription: SubscriptionTerms(group: "group", level: level, period: period)
    )
}

let catalog = Catalog(
    apps: [CatalogApp(bundleID: "com.example.benchmark", appAppleID: AppAppleID(rawValue: 1), name: "Benchmark")],
    products: [plan("gold", level: 1, .month), plan("silver", level: 2, .month), plan("weekly", level: 3, .week)]
)

/// The resident memory in megabytes, or zero where the system does not tell.
func residentMegabytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
}

/// The processor's time that this process has used, in seconds; another's work on the same core does not count.
func processorSeconds() -> Double {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func report(_ name: String, _ unit: String, _ work: () throws -> Int) rethrows {
    let clock = ContinuousClock()
    let began = clock.now
    let used = processorSeconds()
    let count = try work()
    let busy = processorSeconds() - used
    let spent = clock.now - began
    let seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) / 1e18
    let rate = Int(Double(count) / max(busy, 1e-9))
    let times = "\(String(format: "%.2f", busy)) s of a core (\(String(format: "%.2f", seconds)) s by the wall)"
    print("\(name): \(count) \(unit) in \(times), \(rate)/s, \(residentMegabytes()) MB")
}

var store = SimulatedAppStore(catalog: catalog, seed: 1, startingAt: start)
let ids = (0..<customers).map { CustomerID(rawValue: "customer-\($0)") }
for id in ids {
    _ = try store.perform(.addCustomer(CustomerProfile(id: id)))
    _ = try store.perform(.buy(id, product: "gold", options: PurchaseOptions()))
}
print("\(customers) customers with a monthly subscription each")

report("a year of renewals, not signed", "events") {
    var events = 0
    store.advance(to: start.addingTimeInterval(year)) { events += $0.notifications.count }
    return events
}

var life = RandomWorkload(seed: 2, customers: ids, catalog: catalog, actionsPerYear: 24)
report("a random year, not signed", "events") {
    var events = 0
    life.play(until: start.addingTimeInterval(2 * year), in: &store) { _ in events += 1 }
    return events
}

for id in ids { _ = try? store.perform(.buy(id, product: "gold", options: PurchaseOptions())) }
let authority = try SimulatorAuthority.make(
    validity: Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_000_000_000)
)
let signing = try SimulatorSigning(authority)
try report("a year of renewals, every notification signed", "notifications") {
    var signed = 0
    try store.advance(to: start.addingTimeInterval(3 * year)) { effects in
        for notification in effects.notifications where try signing.sign(notification) != nil { signed += 1 }
    }
    return signed
}
