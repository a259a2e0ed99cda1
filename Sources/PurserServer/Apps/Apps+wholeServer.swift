// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPService
import Persistence

/// What belongs to the server and to no app of it.
///
/// Customers belong to the team, so the secret key of any app reads and changes them. Everything an app sells belongs
/// to the app. What is left is the server's own. Any app's secret key reads and runs its work and its alerts, which
/// name no app's purchases; secrets of every app are rotated by an administrator, or by the key of the only app.
extension Apps {
    /// Refuses a key of one app where secrets of every app are concerned.
    ///
    /// - Throws: `ServiceProblem` unless the caller is an administrator or the server has one app.
    func requireAdministrator(_ call: RequestContext) throws(ServiceProblem) {
        guard call.caller.isAdministrator || configuration.apps.count == 1 else {
            throw ServiceProblem(
                .forbidden,
                "This affects every app of the server. Use `purser keys rotate` on the server's machine."
            )
        }
    }

    /// Whether the caller acts for every app of the server: the team in its console, a command on the server's machine,
    /// or a key of the only app.
    func isForWholeServer(_ call: RequestContext) -> Bool {
        if case .person = call.caller.identity { return true }
        return call.caller.isAdministrator || configuration.apps.count == 1
    }

    /// The vendors whose reports a caller may read: the vendor of the key's app, and reports without a vendor's number.
    ///
    /// An app without a vendor's number of its own reads what does not belong to another app.
    func readableVendors(_ call: RequestContext) throws(ServiceProblem) -> ReportVendors {
        if isForWholeServer(call) { return .all }
        if let own = try call.app.appStoreConnect?.vendorNumber { return .only([own, ""]) }
        return .except(configuration.apps.compactMap { $0.appStoreConnect?.vendorNumber })
    }
}
