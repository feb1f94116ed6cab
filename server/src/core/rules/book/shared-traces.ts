import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import { type ClusterOfNode, shardOf } from "../../cluster/index.ts";
import { bytesOf, dataIn } from "../../node-line/index.ts";
import type { Run } from "../live/run-log.ts";
import type { RuleTraces, TracesElsewhere, Why } from "./rule-traces.ts";

const runs = { name: "rule-runs", version: 1 } as const;
const why = { name: "rule-why", version: 1 } as const;

interface Asked {
  readonly rule: RuleId;
  readonly device?: DeviceId | undefined;
}

/** In JSON there is neither undefined in a list nor an endless number. */
type RunText = Omit<Run, "values"> & { readonly values: readonly (Run["values"][number] | null)[] };
type WhyText = Omit<Why, "due"> & { readonly due: number | null };

/** What rules looked at last is in the memory of the node that has the device: whoever asks asks that one [RUL5, CLU2]. */
export class SharedTraces implements TracesElsewhere {
  readonly #cluster: Pick<ClusterOfNode, "line" | "owners" | "self">;
  readonly #onTrouble: (error: unknown) => void;

  constructor(cluster: Pick<ClusterOfNode, "line" | "owners" | "self">, onTrouble: (error: unknown) => void) {
    [this.#cluster, this.#onTrouble] = [cluster, onTrouble];
  }

  /** Answers what others ask of this node. */
  serve(traces: Pick<RuleTraces, "runsHere" | "whyHere">): void {
    const { line } = this.#cluster;
    line.answer(runs, async ({ body }) => {
      const { rule, device } = dataIn<Asked>(body);
      const found = traces.runsHere(rule, device);
      return bytesOf(found.map((run) => ({ ...run, values: run.values.map((value) => value ?? null) })));
    });
    line.answer(why, async ({ body }) => {
      const { rule, device } = dataIn<Required<Asked>>(body);
      const told = await traces.whyHere(rule, device as DeviceId);
      return bytesOf(told === "none" ? told : { ...told, due: Number.isFinite(told.due) ? told.due : null });
    });
  }

  /** A node that does not answer is left out. */
  async runs(rule: RuleId, device: DeviceId | undefined): Promise<readonly Run[]> {
    const { owners, self } = this.#cluster;
    const asked = device === undefined ? owners.members : [owners.of(shardOf(device)) ?? self.node];
    const answers = asked.filter((node) => node !== self.node).map((node) => this.#runsAt(node, { rule, device }));
    return (await Promise.all(answers)).flat();
  }

  async #runsAt(node: string, asked: Asked): Promise<readonly Run[]> {
    try {
      const found = dataIn<RunText[]>(await this.#cluster.line.ask(node, runs, bytesOf(asked)));
      return found.map((run) => ({ ...run, values: run.values.map((value) => value ?? undefined) }));
    } catch (error) {
      this.#onTrouble(error);
      return [];
    }
  }

  async why(rule: RuleId, device: DeviceId): Promise<Why | "none" | undefined> {
    const { line, owners, self } = this.#cluster;
    const owner = owners.of(shardOf(device));
    if (owner === undefined || owner === self.node) return undefined;
    const told = dataIn<WhyText | "none">(await line.ask(owner, why, bytesOf({ rule, device } satisfies Asked)));
    if (told === "none") return told;
    return { ...told, state: told.state ?? undefined, due: told.due ?? Number.POSITIVE_INFINITY };
  }
}
