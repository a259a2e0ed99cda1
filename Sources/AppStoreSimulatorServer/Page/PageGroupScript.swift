// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// The page's third part: seats and their members, commitments, bundles, and organizations.
enum PageGroups {
    static let text = #"""
        "use strict";
        const count = (key, value, limits = {}) => field(key, { type: "number", min: 1, value, required: true, ...limits });
        const heading = (text) => make("strong", { textContent: text });

        // What a customer can buy besides one period for one person.
        function waysToBuy(customer) {
          const rows = [];
          for (const product of catalog.products.filter((item) => item.isForSale)) {
            if (product.subscription?.multiSeat) {
              const seats = count("seats", 5);
              rows.push(make("div", {}, heading(productName(product)),
                line("buy_seats", [seats], () => call("POST", "/purchases", { customer: customer.id, product: product.id, seats: Number(seats.value) }))));
            }
            if (product.subscription?.commitment) {
              rows.push(make("div", { className: "row" }, heading(productName(product)),
                make("span", { className: "soft", textContent: money(product.subscription.commitment.monthlyPrice.base) }),
                button("buy_monthly", () => call("POST", "/purchases", { customer: customer.id, product: product.id, billingPlan: "MONTHLY" }))));
            }
          }
          return rows;
        }

        function seatRows(customer, item) {
          const path = `${customerPath(customer.id)}/subscriptions/${encodeURIComponent(item.group)}`;
          const more = count("seats_total", item.seats + 1), next = count("seats_next", item.renewalInfo.renewalQuantity ?? item.seats);
          const member = field("member", { required: true, maxLength: 64 });
          const rows = [
            make("div", {}, heading(item.product), ` · ${item.seats} ${word("seats")} · ${word("seats_next")} ${item.renewalInfo.renewalQuantity ?? 0}`),
            line("add_seats", [more], () => call("POST", "/purchases", { customer: customer.id, product: item.product, seats: Number(more.value) })),
            line("change_seats", [next], () => call("PUT", `${path}/seats`, { seats: Number(next.value) })),
          ];
          const bought = item.transaction;
          if (bought.multiSeatInfo && bought.revocationDate === undefined) {
            const seats = count("seats", 1, { max: bought.quantity });
            rows.push(line("refund_seats", [seats], () => call("POST", `/transactions/${bought.transactionId}/refund`, { seats: Number(seats.value) })));
          }
          if (!item.members) return rows;
          return [...rows, ...item.members.map((one) => memberRow(path, one.customer, one.endDate ? `${word("until")} ${when(one.endDate)}` : one.role ?? "")),
            ...item.invited.map((id) => make("div", { className: "row" }, make("span", { textContent: `${id} · ${word("invited")}` }),
              button("accept", () => call("POST", `${path}/members/${encodeURIComponent(id)}/accept`), "btn-primary"),
              button("remove_member", () => call("DELETE", `${path}/members/${encodeURIComponent(id)}`)))),
            line("invite", [member], () => call("POST", `${path}/members`, { customer: member.value.trim(), accepts: false }))];
        }

        const memberRow = (path, id, note) => make("div", { className: "row" }, make("span", { textContent: id }), make("span", { className: "soft", textContent: note }),
          button("remove_member", () => call("DELETE", `${path}/members/${encodeURIComponent(id)}`)));

        const commitmentRow = (item) => {
          const { billingPeriodNumber, totalBillingPeriods, commitmentExpiresDate } = item.transaction.commitmentInfo;
          return make("div", { textContent: `${item.product} · ${word("commitment_month")} ${billingPeriodNumber}/${totalBillingPeriods} · ${word("until")} ${when(commitmentExpiresDate)}` });
        };

        function bundleRows(customer, bundle) {
          const path = `${customerPath(customer.id)}/subscriptions/${encodeURIComponent(bundle.group)}`;
          const own = `${customerPath(customer.id)}/bundles/${encodeURIComponent(bundle.product)}`;
          const isLive = bundle.status === 1 || bundle.status === 4;
          const rows = [make("div", {}, heading(bundle.product), ` · ${word(`state_${bundle.status}`)} · ${word("until")} ${when(bundle.expiresDate)}`,
            bundle.partners ? ` · ${word("partners")} ${bundle.partners.map((one) => `${one.displayName} (${one.developer})`).join(", ")}` : "",
            bundle.keeping ? ` · ${word("keeps")} ${bundle.keeping.join(", ")}` : "")];
          if (!isLive) return rows;
          rows.push(make("div", { className: "row" },
            button(bundle.willRenew ? "renew_off" : "renew_on", () => call("PUT", `${path}/renewal`, { on: !bundle.willRenew })),
            button("renew_now", () => call("POST", `${path}/renew`)), button("expire_now", () => call("POST", `${path}/expire`)),
            button("refund", () => call("POST", `/transactions/${bundle.transaction}/refund`, {}))));
          rows.push(make("div", { className: "row" }, ...bundle.members.map((member) => {
            const element = button("unbundle", () => call("PUT", `${own}/unbundling`, { keeping: [member] }));
            element.append(` ${member}`);
            return element;
          })));
          return rows;
        }

