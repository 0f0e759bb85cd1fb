// Creates elements. Texts are inserted as text, never as markup.

export type Child = Node | string | undefined;

/** Attributes by name. A function is a listener for the event of its name; `undefined` and `false` are left out. */
export type Props = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** Creates an HTML element with attributes, listeners and children. */
export function element<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fillElement(document.createElement(tag), props, children);
}

/** Creates an SVG element with attributes, listeners and children. */
export function svgElement<K extends keyof SVGElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return fillElement(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

/** Creates a button that does not submit a form. */
export function button(label: Child, onClick: () => void, props: Props = {}): HTMLButtonElement {
  return element("button", { type: "button", click: onClick, ...props }, label);
}

/** The element with this id in the page's HTML file. Throws if there is none. */
export function pageElement(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** Changes the page. If the change removes the focused element, focuses the element that `heir` returns. */
export function keepingFocus(change: () => void, heir: () => HTMLElement | null | undefined): void {
  const hadFocus = document.activeElement !== document.body;
  change();
  if (hadFocus && document.activeElement === document.body) heir()?.focus({ preventScroll: true });
}

/** A number with commas between thousands. */
export function count(number: number | bigint): string {
  return number.toLocaleString("en");
}

/** A number with its noun in the singular or plural. */
export function countOf(number: number, singular: string, plural = `${singular}s`): string {
  return `${count(number)} ${number === 1 ? singular : plural}`;
}

function fillElement<E extends Element>(target: E, props: Props, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") target.addEventListener(name, value as EventListener);
    else if (value === true) target.setAttribute(name, "");
    else if (value !== undefined && value !== false) target.setAttribute(name, String(value));
  }
  target.append(...children.filter((child) => child !== undefined));
  return target;
}
