// Draws the table that `grids.py` describes. Texts are set as texts, so no name is ever read as markup.

// What is drawn stays as long as nothing of it changes: a dialog over a long table need not wait for it.
export default function ({ data, parentElement, setTriggerValue: trigger }) {
  const scroll = parentElement.querySelector(".scroll");
  scroll.trigger = trigger;
  const setTriggerValue = (...said) => scroll.trigger(...said);
  const described = JSON.stringify(data);
  if (scroll.described === described) return;
  scroll.described = described;
  const draw = () => {
    const table = document.createElement("table");
    table.setAttribute("aria-label", data.alt);
    table.append(head(data, scroll, draw), body(data, scroll, setTriggerValue));
    scroll.replaceChildren(table);
    pin(table);
    if (data.select) rove(table);
  };
  draw();
}

function head(data, scroll, draw) {
  const row = document.createElement("tr");
  data.columns.forEach((column) => {
    const cell = document.createElement("th");
    const button = document.createElement("button");
    button.textContent = column.label;
    if (column.help) cell.title = column.help;
    cell.className = column.look;
    cell.scope = "col";
    if (scroll.column === column.key) cell.setAttribute("aria-sort", scroll.direction > 0 ? "ascending" : "descending");
    button.onclick = () => {
      sortBy(scroll, column);
      draw();
    };
    cell.append(button);
    row.append(cell);
  });
  const part = document.createElement("thead");
  part.append(row);
  return part;
}

// First the way that is usual for the column, then the other way, then the table's own order.
function sortBy(scroll, column) {
  const first = column.first;
  if (scroll.column !== column.key) [scroll.column, scroll.direction] = [column.key, first];
  else if (scroll.direction === first) scroll.direction = -first;
  else scroll.column = null;
}

function order(data, scroll) {
  const rows = data.rows.map((_, n) => n);
  const column = data.columns.find((c) => c.key === scroll.column);
  if (!column) return rows;
  const words = new Intl.Collator(data.language);
  const compare = (a, b) => (typeof a === "string" ? words.compare(a, b) : a - b) * scroll.direction;
  const [known, missing] = [rows.filter((n) => column.sort[n] !== null), rows.filter((n) => column.sort[n] === null)];
  return [...known.sort((m, n) => compare(column.sort[m], column.sort[n])), ...missing];
}

const FIRST = 150; // rows that are drawn at once; the others follow while nobody waits

function body(data, scroll, setTriggerValue) {
  const part = document.createElement("tbody");
  const rows = order(data, scroll);
  const add = (from, to) => part.append(...rows.slice(from, to).map((n) => line(data, n, setTriggerValue)));
  const more = (from) => {
    if (from >= rows.length || !part.isConnected) return;
    add(from, from + FIRST);
    setTimeout(() => more(from + FIRST));
  };
  add(0, FIRST);
  setTimeout(() => more(FIRST));
  return part;
}

function line(data, n, setTriggerValue) {
  const row = document.createElement("tr");
  if (data.rows[n]) row.className = data.rows[n];
  let pins = 0;
  data.columns.forEach((column) => {
    const made = cell(data, column, n, setTriggerValue);
    if (made.classList.contains("pin")) made.style.left = `var(--pin-${pins++})`;
    row.append(made);
  });
  return row;
}

function cell(data, column, n, setTriggerValue) {
  const made = document.createElement("td");
  const leads = column.door?.tails[n] && column.texts[n];
  if (leads) made.append(link(data, column, n, setTriggerValue));
  else made.textContent = column.texts[n];
  made.className = [column.look, column.marks?.[n]].filter(Boolean).join(" ");
  const heat = column.heat?.[n];
  if (heat) made.style.backgroundColor = `color-mix(in srgb, var(--st-primary-color) ${heat}%, transparent)`;
  if (!data.select || !column.texts[n] || leads) return made;
  const ask = () => setTriggerValue("asked", { row: n, column: column.key });
  made.classList.add("ask");
  made.tabIndex = -1;
  made.onclick = ask;
  made.onkeydown = (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), ask());
  return made;
}

// A plain click stays in this window without loading the page again; with a key held down the browser does as always.
function link(data, column, n, setTriggerValue) {
  const made = document.createElement("a");
  if (data.select) made.tabIndex = -1;
  made.textContent = column.texts[n];
  made.href = column.door.base + column.door.tails[n];
  made.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setTriggerValue("opened", { row: n, column: column.key });
  };
  return made;
}

// Each pinned column stands right of the pinned ones before it, whenever their widths change: with the letters, with
// more rows, with the window. Widths are parts of pixels; half of one over the neighbour leaves no slit between them.
function pin(table) {
  const headings = [...table.querySelectorAll("thead th.pin")];
  const place = () => {
    let left = 0;
    headings.forEach((heading, n) => {
      table.style.setProperty(`--pin-${n}`, `${left}px`);
      heading.style.left = `${left}px`;
      left += heading.getBoundingClientRect().width - 0.5;
    });
  };
  const widths = new ResizeObserver(place);
  headings.forEach((heading) => widths.observe(heading));
}

// In a table whose cells can be asked the Tab key stops once; the arrow keys go from cell to cell.
function rove(table) {
  const stop = (cell) => cell?.querySelector("a") ?? (cell?.classList.contains("ask") ? cell : null);
  const first = [...(table.tBodies[0].rows[0]?.cells ?? [])].map(stop).find(Boolean);
  if (first) first.tabIndex = 0;
  table.tBodies[0].addEventListener("focusin", (event) => {
    table.querySelectorAll("tbody [tabindex='0']").forEach((each) => (each.tabIndex = -1));
    event.target.tabIndex = 0;
  });
  table.tBodies[0].addEventListener("keydown", (event) => {
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
    if (down === undefined) return;
    event.preventDefault();
    const from = event.target.closest("td");
    let [row, column] = [from.parentElement.sectionRowIndex, from.cellIndex];
    do [row, column] = [row + down, column + right];
    while (table.tBodies[0].rows[row]?.cells[column] && !stop(table.tBodies[0].rows[row].cells[column]));
    stop(table.tBodies[0].rows[row]?.cells[column])?.focus();
  });
}
