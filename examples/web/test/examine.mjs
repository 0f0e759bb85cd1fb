// Finds texts of a page that some people cannot read, and controls that screen readers cannot name.

/** Runs in the page: texts with a contrast under 4.5, and controls without a name. */
export function examine() {
  const colourParts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const rect = at.matches(".node") ? at.querySelector("rect") : undefined;
      const colour = colourParts(rect ? getComputedStyle(rect).fill : getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return colourParts(getComputedStyle(document.body).backgroundColor);
  };
  const pale = [];
  let nTexts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    if (!textContent.trim() || element.closest("noscript, script, title") || !element.checkVisibility()) continue;
    nTexts += 1;
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.fill : style.color;
    const [light, dark] = [luminance(colourParts(colour)), luminance(ground(element))].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5) pale.push(`${textContent.trim().slice(0, 40)}: ${contrast.toFixed(2)}`);
  }
  const controls = [...document.querySelectorAll("button, a, input, select, textarea, [role=button]")];
  const isNamed = (control) => control.ariaLabel || control.textContent.trim() || control.labels?.length;
  return { pale, nTexts, nameless: controls.filter((control) => !isNamed(control)).map((control) => control.outerHTML) };
}
