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
        let conversion = Link(f("Convert a plan", "方案折算"), f.path(to: path + "/conversion"))
        return Components.section(
            f("Actions", "操作"),
            id: "acts",
            "<div class=\"acts\">\(forms)</div><p>\(conversion.html)</p>"
        )
    }

    private func grant(_ f: PageContext, _ scopes: [(value: String, text: String)]) -> HTML {
        ActionForm(
            action: "grant",
            title: f("Grant entitlement", "授予权益"),
            fields: [
                .hidden("customer", id),
                .choice(
                    name: "entitlement",
                    label: f("Entitlement", "权益"),
                    options: grantable.map { (value: $0, text: $0) }
                ),
                .choice(
                    name: "scope",
                    label: f("App and environment", "应用与环境"),
                    options: scopes,
                    chosen: f.scope.value
                ),
                .number(name: "days", label: f("Days; 0 for no expiration", "天数；0 为永久"), value: 30, range: 0...3660),
                .text(name: "reason", label: f("Reason", "原因")),
            ],
            confirmation: f("Confirm: grant this entitlement to \(id).", "确认授予 \(id) 此权益。")
        ).html(in: f)
    }

    private func revoke(_ grant: String, _ f: PageContext) -> HTML {
        let scope = entitlements.first { $0.grant == grant }?.scope.value ?? f.scope.value
        return ActionForm(
            action: "revoke-grant",
            title: f("Revoke grant \(grant)", "收回授予 \(grant)"),
            fields: [
                .hidden("grant", grant), .hidden("customer", id), .hidden("scope", scope),
                .text(name: "reason", label: f("Reason", "原因")),
            ],
            confirmation: f("Confirm: revoke it now.", "确认立即收回。"),
            isDangerous: true
        ).html(in: f)
    }

    private func revokeGrant(_ f: PageContext, _ scopes: [(value: String, text: String)]) -> HTML {
        ActionForm(
            action: "transfer",
            title: f("Transfer purchase to this customer", "将购买转移给此用户"),
            fields: [
                .hidden("customer", id),
                .text(name: "lineage", label: f("The purchase's first transaction", "原始交易号")),
                .choice(
                    name: "scope",
                    label: f("App and environment", "应用与环境"),
                    options: scopes,
                    chosen: f.scope.value
                ),
                .text(name: "reason", label: f("Reason", "原因")),
            ],
            confirmation: f("Confirm: transfer it to \(id); the previous owner loses it.", "确认转移给 \(id)，原归属用户将失去此购买。"),
            isDangerous: true
        ).html(in: f)
    }

    private func erase(_ f: PageContext) -> HTML {
        ActionForm(
            action: "erase",
            title: f("Erase this customer", "删除此用户"),
            fields: [
                .hidden("customer", id),
                .hint(
                    f(
                        "What names the person goes for good; what the books need stays under a pseudonym.",
                        "能识别个人的内容将永久删除；账目所需部分以化名保留。"
                    )
                ),
                .text(name: "typed", label: f("Type the customer's id", "输入用户 ID 以确认")),
            ],
            confirmation: f("Confirm: erase permanently.", "确认永久删除。"),
            isDangerous: true
        ).html(in: f)
    }
}
