// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// The page's scenarios: a list to choose from, a question before the clock advances, and the result step by step.
enum PageScenarios {
    static let text = #"""
        "use strict";
        let playing = null;
        const own = (text) => text[language ? "zh" : "en"];

        async function showScenarios() {
          const list = find("scenarios");
          if (list.dataset.language === String(language)) return;
          list.dataset.language = String(language);
          const { scenarios } = await call("GET", "/scenarios");
          // Where there is no customer yet, a scenario is the way to begin.
          if (!status.customers) find("scenarios-panel").open = true;
          draw(list, ...scenarios.map((scenario) => make("li", { className: "scenario" },
            make("strong", { textContent: own(scenario.title) }),
            make("div", { className: "soft", textContent: `${own(scenario.about)} ${scenario.product}` }),
            make("div", { className: "actions" },
              make("button", { className: "btn btn-sm btn-primary", type: "button", textContent: word("play"),
                "aria-label": `${word("play")}: ${own(scenario.title)}`, on: () => askPlay(scenario) })),
            make("details", {}, make("summary", { textContent: `${word("steps")} (${scenario.steps.length})` }),
              make("ol", {}, ...scenario.steps.map((step, index) => make("li", {}, own(step.text), " ",
                make("button", { className: "btn btn-sm btn-outline-secondary", type: "button", textContent: word("play_to_here"),
                  "aria-label": `${word("play_to_here")}: ${own(step.text)}`, on: () => askPlay(scenario, index + 1) }))))))));
          if (!scenarios.length) draw(list, make("li", { className: "soft", textContent: word("no_scenario") }));
        }

        // The clock advances for all customers, so the page asks first, and what was there can be kept.
        async function askPlay(scenario, steps) {
          const { customers } = await call("GET", "/customers");
          playing = { scenario, steps };
          find("play-title").textContent = `${word("play")}: ${own(scenario.title)}`;
          find("play-text").textContent = word("play_text").replace("#", customers.length);
          find("play-name").textContent = `before-${scenario.id}-${new Date(status.now).toISOString().slice(0, 16).replace(/[^0-9]/g, "")}`;
          find("play-dialog").showModal();
        }
        find("play-cancel").addEventListener("click", () => find("play-dialog").close());
        find("play-confirm").addEventListener("click", () => {
          find("play-dialog").close();
          const { scenario, steps } = playing;
          act(async () => {
            if (find("play-save").checked) await call("POST", "/save", { name: find("play-name").textContent });
            const report = await call("POST", `/scenarios/${scenario.id}/play`, steps === undefined ? undefined : { steps });
            choose(report.customer);
            showReport(scenario, report);
          });
        });

        function showReport(scenario, report) {
          const result = find("scenario-report");
          result.hidden = false;
          draw(result, make("strong", { textContent: `${own(scenario.title)} · ${report.customer} · ${word(report.isMet ? "as_expected" : "not_expected")}` }),
            make("ol", {}, ...report.steps.map((step) => make("li", {},
              make("span", { className: step.problems.length ? "no" : "ok", textContent: step.problems.length ? "✗ " : "✓ " }), own(step.text),
              make("div", { className: "soft", textContent: `${when(step.now)} · ${step.notifications.join(", ") || word("no_notification")}` }),
              ...step.problems.map((problem) => make("div", { className: "no", textContent: problem }))))));
          say(`${own(scenario.title)}: ${word(report.isMet ? "as_expected" : "not_expected")}`, !report.isMet);
        }

        // The same customer in Purser's console, found by a purchase: the customer may have another name there.
        function showConsole(customer, transactions) {
          const link = find("open-console"), newest = transactions[0]?.transaction;
          link.hidden = !status.consoleURL || !customer;
          if (link.hidden) return;
          const query = new URLSearchParams({ q: newest?.originalTransactionId ?? customer.id, open: "customer", env: customer.environment });
          if (newest?.bundleId) query.set("app", newest.bundleId);
          link.href = `${status.consoleURL}/search?${query}`;
        }

        """#
}
