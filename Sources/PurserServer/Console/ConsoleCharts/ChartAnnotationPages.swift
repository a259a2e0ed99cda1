// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService

/// Writes the dated notes of the charts, through the same routes as the API.
struct ChartAnnotationPages: Sendable {
    let actions: ConsoleActions
    let pages: ConsoleFrame

    var routes: [ConsoleRoute] {
        [
            // A note changes no number and can be removed, so the form has no tick.
            actions.perform("add-annotation", .support, isConfirmed: false, add),
            actions.perform("remove-annotation", .support, remove),
        ]
    }

    private func add(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let day = try call.field("day", upTo: 10)
        try await actions.perform(
            "addChartAnnotation",
            body: .object([
                "day": .string(day),
                "text": .string(try call.field("text", upTo: ChartAnnotation.maximumLength)),
            ]),
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The note of \(day) is on the charts.")
    }

    private func remove(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        try await actions.perform(
            "removeChartAnnotation",
            path: ["annotation": try call.field("annotation", upTo: 100)],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The note was removed.")
    }
}
