// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

"use strict";

(() => {
  const { root, language, none } = document.body.dataset;
  const input = document.getElementById("query");
  const results = document.getElementById("results");
  const count = document.getElementById("count");
  const hits = document.getElementById("hits");
  const most = 30;

  // Words for text with spaces; a run of Chinese is looked for as it is, and in pairs where it is nowhere whole.
  const terms = (text) => text.toLowerCase().split(/[\s,，。、]+/).filter(Boolean);
  const pairs = (term) => (/[\u4e00-\u9fff]{3,}/.test(term) ? [...term].slice(1).map((each, at) => term[at] + each) : []);

  const score = (row, term) => {
    const [, page, title, , text] = row;
    if (title.toLowerCase().includes(term)) return 8;
    if (page.toLowerCase().includes(term)) return 4;
    return text.toLowerCase().includes(term) ? 1 : 0;
  };

  const find = (query) => {
    const wanted = terms(query);
    const ranked = (score) => {
      const found = [];
      for (const row of window.purserIndex) {
        const scores = wanted.map((term) => score(row, term));
        if (scores.every((each) => each > 0)) {
          const sum = scores.reduce((first, second) => first + second, 0);
          found.push([sum + (row[0] === language ? 6 : 0), row]);
        }
      }
      return found.sort((first, second) => second[0] - first[0]).map((each) => each[1]);
    };
    const whole = ranked(score);
    if (whole.length) return whole;
    return ranked((row, term) => {
      const parts = pairs(term);
      return parts.length && parts.every((part) => score(row, part)) ? 1 : score(row, term);
    });
  };

  const show = () => {
    const query = input.value.trim();
    hits.replaceChildren();
    results.hidden = query === "";
    if (query === "") return;
    const found = find(query);
    count.textContent = found.length ? String(found.length) : none;
    for (const [code, page, title, address, text] of found.slice(0, most)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = root + address;
      link.lang = code === "zh" ? "zh-CN" : "en";
      link.textContent = title === page ? page : `${page}: ${title}`;
      const line = document.createElement("p");
      line.lang = link.lang;
      line.textContent = text.slice(0, 160);
      item.append(link, line);
      hits.append(item);
    }
  };

  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = hits.querySelector("a");
    if (first) first.focus();
  });
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      show();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
  // On a narrow screen the contents are closed at first.
  if (matchMedia("(max-width: 60rem)").matches) document.querySelector("nav details").open = false;
})();
