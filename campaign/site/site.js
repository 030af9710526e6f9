// The list's filters and order. What is in the table is text, and stays it: nothing here reads or writes markup.
"use strict";
(() => {
  const table = document.getElementById("bugs");
  if (!table) return;
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows].map((row, place) => ({
    row, place, isOther: row.classList.contains("other"), cells: [...row.cells].map(cell => cell.textContent), all: row.textContent.toLowerCase(),
  }));
  const filters = document.getElementById("filters");
  const words = document.getElementById("words");
  const shown = document.getElementById("shown");
  const others = document.getElementById("others"); // none if there are none
  const partsOf = text => text.split(", ").filter(part => part);

  const isNumber = head => head.classList.contains("n");

  // One for each column that has one: a word that a cell has, or the least that it may be.
  const controls = heads.flatMap((head, column) => {
    const { filter } = head.dataset, name = head.textContent;
    if (!filter) return [];
    let input;
    if (filter === "word") {
      const counts = new Map();
      for (const one of rows)
        for (const part of partsOf(one.cells[column])) counts.set(part, (counts.get(part) || 0) + 1);
      input = document.createElement("select");
      input.append(new Option("all", ""));
      for (const part of [...counts.keys()].sort()) input.append(new Option(`${part} (${counts.get(part)})`, part));
    } else {
      input = document.createElement("input");
      input.type = isNumber(head) ? "number" : "date";
    }
    const label = document.createElement("label");
    label.append(filter === "word" ? name : isNumber(head) ? `${name} at least` : `${name}, or later`, " ", input);
    filters.append(label);
    const accepts = text => !input.value || (filter === "word" ? partsOf(text).includes(input.value)
      : isNumber(head) ? Number(text) >= Number(input.value) : text >= input.value);
    return [{ input, column, name, accepts }];
  });
  const clear = document.createElement("button");
  clear.type = "button";
  clear.textContent = "Show all";
  filters.append(clear);

  const show = () => {
    const wanted = words.value.toLowerCase();
    let count = 0;
    for (const one of rows) {
      const isShown = !(one.isOther && !wanted && !others.checked) && one.all.includes(wanted) &&
        controls.every(({ column, accepts }) => accepts(one.cells[column]));
      if (one.row.hidden === isShown) one.row.hidden = !isShown;
      count += isShown;
    }
    shown.textContent = `${count} of ${rows.length} rows`;
    const said = new URLSearchParams();
    if (words.value) said.set("words", words.value);
    for (const { input, name } of controls) if (input.value) said.set(name, input.value);
    if (others && others.checked) said.set("others", "all");
    history.replaceState(null, "", "#" + said);
  };

  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const isDown = head.getAttribute("aria-sort") === "ascending" || (isNumber(head) && !head.hasAttribute("aria-sort"));
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const compare = isNumber(head) ? (a, b) => Number(a.cells[column]) - Number(b.cells[column])
                                       : (a, b) => (a.cells[column] < b.cells[column] ? -1 : a.cells[column] > b.cells[column] ? 1 : 0);
      // What has none comes last either way.
      rows.sort((a, b) => !a.cells[column] - !b.cells[column] || (isDown ? -1 : 1) * compare(a, b) || a.place - b.place);
      body.append(...rows.map(one => one.row));
    });
  });

  const said = new URLSearchParams(location.hash.slice(1));
  words.value = said.get("words") || "";
  for (const { input, name } of controls) input.value = said.get(name) || "";
  if (others) others.checked = said.has("others");
  words.addEventListener("input", show);
  filters.addEventListener("change", show);
  filters.addEventListener("submit", event => event.preventDefault());
  clear.addEventListener("click", () => {
    words.value = "";
    for (const { input } of controls) input.value = "";
    if (others) others.checked = true;
    show();
    words.focus();
  });
  filters.hidden = false;
  if (location.hash || others) show();
})();
