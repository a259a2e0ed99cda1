// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

// Numbers come from files and requests. What no store could act upon is refused before anything is done with it: it
// would stop the clock at one instant permanently, or the process at the first sum that it does not fit in.

extension SimulatedAppStore {
    /// No price in any storefront is above this, in thousandths of the currency's unit.
    static let highestPrice: Int64 = 1_000_000_000_000

    /// Refuses a command whose numbers make no sense.
    ///
    /// - Throws: A ``SimulatorError``.
    func checkNumbers(of command: Command) throws {
        switch command {
        case .configure(_, let settings): try settings.checkNumbers()
        case .addCustomer(let profile), .addOrganization(let profile): try profile.rate?.checkNumbers()
        case .changeCustomer(_, .rate(let rate)): try rate?.checkNumbers()
        case .addBundle(let bundle):
            for price in [bundle.price] + (bundle.partners ?? []).map(\.price) { try check(PriceList(base: price)) }
        case .changePrice(_, let price, _): try check(price)
        case .refund(_, .prorated(_, let percentage), _), .decideRefund(_, .prorated(_, let percentage)):
            try Self.check(percentage, in: 1...100_000, "The part that goes back, in thousandths of a per cent,")
        case .sendConsumption(_, let information):
            let used = information.consumptionPercentage ?? 0
            try Self.check(used, in: 0...100_000, "The part that was used, in thousandths of a per cent,")
        default: break
        }
    }

    /// Refuses a state whose settings, rates or prices make no sense, as one that was kept by an older simulator may
    /// be.
    ///
    /// - Throws: A ``SimulatorError``.
    package func checkNumbers() throws {
        for settings in [settings.production, settings.sandbox, settings.xcode] { try settings.checkNumbers() }
        for customer in customers { try customer.profile.rate?.checkNumbers() }
        for product in catalog.products {
            try check(product.price)
            for partner in product.bundle?.partners ?? [] { try check(PriceList(base: partner.price)) }
        }
    }

    private func check(_ list: PriceList) throws {
        let range = 0...Self.highestPrice
        for price in [list.base] + list.storefronts.map(\.milliunits) { try Self.check(price, in: range, "A price") }
        for storefront in Storefront.all {
            try Self.check(catalog.price(list, in: storefront), in: range, "The price in \(storefront.countryCode)")
        }
    }

    /// Refuses a number outside of its limits.
    ///
    /// - Throws: A ``SimulatorError`` that names both.
    package static func check<Number: BinaryInteger>(
        _ number: Number,
        in range: ClosedRange<Number>,
        _ subject: String
    ) throws {
        guard range.contains(number) else {
            throw SimulatorError(
                .invalidCommand,
                "\(subject) is \(range.lowerBound) to \(range.upperBound), not \(number)."
            )
        }
    }
}

extension EnvironmentSettings {
    /// The maximum delay of any effect, in seconds: a leap year.
    private static let maximumDelay = 366 * 86_400

    /// Refuses settings whose numbers make no sense.
    ///
    /// - Throws: A ``SimulatorError`` that names the setting.
    package func checkNumbers() throws {
        try rate.checkNumbers()
        try check(renewalTiming.leadSeconds, in: 0...86_400, "renewalTiming.leadSeconds")
        try check(renewalTiming.latePerMille, in: 0...1000, "renewalTiming.latePerMille")
        try check(renewalTiming.maximumLapseSeconds, in: 0...Self.maximumDelay, "renewalTiming.maximumLapseSeconds")
        try check(renewalTiming.pauseMilliseconds ?? 0, in: 0...86_400_000, "renewalTiming.pauseMilliseconds")
        switch renewalLimit {
        case .unlimited: break
        case .total(let limit), .perDay(let limit): try check(limit, in: 0...1_000_000, "renewalLimit")
        }
        if let grace { try check(grace.days, in: 0...28, "grace.days") }
        try check(refunds.decisionHours, in: 0...8784, "refunds.decisionHours")
        try check(refunds.windowDays, in: 0...36_600, "refunds.windowDays")
        try check(priceIncreaseNoticeDays, in: 0...366, "priceIncreaseNoticeDays")
        try check(proceedsBasisPoints, in: 0...10_000, "proceedsBasisPoints")
        try check(proceedsAfterOneYearBasisPoints, in: 0...10_000, "proceedsAfterOneYearBasisPoints")
        for (storefront, tax) in taxBasisPoints ?? [:] {
            try check(tax, in: 0...10_000, "taxBasisPoints.\(storefront)")
        }
        try checkFaults()
    }

    private func checkFaults() throws {
        for (chance, name) in [
            (faults.delayedPerMille, "delayedPerMille"), (faults.duplicatedPerMille, "duplicatedPerMille"),
            (faults.reorderedPerMille, "reorderedPerMille"), (faults.droppedPerMille, "droppedPerMille"),
            (faults.missingTokenPerMille, "missingTokenPerMille"),
            (faults.emptyHistoryPerMille, "emptyHistoryPerMille"), (faults.refundedPerMille, "refundedPerMille"),
        ] {
            try check(chance, in: 0...1000, "faults.\(name)")
        }
        for (seconds, name) in [
            (faults.maximumDelaySeconds, "maximumDelaySeconds"),
            (faults.maximumEmptyHistorySeconds, "maximumEmptyHistorySeconds"),
            (faults.maximumRefundDelaySeconds, "maximumRefundDelaySeconds"),
        ] {
            try check(seconds, in: 0...Self.maximumDelay, "faults.\(name)")
        }
        try check(faults.clockSkewSeconds, in: -Self.maximumDelay...Self.maximumDelay, "faults.clockSkewSeconds")
    }

    private func check<Number: BinaryInteger>(
        _ number: Number,
        in range: ClosedRange<Number>,
        _ name: String
    ) throws {
        try SimulatedAppStore.check(number, in: range, "The setting \(name)")
    }
}

extension RenewalRate {
    /// Refuses a rate at which a period has no length, or no end.
    ///
    /// - Throws: A ``SimulatorError``.
    package func checkNumbers() throws {
        switch self {
        case .realTime, .daily: break
        case .monthly(let seconds), .every(let seconds):
            try SimulatedAppStore.check(seconds, in: 1...31_622_400, "The rate's seconds")
        }
    }
}
