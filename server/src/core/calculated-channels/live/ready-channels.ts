import { hasProjects, inOrderOfFeeding } from "@heliograph/contract";
import type { CalculatedChannelId, DeviceId, DeviceTypeId } from "../../../kernel/ids.ts";
import type { ScopedDevice } from "../../rules/index.ts";
import { compileChannel } from "../calculate/compile-channel.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import type { ReadyChannel } from "./device-calculations.ts";

export interface Ready extends ReadyChannel {
  readonly of: CalculatedChannel;
}

const none: readonly Ready[] = [];

/** The calculated channels of everybody, found by what they are for. */
export class ReadyChannels {
  #compiled = new Map<CalculatedChannelId, Ready>();
  #byScope = new Map<string, Ready[]>();
  #withIntervals: readonly Ready[] = none;

  get isEmpty(): boolean {
    return this.#compiled.size === 0;
  }

  /** Those with inputs of projects, each behind those that feed it. */
  get withIntervals(): readonly Ready[] {
    return this.#withIntervals;
  }

  load(channels: readonly CalculatedChannel[], onFailure: (error: unknown, of: CalculatedChannelId) => void): void {
    const before = this.#compiled;
    const ready = channels.flatMap((of) => {
      const known = before.get(of.id);
      if (known?.of.version === of.version) return [known];
      try {
        return [{ id: of.id, of, channel: compileChannel(of.definition) }];
      } catch (error) {
        onFailure(error, of.id);
        return []; // one that this version cannot compile stops no other
      }
    });
    this.#compiled = new Map(ready.map((one) => [one.id, one]));
    this.#byScope = Map.groupBy(ready, ({ of }) => scopeId(of));
    this.#withIntervals = inOrder(ready.filter(({ of }) => hasProjects(of.definition)));
  }

  /** Those of a device that follow its points, in order; its own one takes the place of its type's of the same key. */
  channelsOf({ id, typeId, tenantId }: Pick<ScopedDevice, "id" | "typeId" | "tenantId">): readonly Ready[] {
    const own = this.#of(id);
    const taken = new Set(own.map(({ channel }) => channel.key));
    const ofType = this.#of(typeId).filter(({ channel }) => !taken.has(channel.key));
    const all = [...own, ...ofType].filter(({ of }) => of.tenantId === tenantId && !hasProjects(of.definition));
    return all.length === 0 ? none : inOrder(all);
  }

  /** Whether it has channels of its own. */
  hasOwn(device: DeviceId): boolean {
    return this.#byScope.has(device);
  }

  #of(scope: DeviceId | DeviceTypeId): readonly Ready[] {
    return this.#byScope.get(scope) ?? none;
  }
}

const inOrder = (ready: readonly Ready[]): readonly Ready[] =>
  inOrderOfFeeding(ready.map((one) => ({ definition: one.of.definition, one }))).map(({ one }) => one);

const scopeId = ({ definition: { scope } }: CalculatedChannel): string =>
  scope.kind === "DEVICE" ? scope.deviceId : scope.deviceTypeId;
