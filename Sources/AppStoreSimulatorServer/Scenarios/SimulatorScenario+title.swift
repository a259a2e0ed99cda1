// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension SimulatorScenario.Action {
    /// The step in a sentence, for a step that has no note.
    var title: String {
        switch self {
        case .customer(let request): "create customer \(request.id)"
        case .buy(let purchase):
            "\(purchase.customer) buys \(purchase.quantity.map { "\($0) × " } ?? "")\(purchase.product)"
                + (purchase.seats.map { " with \($0) seats" } ?? "")
        case .redeem(let redemption): "\(redemption.customer) redeems \(redemption.code)"
        case .advance(let length): "\(length) passes"
        case .renewal(let renewal):
            "\(renewal.customer) turns auto-renewal of \(renewal.group) \(renewal.on ? "on" : "off")"
        case .payment(let payment):
            "the payment method of \(payment.customer) \(payment.works ? "works" : "fails")"
        case .refund(let refund):
            "Apple refunds \(refund.seats.map { "\($0) seats of " } ?? "")\(refund.transaction)"
        case .requestRefund(let request): "a refund of \(request.transaction) is requested"
        case .consent(let consent):
            "\(consent.customer) \(consent.agrees ? "accepts" : "declines") the price increase of \(consent.group)"
        case .price(let price): "the price of \(price.product) changes to \(price.milliunits) milliunits"
        case .family(let family):
            family.family.map { "\(family.customer) joins the family \($0)" } ?? "\(family.customer) leaves the family"
        case .pending(let pending):
            "the pending purchase of \(pending.customer) is \(pending.approve ? "approved" : "declined")"
        case .seats(let seats): "\(seats.customer) lets \(seats.renew) seats of \(seats.group) renew"
        case .member(let member):
            switch member.change {
            case .invite: "\(member.of) invites \(member.customer)"
            case .accept: "\(member.customer) accepts the invitation of \(member.of)"
            case .remove: "\(member.of) removes \(member.customer)"
            }
        case .bundle(let bundle):
            "\(bundle.product) is sold, with \(bundle.members.map(\.rawValue).joined(separator: ", "))"
        case .unbundle(let request):
            "\(request.customer) leaves \(request.bundle) and keeps"
                + " \(request.keeping.map(\.rawValue).joined(separator: ", "))"
        case .organization(let request): "create organization \(request.id)"
        case .settings: "the settings change"
        case .command: "a command of the simulator"
        }
    }
}
