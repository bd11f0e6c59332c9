// The screen of a hall. `data.steps` are the rows that each key press reveals; nothing of it needs the server.

const FIT = 20; // rows that always stand on one screen; more of them scroll with the reveal
const FORWARD = [" ", "Spacebar", "Enter", "ArrowRight", "ArrowDown", "PageDown"];
const BACK = ["Backspace", "ArrowLeft", "ArrowUp", "PageUp"];
const revealed = new Map(); // by table: the page may be drawn again in the middle of the show

export default function ({ data, parentElement, setTriggerValue }) {
  const hall = parentElement.querySelector(".hall");
  hall.leave?.();
  const leave = () => {
    hall.hidden = true; // at once: the page comes back from the server a moment later
    revealed.delete(data.key);
    setTriggerValue("left", true);
  };
  build(hall, data, leave);
  const all = data.steps.length;
  const show = (count, said = true) => {
    revealed.set(data.key, Math.min(all, Math.max(0, count)));
    reveal(hall, data, revealed.get(data.key), said);
  };
  const step = (by) => show((revealed.get(data.key) ?? 0) + by);
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = act(event, step, show, all, leave);
    if (done) (event.preventDefault(), event.stopPropagation());
  };
  const onClick = () => step(1);
  const onMove = () => wake(hall);
  const onSize = () => layout(hall, data, revealed.get(data.key) ?? 0);
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("resize", onSize);
  hall.addEventListener("click", onClick);
  hall.addEventListener("mousemove", onMove);
  hall.leave = () => {
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("resize", onSize);
    hall.removeEventListener("click", onClick);
    hall.removeEventListener("mousemove", onMove);
  };
  onSize();
  show(revealed.get(data.key) ?? 0, false);
  document.fonts?.ready.then(onSize);
  hall.focus();
  return () => hall.leave();
}

// Whether the key was one of ours. A key that is held down reveals one place, not all.
function act(event, step, show, all, leave) {
  if (FORWARD.includes(event.key)) event.repeat || step(1);
  else if (BACK.includes(event.key)) event.repeat || step(-1);
  else if (event.key === "Home") show(0);
  else if (event.key === "End") show(all);
  else if (event.key === "Escape") leave();
  else if (event.code === "KeyF") event.repeat || fullScreen();
  else return false;
  return true;
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

function build(hall, data, leave) {
  hall.tabIndex = -1;
  hall.hidden = false;
  const title = made("div", "title", made("strong", "", data.title), made("span", "", data.below));
  const rows = made("div", "rows", ...data.rows.map((row) => line(row, data)));
  const hints = [made("span", "keys", data.words.hint), made("span", "tap", data.words.tap)];
  const hint = made("p", "hint", ...(data.empty ? [data.words.unranked] : hints));
  const heard = made("div", "heard");
  heard.setAttribute("aria-live", "polite");
  hall.lang = data.language;
  hall.replaceChildren(made("div", "head", title, door(data, leave)), made("div", "list", rows), hint, heard);
}

// For those without a keyboard; the Tab key passes it by, since Escape does the same.
function door(data, leave) {
  const button = made("button", "leave", "×");
  button.setAttribute("aria-label", data.words.leave);
  button.title = data.words.leave;
  button.tabIndex = -1;
  button.onclick = (event) => (event.stopPropagation(), leave());
  return button;
}

function line(row, data) {
  const note = row.winner ? data.words.winner : row.note;
  const name = made("span", "name", row.team);
  const team = made("div", "team", name, ...(note ? [made("span", "note", note)] : []));
  const place = made("div", row.tied ? "place tied" : "place", row.place);
  return made("div", row.winner ? "row wins" : "row", place, team, made("div", "points", row.points));
}

function made(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children); // texts become text, so no name is ever read as markup
  return element;
}

function reveal(hall, data, count, said) {
  const rows = [...hall.querySelectorAll(".row")];
  const shown = new Set(data.empty ? rows.keys() : data.steps.slice(0, count).flat());
  const latest = count ? data.steps[count - 1] : [];
  rows.forEach((row, n) => {
    row.classList.toggle("shown", shown.has(n));
    row.classList.toggle("new", latest.includes(n));
    row.setAttribute("aria-hidden", String(!shown.has(n)));
  });
  hall.classList.toggle("waiting", count === 0);
  const told = latest.map((n) => [data.rows[n].place, data.rows[n].team, data.rows[n].points].filter(Boolean).join(", "));
  if (said) hall.querySelector(".heard").textContent = told.join("; ");
  follow(hall, data, count);
}

// Where there are more rows than fit, what was revealed last stands in the middle; nothing yet: the end of the table.
function follow(hall, data, count) {
  const list = hall.querySelector(".list").clientHeight;
  const height = parseFloat(hall.style.getPropertyValue("--row")) || 1;
  const spare = Math.max(0, data.rows.length * height - list);
  const latest = count ? data.steps[count - 1] : [data.rows.length - 1];
  const middle = ((Math.min(...latest) + Math.max(...latest) + 1) / 2) * height;
  const top = data.empty ? 0 : Math.min(spare, Math.max(0, middle - list / 2));
  hall.querySelector(".rows").style.transform = spare ? `translateY(${-top}px)` : "";
}

// As large as the rows allow, and no larger than a line's width can bear.
function layout(hall, data, count) {
  const [width, height] = [window.innerWidth, window.innerHeight];
  const set = (name, value) => hall.style.setProperty(name, value);
  set("--edge", `${Math.round(height * 0.018)}px`);
  set("--head", `${Math.max(18, Math.min(height * 0.042, width * 0.034))}px`);
  const most = Math.max(3, Math.min(FIT, data.rows.length));
  const row = Math.floor((hall.querySelector(".list").clientHeight - 2) / most);
  const size = Math.min(row * 0.7, width * 0.05);
  const longest = (name) => Math.max(1, ...data.rows.map((each) => (each[name] || "").length));
  set("--row", `${Math.min(row, Math.round(size * 2.1))}px`);
  set("--size", `${size}px`);
  set("--place", `${longest("place") + (data.rows.some((each) => each.tied) ? 1.4 : 0)}ch`);
  hall.querySelectorAll(".name").forEach((name) => fit(name, parseFloat(hall.style.getPropertyValue("--row"))));
  follow(hall, data, count);
}

// A name that is too long is set smaller, at last in two lines: never cut.
function fit(name, row) {
  const team = name.parentElement;
  const wide = () => team.scrollWidth > team.clientWidth + 1;
  name.style.whiteSpace = "nowrap";
  for (let scale = 1; scale >= 0.64; scale -= 0.06) {
    name.style.fontSize = `${scale}em`;
    if (!wide()) return;
  }
  name.style.whiteSpace = "normal";
  for (let scale = 0.62; scale >= 0.2; scale -= 0.04) {
    name.style.fontSize = `${scale}em`;
    if (!wide() && name.offsetHeight <= row) return;
  }
}

let asleep;
// The pointer is seen while it moves.
function wake(hall) {
  hall.classList.add("moving");
  clearTimeout(asleep);
  asleep = setTimeout(() => hall.classList.remove("moving"), 1500);
}
