// The view and the chosen item are stored in the address after `#`, so that the browser's back, forward and links work.

/** The names of the views, in the order of the navigation. */
export const VIEWS = ["symbols", "files", "context", "status"] as const;
export type View = (typeof VIEWS)[number];

/** A view, and what is chosen in it: the id of a symbol, or the path of a file. */
export interface Route {
  view: View;
  chosen: string | undefined;
}

/** The address of a view, and of an item chosen in it, for links. */
export function address(view: View, chosen?: string): string {
  return chosen === undefined ? `#${view}` : `#${view}/${encodeURIComponent(chosen)}`;
}

/** The view and the item that the page's address names; the view `symbols` if it names no known view. */
export function route(): Route {
  const [, name, encodedPart] = /^#([a-z]+)(?:\/(.+))?$/.exec(location.hash) ?? [];
  const view = VIEWS.find((known) => known === name) ?? "symbols";
  return { view, chosen: encodedPart === undefined ? undefined : decoded(encodedPart) };
}

/** Switches to a view, and to an item in it. */
export function go(view: View, chosen?: string): void {
  location.hash = address(view, chosen);
}

/** Removes the view from the address, because an item of one project means nothing in another. */
export function goHome(): void {
  history.replaceState(null, "", location.pathname + location.search);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
