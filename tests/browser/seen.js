// Every visible text, those of tables in their shadow too, without the names of icons.
code => {
  const said = [];
  const walk = node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim() && said.push(node.data.trim());
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (["STYLE", "SCRIPT", "NOSCRIPT", "TITLE", ...(code ? [] : ["CODE"])].includes(node.tagName)) return;
      if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
      if (/Material/.test(getComputedStyle(node).fontFamily)) return;
      if (node.value && ["INPUT", "TEXTAREA"].includes(node.tagName)) said.push(node.value);
    }
    for (const child of (node.shadowRoot ?? node).childNodes) walk(child);
  };
  walk(document.body);
  return said;
}
