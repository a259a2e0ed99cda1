// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The tables that lists of customers are narrowed and sorted by, derived from facts, and the days on which customers were
/// seen.
enum CustomerListSchema {
    static func statements(_ d: Dialect) -> [String] { summaries(d) + visits(d) }

    private static func summaries(_ d: Dialect) -> [String] {
        // Without statistics of the contents, a database would also read the wider index where a customer's key is the
        // shorter way.
        let looked =
            d.plansByStatistics
            ? ", product, service_end, grace_end, retry_end, is_subscription, is_trial, is_renewal_off" : ""
        return [
            """
            CREATE TABLE purchase_summaries (
                scope \(d.integer) NOT NULL,
                customer \(d.text) NOT NULL,
                lineage \(d.text) NOT NULL,
                product \(d.text) NOT NULL,
                storefront \(d.text) NOT NULL,
                is_subscription \(d.integer) NOT NULL,
                is_trial \(d.integer) NOT NULL,
                service_end \(d.integer) NOT NULL,
                grace_end \(d.integer) NOT NULL,
                retry_end \(d.integer) NOT NULL,
                is_renewal_off \(d.integer) NOT NULL,
                PRIMARY KEY (scope, customer, lineage)
            )\(d.clusteredTableEnd)
            """,
            // With all that a filter looks at: so many rows are not looked up one by one.
            """
            CREATE INDEX purchase_summaries_by_product ON purchase_summaries
                (scope, product, customer, storefront, service_end, grace_end, retry_end, is_subscription, is_trial,
                is_renewal_off)
            """,
            """
            CREATE INDEX purchase_summaries_by_storefront ON purchase_summaries
                (scope, storefront, customer\(looked))
            """,
            "CREATE INDEX purchase_summaries_in_grace ON purchase_summaries (scope, grace_end) WHERE grace_end > 0",
            "CREATE INDEX purchase_summaries_in_retry ON purchase_summaries (scope, retry_end) WHERE retry_end > 0",
            "CREATE INDEX purchase_summaries_in_trial ON purchase_summaries (scope, service_end) WHERE is_trial = 1",
            """
            CREATE INDEX purchase_summaries_not_renewing ON purchase_summaries (scope, service_end)
                WHERE is_renewal_off = 1
            """,
            """
            CREATE TABLE customer_amounts (
                scope \(d.integer) NOT NULL,
                customer \(d.text) NOT NULL,
                currency \(d.text) NOT NULL,
                net \(d.integer) NOT NULL,
                refunded \(d.integer) NOT NULL,
                payments \(d.integer) NOT NULL,
                refunds \(d.integer) NOT NULL,
                PRIMARY KEY (scope, customer, currency)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX customer_amounts_by_net ON customer_amounts (scope, currency, net DESC, customer)",
            "CREATE INDEX customer_amounts_refunded ON customer_amounts (scope, customer) WHERE refunds > 0",
        ]
    }

    private static func visits(_ d: Dialect) -> [String] {
        [
            // The days of each customer, each with the day before it: who was seen on some days is counted by those whose
            // day before lies before these days.
            """
            CREATE TABLE customer_days (
                scope \(d.integer) NOT NULL,
                customer \(d.text) NOT NULL,
                day \(d.integer) NOT NULL,
                day_before \(d.integer) NOT NULL,
                storefront \(d.text) NOT NULL,
                PRIMARY KEY (scope, customer, day)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX customer_days_by_day ON customer_days (scope, day)",
            """
            CREATE TABLE customer_visits (
                scope \(d.integer) NOT NULL,
                customer \(d.text) NOT NULL,
                seen \(d.integer) NOT NULL,
                app_version \(d.text) NOT NULL,
                system \(d.text) NOT NULL,
                PRIMARY KEY (scope, customer)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX customer_visits_by_instant ON customer_visits (scope, seen DESC, customer)",
            """
            CREATE TABLE customer_day_counts (
                scope \(d.integer) NOT NULL,
                day \(d.integer) NOT NULL,
                day_before \(d.integer) NOT NULL,
                storefront \(d.text) NOT NULL,
                number \(d.integer) NOT NULL,
                PRIMARY KEY (scope, day, day_before, storefront)
            )\(d.clusteredTableEnd)
            """,
        ]
    }
}
