// Saves a chart of the page as it stands: its drawings put together into one SVG, or that painted into a PNG.

const SVG = "http://www.w3.org/2000/svg";
const SHARP = 2; // dots of the picture to one of the page

export default function ({ data, parentElement }) {
  parentElement.querySelectorAll("button").forEach((button) => {
    button.title = data.help[button.dataset.kind];
    button.setAttribute("aria-label", button.title);
    button.onclick = () => save(data, button.dataset.kind, getComputedStyle(parentElement.querySelector(".take")));
  });
}

const LINE = 20; // height of a line of the title
const SIGN = 8; // and about the width of a sign in it

async function save(data, kind, look) {
  const chart = document.querySelector(`.st-key-${CSS.escape(data.chart)} .js-plotly-plot`);
  if (!chart) return;
  const { width, height } = chart.getBoundingClientRect();
  const title = broken(data.title, Math.floor((width - 24) / SIGN));
  const all = height + head(title);
  const drawing = whole(chart, width, all, look, title);
  const blob = new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml;charset=utf-8" });
  hand(kind === "svg" ? blob : await painted(blob, width, all), `${data.name}.${kind}`);
}

// Plotly draws into several pictures laid over one another; what only the pointer wakes stays out.
function whole(chart, width, height, look, title) {
  const drawing = part("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  drawing.append(part("rect", { width, height, fill: look.backgroundColor }));
  const font = { "font-family": look.fontFamily, "font-size": 15, "font-weight": 600, fill: look.color };
  title.forEach((line, n) => {
    const text = part("text", { x: 12, y: 25 + n * LINE, ...font });
    text.textContent = line;
    drawing.append(text);
  });
  const body = part("g", { transform: `translate(0 ${head(title)})` });
  chart.querySelectorAll(".main-svg").forEach((layer) => body.append(...copied(layer).childNodes));
  drawing.append(body);
  return drawing;
}

// A title in lines of at most so many signs, words kept whole.
function broken(title, most) {
  return title.match(new RegExp(`.{1,${Math.max(most, 1)}}(\\s|$)|\\S+`, "g")) ?? [title];
}

function head(title) {
  return 20 + title.length * LINE;
}

function part(name, values) {
  const made = document.createElementNS(SVG, name);
  Object.entries(values).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

// The colours that the page gives to texts come along.
function copied(layer) {
  const copy = layer.cloneNode(true);
  const texts = layer.querySelectorAll("text");
  copy.querySelectorAll("text").forEach((text, n) => (text.style.fill = getComputedStyle(texts[n]).fill));
  copy.querySelectorAll(".hoverlayer, .draglayer, .zoomlayer").forEach((unseen) => unseen.remove());
  local(copy);
  return copy;
}

// References inside the page are written with its whole address; inside the picture they are its own.
function local(copy) {
  copy.querySelectorAll("[clip-path], [fill], [style]").forEach((of) => {
    for (const name of ["clip-path", "fill", "style"]) {
      const value = of.getAttribute(name);
      if (value?.includes("url(")) of.setAttribute(name, value.replace(/url\((["']?)[^#)]*#/g, "url($1#"));
    }
  });
}

async function painted(blob, width, height) {
  const address = URL.createObjectURL(blob);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: width * SHARP, height: height * SHARP });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

function hand(blob, name) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
