// Draws the table that `grids.py` describes. Texts are set as texts, so no name is ever read as markup.

export default function ({ data, parentElement, setTriggerValue }) {
  const scroll = parentElement.querySelector(".scroll");
  const draw = () => {
    const table = document.createElement("table");
    table.setAttribute("aria-label", data.alt);
    table.append(head(data, scroll, draw), body(data, scroll, setTriggerValue));
    scroll.replaceChildren(table);
    pin(table);
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

function body(data, scroll, setTriggerValue) {
  const part = document.createElement("tbody");
  order(data, scroll).forEach((n) => {
    const row = document.createElement("tr");
    if (data.rows[n]) row.className = data.rows[n];
    data.columns.forEach((column) => row.append(cell(data, column, n, setTriggerValue)));
    part.append(row);
  });
  return part;
}

function cell(data, column, n, setTriggerValue) {
  const made = document.createElement("td");
  made.textContent = column.texts[n];
  made.className = [column.look, column.marks?.[n]].filter(Boolean).join(" ");
  const heat = column.heat?.[n];
  if (heat) made.style.backgroundColor = `color-mix(in srgb, var(--st-primary-color) ${heat}%, transparent)`;
  if (!data.select || !column.texts[n]) return made;
  const ask = () => setTriggerValue("asked", { row: n, column: column.key });
  made.classList.add("ask");
  made.tabIndex = 0;
  made.onclick = ask;
  made.onkeydown = (event) => event.key === "Enter" && ask();
  return made;
}

// Each pinned column stands right of the pinned ones before it.
function pin(table) {
  requestAnimationFrame(() => {
    let left = 0;
    table.querySelectorAll("thead th").forEach((heading, n) => {
      if (!heading.classList.contains("pin")) return;
      table.querySelectorAll(`tr > :nth-child(${n + 1})`).forEach((each) => (each.style.left = `${left}px`));
      left += heading.offsetWidth;
    });
  });
}
