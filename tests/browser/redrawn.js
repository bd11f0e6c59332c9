// Milliseconds from a click on a toggle, or on the + of a number, to the first frame in which a table is another one.
async (control) => {
  const tables = () => {
    const parts = [...document.querySelectorAll("[data-testid^=stBidiComponent]")];
    return parts.map((part) => (part.shadowRoot ?? part).querySelector("table")?.innerText ?? "").join("\n");
  };
  const more = control.closest("[data-testid=stNumberInput]")?.querySelector("[data-testid=stNumberInputStepUp]");
  const before = tables();
  const began = performance.now();
  (more ?? control).click();
  while (tables() === before && performance.now() - began < 15000) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}
