// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

extension ListPages {
    var listActions: [ConsoleRoute] {
        [
            actions.perform("answer-consumption", .support, respondToConsumption),
            actions.perform("resend", .support, replay),
        ]
    }

    /// Records the customer's agreement and answers Apple at once, with what a person prefers.
    private func respondToConsumption(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        let name = try call.field("notification", upTo: 100)
        let preference = call.form["preference"] ?? ""
        guard ["", "DECLINE", "GRANT_FULL", "GRANT_PRORATED"].contains(preference) else {
            throw ServiceProblem.invalid("preference", "DECLINE, GRANT_FULL, GRANT_PRORATED or empty")
        }
        let now = call.now
        let found = try await database.read { reader -> (ConsumptionTask, CustomerID)? in
            let waiting = try reader.waitingConsumption(in: scope, now: now)
            guard let job = waiting.first(where: { $0.job.notification.description == name })?.job,
                let lineage = try reader.lineage(of: job.transaction, in: scope),
                let customer = try reader.claim(on: lineage, in: scope)?.customer
            else { return nil }
            return (job, customer)
        }
        let language = visitor.session.language
        guard let (asked, customer) = found else {
            throw ServiceProblem(.notFound, language("Apple no longer waits for this answer."))
        }
        try await actions.perform(
            "recordConsent",
            path: ["customer": customer.rawValue, "subject": Consent.Subject.consumptionInformation.rawValue],
            body: ["isGranted": true],
            in: scope,
            call,
            visitor
        )
        var changed = asked
        changed.preference = preference
        let question = changed
        try await database.write { writer in
            try writer.enqueue(
                NewTask(
                    queue: ConsumptionTask.queue,
                    uniqueKey: question.notification.description,
                    dueDate: now,
                    body: try ServiceJSON.encode(question)
                )
            )
        }
        try await consumption.respondToConsumptionRequests()
        let answer = try await database.read {
            try $0.value(question.notification, in: ConsumptionRecord.records[scope])
        }
        try await actions.record(
            "consumption.answer",
            customer.rawValue,
            "\(asked.transaction) \(preference) \(answer?.outcome ?? "pending")",
            call
        )
        switch answer?.outcome {
        case "sent": return language("Apple has the answer.")
        case "too-late":
            throw ServiceProblem(.notFound, language("Apple no longer waits for this answer."))
        case "disabled":
            throw ServiceProblem(
                .invalidParameter,
                language("Nothing is sent to Apple: answers are switched off for this app.")
            )
        default:
            throw ServiceProblem(
                .appStoreUnavailable,
                language("Apple could not be reached now; it is tried again.")
            )
        }
    }

    private func replay(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let endpoint = try call.field("endpoint", upTo: 200)
        let answer = try await actions.perform(
            "resendEvents",
            path: ["endpoint": endpoint],
            body: ["failedOnly": true],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        // The endpoint is up again: what waits for its next try is reported now, too.
        let now = call.now
        try await database.write { _ = try $0.hurryLanes(in: .webhooks, of: endpoint, now: now) }
        return try EndpointPages.resendNotice(of: answer, visitor.session.language)
    }
}
