// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension ActionForm {
    /// The form that asks Apple for what was missed, for all customers or for one.
    static func recovery(in f: PageContext) -> ActionForm {
        ActionForm(
            action: "recover",
            title: f("Ask Apple for missed documents"),
            fields: [
                .hidden("scope", f.scope.value),
                .hint(
                    f(
                        "Compares Apple's notifications, purchases, refunds and subscriptions with what is stored, and processes what is missing. With a customer, only the purchases of that customer."
                    )
                ),
                .text(name: "customer", label: f("Customer (all if empty)"), isRequired: false),
            ],
            confirmation: f("Confirm: ask Apple now.")
        )
    }
}
