"use strict";
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
  const token = (name) => style.getPropertyValue("--" + name).trim();
  const soft = token("soft"), line = token("line"), text = token("text");
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  for (const canvas of root.querySelectorAll("canvas[data-chart]")) {
    const given = JSON.parse(canvas.dataset.chart);
    const isBar = given.kind === "bar";
    const full = (label) => labelText(label, true), short = (label) => labelText(label, false);
    const signed = (format) => ({ format: (value) => (value < 0 ? "−" : "") + (given.symbol ?? "") + format.format(Math.abs(value)) });
    const compact = signed(new Intl.NumberFormat(language, { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 }));
    const digits = given.digits ?? 0;
    const exact = signed(new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: given.symbol ? digits : 3 }));
    const unit = given.unit === "%" ? "%" : "";
    const running = given.running ? given.labels.length - 1 : -1;
    const color = (series, index) => series.style === "previous" ? soft : series.style === "net" ? text
      : token("c" + (series.color ?? index % 8 + 1));
    // Lines over bars and what is compared stand after all others.
    const rank = (index) => ["net", "previous"].indexOf(given.series[index].style) + 1;
    const isWhole = given.series.every((series) => series.values.every((value) => value === null || Number.isInteger(value)));
    const chart = new Chart(canvas, {
      type: given.kind,
      data: { labels: given.labels, datasets: given.series.map((series, index) => {
        const own = color(series, index), isLine = !isBar || series.style === "net" || series.style === "previous";
        const fills = !isBar && given.stacked && series.style !== "previous";
        return { label: series.name, data: series.values, type: isLine ? "line" : "bar", borderColor: own,
          backgroundColor: isLine ? own + "38" : series.values.map((_, at) => at === running ? own + "80" : own),
          segment: { borderDash: (line) => line.p1DataIndex === running ? [2, 3] : undefined }, fill: fills ? (index === 0 ? "origin" : "-1") : false,
          borderWidth: isLine ? 1.5 : 0, borderDash: series.style === "previous" ? [5, 4] : [], tension: 0,
          pointRadius: series.values.map((value, at, all) => isAlone(at, all) || (series.style === "net" && all.length <= 31) ? 3 : 0),
          pointHoverRadius: 4,
          pointBackgroundColor: own, maxBarThickness: 40, borderRadius: isLine ? 0 : 3, spanGaps: false,
          stack: series.style === "previous" || series.style === "net" ? "apart-" + index : "all",
          order: isLine && isBar ? 0 : 1 };
      }) },
      options: {
        layout: { padding: { top: given.marks ? 20 : 0 } },
        animation: false, responsive: true, maintainAspectRatio: false,
        interaction: { mode: "index", intersect: false },
        onClick: (event, elements) => {
          if (canvas.dataset.why && elements.length && !canvas.dataset.dragged) location.assign(canvas.dataset.why + given.labels[elements[0].index]);
        },
        plugins: {
          legend: { display: given.series.length > 1, position: "bottom", align: "start", onClick: isolate,
            labels: { color: text, boxWidth: 10, boxHeight: 10, padding: 14,
              generateLabels: (drawn) => Chart.defaults.plugins.legend.labels.generateLabels(drawn)
                .filter((label) => hasValue(given.series[label.datasetIndex], isBar)).sort((one, other) => rank(one.datasetIndex) - rank(other.datasetIndex)).map((label) => {
                const { borderColor } = drawn.data.datasets[label.datasetIndex];
                return { ...label, fillStyle: borderColor, strokeStyle: borderColor, lineWidth: 0, lineDash: [] };
              }) } },
          tooltip: { backgroundColor: token("card"), titleColor: text, bodyColor: text, borderColor: line, borderWidth: 1,
            padding: 10, boxPadding: 6, itemSort: (one, other) => other.datasetIndex - one.datasetIndex,
            callbacks: { title: (items) => items.length ? full(given.labels[items[0].dataIndex]) : "",
              label: (item) => item.dataset.label + "  " + exact.format(item.parsed.y) + unit } },
        },
        scales: {
          x: { stacked: given.stacked, grid: { display: false }, ticks: { color: soft, maxRotation: 0, autoSkipPadding: 18,
            callback: (value) => short(given.labels[value]) } },
          y: { stacked: given.stacked, beginAtZero: true, grid: { color: line, drawBorder: false },
            ticks: { color: soft, maxTicksLimit: 6, callback: (value) => compact.format(value) + unit,
              ...(isWhole ? { precision: 0 } : {}) } },
        },
      },
      plugins: [{ id: "marks", afterDraw({ ctx, chartArea, scales }) {
        for (const mark of given.marks ?? []) {
          const x = scales.x.getPixelForValue(mark.at), own = token("accent"), width = 8 + 7 * mark.text.length;
          ctx.save(); ctx.strokeStyle = own; ctx.fillStyle = own; ctx.lineWidth = 1; ctx.setLineDash([2, 3]); ctx.beginPath();
          ctx.moveTo(x, chartArea.top - 2); ctx.lineTo(x, chartArea.bottom); ctx.stroke();
          const middle = Math.min(Math.max(x, chartArea.left + width / 2), chartArea.right - width / 2);
          ctx.fillRect(middle - width / 2, chartArea.top - 18, width, 16);
          ctx.fillStyle = token("card"); ctx.font = "600 11px " + Chart.defaults.font.family; ctx.textAlign = "center"; ctx.textBaseline = "middle";
          ctx.fillText(mark.text, middle, chartArea.top - 10); ctx.restore();
        }
      } }, { id: "crosshair", afterDraw(drawn) {
        const active = drawn.tooltip?.getActiveElements?.() ?? [];
        if (!active.length) return;
        const { ctx, chartArea } = drawn, x = active[0].element.x;
        ctx.save(); ctx.setLineDash([3, 3]); ctx.strokeStyle = soft; ctx.lineWidth = 1; ctx.beginPath();
        ctx.moveTo(x, chartArea.top); ctx.lineTo(x, chartArea.bottom); ctx.stroke(); ctx.restore();
      } }],
    });
    canvas.addEventListener("keydown", (event) => move(event, chart, given, canvas));
    if (given.days && canvas.dataset.why) letZoom(canvas, chart, given.days);
  }
}

