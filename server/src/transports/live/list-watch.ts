import type { LiveList, Permission } from "@heliograph/contract";

/** Who may read a list may know that it changed. */
export const listPermissions = {
  commands: "VIEW_COMMANDS",
  communication: "VIEW_COMMUNICATION",
  files: "VIEW_FILES",
  alarms: "VIEW_ALARMS",
} as const satisfies Record<LiveList, Permission>;

/** Lists of a device of which the reader has to be told that they changed. However often they do, that is one word. */
export class ListWatch {
  readonly all: readonly LiveList[];
  readonly #changed = new Set<LiveList>();

  constructor(lists: readonly LiveList[]) {
    this.all = [...new Set(lists)];
  }

  get pending(): number {
    return this.#changed.size;
  }

  touched(list: LiveList): void {
    if (this.all.includes(list)) this.#changed.add(list);
  }

  /** What changed since the last time. */
  changes(): readonly LiveList[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }
}
