import { whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { keptSession, Line } from "./line.ts";
import type { Finding, Life } from "./party.ts";

const clientIds = ["one", "two", "three"];
const longestPauseMs = 60;

/** Connects, with a session to keep or a clean one, and goes: does the node tell whether it has kept one [MQ7]? */
export class Sessions extends DeviceParty {
  /** Without an entry nobody can know: the node was gone before it answered. */
  readonly #kept = new Map<string, boolean>(clientIds.map((id) => [id, false]));
  readonly #findings: Finding[] = [];
  #connected = 0;

  get acknowledged(): number {
    return this.#connected;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await this.#connect(life, this.chance.of(clientIds) ?? "", this.chance.happens(0.4));
      await this.pause(longestPauseMs);
    });
  }

  async #connect({ mqttPort }: Life, clientId: string, clean: boolean): Promise<void> {
    const expected = this.#kept.get(clientId);
    this.#kept.delete(clientId);
    await using line = await Line.open(mqttPort, this.device.token, 4, { ...keptSession(clientId, 4), clean });
    const told = line.sessionPresent;
    const truth = clean ? false : expected;
    if (truth !== undefined && told !== truth)
      this.#findings.push({ kind: "untrue", what: `${clientId}: session present ${told} instead of ${truth}` });
    this.#kept.set(clientId, !clean);
    this.#connected++;
    await this.pause(longestPauseMs);
    if (this.chance.happens(0.5)) line.send({ cmd: "disconnect" });
  }

  /** Asks for each session once. */
  async compare(life: Life): Promise<readonly Finding[]> {
    for (const clientId of clientIds) await this.#connect(life, clientId, false);
    return this.#findings.splice(0);
  }
}
