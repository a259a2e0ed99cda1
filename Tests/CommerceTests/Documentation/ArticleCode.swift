// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// The code of the library's article, so that it compiles; `DocumentedCodeTests` looks for it here.
func answerOfTheArticle(catalog: Catalog, facts: [Fact], policy: CommercePolicy, now: Date) {
    let account = CustomerAccount(customer: "alice", catalogs: [catalog], facts: facts, policy: policy)
    for answer in account.entitlements(asOf: now) where answer.isActive {
        print(answer.entitlement, answer.reason)
    }
}
