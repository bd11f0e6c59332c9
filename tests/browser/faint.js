// Texts whose contrast to what is behind them is below AA: 4.5, large ones 3. What is switched off need not be read.
() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = colour => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, n) => part * a + under[n] * (1 - a));
  const light = colour => {
    const linear = part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = colour.map(part => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const faint = new Set();
  const behind = (box, grounds) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const covers = each => each.left <= x && x <= each.right && each.top <= y && y <= each.bottom;
    const [[page], ...others] = grounds;
    return others.reduce((under, [colour, each]) => (covers(each) ? over(colour, under) : under), page);
  };
  const judge = (node, grounds, shade) => {
    const style = getComputedStyle(node);
    const [r, g, b, a] = rgba(node instanceof SVGElement ? style.fill : style.color);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
    const ground = behind(node.getBoundingClientRect(), grounds);
    const found = contrast(over([r, g, b, a * shade], ground), ground);
    if (found < (large ? 3 : 4.5)) faint.add(`${found.toFixed(2)}: ${node.textContent.trim().slice(0, 40)}`);
  };
  const walk = (node, grounds, shade) => {
    if (node.nodeType !== Node.ELEMENT_NODE || !node.checkVisibility({ visibilityProperty: true })) return;
    const style = getComputedStyle(node);
    if (/Material/.test(style.fontFamily) || node.closest("[disabled], [aria-disabled=true]")) return;
    shade *= parseFloat(style.opacity);
    if (shade < 0.05) return;
    if (!(node instanceof SVGElement)) {
      const [r, g, b, a] = rgba(style.backgroundColor);
      if (a > 0) grounds = [...grounds, [[r, g, b, a * shade], node.getBoundingClientRect()]];
    }
    const says = [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    if (says) judge(node, grounds, shade);
    for (const child of (node.shadowRoot ?? node).children) walk(child, grounds, shade);
  };
  const [r, g, b, a] = rgba(getComputedStyle(document.querySelector(".stApp") ?? document.body).backgroundColor);
  walk(document.body, [[over([r, g, b, a], [255, 255, 255]).concat(1), null]], 1);
  return [...faint];
}
