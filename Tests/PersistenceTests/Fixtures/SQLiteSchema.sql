CREATE TABLE schema_versions (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, required_version INTEGER NOT NULL) STRICT;

CREATE TABLE scopes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    bundle_id TEXT NOT NULL,
    environment TEXT NOT NULL,
    UNIQUE (bundle_id, environment)
) STRICT;

CREATE TABLE facts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scope INTEGER NOT NULL,
    kind TEXT NOT NULL,
    lineage TEXT,
    customer TEXT,
    sort_key BLOB NOT NULL,
    instant INTEGER NOT NULL,
    digest BLOB,
    content BLOB NOT NULL,
    document INTEGER,
    received INTEGER NOT NULL,
    source TEXT NOT NULL
) STRICT;

CREATE INDEX facts_by_lineage ON facts (scope, lineage, sort_key) WHERE lineage IS NOT NULL;

CREATE INDEX facts_by_customer ON facts (customer, scope, sort_key) WHERE customer IS NOT NULL;

CREATE INDEX facts_by_instant ON facts (scope, instant);

CREATE INDEX facts_of_notifications ON facts (scope, instant) WHERE kind = 'notification';

CREATE INDEX facts_by_account ON facts (customer, scope, sort_key)
WHERE customer IS NOT NULL AND substr(content, 1, 2) <> x'0205';

CREATE INDEX facts_of_customers ON facts (customer, scope, sort_key)
WHERE customer IS NOT NULL AND lineage IS NULL AND substr(content, 1, 2) <> x'0205';

CREATE INDEX facts_of_rules ON facts (scope, id) WHERE lineage IS NULL AND customer IS NULL;

CREATE TABLE fact_keys (
    second INTEGER NOT NULL,
    digest BLOB NOT NULL,
    scope INTEGER NOT NULL,
    kind TEXT NOT NULL,
    lineage TEXT NOT NULL,
    fact INTEGER NOT NULL,
    PRIMARY KEY (second, digest, scope, kind, lineage)
) STRICT, WITHOUT ROWID;

CREATE TABLE folded_facts (
    scope INTEGER NOT NULL,
    lineage TEXT NOT NULL,
    last_key BLOB NOT NULL,
    facts INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (scope, lineage)
) STRICT, WITHOUT ROWID;

CREATE TABLE command_numbers (
    scope INTEGER NOT NULL PRIMARY KEY,
    sequence INTEGER NOT NULL,
    instant INTEGER NOT NULL
) STRICT;

