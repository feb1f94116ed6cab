import type { TypedSearch } from "./typed-search.ts";

/** What is asked, and where. */
export interface SearchAsked extends TypedSearch {
  /** Only what is in this project and below; `none`: in no project. */
  readonly projectId: string | undefined;
}
