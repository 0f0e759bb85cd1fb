// The languages that this package has parsers of, by the component's names.

/** One module each. */
export const LANGUAGES: ReadonlySet<string> = new Set(["go", "javascript", "python", "rust", "tsx", "typescript"]);