// Whether anything of a series is drawn: a bar of zero is not seen, a line of zeros is.
function hasValue(series, isBar) {
  return series.values.some((value) => value !== null && (value !== 0 || !isBar || series.style));
}

// A click on an entry of the legend shows it alone, and again all; with Ctrl it hides or shows the entry.
function isolate(event, entry, legend) {
  const chart = legend.chart, all = chart.data.datasets.map((_, index) => index);
  const isAlone = all.every((index) => chart.isDatasetVisible(index) === (index === entry.datasetIndex));
  const native = event.native ?? event;
  for (const index of all) {
    const isOwn = index === entry.datasetIndex;
    if (native.ctrlKey || native.metaKey) {
      if (isOwn) chart.setDatasetVisibility(index, !chart.isDatasetVisible(index));
    } else {
      chart.setDatasetVisibility(index, isAlone || isOwn);
    }
  }
  chart.update("none");
}

// Dragging over the plot shows those buckets alone: the address gets their days.
function letZoom(canvas, chart, days) {
  let start = null;
  const place = (event) => {
    const { left, right } = chart.chartArea, x = event.clientX - canvas.getBoundingClientRect().left;
    return Math.min(Math.max(x, left), right);
  };
  const mark = document.createElement("div");
  mark.className = "zoom"; mark.hidden = true;
  canvas.parentElement.append(mark);
  canvas.addEventListener("pointerdown", (event) => {
    delete canvas.dataset.dragged;
    const { top, bottom } = chart.chartArea, y = event.clientY - canvas.getBoundingClientRect().top;
    if (event.button === 0 && event.pointerType !== "touch" && y >= top && y <= bottom) start = place(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (start === null) return;
    const end = place(event);
    mark.hidden = Math.abs(end - start) < 8;
    mark.style.left = Math.min(start, end) + "px"; mark.style.width = Math.abs(end - start) + "px";
    mark.style.top = chart.chartArea.top + "px"; mark.style.height = chart.chartArea.bottom - chart.chartArea.top + "px";
  });
  window.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const [first, last] = [start, place(event)].sort((one, other) => one - other).map((x) => chart.scales.x.getValueForPixel(x));
    const isDrag = !mark.hidden;
    start = null; mark.hidden = true;
    if (!isDrag) return;
    canvas.dataset.dragged = "yes";
    const address = new URL(canvas.dataset.why, location.href), end = Math.min(last, days.length - 2);
    address.searchParams.delete("last"); address.searchParams.delete("bucket");
    address.searchParams.set("from", days[Math.max(0, first)]);
    // A bucket ends on the day before the next one begins; the last day is given as it is.
    const day = new Date(days[end + 1] + "T00:00Z");
    if (end < days.length - 2) day.setUTCDate(day.getUTCDate() - 1);
    address.searchParams.set("until", day.toISOString().slice(0, 10));
    location.assign(address);
  });
}

