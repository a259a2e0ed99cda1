// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreSimulator
package import AppStoreTypes
package import FoundationEssentials

/// What happened in the App Store in one run of a scenario, and what a correct server answers after each step.
package struct ConformancePlay: Sendable {
    /// A purchase that an app submits.
    package struct Submission: Sendable {
        /// The customer who is signed in to the app.
        package var customer: String
        /// The transaction, as StoreKit has it then.
        package var transaction: TransactionPayload
    }

    /// A forged document.
    package struct ForgedDocument: Sendable {
        /// How it was made.
        package var forgery: Forgery
        /// What it says, and its way to the server.
        package var message: ForgedMessage
        /// Its transaction.
        package var transaction: TransactionPayload
        /// The identifier of the notification that carries it.
        package var notificationUUID: NotificationUUID
    }

    /// The end of a step.
    package struct Moment: Sendable {
        /// The instant.
        package var date: Date
        /// What the apps submit.
        package var submissions: [Submission] = []
        /// What Apple sends.
        package var notifications: [NotificationEffect] = []
        /// What an attacker sends.
        package var forged: [ForgedDocument] = []
        /// What each customer may use.
        package var expected: [String: ExpectedEntitlements] = [:]
    }

    /// Entitlements by product, with their end; `nil` for one that does not end.
    package typealias ExpectedEntitlements = [ConformanceProduct: Date?]

    /// The moments, in order.
    package private(set) var moments: [Moment] = []
    /// The customers, in the order of their first step.
    package private(set) var customers: [String] = []
    /// The token that a customer's purchases carry.
    package private(set) var tokens: [String: AppAccountToken] = [:]
    /// The App Store's own record.
    package private(set) var history = SimulatorHistory()

    private let catalog: ConformanceCatalog
    private let prefix: String
    private var store: SimulatedAppStore
    private var generator: SeededGenerator
    private var moment: Moment
    private var submitted: [String: Set<OriginalTransactionID>] = [:]

    /// Plays a scenario.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - catalog: The products.
    ///   - seed: The source of every identifier.
    ///   - end: The instant of the last moment.
    ///   - skew: How many seconds Apple's signed dates are ahead.
    /// - Throws: A `SimulatorError` when the App Store refuses a step.
    package init(
        _ scenario: ConformanceScenario,
        catalog: ConformanceCatalog,
        seed: UInt64,
        endingAt end: Date,
        skew: Int = 0
    ) throws {
        self.catalog = catalog
        generator = SeededGenerator(seed: seed ^ 0xC0FF_EE00_C0DE)
        prefix = "c" + String(seed, radix: 36) + "-"
        var settings = SimulatorSettings()
        settings.production.grace = scenario.grace
        settings.production.renewalTiming = scenario.timing
        settings.production.faults.clockSkewSeconds = skew
        let start = end.addingTimeInterval(-Self.length(of: scenario))
        store = SimulatedAppStore(catalog: catalog.sold, seed: seed, startingAt: start, settings: settings)
        moment = Moment(date: start)
        for step in scenario.steps { try take(step) }
    }

    /// The seconds before and after each step, so that no two documents have one date and no answer is read on an edge.
    private static let (before, after) = (60.0, 2.0)

    /// How long a scenario takes.
    package static func length(of scenario: ConformanceScenario) -> TimeInterval {
        scenario.steps.reduce(0) { sum, step in
            guard case .days(let days) = step else { return sum + before + after }
            return sum + before + after + Double(days) * 86_400
        }
    }

    /// The name of a customer on the server, which no other run uses.
    package func name(of customer: String) -> String { prefix + customer }

    /// The events that a server reports once each when everything has arrived.
    package var events: [ConformanceEvent] {
        history.notifications.compactMap { notification in
            guard let kind = ConformanceEventKind(notification), let transaction = notification.transaction else {
                return nil
            }
            return ConformanceEvent(kind, transaction.transactionId)
        }
    }

    /// How many of each purchase were bought.
    package var quantities: [TransactionID: Int] {
        var found: [TransactionID: Int] = [:]
        for customer in customers {
            for transaction in history.transactions(of: CustomerID(rawValue: customer)) {
                found[transaction.transactionId] = transaction.quantity
            }
        }
        return found
    }

    /// Every transaction of the run.
    package var transactions: Set<TransactionID> { Set(quantities.keys) }

    /// The transactions of which some document says that their period is over at the end of the run.
    package var lapsed: Set<TransactionID> {
        let end = moments.last?.date ?? .distantPast
        return Set(documents.filter { $0.expiresDate.map { $0 <= end } ?? false }.map(\.transactionId))
    }

    /// The transactions that Apple refunded or revoked, also those whose refund it reversed.
    package var everRevoked: Set<TransactionID> {
        Set(documents.filter { $0.revocationDate != nil }.map(\.transactionId))
    }

    /// What was said of transactions, in any document.
    private var documents: [TransactionPayload] {
        moments.flatMap { $0.submissions.map(\.transaction) + $0.notifications.compactMap(\.transaction) }
            + customers.flatMap { history.transactions(of: CustomerID(rawValue: $0)) }
    }

    /// The latest copies that an app has of a customer's transactions.
    package func held(by customer: String) -> [Submission] {
        history.transactions(of: CustomerID(rawValue: customer)).map { transaction in
            var copy = transaction
            copy.signedDate = moments.last.map { max($0.date, transaction.signedDate) } ?? transaction.signedDate
            return Submission(customer: customer, transaction: copy)
        }
    }

    /// Whether the transactions alone, without renewal info and notifications, show what the customers may use.
    package var isShownByTransactions: Bool {
        guard let end = moments.last else { return false }
        return customers.allSatisfy { customer in
            let transactions = history.transactions(of: CustomerID(rawValue: customer))
            var shown: ExpectedEntitlements = [:]
            for transaction in transactions where transaction.revocationDate == nil && transaction.isUpgraded != true {
                guard let role = catalog.role(transaction.productId), role.isEntitlement,
                    transaction.purchaseDate <= end.date, transaction.expiresDate.map({ $0 > end.date }) ?? true
                else { continue }
                shown[role] = .some(transaction.expiresDate)
            }
            return shown == end.expected[customer] ?? [:]
        }
    }
}

