// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// The page's second half: what is rarer for a customer, and everything an operator does.
enum PageOperator {
    static let text = #"""
        "use strict";
        const field = (key, properties = {}) => make("input", { className: "form-control", placeholder: word(key), "aria-label": word(key), ...properties });
        const choice = (key, values, value) => {
          const element = make("select", { className: "form-control", "aria-label": word(key) },
            ...values.map(([name, text]) => make("option", { value: name, textContent: text })));
          if (value !== undefined) element.value = value;
          return element;
        };
        const send = (key) => make("button", { className: "btn btn-sm btn-outline-secondary", textContent: word(key) });

        // A line with fields and a button; it does its work when it is sent.
        function line(key, fields, work) {
          const form = make("form", {}, ...fields, send(key));
          form.addEventListener("submit", (event) => { event.preventDefault(); act(work); });
          return form;
        }

        // Forms are made once for a customer and a language, so that what is being typed stays.
        const made = new Map();
        function once(id, key, build) {
          if (made.get(id) === key) return;
          made.set(id, key);
          find(id).replaceChildren(...build());
        }
        function forgetForms() { made.clear(); }

        const STOREFRONTS = ["USA", "CHN", "JPN", "DEU", "FRA", "GBR", "KOR", "TWN", "HKG", "CAN", "AUS", "BRA", "IND", "MEX"];

        function showMore(customer) {
          const path = customerPath(customer.id);
          once("customer-more", `${customer.id}/${customer.storefront}/${language}`, () => {
            const storefront = choice("storefront", [...new Set([...STOREFRONTS, customer.storefront])].map((name) => [name, name]), customer.storefront);
            const family = field("family"), code = field("code");
            const rows = [
              line("set", [storefront], () => call("PATCH", path, { storefront: storefront.value })),
              line("join_family", [family], () => call("PUT", `${path}/family`, { family: family.value })),
              make("div", { className: "row" },
                button("leave_family", () => call("PUT", `${path}/family`, { family: null })),
                button("share", () => call("PATCH", path, { sharesPurchases: true })),
                button("share_not", () => call("PATCH", path, { sharesPurchases: false }))),
              line("redeem", [code], () => call("POST", "/redemptions", { customer: customer.id, code: code.value })),
              make("div", { className: "row" },
                button("forbid", () => call("PATCH", path, { allowsPurchases: !customer.allowsPurchases })),
                button("external", () => call("POST", "/external-purchases", { customer: customer.id })),
                button("withdraw_consent", () => call("POST", `${path}/rescind-consent`)),
                customer.environment === "Production" ? null : button("clear_history", () => call("DELETE", `${path}/history`)),
                button("delete_account", () => call("DELETE", path))),
            ];
            return rows;
          });
        }

        // What else can be done with a subscription: answers to a price increase, offers, extensions.
        function moreActions(item, path) {
          const terms = catalog.products.find((product) => product.id === item.product)?.subscription;
          const actions = [];
          if (item.renewalInfo.priceIncreaseStatus === 0) {
            actions.push(button("agree", () => call("PUT", `${path}/consent`, { agrees: true }), "btn-primary"),
              button("disagree", () => call("PUT", `${path}/consent`, { agrees: false })));
          }
          for (const offer of terms?.promotionalOffers ?? []) {
            const element = button("offer", async () => {
              const promotionalOfferSignature = await call("POST", "/offers/signature", { product: item.product, offer: offer.id });
              await call("POST", "/purchases", { customer: chosen, product: item.product, promotionalOffer: offer.id, promotionalOfferSignature });
            });
            element.append(` ${offer.id}`);
            actions.push(element);
          }
          for (const offer of item.renewalInfo.eligibleWinBackOfferIds ?? []) {
            const element = button("win_back", () => call("POST", "/purchases", { customer: chosen, product: item.product, winBackOffer: offer }));
            element.append(` ${offer}`);
            actions.push(element);
          }
          if (item.status === 1) {
            actions.push(button("extend", () => call("POST", "/commands", {
              extendRenewal: { _0: item.transaction.originalTransactionId, days: 7, reason: 1, request: crypto.randomUUID() },
            })), button("cancel_sheet", async () => {
              const sheet = await call("POST", `${path}/cancel-sheet`, { locale: language ? "zh-Hans" : "en-US" });
              say(sheet.message ? `${sheet.message.header} — ${sheet.message.body}` : word("no_message"));
            }));
          }
          return actions;
        }

