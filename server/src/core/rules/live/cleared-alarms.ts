import type { DeviceId } from "../../../kernel/ids.ts";
import type { AlarmName } from "../../alarms/index.ts";
import type { Insistence } from "./insistence.ts";
import type { RaisedByRules } from "./rule-alarms.ts";
import type { RunningRule } from "./running-rule.ts";
import type { RunningRules } from "./running-rules.ts";

const none: readonly RunningRule[] = [];
const holdingAlarm = (of: RunningRule) => (of.heldAlarm ? [{ of, name: of.heldAlarm }] : []);
const textOf = ({ originator, type }: AlarmName): string => `${originator.id} ${type}`;

/** Devices whose alarms may have been cleared by somebody: a rule that holds one up which is not there begins anew. */
export class ClearedAlarms {
  readonly #alarms: Pick<RaisedByRules, "openAmong">;
  readonly #running: Pick<RunningRules, "known">;
  readonly #insistence: Insistence;
  readonly #devices = new Set<DeviceId>();

  constructor(alarms: Pick<RaisedByRules, "openAmong">, running: Pick<RunningRules, "known">, insistence: Insistence) {
    this.#alarms = alarms;
    this.#running = running;
    this.#insistence = insistence;
  }

  mayBeAt(device: DeviceId): void {
    this.#devices.add(device);
  }

  get hasWork(): boolean {
    return this.#devices.size > 0;
  }

  /** Whose alarm is not there. Everything that was decided is stored. */
  async find(): Promise<readonly RunningRule[]> {
    const up = [...this.#devices].flatMap((device) => this.#running.known(device) ?? none).flatMap(holdingAlarm);
    this.#devices.clear();
    if (up.length === 0) return none;
    const open = await this.#insistence.on(() => this.#alarms.openAmong(up.map(({ name }) => name)));
    const isOpen = new Set((open ?? up.map(({ name }) => name)).map(textOf));
    return up.filter(({ name }) => !isOpen.has(textOf(name))).map(({ of }) => of);
  }
}
