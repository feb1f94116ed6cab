import { setTimeout as sleep } from "node:timers/promises";
import { publishPacket } from "../../support/raw-mqtt.ts";
import { acknowledgedOnly, whileAlive } from "../campaign/alive.ts";
import type { Chance } from "../campaign/chance.ts";
import type { Device } from "../campaign/device.ts";
import { Line } from "../campaign/line.ts";
import type { Finding, Life } from "../campaign/party.ts";
import type { FaultyNode } from "./node.ts";

/** What was taken away works nowhere after so long [CLU2]. */
const withinMs = 2_000;
const watchedMs = 4_000;
const everyMs = 100;

/** A device whose token is set anew again and again, with a connection by the old one at one node or another. */
export class Revocations {
  readonly findings: Finding[] = [];
  /** From the acknowledged change until the connection by the old token was closed. */
  readonly closedAfterMs: number[] = [];
  readonly #device: Device;
  readonly #nodes: readonly FaultyNode[];
  readonly #chance: Chance;
  #last = 0;

  constructor(device: Device, nodes: readonly FaultyNode[], chance: Chance) {
    [this.#device, this.#nodes, this.#chance] = [device, nodes, chance];
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await sleep(this.#chance.below(10 * everyMs));
      const node = this.#chance.of(this.#nodes);
      if (node) await this.#revoke(life, node);
    });
  }

  async #revoke(life: Life, node: FaultyNode): Promise<void> {
    const path = `/api/device/${this.#device.id}/credentials`;
    const { credentialsId: old } = acknowledgedOnly(await life.admin.get(path)).json<{ credentialsId: string }>();
    await using line = await this.#open(node, old);
    const token = `revoked-${this.#device.id}-${++this.#last}`;
    const body = { deviceId: { id: this.#device.id, entityType: "DEVICE" }, credentialsId: token };
    acknowledgedOnly(await life.admin.post("/api/device/credentials", body));
    const revoked = performance.now();
    await this.#useUntilClosed(line, node, revoked);
    await sleep(Math.max(0, revoked + withinMs - performance.now()));
    for (const one of this.#nodes) await this.#tryOld(one, old);
  }

  /** One that is refused by a change that was late is not a finding: the next look tells its token. */
  async #open(node: FaultyNode, token: string): Promise<Line> {
    return Line.open(node.doors.mqtt, token, 4, {}).catch((error: unknown) => {
      throw new Error(`not now: ${error}`);
    });
  }

  async #useUntilClosed(line: Line, node: FaultyNode, revoked: number): Promise<void> {
    const sentAt = new Map<number, number>();
    let [isOpen, isWatched] = [true, true];
    const hearing = (async () => {
      for (;;) {
        const { messageId = 0 } = await line.next("puback");
        const after = (sentAt.get(messageId) ?? 0) - revoked;
        if (after > withinMs) this.#found(`acknowledged what was sent ${Math.round(after)} ms later`, node);
      }
    })().catch(() => {
      isOpen = false;
      if (isWatched) this.closedAfterMs.push(performance.now() - revoked);
    });
    for (let id = 1; isOpen && performance.now() - revoked < watchedMs; id++) {
      sentAt.set(id, performance.now());
      line.send(publishPacket(id, JSON.stringify({ ts: id, values: { old: id } })));
      await Promise.race([hearing, sleep(everyMs)]);
    }
    isWatched = false; // a node that stands still closes nothing, and acknowledges nothing
  }

  async #tryOld(node: FaultyNode, old: string): Promise<void> {
    const answer = Line.open(node.doors.mqtt, old, 4, {}).then(
      (line) => line[Symbol.asyncDispose]().then(() => this.#found("was let in", node)),
      () => undefined,
    );
    await Promise.race([answer, sleep(watchedMs)]);
  }

  #found(what: string, node: FaultyNode): void {
    this.findings.push({ kind: "returned", what: `a token that was replaced ${what} at ${node.name}` });
  }
}