// MARK: - Steps

extension ConformancePlay {
    private mutating func take(_ step: ConformanceStep) throws {
        moment = Moment(date: store.now)
        advance(by: Self.before)
        switch step {
        case .days(let days): advance(by: Double(days) * 86_400)
        case .forge(let forgery, let message): try forge(forgery, message)
        case .member(let owner, let member):
            try arrive(member)
            let group = ConformanceCatalog.group(.team)
            try perform(.inviteMember(id(owner), group: group, member: id(member), role: nil))
            try perform(.acceptInvitation(id(member), from: id(owner), group: group))
        case .redeem(let customer, let product, let offer):
            try arrive(customer)
            let code = "CODE" + String(generator.next(), radix: 36).uppercased()
            try perform(.addOfferCode(code, product: catalog.id(product), offer: offer, redemptions: 1))
            try perform(.redeem(id(customer), code: code, options: options(of: customer)), by: customer)
        case .buy(let customer, let product, let options):
            try arrive(customer)
            let chosen = self.options(of: customer, options)
            try perform(.buy(id(customer), product: catalog.id(product), options: chosen), by: customer)
        case .pending(let customer, let approve):
            guard let pending = store.pendingPurchases(of: id(customer)).first else {
                throw SimulatorError(.unknownPendingPurchase, "No purchase of \(customer) is pending.")
            }
            try perform(approve ? .completePending(pending.id) : .cancelPending(pending.id), by: customer)
        case .account(let profile):
            customers.append(profile.id.rawValue)
            tokens[profile.id.rawValue] = token()
            try perform(.addCustomer(profile))
        case .join(let customer):
            try arrive(customer)
            try perform(.joinFamily(id(customer), "home"))
        default: try perform(command(for: step))
        }
        advance(by: Self.after)
        moment.date = store.now
        for customer in customers { moment.expected[customer] = expectation(of: customer) }
        moments.append(moment)
    }

    /// The command of a step that needs nothing else.
    private func command(for step: ConformanceStep) throws -> Command {
        switch step {
        case .payment(let customer, let works): .changeCustomer(id(customer), .payment(works ? .works : .fails))
        case .renewal(let customer, let product, let on):
            .setRenewal(id(customer), group: ConformanceCatalog.group(product), on: on)
        case .refund(let transaction, let decision, let cancels):
            .refund(try self.transaction(transaction).transactionId, decision: decision, cancels: cancels)
        case .refundSeats(let transaction, let seats):
            .refundSeats(try self.transaction(transaction).transactionId, seats: seats)
        case .requestRefund(let transaction, let reason):
            .requestRefund(try self.transaction(transaction).transactionId, reason: reason, inApp: false)
        case .reverseRefund(let transaction): .reverseRefund(try self.transaction(transaction).transactionId)
        case .extend(let transaction, let days):
            .extendRenewal(
                try self.transaction(transaction).originalTransactionId,
                days: days,
                reason: 1,
                request: "extension-\(moments.count)"
            )
        case .price(let product, let milliunits, let preserves):
            .changePrice(catalog.id(product), PriceList(base: milliunits), preservesExisting: preserves)
        case .consent(let customer, let product, let agrees):
            .answerPriceIncrease(id(customer), group: ConformanceCatalog.group(product), agrees: agrees)
        case .leave(let customer): .leaveFamily(id(customer))
        case .withdraw(let product): .setForSale(catalog.id(product), false)
        case .does(let command): command
        default: throw SimulatorError(.invalidCommand, "The step is not a command.")
        }
    }

