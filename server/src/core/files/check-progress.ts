import { type EpochMs, epochMs } from "../../kernel/time.ts";

/** How far the walk over all contents has come. */
interface CheckState {
  /** When the last walk began; undefined: there was none. */
  readonly begun: EpochMs | undefined;
  /** The content it looked at last; undefined: it is over. */
  readonly after: string | undefined;
}

export interface CheckProgress {
  load(): Promise<CheckState>;
  save(state: CheckState): Promise<void>;
}

interface Facts {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

const fact = "content-check";

/** Kept as a fact: time, then the content, if any. */
export const progressIn = (facts: Facts): CheckProgress => ({
  load: async () => {
    const [begun = "", after] = (await facts.get(fact))?.split(" ") ?? [];
    return { begun: /^\d+$/.test(begun) ? epochMs(Number(begun)) : undefined, after };
  },
  save: ({ begun, after }) => facts.set(fact, [begun ?? "", ...(after === undefined ? [] : [after])].join(" ")),
});
