import type { Finding } from "./finding.ts";
import { recentPrefix } from "./search-state.ts";

/** What is kept of something that was chosen. */
export type RecentChoice = Pick<Finding, "id" | "kind" | "title" | "detail" | "href">;

const keptAtMost = 8;

type Memory = Pick<Storage, "getItem" | "setItem">;

/** What somebody chose last in a tenant; the newest first. */
export class RecentChoices {
  readonly #key: string;
  readonly #memory: Memory;

  /** `who` is an assignment: one person in one tenant. */
  constructor(who: string, memory: Memory = localStorage) {
    this.#key = `${recentPrefix}${who}`;
    this.#memory = memory;
  }

  list(): readonly RecentChoice[] {
    try {
      const kept: unknown = JSON.parse(this.#memory.getItem(this.#key) ?? "[]");
      return Array.isArray(kept) ? kept.filter(isChoice) : [];
    } catch {
      return [];
    }
  }

  add({ id, kind, title, detail, href }: RecentChoice): void {
    const kept = [{ id, kind, title, detail, href }, ...this.list().filter((one) => one.id !== id)];
    this.#memory.setItem(this.#key, JSON.stringify(kept.slice(0, keptAtMost)));
  }
}

const isChoice = (one: unknown): one is RecentChoice =>
  typeof one === "object" && one !== null && "id" in one && "kind" in one && "title" in one;
