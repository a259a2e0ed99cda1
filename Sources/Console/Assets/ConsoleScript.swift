// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// What the pages do by script; all of them work without it, but for charts and news.
package enum ConsoleScript {
    /// The script.
    package static let text = #"""
        "use strict";
        document.documentElement.classList.add("scripted");
        const language = document.documentElement.lang === "zh-Hans" ? "zh-CN" : "en-GB";

        // The reader's own time beside UTC.
        function tellOwnTimes(root) {
          for (const element of root.querySelectorAll("time[datetime]")) {
            const date = new Date(element.dateTime);
            if (!Number.isNaN(date.getTime())) element.title = date.toLocaleString(language);
          }
        }

        function drawCharts(root) {
          if (typeof Chart === "undefined") return;
          const style = getComputedStyle(document.documentElement);
          const text = style.getPropertyValue("--soft").trim(), line = style.getPropertyValue("--line").trim();
          const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
          for (const canvas of root.querySelectorAll("canvas[data-chart]")) {
            const given = JSON.parse(canvas.dataset.chart);
            // What all labels share, a day's year, is said by the table.
            const days = given.labels.every((label) => /^\d{4}-\d\d-\d\d$/.test(label)) &&
              new Set(given.labels.map((label) => label.slice(0, 4))).size === 1;
            const labels = days ? given.labels.map((label) => label.slice(5)) : given.labels;
            const isBar = given.kind === "bar";
            const isWhole = given.series.every((series) => series.values.every(Number.isInteger));
            const colors = ["#2f74d0", "#2e9e52", "#d4423a", "#d18b1a", "#7a6ff0", "#14a3a8", "#8a8a92", "#c24f9a"];
            new Chart(canvas, {
              type: given.kind,
              data: { labels, datasets: given.series.map((series, index) => ({
                label: series.name, data: series.values, backgroundColor: colors[index % colors.length],
                borderColor: colors[index % colors.length], borderWidth: isBar ? 0 : 2, pointRadius: 2, tension: 0.2,
                maxBarThickness: 48, borderRadius: isBar ? 3 : 0,
              })) },
              options: {
                animation: still ? false : { duration: 200 }, responsive: true, maintainAspectRatio: false,
                plugins: { legend: { display: given.series.length > 1, labels: { color: text, boxWidth: 14 } } },
                scales: {
                  x: { stacked: given.stacked, grid: { display: false },
                    ticks: { color: text, maxRotation: 40, autoSkipPadding: 12, autoSkip: days || !isBar || labels.length > 12 } },
                  y: { stacked: given.stacked, beginAtZero: true, grid: { color: line },
                    ticks: { color: text, maxTicksLimit: 7, ...(isWhole ? { precision: 0 } : {}) } },
                },
              },
            });
          }
        }

        function prepare(root) {
          tellOwnTimes(root);
          drawCharts(root);
          for (const select of root.querySelectorAll("select[data-submits]")) {
            select.addEventListener("change", () => select.form.submit());
          }
        }

        // Updates the live parts of the page and leaves the fields that a person is filling in.
        let isRefreshing = false, isWanted = false;
        const served = new WeakMap();  // what the server sent, before times and charts were drawn into it
        async function refresh(saysSo) {
          if (!document.querySelector("[data-refresh]")) return;
          if (isRefreshing) { isWanted = true; return; }
          isRefreshing = true;
          try {
            const answer = await fetch(location.href, { headers: { "X-Refresh": "1" } });
            if (!answer.ok || answer.redirected) return;
            const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
            for (const part of document.querySelectorAll("[data-refresh]")) {
              const next = fresh.getElementById(part.id);
              if (!next || next.innerHTML === served.get(part) || part.contains(document.activeElement)) continue;
              served.set(part, next.innerHTML);
              part.replaceChildren(...next.childNodes);
              prepare(part);
            }
            if (saysSo) document.getElementById("news").textContent = document.body.dataset.news;
          } finally {
            isRefreshing = false;
            if (isWanted) { isWanted = false; refresh(saysSo); }
          }
        }

        function showCounts(counts) {
          for (const element of document.querySelectorAll("[data-count]")) {
            const count = counts[element.dataset.count] ?? 0;
            element.hidden = count === 0;
            element.textContent = count;
          }
        }

        function showJobs(jobs) {
          let isAnyOver = false;
          for (const job of jobs) {
            const bar = document.querySelector(`progress[data-job="${CSS.escape(job.id)}"]`);
            if (!bar) continue;
            if (job.state === "running") {
              if (job.total) { bar.max = job.total; bar.value = job.done; }
              const text = document.querySelector(`[data-job-text="${CSS.escape(job.id)}"]`);
              if (text) text.textContent = job.total ? `${job.done} / ${job.total}` : `${job.done}`;
              const left = document.querySelector(`[data-job-left="${CSS.escape(job.id)}"]`);
              if (left) left.textContent = job.left ?? "";
            } else { isAnyOver = true; }
          }
          return isAnyOver;
        }

        function listen() {
          const address = document.body.dataset.live;
          if (!address || typeof EventSource === "undefined") return;
          const source = new EventSource(address);
          let last = null, isCounted = false;
          source.addEventListener("counts", (event) => {
            showCounts(JSON.parse(event.data));
            // Also the first time: something may have happened between the page and its news.
            refresh(isCounted);
            isCounted = true;
          });
          source.addEventListener("jobs", (event) => { if (showJobs(JSON.parse(event.data))) refresh(true); });
          source.addEventListener("news", (event) => {
            if (last !== null && last !== event.data) refresh(true);
            last = event.data;
          });
          source.addEventListener("signed-out", () => { source.close(); location.reload(); });
          addEventListener("pagehide", () => source.close());
        }

        for (const part of document.querySelectorAll("[data-refresh]")) served.set(part, part.innerHTML);
        prepare(document);
        // On a phone the places are in one line, longer than the screen.
        document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
        listen();

        """#
}