        // Sells subscriptions together; the page reads the catalog again afterward.
        function bundleForm() {
          const kind = choice("bundle_kind", [["bundle", word("bundle")], ["suite", word("suite")]]);
          const id = field("product", { required: true, maxLength: 100 }), price = field("new_price", { type: "number", min: 0, step: "0.01", required: true });
          const sold = catalog.products.filter((product) => product.subscription && !product.bundle);
          const members = make("select", { className: "form-control", multiple: true, required: true, size: Math.min(5, sold.length), "aria-label": word("bundle_members") },
            ...sold.map((product) => make("option", { value: product.id, textContent: productName(product) })));
          const partner = field("partner_product", { maxLength: 100 }), developer = field("partner_developer", { maxLength: 100 });
          const name = field("partner_name", { maxLength: 100 }), single = field("partner_price", { type: "number", min: 0, step: "0.01" });
          return line("add_bundle", [kind, id, members, price, partner, developer, name, single], async () => {
            await call("POST", "/bundles", {
              product: id.value.trim(), kind: kind.value, price: Math.round(Number(price.value) * 1000),
              members: [...members.selectedOptions].map((option) => option.value),
              partners: partner.value.trim() ? [{ product: partner.value.trim(), developer: developer.value.trim(),
                displayName: name.value.trim(), price: Math.round(Number(single.value) * 1000) }] : undefined,
            });
            catalog = null;
            forgetForms();
          });
        }

        function showGroups(customer, subscriptions, bundles) {
          const own = subscriptions.filter((item) => item.transaction.inAppOwnershipType === "PURCHASED");
          const seats = own.filter((item) => item.seats !== undefined), plans = own.filter((item) => item.transaction.commitmentInfo);
          const state = JSON.stringify([customer.id, language, bundles, plans.map((item) => item.transaction.transactionId),
            seats.map((item) => [item.group, item.product, item.seats, item.members, item.invited, item.renewalInfo.renewalQuantity, item.transaction.transactionId])]);
          once("groups", state, () => {
            const rows = [...waysToBuy(customer), ...seats.flatMap((item) => seatRows(customer, item)), ...plans.map(commitmentRow),
              ...bundles.flatMap((bundle) => bundleRows(customer, bundle))];
            return rows.length ? rows : [make("p", { className: "soft", textContent: word("none") })];
          });
        }

        async function showOrganizations() {
          const { organizations } = await call("GET", "/organizations");
          once("operator-organizations", JSON.stringify([language, organizations]), () => {
            const sold = catalog.products.filter((product) => product.subscription?.multiSeat).map((product) => [product.id, productName(product)]);
            if (!sold.length) return [make("p", { className: "soft", textContent: word("none") })];
            const name = field("organization", { required: true, maxLength: 64 }), product = choice("product", sold), seats = count("seats", 10);
            const buy = line("buy_volume", [name, product, seats], () => call("POST", "/organizations", {
              organization: name.value.trim(), product: product.value, seats: Number(seats.value),
            }));
            return [buy, ...organizations.flatMap((organization) => organization.subscriptions.flatMap((item) => {
              const path = `${customerPath(organization.id)}/subscriptions/${encodeURIComponent(item.group)}`;
              const member = field("member", { required: true, maxLength: 64 }), role = choice("role", [["NONE", word("role_none")], ["ADMIN", word("role_admin")]]);
              return [make("div", {}, heading(organization.id), ` · ${item.product} · ${item.seats} ${word("seats")}`),
                ...(item.members ?? []).map((one) => memberRow(path, one.customer, word(one.role === "ADMIN" ? "role_admin" : "role_none"))),
                line("assign", [member, role], () => call("POST", `${path}/members`, { customer: member.value.trim(), role: role.value }))];
            }))];
          });
        }

        """#
}
