// Where the page is: kept in the address after `#`, so that the browser's own back, forward and links work.

/** The views. */
export const VIEWS = ["symbols", "files", "context", "status"] as const;
export type View = (typeof VIEWS)[number];

/** A view, and what is chosen in it: the id of a symbol, or the path of a file. */
export interface Route {
  view: View;
  chosen: string | undefined;
}

/** The address of a place. */
export function address(view: View, chosen?: string): string {
  return chosen === undefined ? `#${view}` : `#${view}/${encodeURIComponent(chosen)}`;
}

/** The place that the page's address names; the symbols for anything unknown. */
export function route(): Route {
  const [, name, rest] = /^#([a-z]+)(?:\/(.+))?$/.exec(location.hash) ?? [];
  const view = VIEWS.find((known) => known === name) ?? "symbols";
  return { view, chosen: rest === undefined ? undefined : decoded(rest) };
}

/** Goes to a place. */
export function go(view: View, chosen?: string): void {
  location.hash = address(view, chosen);
}

/** Forgets the place: what was chosen in one project means nothing in another. */
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
