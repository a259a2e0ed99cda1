// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreSignedData
package import AppStoreSimulator
package import AppStoreTypes
package import FoundationEssentials

/// A scenario under a fault: one row of the report.
package struct ConformanceRow: Hashable, Sendable {
    /// The scenario's name.
    package var scenario: String
    /// The fault.
    package var fault: ConformanceFault

    /// Makes a row.
    package init(_ scenario: String, _ fault: ConformanceFault) {
        self.scenario = scenario
        self.fault = fault
    }

    /// The name, such as `renew-monthly-1+repeated`.
    package var name: String { fault == .none ? scenario : "\(scenario)+\(fault.rawValue)" }

    /// A number that follows from the name and a run's seed, for the identifiers of the row.
    package func seed(_ run: UInt64) -> UInt64 {
        name.utf8.reduce(14_695_981_039_346_656_037 ^ run &* 0x9E37_79B9_7F4A_7C15) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
    }

    /// The rows of a run.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios.
    ///   - faults: The faults to combine with each of them.
    ///   - isThorough: Whether each scenario meets every fault; otherwise it meets one of them beside the plain row.
    /// - Returns: The rows, those with a crash at the end.
    /// - Throws: What a scenario throws that cannot be played.
    package static func rows(
        _ scenarios: [ConformanceScenario],
        faults: [ConformanceFault],
        isThorough: Bool
    ) throws -> [ConformanceRow] {
        var rows: [ConformanceRow] = []
        var crashed: Set<ConformanceTopic> = []
        for (number, scenario) in scenarios.enumerated() {
            if faults.contains(.none) { rows.append(ConformanceRow(scenario.name, .none)) }
            // An attack does not depend on the order of other documents.
            guard !scenario.isAttack else { continue }
            let suitable = try faults.filter { try $0 != .none && ($0 != .lost || scenario.isRecoverable()) }
            guard !isThorough else {
                rows += suitable.map { ConformanceRow(scenario.name, $0) }
                continue
            }
            // A restart takes longer than everything else: one of each topic.
            if suitable.contains(.crash), crashed.insert(scenario.topic).inserted {
                rows.append(ConformanceRow(scenario.name, .crash))
            }
            let others = suitable.filter { $0 != .crash }
            if !others.isEmpty { rows.append(ConformanceRow(scenario.name, others[number % others.count])) }
        }
        return rows.filter { $0.fault != .crash } + rows.filter { $0.fault == .crash }
    }
}

extension ConformanceScenario {
    /// Whether the transactions that an app has at the end show the whole state.
    ///
    /// - Throws: When the scenario cannot be played.
    package func isRecoverable() throws -> Bool {
        let end = Date(timeIntervalSince1970: 1_780_000_000)
        return try ConformancePlay(self, catalog: ConformanceCatalog(), seed: 1, endingAt: end).isShownByTransactions
    }
}

/// What the app may be answered when it submits a transaction.
package enum ConformanceAnswer: Hashable, Sendable {
    /// Success: the app finishes the transaction.
    case accepted
    /// A refusal: the app must not unlock anything.
    case refused
    /// Either; the entitlements decide.
    case any
}

/// One thing that the kit does to the server.
package enum ConformanceAction: Sendable {
    /// An app submits a transaction.
    case submit(customer: String, SignedPayload, ConformanceAnswer)
    /// A notification arrives, from Apple or from an attacker.
    case notify(SignedPayload, isGenuine: Bool)
    /// The server is killed and started.
    case restart
    /// The answers are compared with the books.
    case check(Date, [String: ConformancePlay.ExpectedEntitlements], isFinal: Bool)
}

/// Signs what a play contains and puts it into the order of a fault.
package struct ConformanceScript: Sendable {
    private let signing: SimulatorSigning
    private let forger: Forger
    private let catalog: ConformanceCatalog

    /// Signs with an authority's keys.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    package init(
        _ authority: SimulatorAuthority,
        catalog: ConformanceCatalog,
        revoked: CertificateHierarchy? = nil
    ) throws {
        signing = try SimulatorSigning(authority)
        forger = try Forger(authority, revoked: revoked)
        self.catalog = catalog
    }

    /// The actions of a row.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    package func actions(of play: ConformancePlay, under fault: ConformanceFault) throws -> [ConformanceAction] {
        var actions: [ConformanceAction] = []
        var late: [ConformanceAction] = []
        for (number, moment) in play.moments.enumerated() {
            let submissions = try moment.submissions.map { try submission($0, .accepted) }
            let notifications =
                try moment.notifications.compactMap { try signing.sign($0).map { .notify($0, isGenuine: true) } }
                as [ConformanceAction]
            switch fault {
            case .none, .clockAhead, .clockBehind, .stale: actions += submissions + notifications
            case .notificationFirst: actions += notifications + submissions
            case .repeated: actions += (submissions + notifications).flatMap { [$0, $0] }
            case .crash:
                actions += submissions + notifications
                if number == 0 || number == play.moments.count - 1 { actions.append(.restart) }
            case .lost: actions += submissions
            case .delayed:
                actions += submissions + late
                late = notifications
            case .reordered:
                actions += submissions
                late = notifications.reversed() + late
            }
            actions += try moment.forged.map { try forged($0) }
            let isFinal = number == play.moments.count - 1
            if isFinal { actions += try ending(play, fault, late: late) }
            if isFinal || fault.isInOrder {
                actions.append(.check(moment.date, moment.expected, isFinal: isFinal))
            }
        }
        return actions
    }

    private func ending(
        _ play: ConformancePlay,
        _ fault: ConformanceFault,
        late: [ConformanceAction]
    ) throws -> [ConformanceAction] {
        // A server may refuse an app that comes back with what Apple refunded meanwhile.
        let revoked = play.everRevoked
        func again(_ submission: ConformancePlay.Submission) throws -> ConformanceAction {
            let isRevoked = revoked.contains(submission.transaction.transactionId)
            return try self.submission(submission, isRevoked ? .any : .accepted)
        }
        switch fault {
        case .repeated:
            return try play.moments.flatMap { moment in
                try moment.submissions.map(again)
                    + moment.notifications.compactMap { try signing.sign($0).map { .notify($0, isGenuine: true) } }
            }
        case .stale: return try play.moments.flatMap { try $0.submissions.map(again) }
        case .lost: return try play.customers.flatMap { try play.held(by: $0).map(again) }
        default: return late
        }
    }

    private func submission(
        _ submission: ConformancePlay.Submission,
        _ answer: ConformanceAnswer
    ) throws -> ConformanceAction {
        .submit(customer: submission.customer, try signing.sign(submission.transaction), answer)
    }

    private func forged(_ document: ConformancePlay.ForgedDocument) throws -> ConformanceAction {
        let transaction = try forger.sign(document.transaction, as: document.forgery)
        if document.message == .purchase {
            return .submit(
                customer: document.message.victim,
                transaction,
                document.forgery.mustBeRefused ? .refused : .any
            )
        }
        let payload = NotificationPayload(
            notificationType: document.message == .renewal ? .didRenew : .refund,
            subtype: nil,
            notificationUUID: document.notificationUUID,
            version: "2.0",
            signedDate: document.transaction.signedDate,
            data: NotificationData(
                environment: document.transaction.environment,
                appAppleId: document.transaction.environment == .production ? catalog.appAppleID : nil,
                bundleId: document.transaction.bundleId,
                signedTransactionInfo: transaction
            )
        )
        return .notify(try forger.sign(payload, as: document.forgery), isGenuine: false)
    }
}
