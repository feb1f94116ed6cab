/** What the address says about the newest files. */
export interface NewestFilesSearch {
  readonly q?: string;
}

/** Routers read numbers as numbers. */
export function newestFilesSearchOf({ q }: Readonly<Record<string, unknown>>): NewestFilesSearch {
  return (typeof q === "string" || typeof q === "number") && String(q) !== "" ? { q: String(q) } : {};
}
