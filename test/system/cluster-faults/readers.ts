import { setTimeout as sleep } from "node:timers/promises";
import { interruption } from "../campaign/alive.ts";
import type { Chance } from "../campaign/chance.ts";
import type { Finding, Life } from "../campaign/party.ts";
import type { FaultyNode } from "./node.ts";
import type { Probe } from "./probe.ts";

const pauseMs = 60;

/** Somebody at one node who asks for the newest value of devices that are anywhere: no older one than was acknowledged [CLU2]. */
export class Reader {
  readonly findings: Finding[] = [];
  /** Answers that were given. */
  answers = 0;
  readonly #node: FaultyNode;
  readonly #probes: readonly Probe[];
  readonly #chance: Chance;

  constructor(node: FaultyNode, probes: readonly Probe[], chance: Chance) {
    [this.#node, this.#probes, this.#chance] = [node, probes, chance];
  }

  async work(life: Life, token: string): Promise<void> {
    const rest = this.#node.rest.withToken(token);
    while (!life.isOver) {
      await sleep(this.#chance.below(2 * pauseMs));
      const probe = this.#chance.of(this.#probes);
      if (!probe) return;
      const path = `/api/plugins/telemetry/DEVICE/${probe.device.id}/values/timeseries?keys=n`;
      const before = probe.newest;
      const answer = await rest.get(path).catch((error: unknown) => {
        if (!interruption.test(String(error))) throw error;
      });
      if (!answer || answer.status === 503 || answer.status === 429) continue;
      if (answer.status !== 200) this.#found("untrue", `${answer.status} ${answer.text}`);
      else this.#compare(answer.json<{ n?: { ts: number }[] }>().n?.[0]?.ts ?? 0, before);
    }
  }

  #compare(told: number, before: number): void {
    this.answers++;
    if (told < before) this.#found("lost", `${told} was told, ${before} had been acknowledged before the question`);
  }

  #found(kind: Finding["kind"], what: string): void {
    this.findings.push({ kind, what: `a reader at ${this.#node.name}: ${what}` });
  }
}