        function showOperator() {
          const ids = catalog.products.map((product) => [product.id, productName(product)]);
          once("operator-products", `${language}`, () => {
            const product = choice("product", ids), price = field("new_price", { type: "number", min: 0, step: "0.01", required: true });
            const keep = make("input", { type: "checkbox" });
            const plans = choice("product", ids.filter(([id]) => catalog.products.find((item) => item.id === id).subscription));
            const days = field("days", { type: "number", min: 1, max: 90, value: 7 });
            const offers = catalog.products.flatMap((item) => [...(item.subscription?.codeOffers ?? []).map((code) => code.offer), ...(item.codeOffers ?? [])].map((offer) => [`${item.id}\n${offer.id}`, `${productName(item)} · ${offer.id}`]));
            const offer = choice("offer", offers), code = field("code", { required: true });
            const rows = [
              make("div", { className: "row" }, product),
              line("change_price", [price, make("label", {}, word("keep_price"), keep)], () => call("PUT", `/products/${encodeURIComponent(product.value)}/price`, {
                price: Math.round(Number(price.value) * 1000), preservesExisting: keep.checked,
              })),
              make("div", { className: "row" },
                button("withdraw", () => call("PUT", `/products/${encodeURIComponent(product.value)}/sale`, { on: false })),
                button("put_on_sale", () => call("PUT", `/products/${encodeURIComponent(product.value)}/sale`, { on: true })),
                button("approve_product", () => call("PUT", `/products/${encodeURIComponent(product.value)}/approval`, { on: true })),
                button("unapprove", () => call("PUT", `/products/${encodeURIComponent(product.value)}/approval`, { on: false }))),
              line("extend_all", [plans, days], () => call("POST", "/extensions", { product: plans.value, days: Number(days.value), reason: 3 })),
            ];
            rows.push(bundleForm());
            if (offers.length) {
              rows.push(line("make_code", [offer, code], () => {
                const [product, id] = offer.value.split("\n");
                return call("POST", "/offer-codes", { code: code.value, product, offer: id, redemptions: 1000 });
              }));
            }
            return rows;
          });
          once("operator-faults", `${language}`, () => faultForms());
          once("operator-rules", `${language}`, () => ruleForms());
        }

        const CORE_FAULTS = ["delayedPerMille", "duplicatedPerMille", "reorderedPerMille", "droppedPerMille", "missingTokenPerMille",
          "emptyHistoryPerMille", "refundedPerMille", "clockSkewSeconds"];

        function faultForms() {
          const core = CORE_FAULTS.map((name) => field(name, { type: "number", name, value: 0 }));
          const service = ["droppedConnectionsPerMille", "tlsRefusedPerMille"].map((name) => field(name, { type: "number", name, value: 0 }));
          const rate = field("failedPerMille", { type: "number", name: "failedPerMille", value: 0 });
          const slow = field("delayMilliseconds", { type: "number", name: "delayMilliseconds", value: 0 });
          const answer = choice("status", ["401", "429", "500", "503"].map((text) => [text, text]), "500");
          const ocsp = choice("ocsp", ["works", "down", "revoked"].map((name) => [name, word(`ocsp_${name}`)]));
          const chain = choice("intermediate", ["works", "expired", "wrong"].map((name) => [name, word(`chain_${name}`)]));
          const labelled = (element, key) => make("label", {}, word(key), element);
          const put = async () => {
            await call("PUT", `/settings/${status.environment}`, { faults: Object.fromEntries(core.map((item) => [item.name, Number(item.value)])) });
            await call("PUT", "/faults", {
              ...Object.fromEntries(service.map((item) => [item.name, Number(item.value)])),
              api: { failedPerMille: Number(rate.value), delayMilliseconds: Number(slow.value), status: Number(answer.value) },
              ocsp: ocsp.value, intermediate: chain.value,
            });
            say(word("saved"));
          };
          Promise.all([call("GET", `/settings/${status.environment}`), call("GET", "/faults")]).then(([settings, faults]) => {
            for (const item of core) item.value = settings.faults[item.name] ?? 0;
            for (const item of service) item.value = faults[item.name] ?? 0;
            rate.value = faults.api?.failedPerMille ?? 0;
            slow.value = faults.api?.delayMilliseconds ?? 0;
            answer.value = String(faults.api?.status ?? 500);
            ocsp.value = faults.ocsp ?? "works";
            chain.value = faults.intermediate ?? "works";
          }).catch((error) => say(error.message, true));
          const next = ["401", "429", "500", "503"].map((text) => {
            const element = button("fail_next", () => call("PUT", "/faults", { api: { next: [Number(text)] } }));
            element.append(` ${text}`);
            return element;
          });
          return [
            line("set", [...core, ...service, rate, slow].map((element) => labelled(element, element.name)).concat(
              [labelled(answer, "status"), labelled(ocsp, "ocsp"), labelled(chain, "intermediate")]), put),
            make("div", { className: "row" }, ...next),
          ];
        }

