import type { DeviceId, DeviceTypeId, RuleId, TenantId } from "../../../kernel/ids.ts";
import type { Decided, LiveRuleStore, RuleOfDevice, ScopedDevice, StoredState } from "../live/live-rule-store.ts";
import type { Rule } from "../live/rule.ts";
import { keptState, stateIn } from "../live/state-text.ts";

export const testTenant = "tenant" as TenantId;

const nameOf = ({ ruleId, deviceId }: RuleOfDevice): string => `${ruleId} ${deviceId}`;
const deviceOf = (id: DeviceId): ScopedDevice => ({
  ...{ id, tenantId: testTenant, typeId: "type" as DeviceTypeId, projectId: null, projectIds: [] },
});

/** What live evaluation keeps, without a database: states are written and read as text, as one does. */
export class RulesInMemory implements LiveRuleStore {
  rules: readonly Rule[] = [];
  readonly transitions: Decided["transitions"][number][] = [];
  #position: number | undefined;
  readonly #states = new Map<string, StoredState>();

  /** Rules can be read when this is done. */
  reading: Promise<void> = Promise.resolve();
  /** What was decided is stored when this is done. */
  saving: Promise<void> = Promise.resolve();
  versionsInForce = (): Promise<readonly Rule[]> => this.reading.then(() => this.rules);
  inForce = async (_: number, ids: readonly RuleId[]): Promise<readonly Rule[]> =>
    this.rules.filter(({ id }) => ids.includes(id));
  changesAfter = async (): Promise<readonly number[]> => [];
  devices = async (ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]> => ids.map(deviceOf);
  devicesAfter = async (): Promise<readonly ScopedDevice[]> => [];
  position = async (): Promise<number | undefined> => this.#position;
  left = async (): Promise<readonly []> => [];
  failureAlarms = async (): Promise<readonly []> => [];
  removeDeleted = async (): Promise<void> => undefined;

  async statesOf(devices: readonly DeviceId[]): Promise<readonly StoredState[]> {
    return [...this.#states.values()].filter(({ deviceId }) => devices.includes(deviceId)).map(readAgain);
  }

  watchedStatesOf(devices: readonly DeviceId[]): Promise<readonly StoredState[]> {
    return this.statesOf(devices);
  }

  async devicesToWatch(): Promise<readonly DeviceId[]> {
    return [...new Set([...this.#states.values()].map(({ deviceId }) => deviceId))];
  }

  async save(decided: Decided): Promise<(of: RuleOfDevice) => boolean> {
    await this.saving;
    this.#position = decided.position;
    for (const state of decided.states) this.#states.set(nameOf(state), state);
    for (const of of decided.forgotten) this.#states.delete(nameOf(of));
    this.transitions.push(...decided.transitions);
    return () => true;
  }

  /** What a rule has decided is in a form nobody knows. */
  damage(rule: RuleId): void {
    for (const [name, stored] of this.#states) {
      if (stored.ruleId === rule) this.#states.set(name, { ...stored, state: { format: 99 } as never });
    }
  }

  /** Of a rule, from phase to phase. */
  movesOf(rule: RuleId): readonly string[] {
    const own = this.transitions.filter(({ ruleId }) => ruleId === rule);
    return own.map(({ transition: { from, to } }) => `${from} ${to}`);
  }
}

const readAgain = (stored: StoredState): StoredState => ({ ...stored, ...stateIn(JSON.stringify(keptState(stored))) });
