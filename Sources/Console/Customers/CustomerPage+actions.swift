// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

extension CustomerPage {
    func actions(_ f: PageContext) -> HTML {
        guard f.may(.support), erased == nil else { return .empty }
        let scopes = f.scopes.map { (value: $0.value, text: "\($0.name) · \(f.environment($0.environment))") }
        let grants = Set(entitlements.compactMap(\.grant)).sorted()
        var forms = [grant(f, scopes), revokeGrant(f, scopes)]
        forms += grants.map { revoke($0, f) }
        if f.may(.admin) { forms.append(erase(f)) }
        let conversion = Link(f("Convert a plan"), f.path(to: path + "/conversion"))
        return Components.section(
            f("Actions"),
            id: "acts",
            "<div class=\"acts\">\(forms)</div><p>\(conversion.html)</p>"
        )
    }

    private func grant(_ f: PageContext, _ scopes: [(value: String, text: String)]) -> HTML {
        ActionForm(
            action: "grant",
            title: f("Grant entitlement"),
            fields: [
                .hidden("customer", id),
                .choice(
                    name: "entitlement",
                    label: f("Entitlement"),
                    options: grantable.map { (value: $0, text: $0) }
                ),
                .choice(
                    name: "scope",
                    label: f("App and environment"),
                    options: scopes,
                    chosen: f.scope.value
                ),
                .number(name: "days", label: f("Days; 0 for no expiration"), value: 30, range: 0...3660),
                .text(name: "reason", label: f("Reason")),
            ],
            confirmation: f("Confirm: grant this entitlement to \(id).")
        ).html(in: f)
    }

    private func revoke(_ grant: String, _ f: PageContext) -> HTML {
        let scope = entitlements.first { $0.grant == grant }?.scope.value ?? f.scope.value
        // The whole identifier takes more than one line of a phone.
        let name = grant.count > 12 ? String(grant.prefix(10)) + "…" : grant
        return ActionForm(
            action: "revoke-grant",
            title: f("Revoke grant \(name)"),
            fields: [
                .hidden("grant", grant), .hidden("customer", id), .hidden("scope", scope),
                .text(name: "reason", label: f("Reason")),
            ],
            confirmation: f("Confirm: revoke it now."),
            isDangerous: true
        ).html(in: f)
    }

    private func revokeGrant(_ f: PageContext, _ scopes: [(value: String, text: String)]) -> HTML {
        ActionForm(
            action: "transfer",
            title: f("Transfer purchase to this customer"),
            fields: [
                .hidden("customer", id),
                .text(name: "lineage", label: f("The purchase's first transaction")),
                .choice(
                    name: "scope",
                    label: f("App and environment"),
                    options: scopes,
                    chosen: f.scope.value
                ),
                .text(name: "reason", label: f("Reason")),
            ],
            confirmation: f("Confirm: transfer it to \(id); the previous owner loses it."),
            isDangerous: true
        ).html(in: f)
    }

    private func erase(_ f: PageContext) -> HTML {
        ActionForm(
            action: "erase",
            title: f("Erase this customer"),
            fields: [
                .hidden("customer", id),
                .hint(
                    f("What names the person goes for good; what the books need stays under a pseudonym.")
                ),
                .text(name: "typed", label: f("Type the customer's id")),
            ],
            confirmation: f("Confirm: erase permanently."),
            isDangerous: true
        ).html(in: f)
    }
}