// Whether a value has no neighbor to which a line could be drawn.
function isAlone(at, values) {
  return values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
}

// A bucket's label: a day, a month, or what the server wrote.
function labelText(label, isFull) {
  const day = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(label);
  if (!day) return label;
  const date = new Date(Date.UTC(+day[1], +day[2] - 1, +(day[3] ?? 1)));
  const parts = day[3] ? { day: "numeric", month: "short", ...(isFull ? { year: "numeric", weekday: "short" } : {}) }
    : { month: "short", year: "numeric" };
  // The pages write all months with three letters.
  return date.toLocaleDateString(language, { ...parts, timeZone: "UTC" }).replace("Sept", "Sep");
}

// Arrow keys move along the axis, Enter opens the bucket.
function move(event, chart, given, canvas) {
  const last = given.labels.length - 1, now = chart.tooltip.getActiveElements()[0]?.index;
  if (event.key === "Enter" && now !== undefined && canvas.dataset.why) {
    location.assign(canvas.dataset.why + given.labels[now]);
    return;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const index = Math.min(last, Math.max(0, (now ?? (step > 0 ? -1 : last + 1)) + step));
  const active = given.series.map((_, datasetIndex) => ({ datasetIndex, index }));
  chart.setActiveElements(active);
  chart.tooltip.setActiveElements(active, { x: 0, y: 0 });
  chart.update("none");
  document.getElementById("news").textContent = labelText(given.labels[index], true) + ": " +
    given.series.map((series) => series.name + " " + (series.values[index] ?? "–")).join(", ");
}

function prepare(root) {
  tellOwnTimes(root);
  drawCharts(root);
  for (const select of root.querySelectorAll("select[data-submits]")) {
    select.addEventListener("change", () => select.form.requestSubmit());
  }
  for (const button of root.querySelectorAll("button[data-copy]")) {
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy || location.href);
      document.getElementById("news").textContent = button.dataset.copied;
      const label = button.textContent;
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = label; }, 1500);
    });
  }
}

