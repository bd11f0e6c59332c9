// What stands out of the page to the right, and texts whose end is cut off.
() => {
  const wide = [];
  const room = document.documentElement.clientWidth;
  for (const box of [document.documentElement, document.querySelector("[data-testid=stMain]")])
    if (box.scrollWidth > box.clientWidth + 1) wide.push(`page ${box.scrollWidth} in ${box.clientWidth}`);
  const scrolls = box => ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(box).overflowX);
  const walk = (node, inside) => {
    if (node.nodeType !== Node.ELEMENT_NODE || !node.checkVisibility({ visibilityProperty: true })) return;
    const style = getComputedStyle(node), box = node.getBoundingClientRect();
    if (!inside && box.width > 1 && box.right > room + 1)
      wide.push(`${node.tagName} ${node.className?.baseVal ?? node.className} to ${Math.round(box.right)} of ${room}`);
    const own = [...node.childNodes].filter(child => child.nodeType === Node.TEXT_NODE && child.data.trim());
    const cut = ["hidden", "clip"].includes(style.overflowX) && node.scrollWidth > node.clientWidth + 1;
    const heard = box.width <= 1 || /inset/.test(style.clipPath);
    if (cut && own.length && !heard) wide.push(`cut: ${node.textContent.trim().slice(0, 60)}`);
    if (node.tagName === "svg") return;
    const page = node === document.body || node.dataset?.testid === "stMain";
    for (const child of (node.shadowRoot ?? node).children) walk(child, inside || (!page && scrolls(node)));
  };
  walk(document.body, false);
  return [...new Set(wide)];
}
