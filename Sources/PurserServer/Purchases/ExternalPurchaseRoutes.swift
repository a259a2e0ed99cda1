// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Purchases in other stores, which the team's backend states.
///
/// Nothing of Apple's is asked or changed. Apple's External Purchase Server API is something else: it reports purchases
/// that were made by way of a link in the app.
struct ExternalPurchaseFeature: Sendable {
    let answers: PurchaseAnswers
    let catalog: CatalogCache
    let pipeline: IntakePipeline
    let database: any Database

    var routes: [Route] { [statePurchase] }

    /// How far the clock of the backend may be ahead, in seconds.
    private static let clockTolerance: TimeInterval = 300

    private var statePurchase: Route {
        Route(
            method: .post,
            path: "/v1/external-purchases",
            name: "stateExternalPurchase",
            summary:
                "States a purchase in another store, or its newer state. A repeated statement gets the same response.",
            group: .purchases,
            access: .backend,
            query: [.environment],
            body: .json(ExternalPurchaseRequest.self),
            answers: [.json(PurchaseBody.self, "The statement is stored. `state` shows whether it is delivered.")],
            problems: [.unknownProduct, .sandboxRefused, .statementContradicts]
        ) { [self] call in
            let request = try call.body(ExternalPurchaseRequest.self)
            let named = try await state(request, call: call)
            let reader = PurchaseReader(claimant: Claimant(customer: request.customer, basis: .statement), order: nil)
            return try .json(try await answers.answer(to: named, for: reader, now: call.now))
        }
    }

    private func state(
        _ request: ExternalPurchaseRequest,
        call: RequestContext
    ) async throws -> IntakeOutcome.RequestedTransaction {
        let (app, statement) = (try call.app, request.statement)
        guard request.stated <= call.now.addingTimeInterval(Self.clockTolerance) else {
            throw ServiceProblem.invalid("statedAt", "not in the future; check the clock of the backend")
        }
        guard let product = try await catalog.catalog(of: app.bundleID, now: call.now).rules[statement.productID] else {
            throw IntakeOutcome.Rejection(.unknownProduct(statement.productID)).problem
        }
        if let invalid = statement.invalidMember(for: product, statedOn: request.stated) {
            throw ServiceProblem.invalid(invalid.name, invalid.expectation)
        }
        let scope = try call.scope()
        let customer = try await database.read { try $0.resolve(request.customer) }
        let fact = try Fact(statement, statedOn: request.stated, scope: scope)
        let submission = Submission(
            intake: FactBatch(facts: [fact], documents: [:]),
            source: .statement,
            claimant: Claimant(customer: customer, basis: .statement),
            named: statement.transactionID,
            emitsEvents: request.sendsEvents ?? true
        )
        guard var named = try await pipeline.process(submission, app: app, now: call.now).named else {
            throw ServiceProblem(.internalError, "The purchase was not found after it was stored.")
        }
        // That money went back is what was stated, and no failure.
        if named.refusal?.code == .transactionRevoked { named.refusal = nil }
        return named
    }
}

extension Fact {
    /// The fact of a team's statement; its digest covers what was stated and when.
    fileprivate init(_ statement: StoreStatement, statedOn date: Date, scope: AppScope) throws {
        let bytes = Array("\(date.millisecondsSince1970) ".utf8) + Array(try AppStoreJSON.encode(statement))
        self.init(statement, statedOn: date, scope: scope, digest: try FactDigest(sha256Of: bytes))
    }
}