    private func id(_ customer: String) -> CustomerID { CustomerID(rawValue: customer) }

    private mutating func arrive(_ customer: String) throws {
        guard !customers.contains(customer) else { return }
        customers.append(customer)
        tokens[customer] = token()
        try perform(.addCustomer(CustomerProfile(id: id(customer))))
    }

    private mutating func token() -> AppAccountToken {
        let (high, low) = (generator.next(), generator.next())
        func byte(_ number: UInt64, _ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> (UInt64(index) * 8)) }
        return AppAccountToken(
            rawValue: UUID(
                uuid: (
                    byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                    byte(high, 6) & 0x0F | 0x40, byte(high, 7), byte(low, 0) & 0x3F | 0x80, byte(low, 1),
                    byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
                )
            )
        )
    }

    private func options(of customer: String, _ options: PurchaseOptions = PurchaseOptions()) -> PurchaseOptions {
        var options = options
        options.appAccountToken = tokens[customer]
        return options
    }

    private func transaction(_ choice: ConformanceTransaction) throws -> TransactionPayload {
        let found =
            switch choice {
            case .first(let customer): history.transactions(of: id(customer)).first
            case .last(let customer): history.transactions(of: id(customer)).last
            }
        guard let found else { throw SimulatorError(.unknownTransaction, "The customer has no transaction.") }
        return found
    }

    private mutating func advance(by seconds: Double) {
        record(store.advance(to: store.now.addingTimeInterval(seconds)))
    }

    private mutating func perform(_ command: Command, by customer: String? = nil) throws {
        let outcome = try store.perform(command)
        if let customer, let transaction = outcome.transaction { submit(transaction, by: customer) }
        record(outcome.effects)
    }

    private mutating func record(_ effects: Effects) {
        history.record(effects)
        moment.notifications += effects.notifications
        // An app submits what StoreKit shows it for the first time, such as a purchase that the family shares.
        for change in effects.transactions where change.transaction.revocationDate == nil {
            let customer = change.customer.rawValue
            guard submitted[customer]?.contains(change.transaction.originalTransactionId) != true else { continue }
            submit(change.transaction, by: customer)
        }
    }

    private mutating func submit(_ transaction: TransactionPayload, by customer: String) {
        submitted[customer, default: []].insert(transaction.originalTransactionId)
        moment.submissions.append(Submission(customer: customer, transaction: transaction))
    }

    private func expectation(of customer: String) -> ExpectedEntitlements {
        var expected: ExpectedEntitlements = [:]
        for access in history.truth(of: id(customer), at: store.now).access {
            guard let role = catalog.role(access.product), role.isEntitlement else { continue }
            if let known = expected[role] {
                guard let known, let until = access.until else {
                    expected[role] = .some(nil)
                    continue
                }
                expected[role] = max(known, until)
            } else {
                expected[role] = .some(access.until)
            }
        }
        return expected
    }

    /// Makes a forged document from what the App Store last signed for the honest customer.
    private mutating func forge(_ forgery: Forgery, _ message: ForgedMessage) throws {
        var transaction = try transaction(.last("ann"))
        let victim = message.victim
        if !customers.contains(victim) {
            customers.append(victim)
            tokens[victim] = token()
        }
        transaction.signedDate = store.now
        switch forgery {
        case .foreignApp: transaction.bundleId = "com.example.stranger"
        case .sandbox: transaction.environment = .sandbox
        case .xcode: transaction.environment = .xcode
        default: break
        }
        switch message {
        case .purchase:
            let number = String(300_000_000_000_000 + generator.next() % 600_000_000_000_000)
            transaction.transactionId = TransactionID(rawValue: number)
            transaction.originalTransactionId = OriginalTransactionID(rawValue: number)
            transaction.appAccountToken = tokens[victim]
        case .renewal:
            transaction.transactionId = TransactionID(
                rawValue: String(300_000_000_000_000 + generator.next() % 600_000_000_000_000)
            )
            transaction.purchaseDate = store.now
            transaction.expiresDate = store.now.addingTimeInterval(30 * 86_400)
            transaction.transactionReason = .renewal
        case .refund:
            transaction.revocationDate = store.now
            transaction.revocationReason = .other
        }
        moment.forged.append(
            ForgedDocument(
                forgery: forgery,
                message: message,
                transaction: transaction,
                notificationUUID: NotificationUUID(rawValue: token().rawValue)
            )
        )
    }
}
