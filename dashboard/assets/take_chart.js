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

async function save(data, kind, look) {
  const chart = document.querySelector(`.st-key-${CSS.escape(data.chart)} .js-plotly-plot`);
  if (!chart) return;
  const { width, height } = chart.getBoundingClientRect();
  const drawing = whole(chart, width, height, look, data.title);
  const blob = new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml;charset=utf-8" });
  hand(kind === "svg" ? blob : await painted(blob, width, height), `${data.name}.${kind}`);
}

// Plotly draws into several pictures laid over one another; what only the pointer wakes stays out.
function whole(chart, width, height, look, title) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("xmlns", SVG);
  Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }).forEach(([k, v]) => drawing.setAttribute(k, v));
  const said = drawing.appendChild(document.createElementNS(SVG, "title"));
  said.textContent = title;
  const ground = drawing.appendChild(document.createElementNS(SVG, "rect"));
  Object.entries({ width, height, fill: look.backgroundColor }).forEach(([k, v]) => ground.setAttribute(k, v));
  chart.querySelectorAll(".main-svg").forEach((layer) => {
    const copy = layer.cloneNode(true);
    copy.querySelectorAll(".hoverlayer, .draglayer, .zoomlayer").forEach((part) => part.remove());
    copy.style.background = "none";
    local(copy);
    drawing.append(...copy.childNodes);
  });
  return drawing;
}

// References inside the page are written with its whole address; inside the picture they are its own.
function local(copy) {
  copy.querySelectorAll("[clip-path], [fill], [style]").forEach((part) => {
    for (const name of ["clip-path", "fill", "style"]) {
      const value = part.getAttribute(name);
      if (value?.includes("url(")) part.setAttribute(name, value.replace(/url\((["']?)[^#)]*#/g, "url($1#"));
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