        // The faults that are on, above the page, with the way to turn them off.
        async function showFaults() {
          const [settings, faults] = await Promise.all([call("GET", `/settings/${status.environment}`), call("GET", "/faults")]);
          const on = CORE_FAULTS.filter((name) => settings.faults[name])
            .concat(["droppedConnectionsPerMille", "tlsRefusedPerMille"].filter((name) => faults[name]))
            .concat(["failedPerMille", "delayMilliseconds"].filter((name) => faults.api?.[name]));
          const names = on.map((name) => word(name));
          if (faults.ocsp && faults.ocsp !== "works") names.push(`${word("ocsp")}: ${word(`ocsp_${faults.ocsp}`)}`);
          if (faults.intermediate && faults.intermediate !== "works") names.push(`${word("intermediate")}: ${word(`chain_${faults.intermediate}`)}`);
          find("faults-on").hidden = names.length === 0;
          find("faults-text").textContent = `${word("faults_on")} ${names.join(", ")}`;
        }
        find("faults-off").addEventListener("click", () => act(async () => {
          await call("PUT", `/settings/${status.environment}`, { faults: Object.fromEntries(CORE_FAULTS.map((name) => [name, 0])) });
          await call("PUT", "/faults", {
            droppedConnectionsPerMille: 0, tlsRefusedPerMille: 0, api: { failedPerMille: 0, delayMilliseconds: 0 },
            ocsp: "works", intermediate: "works",
          });
          forgetForms();
        }));

        // A reset is asked about, and what was there can be kept.
        async function askReset() {
          const { customers } = await call("GET", "/customers");
          const name = `before-reset-${new Date(status.now).toISOString().slice(0, 16).replace(/[^0-9]/g, "")}`;
          find("reset-text").textContent = word("reset_text").replace("#", customers.length);
          find("reset-name").textContent = name;
          find("reset-dialog").showModal();
        }
        find("reset-cancel").addEventListener("click", () => find("reset-dialog").close());
        find("reset-confirm").addEventListener("click", () => {
          find("reset-dialog").close();
          act(async () => {
            if (find("reset-save").checked) await call("POST", "/save", { name: find("reset-name").textContent });
            await call("POST", "/reset");
            chosen = null;
          });
        });

        function ruleForms() {
          const grace = choice("grace", [["", word("grace_off")], ["3", "3"], ["16", "16"], ["28", "28"]]);
          const version = choice("version", [["version2", "V2"], ["version1", "V1"], ["earlyVersion1", "V1 · 2018"], ["none", word("none")]]);
          call("GET", `/settings/${status.environment}`).then((settings) => {
            grace.value = settings.grace ? String(settings.grace.days) : "";
            version.value = settings.notifications;
          }).catch((error) => say(error.message, true));
          const set = (body) => call("PUT", `/settings/${status.environment}`, body);
          // An element is in one form: the one that keeps and the one that goes back have a field each.
          const [name, kept] = [0, 1].map(() => field("save_name", { required: true, maxLength: 64 }));
          return [
            line("set", [make("label", {}, word("grace"), grace)], () => set({ grace: grace.value ? { days: Number(grace.value), onlyAfterPaidPeriods: false } : null })),
            line("set", [make("label", {}, word("version"), version)], () => set({ notifications: version.value })),
            make("div", { className: "row" },
              button("test_notification", () => call("POST", "/notifications/test")),
              make("button", { className: "btn btn-sm btn-danger", textContent: word("reset"), type: "button", on: askReset })),
            line("keep", [name], () => call("POST", "/save", { name: name.value })),
            line("go_back", [kept], () => call("POST", "/load", { name: kept.value })),
          ];
        }

        find("advance-next").addEventListener("click", () => act(async () => {
          const clock = await call("GET", "/clock");
          if (!clock.nextEventDate) return say(word("nothing"));
          const turn = await call("POST", "/clock/advance", { to: clock.nextEventDate });
          say(turn.notifications.length ? `${word("happened")} ${turn.notifications.slice(0, 12).join(", ")}` : word("nothing"));
        }));
        find("advance-to").addEventListener("submit", (event) => {
          event.preventDefault();
          act(() => call("POST", "/clock/advance", { to: Date.parse(`${find("instant").value}Z`) }));
        });

        """#
}