// What the search finds is offered while it is typed; arrows choose, Enter opens, Escape closes.
function suggest(field) {
  const list = document.createElement("ul");
  let timer = 0, chosen = -1, asked = 0, before = null;
  list.id = "suggestions"; list.hidden = true; list.className = "suggestions";
  list.setAttribute("role", "listbox"); list.setAttribute("aria-label", field.labels[0].textContent);
  field.form.append(list);
  for (const [name, value] of [["role", "combobox"], ["aria-controls", list.id], ["aria-expanded", "false"], ["aria-autocomplete", "list"]]) {
    field.setAttribute(name, value);
  }
  const show = (isOpen) => { list.hidden = !isOpen; chosen = -1; field.setAttribute("aria-expanded", String(isOpen)); field.removeAttribute("aria-activedescendant"); };
  async function ask() {
    const text = field.value.trim(), turn = ++asked;
    if (text.length < 2) { show(false); return; }
    const answer = await fetch(field.form.action + "?" + new URLSearchParams(new FormData(field.form)), { headers: { "X-Refresh": "1" } });
    if (turn !== asked || document.activeElement !== field) return;
    // The one object of that identifier was opened.
    const page = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    const found = !page ? [] : answer.redirected ? [[answer.url, page.querySelector("h1")?.textContent ?? text, ""]]
      : [...page.querySelectorAll("main section[id^=found-] td:first-child a")].map((link) =>
        [link.getAttribute("href"), link.textContent, link.closest("tr").cells[1].textContent]);
    list.replaceChildren(...found.slice(0, 8).map(([href, name, kind], index) => {
      const item = document.createElement("li"), link = document.createElement("a"), soft = document.createElement("span");
      item.id = "suggestion-" + index; item.setAttribute("role", "option"); item.setAttribute("aria-selected", "false");
      link.href = href; link.textContent = name; link.tabIndex = -1; soft.className = "soft"; soft.textContent = kind;
      item.append(link, soft);
      return item;
    }));
    show(list.children.length > 0);
  }
  field.addEventListener("focus", (event) => { before = event.relatedTarget ?? before; });
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 150); });
  field.addEventListener("blur", () => setTimeout(() => { if (!list.contains(document.activeElement)) show(false); }, 150));
  field.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (event.key === "Escape") {
      event.stopPropagation(); event.preventDefault();
      if (!list.hidden) show(false);
      else if (before?.isConnected && before !== document.body) before.focus();
      else field.blur();
    } else if (!list.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : chosen < 0 ? 0 : -1) + count) % count;
      [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === chosen)));
      field.setAttribute("aria-activedescendant", list.children[chosen].id);
    } else if (event.key === "Enter" && !list.hidden && chosen >= 0) {
      event.preventDefault();
      list.children[chosen].querySelector("a").click();
    }
  });
}

// A sheet that would leave the window opens to the other side.
document.addEventListener("toggle", (event) => {
  const sheet = event.target.open && event.target.matches?.(".picker") && event.target.querySelector(":scope > .sheet");
  if (sheet && sheet.getBoundingClientRect().right > innerWidth) event.target.classList.add("right");
}, true);

// Lists over the page close again: by Escape, and by a click elsewhere.
const sheets = "details.picker[open], details.account[open], details.scope[open]";
addEventListener("click", (event) => {
  for (const sheet of document.querySelectorAll(sheets)) if (!sheet.contains(event.target)) sheet.open = false;
});
let pressed = "";
addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    for (const sheet of document.querySelectorAll(sheets)) { sheet.open = false; sheet.querySelector("summary").focus(); }
    return;
  }
  const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.target.isContentEditable;
  if (isField || event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem("purser-shortcuts") === "off") return;
  if (event.key === "/") {
    event.preventDefault();
    const field = document.getElementById("q");
    field.dispatchEvent(new FocusEvent("focus", { relatedTarget: document.activeElement }));
    field.focus();
    return;
  }
  const places = { o: "home", c: "customers", r: "charts", h: "health", w: "webhooks" };
  const place = pressed === "g" ? places[event.key] : undefined;
  pressed = event.key;
  if (place) document.querySelector(`nav a[data-place="${place}"]`)?.click();
});
for (const box of document.querySelectorAll("input[data-shortcuts]")) {
  box.checked = localStorage.getItem("purser-shortcuts") !== "off";
  box.addEventListener("change", () => localStorage.setItem("purser-shortcuts", box.checked ? "on" : "off"));
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
    if (!(element.dataset.count in counts)) continue;
    const count = counts[element.dataset.count] ?? 0;
    element.hidden = count === 0;
    element.textContent = count > 9999 ? "10k+" : count.toLocaleString("en");
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

// On paper each chart is its table.
addEventListener("beforeprint", () => {
  for (const table of document.querySelectorAll("details.chart-table:not([open])")) { table.open = true; table.dataset.printed = ""; }
});
addEventListener("afterprint", () => {
  for (const table of document.querySelectorAll("details[data-printed]")) { table.open = false; delete table.dataset.printed; }
});

for (const part of document.querySelectorAll("[data-refresh]")) served.set(part, part.innerHTML);
prepare(document);
if (document.getElementById("q")) suggest(document.getElementById("q"));
listen();
