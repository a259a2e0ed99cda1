// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// What the page does: it shows what the controls tell, and its buttons are the controls.
enum PageScript {
    static let text = #"""
        "use strict";
        const API = "/simulator/v1";
        const find = (id) => document.getElementById(id);
        let language = navigator.language.startsWith("zh") ? 1 : 0;
        try { language = Number(localStorage.getItem("language") ?? language); } catch { /* storage may be off */ }
        let status = null, catalog = null, timer = null;
        // A customer can be linked to: /#alice.
        let chosen = decodeURIComponent(location.hash.slice(1)) || null;

        function choose(id) {
          chosen = id;
          history.replaceState(null, "", `#${encodeURIComponent(id)}`);
        }
        addEventListener("hashchange", () => { chosen = decodeURIComponent(location.hash.slice(1)) || null; refresh(); });

        const word = (key) => (WORDS[key] ?? [key, key])[language];
        const locale = () => (language ? "zh-CN" : "en-GB");
        const when = (milliseconds) => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
          .format(new Date(milliseconds));
        const money = (milliunits, currency) => milliunits === undefined ? ""
          : new Intl.NumberFormat(locale(), { style: "currency", currency: currency ?? "USD" }).format(milliunits / 1000);

        function make(tag, properties = {}, ...children) {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries(properties)) {
            if (name === "on") element.addEventListener("click", value);
            else if (name in element) element[name] = value;
            else element.setAttribute(name, value);
          }
          element.append(...children.filter((child) => child !== null && child !== undefined));
          return element;
        }

        // What differs is drawn again, and the focus stays on the control at its place: the page is read every three seconds.
        const CONTROLS = "a[href], button, input, select, summary";
        function draw(parent, ...children) {
          const old = [...parent.childNodes];
          if (old.length === children.length && children.every((child, index) => child.isEqualNode(old[index]))) return;
          const focused = [...parent.querySelectorAll(CONTROLS)].indexOf(document.activeElement);
          parent.replaceChildren(...children);
          if (focused < 0) return;
          const controls = parent.querySelectorAll(CONTROLS);
          controls[Math.min(focused, controls.length - 1)]?.focus();
        }

        function say(text, isBad = false) {
          const message = find("message");
          message.textContent = text;
          message.className = isBad ? "bad" : "";
          message.hidden = !text;
        }

        // The last call that changed something, as a shell runs it.
        let lastCurl = "";
        const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
        function note(method, path, body) {
          if (method === "GET" || path === "/clock/run-due") return;
          const data = body === undefined ? "" : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
          lastCurl = `curl -sS -X ${method} ${quoted(location.origin + API + path)}${data}`;
          find("copy-curl").hidden = false;
        }

        async function call(method, path, body) {
          note(method, path, body);
          const answer = await fetch(API + path, {
            method,
            headers: body === undefined ? {} : { "Content-Type": "application/json" },
            body: body === undefined ? undefined : JSON.stringify(body),
          });
          const text = await answer.text();
          const value = text ? JSON.parse(text) : null;
          if (!answer.ok) throw new Error(value?.detail ?? value?.title ?? `${answer.status}`);
          return value;
        }

        // Runs an action once, shows what it refused, and shows the new state.
        async function act(work) {
          for (const button of document.querySelectorAll("button")) button.disabled = true;
          try {
            say("");
            await work();
            await call("POST", "/clock/run-due");
          } catch (error) {
            say(error.message, true);
          } finally {
            for (const button of document.querySelectorAll("button")) button.disabled = false;
            await refresh();
          }
        }

        const button = (key, work, style = "btn-outline-secondary") =>
          make("button", { className: `btn btn-sm ${style}`, textContent: word(key), on: () => act(work), type: "button" });
        const customerPath = (id) => `/customers/${encodeURIComponent(id)}`;

        function showWords() {
          document.documentElement.lang = language ? "zh-Hans" : "en";
          document.title = word("title");
          for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
          for (const element of document.querySelectorAll("[data-hint]")) {
            element.placeholder = word(element.dataset.hint);
            element.setAttribute("aria-label", word(element.dataset.hint));
          }
          find("language").textContent = word("language");
          forgetForms();
        }

        // At most so many are listed; the field finds the others.
        const LISTED = 100;
        function showCustomers(customers) {
          const text = find("find-customer").value.trim().toLowerCase();
          const found = customers.filter((customer) => customer.id.toLowerCase().includes(text)
            || customer.storefront.toLowerCase() === text);
          find("customers-count").textContent = customers.length > 8 || text ? `${found.length} / ${customers.length}` : "";
          find("find-customer").hidden = customers.length <= 8 && !text;
          const listed = found.slice(0, LISTED);
          const own = customers.find((customer) => customer.id === chosen);
          if (own && !listed.includes(own) && !text) listed.unshift(own);
          draw(find("customers"), ...listed.map((customer) => make("li", {},
            make("button", {
              className: "btn", type: "button", "aria-current": String(customer.id === chosen),
              on: () => { choose(customer.id); refresh(); },
            }, make("span", { textContent: customer.id }),
            make("span", { className: "soft", textContent: `${word(customer.environment)} · ${customer.storefront}` })))));
        }

        function showAccount(customer) {
          const change = (body) => () => call("PATCH", customerPath(customer.id), body);
          const toggle = (key, isOn, field) => {
            const element = button(key, change({ [field]: !isOn }), isOn ? "btn-primary" : undefined);
            element.setAttribute("aria-pressed", String(isOn));
            return element;
          };
          const works = customer.payment === "works";
          draw(find("account"),
            button(works ? "payment" : "payment_fails", change({ payment: works ? "fails" : "works" }), works ? "btn-primary" : undefined),
            toggle("ask", customer.asksToBuy, "asksToBuy"),
            toggle("interrupt", customer.interruptsPurchases, "interruptsPurchases"));
        }

        function productName(product) {
          const wanted = language ? "zh_Hans" : "en_US";
          const text = product.localizations.find((item) => item.locale === wanted) ?? product.localizations[0];
          return text?.displayName || product.referenceName;
        }

        function showProducts() {
          draw(find("products"), ...catalog.products.filter((product) => product.isForSale).map((product) =>
            make("div", { className: "product" },
              make("strong", { textContent: productName(product) }),
              make("span", { className: "soft", textContent: `${product.id} · ${money(product.price.base)}` }),
              button("buy", () => call("POST", "/purchases", { customer: chosen, product: product.id }), "btn-primary"))));
        }

        function showSubscriptions(subscriptions, pending) {
          const waiting = pending.map((item) => make("div", { className: "subscription", "data-id": item.id },
            make("div", {}, make("strong", { textContent: item.product }), ` — ${word("waits")}`),
            make("div", { className: "actions" },
              button("approve", () => call("POST", `/pending/${item.id}/complete`), "btn-primary"),
              button("decline", () => call("POST", `/pending/${item.id}/cancel`)))));
          const running = subscriptions.map((item) => {
            const path = `${customerPath(chosen)}/subscriptions/${encodeURIComponent(item.group)}`;
            const renews = item.renewalInfo.autoRenewStatus === 1;
            // What another one bought, or a bundle brings, is changed there.
            const isOwn = item.transaction.inAppOwnershipType === "PURCHASED" && !item.renewalInfo.bundleProductId;
            return make("div", { className: "subscription", "data-id": item.transaction.transactionId },
              make("div", {}, make("strong", { textContent: item.product }), " ",
                make("span", { className: `state state-${item.status}`, textContent: word(`state_${item.status}`) }),
                ` · ${word("until")} ${when(item.expiresDate)} · ${word(renews ? "renews" : "renews_not")}`,
                item.renewalInfo.bundleProductId ? ` · ${item.renewalInfo.bundleProductId}` : "",
                item.transaction.inAppOwnershipType === "ASSIGNED" ? ` · ${word("assigned")}` : ""),
              !isOwn ? null : make("div", { className: "actions" },
                button(renews ? "renew_off" : "renew_on", () => call("PUT", `${path}/renewal`, { on: !renews })),
                button("renew_now", () => call("POST", `${path}/renew`)),
                button("expire_now", () => call("POST", `${path}/expire`)),
                ...moreActions(item, path)));
          });
          const all = [...waiting, ...running];
          draw(find("subscriptions"), ...(all.length ? all : [make("p", { className: "soft", textContent: word("none") })]));
        }

        function showTimeline(transactions) {
          const items = transactions.map((item) => item.transaction).slice().reverse();
          const track = find("timeline");
          if (!items.length) return draw(track, make("p", { className: "soft", textContent: word("none") }));
          const first = Math.min(...items.map((item) => item.purchaseDate));
          const last = Math.max(status.now, ...items.map((item) => item.expiresDate ?? item.purchaseDate));
          const place = (instant) => `${(100 * (instant - first)) / Math.max(1, last - first)}%`;
          const products = [...new Set(items.map((item) => item.productId))];
          draw(track, ...products.map((product) => {
            const row = make("div", { className: "track" });
            for (const item of items.filter((item) => item.productId === product)) {
              const mark = make("i", { title: `${when(item.purchaseDate)}${item.expiresDate ? ` – ${when(item.expiresDate)}` : ""}` });
              mark.className = `${item.revocationDate ? "gone" : ""} ${item.expiresDate ? "" : "once"}`;
              mark.style.left = place(item.purchaseDate);
              if (item.expiresDate) mark.style.width = `calc(${place(item.expiresDate)} - ${place(item.purchaseDate)})`;
              row.append(mark);
            }
            const now = make("b");
            now.style.left = `calc(${place(status.now)} - 2px)`;
            row.append(now, make("span", { textContent: product }));
            return row;
          }));
        }

        function showTransactions(transactions) {
          const table = find("transactions");
          draw(table.tHead, make("tr", {}, ...["product", "bought", "ends", "price"].map((key) =>
            make("th", { textContent: word(key) })), make("th")));
          draw(table.tBodies[0], ...transactions.map(({ transaction }) => {
            const path = `/transactions/${transaction.transactionId}`;
            const isGone = transaction.revocationDate !== undefined;
            const actions = isGone
              ? [make("span", { className: "gone-text", textContent: word("refunded") }),
                button("reverse", () => call("POST", `${path}/refund-reversal`))]
              : [button("refund", () => call("POST", `${path}/refund`, {})),
                button("refund_half", () => call("POST", `${path}/refund`, { percentage: 50000 })),
                button("request", () => call("POST", `${path}/refund-request`, {})),
                button("decline_refund", () => call("POST", `${path}/refund-decision`, { decision: "declined" }))];
            return make("tr", {},
              make("td", {}, make("div", { textContent: transaction.productId }),
                make("div", { className: "soft", textContent: transaction.transactionId })),
              make("td", { textContent: when(transaction.purchaseDate) }),
              make("td", { textContent: transaction.expiresDate ? when(transaction.expiresDate) : "" }),
              make("td", { textContent: money(transaction.price, transaction.currency) }),
              make("td", {}, make("div", { className: "actions" }, ...actions)));
          }));
        }

        function decode(document) {
          try {
            const text = atob(document.split(".")[1].replaceAll("-", "+").replaceAll("_", "/"));
            return opened(JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))));
          } catch { return null; }
        }

        // The same JSON with the signed documents inside it decoded.
        function opened(value) {
          if (typeof value === "string") return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value) ? decode(value) ?? value : value;
          if (Array.isArray(value)) return value.map(opened);
          if (value === null || typeof value !== "object") return value;
          return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, opened(member)]));
        }

        function showNotifications(notifications) {
          const list = find("notifications");
          const open = new Set([...list.querySelectorAll("details[open]")].map((element) => element.dataset.id));
          draw(list, ...notifications.map((item) => {
            const last = item.attempts.at(-1);
            const payload = item.signedPayload ? decode(item.signedPayload) : null;
            const body = { payload, attempts: item.attempts };
            const details = make("details", { open: open.has(item.notificationUUID) },
              make("summary", {}, make("strong", { textContent: item.label }), " ",
                make("span", {
                  className: last ? (last.sendAttemptResult === "SUCCESS" ? "ok" : "no") : "soft",
                  textContent: last ? `${last.sendAttemptResult}${last.status ? ` ${last.status}` : ""}` : word("unsent"),
                }),
                make("div", { className: "soft", textContent: `${item.customer ?? ""} · ${when(item.signedDate)}` })),
              make("pre", { textContent: JSON.stringify(body, null, 2) }),
              item.signedPayload ? make("details", {}, make("summary", { textContent: word("raw") }),
                make("pre", { textContent: item.signedPayload })) : null);
            details.dataset.id = item.notificationUUID;
            return make("li", {}, details);
          }));
        }

        async function refresh() {
          try {
            const [about, customers, sent] = await Promise.all([
              call("GET", "/status"), call("GET", "/customers"), call("GET", "/notifications?order=newest"),
            ]);
            catalog ??= await call("GET", "/catalog");
            status = about;
            find("now").textContent = `${when(about.now)} UTC`;
            find("now").dateTime = new Date(about.now).toISOString();
            find("environment").textContent = word(about.environment);
            if (document.activeElement !== find("url")) find("url").value = about.notificationURLs[about.environment] ?? "";
            showCustomers(customers.customers);
            showNotifications(sent.notifications);
            const customer = customers.customers.find((item) => item.id === chosen);
            showOperator();
            await showFaults();
            await showScenarios();
            await showOrganizations();
            find("customer-title").textContent = customer ? customer.id : word("account");
            find("no-customer").hidden = Boolean(customer);
            find("customer").hidden = !customer;
            if (!customer) showConsole(null, []);
            if (customer) await showCustomer(customer);
          } catch (error) {
            say(error.message, true);
          }
        }

        async function showCustomer(customer) {
          const path = customerPath(customer.id);
          const [transactions, subscriptions, pending, bundles] = await Promise.all([
            call("GET", `/transactions?customer=${encodeURIComponent(customer.id)}`),
            call("GET", `${path}/subscriptions`), call("GET", `${path}/pending`), call("GET", `${path}/bundles`),
          ]);
          showAccount(customer);
          showMore(customer);
          showProducts();
          showSubscriptions(subscriptions.subscriptions, pending.pending);
          showGroups(customer, subscriptions.subscriptions, bundles.bundles);
          showTimeline(transactions.transactions);
          showTransactions(transactions.transactions);
          showConsole(customer, transactions.transactions);
        }

        for (const element of document.querySelectorAll("[data-advance]")) {
          element.addEventListener("click", () => act(async () => {
            const turn = await call("POST", "/clock/advance", { by: element.dataset.advance });
            const labels = turn.notifications.slice(0, 12).join(", ");
            say(labels ? `${word("happened")} ${labels}${turn.notificationCount > 12 ? " …" : ""}` : word("nothing"));
          }));
        }
        find("find-customer").addEventListener("input", () => refresh());
        find("copy-curl").addEventListener("click", async () => {
          await navigator.clipboard.writeText(lastCurl);
          say(word("copied"));
        });
        find("add-customer").addEventListener("submit", (event) => {
          event.preventDefault();
          const id = find("customer-name").value.trim();
          if (!id) return;
          act(async () => {
            await call("POST", "/customers", { id });
            choose(id);
            find("customer-name").value = "";
          });
        });
        find("set-url").addEventListener("submit", (event) => {
          event.preventDefault();
          act(async () => {
            await call("PUT", "/notifications/url", { url: find("url").value || null });
            say(word("saved"));
          });
        });
        find("language").addEventListener("click", () => {
          language = 1 - language;
          try { localStorage.setItem("language", String(language)); } catch { /* storage may be off */ }
          showWords();
          refresh();
        });
        addEventListener("DOMContentLoaded", () => {
          showWords();
          refresh();
          timer = setInterval(refresh, 3000);
        });
        document.addEventListener("visibilitychange", () => {
          clearInterval(timer);
          if (!document.hidden) timer = setInterval(refresh, 3000);
        });

        """#
}
