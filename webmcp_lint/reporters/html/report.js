"use strict";
{
  const form = document.getElementById("filter");
  const search = document.getElementById("search");
  const show = document.getElementById("show");
  const shown = document.getElementById("shown");
  const tools = [...document.querySelectorAll(".tool")].map((element) => ({
    element,
    words: element.textContent.toLowerCase(),
    findings: [...element.querySelectorAll(".finding")],
  }));
  const loose = [...document.querySelectorAll(".page > .finding")].map((element) => ({
    element,
    words: element.textContent.toLowerCase(),
  }));
  const pages = [...document.querySelectorAll(".page")];

  const fits = (finding) => show.value === "" || show.value === "any" || finding.dataset.level === show.value;

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (each) => words.every((word) => each.words.includes(word));
    let count = 0;
    for (const tool of tools) {
      for (const finding of tool.findings) finding.hidden = !fits(finding);
      const isShown = matches(tool) && (show.value === "" || tool.findings.some((finding) => !finding.hidden));
      tool.element.hidden = !isShown;
      count += isShown;
    }
    for (const each of loose) each.element.hidden = !(matches(each) && fits(each.element));
    for (const page of pages) {
      page.hidden = page.querySelector(":scope > .tool:not([hidden]), :scope > .finding:not([hidden])") === null
        && (words.length > 0 || show.value !== "");
    }
    shown.textContent = `${count} of ${tools.length} shown`;
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", filter);
  show.addEventListener("change", filter);
  filter();
}