CREATE TABLE transaction_ids (
    scope INTEGER NOT NULL,
    transaction_id TEXT NOT NULL,
    lineage TEXT NOT NULL,
    PRIMARY KEY (scope, transaction_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE notification_ids (
    scope INTEGER NOT NULL,
    notification_id TEXT NOT NULL,
    received INTEGER NOT NULL,
    PRIMARY KEY (scope, notification_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_headers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lookup INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE INDEX document_headers_by_lookup ON document_headers (lookup);

CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lookup INTEGER NOT NULL,
    form INTEGER NOT NULL,
    header INTEGER,
    body BLOB NOT NULL,
    signature BLOB
) STRICT;

CREATE INDEX documents_by_lookup ON documents (lookup);

CREATE TABLE customers (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    events INTEGER NOT NULL,
    erased INTEGER,
    body BLOB
) STRICT;

CREATE TABLE claims (
    scope INTEGER NOT NULL,
    lineage TEXT NOT NULL,
    customer TEXT NOT NULL,
    claimed INTEGER NOT NULL,
    PRIMARY KEY (scope, lineage)
) STRICT, WITHOUT ROWID;

CREATE INDEX claims_by_customer ON claims (customer, scope, lineage);

CREATE TABLE customer_purchases (
    scope INTEGER NOT NULL,
    lineage TEXT NOT NULL,
    customer TEXT NOT NULL,
    may_give_access INTEGER NOT NULL,
    is_proven INTEGER NOT NULL,
    is_refunded INTEGER NOT NULL,
    storefront TEXT,
    app_transaction TEXT,
    PRIMARY KEY (scope, lineage, customer)
) STRICT, WITHOUT ROWID;

CREATE INDEX customer_purchases_by_customer ON customer_purchases
    (customer, scope, may_give_access, lineage);

CREATE TABLE customer_purchase_counts (
    customer TEXT NOT NULL,
    scope INTEGER NOT NULL,
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (customer, scope, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
    id TEXT NOT NULL PRIMARY KEY,
    scope INTEGER NOT NULL,
    customer TEXT,
    product TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    token TEXT,
    state TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER,
    updated INTEGER NOT NULL,
    transaction_id TEXT,
    lineage TEXT,
    body BLOB NOT NULL,
    reference TEXT
) STRICT;

CREATE INDEX orders_by_token ON orders (token, created) WHERE token IS NOT NULL;

CREATE INDEX orders_by_customer ON orders (customer, created) WHERE customer IS NOT NULL;

CREATE INDEX orders_by_transaction ON orders (transaction_id, scope) WHERE transaction_id IS NOT NULL;

CREATE INDEX orders_open ON orders (created, id) WHERE is_open = 1;

CREATE INDEX orders_undelivered ON orders (scope, created, id) WHERE state = 'paid';

CREATE INDEX orders_by_reference ON orders (reference, created) WHERE reference IS NOT NULL;

CREATE TABLE order_idempotency_keys (
    bundle_id TEXT NOT NULL,
    customer TEXT NOT NULL,
    environment TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    order_id TEXT NOT NULL,
    PRIMARY KEY (bundle_id, customer, environment, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_history (
    order_id TEXT NOT NULL,
    step INTEGER NOT NULL,
    state TEXT NOT NULL,
    instant INTEGER NOT NULL,
    actor TEXT NOT NULL,
    digest BLOB,
    note TEXT,
    PRIMARY KEY (order_id, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE deliveries (
    scope INTEGER NOT NULL,
    transaction_id TEXT NOT NULL,
    lineage TEXT NOT NULL,
    order_id TEXT,
    customer TEXT,
    product TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    revoked INTEGER,
    credit_account TEXT,
    credit_amount INTEGER,
    PRIMARY KEY (scope, transaction_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_by_customer ON deliveries (customer, delivered) WHERE customer IS NOT NULL;

CREATE TABLE entitlements (
    customer TEXT NOT NULL,
    scope INTEGER NOT NULL,
    entitlement TEXT NOT NULL,
    body BLOB NOT NULL,
    due INTEGER,
    reminder INTEGER,
    PRIMARY KEY (customer, scope, entitlement)
) STRICT, WITHOUT ROWID;

CREATE INDEX entitlements_due ON entitlements (due) WHERE due IS NOT NULL;

CREATE INDEX entitlements_reminder ON entitlements (reminder) WHERE reminder IS NOT NULL;

CREATE TABLE lineage_states (
    scope INTEGER NOT NULL,
    lineage TEXT NOT NULL,
    due INTEGER,
    body BLOB NOT NULL,
    PRIMARY KEY (scope, lineage)
) STRICT, WITHOUT ROWID;

CREATE INDEX lineage_states_due ON lineage_states (due) WHERE due IS NOT NULL;

CREATE TABLE events (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    position INTEGER UNIQUE,
    id TEXT NOT NULL UNIQUE,
    scope INTEGER NOT NULL,
    customer TEXT,
    customer_sequence INTEGER,
    kind TEXT NOT NULL,
    instant INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE INDEX events_by_customer ON events (customer, customer_sequence) WHERE customer IS NOT NULL;

CREATE INDEX events_by_kind ON events (scope, kind, number);

CREATE TABLE webhook_deliveries (
    endpoint TEXT NOT NULL,
    lane TEXT NOT NULL,
    event INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created INTEGER NOT NULL,
    last_attempt INTEGER,
    last_response TEXT,
    PRIMARY KEY (endpoint, lane, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (endpoint, state, event);

CREATE TABLE webhook_lanes (
    endpoint TEXT NOT NULL,
    lane TEXT NOT NULL,
    due INTEGER NOT NULL,
    lease_owner TEXT,
    PRIMARY KEY (endpoint, lane)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event);

CREATE INDEX webhook_lanes_due ON webhook_lanes (endpoint, due);

CREATE TABLE queued_tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    unique_key TEXT,
    body BLOB NOT NULL,
    due INTEGER NOT NULL,
    lease_owner TEXT,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    UNIQUE (queue, unique_key)
) STRICT;

CREATE INDEX queued_tasks_due ON queued_tasks (queue, due);

CREATE TABLE app_keys (
    hash BLOB NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    app TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    revoked INTEGER
) STRICT;

CREATE TABLE records (
    collection TEXT NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    updated INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (collection, owner, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    instant INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    body BLOB,
    app TEXT
) STRICT;

CREATE INDEX audit_log_by_target ON audit_log (target, id);

CREATE INDEX audit_log_by_app ON audit_log (app, id) WHERE app IS NOT NULL;

CREATE TABLE request_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    request TEXT NOT NULL,
    app TEXT,
    instant INTEGER NOT NULL,
    method TEXT NOT NULL,
    route TEXT NOT NULL,
    status INTEGER NOT NULL,
    duration INTEGER NOT NULL,
    caller TEXT NOT NULL,
    customer TEXT,
    address TEXT,
    problem TEXT,
    trace TEXT,
    requests INTEGER NOT NULL
) STRICT;

CREATE INDEX request_log_by_request ON request_log (request);

CREATE INDEX request_log_of_strangers ON request_log (number) WHERE caller = 'anyone';

CREATE INDEX request_log_by_customer ON request_log (customer) WHERE customer IS NOT NULL;

CREATE TABLE ledger_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    idempotency_key TEXT NOT NULL UNIQUE,
    scope INTEGER NOT NULL,
    instant INTEGER NOT NULL,
    reason TEXT NOT NULL,
    body BLOB
) STRICT;

CREATE TABLE ledger_lines (
    entry INTEGER NOT NULL,
    line INTEGER NOT NULL,
    account TEXT NOT NULL,
    customer TEXT,
    currency TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (entry, line)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_lines_by_account ON ledger_lines (account, currency) WHERE customer IS NULL;

CREATE INDEX ledger_lines_by_customer ON ledger_lines (customer, currency, entry) WHERE customer IS NOT NULL;

CREATE TABLE ledger_balances (
    account TEXT NOT NULL,
    customer TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (account, customer, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_expiries (
    customer TEXT NOT NULL,
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    due INTEGER NOT NULL,
    idempotency_key TEXT NOT NULL,
    PRIMARY KEY (customer, account, currency, due, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_rejections (
    customer TEXT NOT NULL,
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    amount INTEGER NOT NULL,
    reason TEXT NOT NULL,
    counterpart TEXT,
    balance INTEGER NOT NULL,
    is_written_off INTEGER NOT NULL,
    PRIMARY KEY (customer, account, currency, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_rejections_by_counterpart ON ledger_rejections (counterpart)
WHERE counterpart IS NOT NULL;

CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    vendor TEXT NOT NULL,
    kind TEXT NOT NULL,
    frequency TEXT NOT NULL,
    region TEXT NOT NULL,
    period TEXT NOT NULL,
    digest BLOB NOT NULL,
    received INTEGER NOT NULL,
    superseded INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    layout BLOB NOT NULL,
    UNIQUE (vendor, kind, frequency, region, period, digest)
) STRICT;

CREATE INDEX reports_by_period ON reports (kind, frequency, period);

CREATE TABLE report_rows (
    report INTEGER NOT NULL,
    number INTEGER NOT NULL,
    cells BLOB NOT NULL,
    PRIMARY KEY (report, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE forwarded_notifications (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    received INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE INDEX forwarded_notifications_by_time ON forwarded_notifications (received);

CREATE TABLE forward_deliveries (
    target TEXT NOT NULL,
    lane TEXT NOT NULL,
    notification INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created INTEGER NOT NULL,
    last_attempt INTEGER,
    last_response TEXT,
    PRIMARY KEY (target, lane, notification)
) STRICT, WITHOUT ROWID;

CREATE INDEX forward_deliveries_by_state ON forward_deliveries (target, state, notification);

CREATE INDEX forward_deliveries_by_notification ON forward_deliveries (notification);

CREATE TABLE forward_lanes (
    target TEXT NOT NULL,
    lane TEXT NOT NULL,
    due INTEGER NOT NULL,
    lease_owner TEXT,
    PRIMARY KEY (target, lane)
) STRICT, WITHOUT ROWID;

CREATE INDEX forward_lanes_due ON forward_lanes (target, due);

CREATE TABLE shadow_differences (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    app TEXT NOT NULL,
    customer TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    due INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    currency TEXT,
    amount INTEGER,
    body BLOB NOT NULL
) STRICT;

CREATE INDEX shadow_differences_by_customer ON shadow_differences (customer, app);

CREATE INDEX shadow_differences_by_state ON shadow_differences (app, state, kind, number);

CREATE INDEX shadow_differences_by_due ON shadow_differences (app, due);

CREATE TABLE chart_totals (
    scope INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    measure TEXT NOT NULL,
    product TEXT NOT NULL,
    storefront TEXT NOT NULL,
    offer TEXT NOT NULL,
    store TEXT NOT NULL,
    currency TEXT NOT NULL,
    block INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (scope, generation, measure, product, storefront, offer, store, currency, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE purchase_summaries (
    scope INTEGER NOT NULL,
    customer TEXT NOT NULL,
    lineage TEXT NOT NULL,
    product TEXT NOT NULL,
    storefront TEXT NOT NULL,
    is_subscription INTEGER NOT NULL,
    is_trial INTEGER NOT NULL,
    service_end INTEGER NOT NULL,
    grace_end INTEGER NOT NULL,
    retry_end INTEGER NOT NULL,
    is_renewal_off INTEGER NOT NULL,
    PRIMARY KEY (scope, customer, lineage)
) STRICT, WITHOUT ROWID;

CREATE INDEX purchase_summaries_by_product ON purchase_summaries
    (scope, product, customer, storefront, service_end, grace_end, retry_end, is_subscription, is_trial,
    is_renewal_off);

CREATE INDEX purchase_summaries_by_storefront ON purchase_summaries
    (scope, storefront, customer);

CREATE INDEX purchase_summaries_in_grace ON purchase_summaries (scope, grace_end) WHERE grace_end > 0;

CREATE INDEX purchase_summaries_in_retry ON purchase_summaries (scope, retry_end) WHERE retry_end > 0;

CREATE INDEX purchase_summaries_in_trial ON purchase_summaries (scope, service_end) WHERE is_trial = 1;

CREATE INDEX purchase_summaries_not_renewing ON purchase_summaries (scope, service_end)
    WHERE is_renewal_off = 1;

CREATE TABLE customer_amounts (
    scope INTEGER NOT NULL,
    customer TEXT NOT NULL,
    currency TEXT NOT NULL,
    net INTEGER NOT NULL,
    refunded INTEGER NOT NULL,
    payments INTEGER NOT NULL,
    refunds INTEGER NOT NULL,
    PRIMARY KEY (scope, customer, currency)
) STRICT, WITHOUT ROWID;

CREATE INDEX customer_amounts_by_net ON customer_amounts (scope, currency, net DESC, customer);

CREATE INDEX customer_amounts_refunded ON customer_amounts (scope, customer) WHERE refunds > 0;

CREATE TABLE customer_days (
    scope INTEGER NOT NULL,
    customer TEXT NOT NULL,
    day INTEGER NOT NULL,
    day_before INTEGER NOT NULL,
    storefront TEXT NOT NULL,
    PRIMARY KEY (scope, customer, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX customer_days_by_day ON customer_days (scope, day);

CREATE TABLE customer_visits (
    scope INTEGER NOT NULL,
    customer TEXT NOT NULL,
    seen INTEGER NOT NULL,
    app_version TEXT NOT NULL,
    system TEXT NOT NULL,
    PRIMARY KEY (scope, customer)
) STRICT, WITHOUT ROWID;

CREATE INDEX customer_visits_by_instant ON customer_visits (scope, seen DESC, customer);

CREATE TABLE customer_day_counts (
    scope INTEGER NOT NULL,
    day INTEGER NOT NULL,
    day_before INTEGER NOT NULL,
    storefront TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (scope, day, day_before, storefront)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE customer_search USING fts5(
    id, content = 'customers', content_rowid = 'number', tokenize = 'trigram', detail = 'none', columnsize = 0
);

CREATE TABLE 'customer_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'customer_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE 'customer_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE customer_search_progress (number INTEGER NOT NULL PRIMARY KEY) STRICT;

CREATE TRIGGER customer_search_batch AFTER INSERT ON customers
WHEN NEW.number >= (SELECT number FROM customer_search_progress) + 256 BEGIN
    INSERT INTO customer_search (rowid, id) SELECT number, id FROM customers
    WHERE number > (SELECT number FROM customer_search_progress) AND number <= NEW.number;
    UPDATE customer_search_progress SET number = NEW.number;
END;

CREATE TRIGGER customer_search_again AFTER INSERT ON customers
WHEN NEW.number <= (SELECT number FROM customer_search_progress) BEGIN
    INSERT INTO customer_search (rowid, id) VALUES (NEW.number, NEW.id);
END;

CREATE TRIGGER customer_search_removal AFTER DELETE ON customers
WHEN OLD.number <= (SELECT number FROM customer_search_progress) BEGIN
    INSERT INTO customer_search (customer_search, rowid, id) VALUES ('delete', OLD.number, OLD.id);
END;
