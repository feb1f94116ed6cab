import {
  type AuditAction,
  type CalculatedDefinition,
  type Channel,
  calculatedProblems,
  calculationCycle,
  type NamedRule,
  type RuleProblem,
  said,
} from "@heliograph/contract";
import {
  type CalculatedChannelId,
  type DeviceId,
  type DeviceTypeId,
  newId,
  type TenantId,
} from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { ActNotes, Audit, AuditedAct, Facts } from "../../audit/index.ts";
import type { Transactions } from "../../changes/index.ts";
import type { Reach } from "../../projects/index.ts";
import { cycleProblems } from "../../rules/index.ts";
import type { TelemetryStore } from "../../telemetry/index.ts";
import { expressionProblemOf } from "../calculate/compile-channel.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import type { LiveCalculations } from "../live/live-calculations.ts";
import type { CalculatedChannelStore } from "./calculated-channel-store.ts";
import { ChannelReach } from "./channel-reach.ts";
import {
  calculatedInvalid,
  calculatedKeyInUse,
  calculatedKeyTaken,
  calculatedNamesMissing,
  calculatedNotFound,
  calculatedStale,
  tooManyCalculated,
} from "./errors.ts";
import { namedChannels } from "./named-channels.ts";

interface BookParts {
  readonly store: CalculatedChannelStore;
  readonly live: Pick<LiveCalculations, "position" | "edited">;
  readonly points: Pick<TelemetryStore, "latest">;
  /** The rules of the tenant, by names that are for who asks. */
  readonly rules: (reach: Reach) => Promise<readonly NamedRule[]>;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

export interface CalculatedFilter {
  readonly textSearch: string | undefined;
  readonly typeId: DeviceTypeId | undefined;
  readonly deviceId: DeviceId | undefined;
}

/** What somebody wants to save. */
export interface WantedChannel {
  readonly definition: CalculatedDefinition;
  /** Points that are stored under the key may be replaced. */
  readonly replacesStored: boolean;
}

/** Devices that are looked at for points under the key of a new channel. */
const lookedAtMost = 200;

/** Calculated channels as people make and change them; each change is on record [RUL7]. */
export class CalculatedChannels {
  readonly #parts: BookParts;
  readonly #perTenant: number;
  readonly #reach: ChannelReach;

  constructor(parts: BookParts, perTenant: number) {
    this.#parts = parts;
    this.#perTenant = perTenant;
    this.#reach = new ChannelReach(parts.store);
  }

  async list(reach: Reach, filter: CalculatedFilter): Promise<readonly CalculatedChannel[]> {
    const { textSearch, typeId, deviceId } = filter;
    const text = foldCase(textSearch ?? "");
    const all = deviceId === undefined ? await this.#parts.store.list(reach.tenantId) : await this.#of(reach, deviceId);
    const isWanted = ({ definition: { key, name = "", scope } }: CalculatedChannel): boolean =>
      (foldCase(key).includes(text) || foldCase(name).includes(text)) &&
      (typeId === undefined || (scope.kind === "DEVICE_TYPE" && scope.deviceTypeId === typeId));
    return this.#reach.seen(reach, all.filter(isWanted));
  }

  async #of({ tenantId }: Reach, id: DeviceId): Promise<readonly CalculatedChannel[]> {
    const [device] = await this.#parts.store.devices([id]);
    return device ? this.inForce(tenantId, id, device.typeId) : [];
  }

  /** Those of a device: its own, and those of its type that it does not calculate otherwise. */
  async inForce(tenantId: TenantId, id: DeviceId, typeId: DeviceTypeId): Promise<readonly CalculatedChannel[]> {
    const found = await this.#parts.store.of(tenantId, id, typeId);
    const own = new Set(found.filter(isOfDevice).map(({ definition }) => definition.key));
    return found.filter((one) => isOfDevice(one) || !own.has(one.definition.key));
  }

  /** How they are shown [TYP2]. */
  async describe(tenantId: TenantId, id: DeviceId, typeId: DeviceTypeId): Promise<readonly Channel[]> {
    const channels = await this.inForce(tenantId, id, typeId);
    return channels.map(({ definition: { key, name, unit, decimals } }) => ({
      key,
      ...(name !== undefined && { name }),
      ...(unit !== undefined && { unit }),
      ...(decimals !== undefined && { decimals }),
    }));
  }

  async require(reach: Reach, id: CalculatedChannelId): Promise<CalculatedChannel> {
    const channel = await this.#find(reach, id);
    await this.#reach.requireSeen(reach, channel);
    return channel;
  }

  async requireChangeable(reach: Reach, id: CalculatedChannelId): Promise<CalculatedChannel> {
    const channel = await this.#find(reach, id);
    await this.#reach.requireChangeable(reach, channel);
    return channel;
  }

  /** Everything that is wrong with one, before it is saved in the place of another or as a new one. */
  async problemsOf(
    reach: Reach,
    definition: CalculatedDefinition,
    id?: CalculatedChannelId,
  ): Promise<readonly RuleProblem[]> {
    const others = await this.#parts.store.list(reach.tenantId);
    const problems = [
      ...problemsIn(definition, id, others),
      ...(await this.#ringProblems(reach, definition, id, others)),
    ];
    return [...problems, ...(await this.#reach.notWithin(reach, definition))];
  }

  /** Rules that trigger each other through its results [RUL4]. */
  async #ringProblems(
    reach: Reach,
    definition: CalculatedDefinition,
    id: CalculatedChannelId | undefined,
    others: readonly CalculatedChannel[],
  ): Promise<readonly RuleProblem[]> {
    const { store, rules } = this.#parts;
    const beside = others.filter((one) => one.id !== id);
    const around = [...(await rules(reach)), ...(await namedChannels(store, reach, beside))];
    return [...cycleProblems({ name: definition.key, channel: definition }, around)];
  }

  /** One that is tried: it has to make sense, and to add up nothing beyond reach. */
  async requireEvaluable(reach: Reach, definition: CalculatedDefinition): Promise<void> {
    const problems = problemsIn(definition, undefined, []);
    if (problems.length > 0) throw calculatedInvalid(problems);
    const named = (await this.#reach.notWithin(reach, definition)).find(({ path }) => path.startsWith("inputs."));
    if (named) throw calculatedNamesMissing(named);
  }

  async create(reach: Reach, { definition: sent, replacesStored }: WantedChannel): Promise<CalculatedChannel> {
    const definition = inLowerCase(sent);
    await this.#reach.requireNamed(reach, definition);
    const { store, live, clock } = this.#parts;
    const { tenantId } = reach;
    const id = newId<CalculatedChannelId>();
    return this.#change(reach, id, "ADDED", async (notes) => {
      const others = await store.list(tenantId);
      if (others.length >= this.#perTenant) throw tooManyCalculated(this.#perTenant);
      const now = clock();
      const channel = { id, tenantId, version: 1, definition, createdTime: now, updatedTime: now };
      await this.#requireSense(reach, channel, others, replacesStored);
      notes.entity(definition.key);
      notes.facts(factsOf(definition));
      requireStored(await store.insert(channel, { position: live.position, time: now }), channel);
      return channel;
    });
  }

  /** `version` is the one it was made from: of two who change a channel, the second is told of the first. */
  async update(
    reach: Reach,
    id: CalculatedChannelId,
    { definition: sent, replacesStored }: WantedChannel,
    version: number,
  ): Promise<CalculatedChannel> {
    const definition = inLowerCase(sent);
    await this.requireChangeable(reach, id);
    await this.#reach.requireNamed(reach, definition);
    const { store, clock } = this.#parts;
    return this.#change(reach, id, "UPDATED", async (notes) => {
      const before = await this.requireChangeable(reach, id);
      if (before.version !== version) throw calculatedStale(before.definition.key, before.version);
      const after = { ...before, definition, version: version + 1, updatedTime: clock() };
      const isElsewhere = placeOf(before) !== placeOf(after);
      await this.#requireSense(reach, after, await store.list(reach.tenantId), replacesStored || !isElsewhere);
      notes.entity(definition.key);
      notes.before(factsOf(before.definition));
      notes.after(factsOf(definition));
      requireStored(await store.update(after), after);
      return after;
    });
  }

  async remove(reach: Reach, id: CalculatedChannelId): Promise<void> {
    await this.#change(reach, id, "DELETED", async (notes) => {
      const { definition } = await this.requireChangeable(reach, id);
      notes.entity(definition.key);
      notes.before(factsOf(definition));
      await this.#parts.store.remove(id);
    });
  }

  async #find({ tenantId }: Reach, id: CalculatedChannelId): Promise<CalculatedChannel> {
    const channel = await this.#parts.store.find(tenantId, id);
    if (!channel) throw calculatedNotFound(id);
    return channel;
  }

  async #requireSense(
    reach: Reach,
    channel: CalculatedChannel,
    others: readonly CalculatedChannel[],
    replacesStored: boolean,
  ): Promise<void> {
    const { definition, id } = channel;
    const problems = problemsIn(definition, id, others);
    const rings = await this.#ringProblems(reach, definition, id, others);
    if (problems.length + rings.length > 0) throw calculatedInvalid([...problems, ...rings]);
    const { key } = definition;
    const isCalculated = others.some((one) => one.id !== channel.id && one.definition.key === key);
    if (!replacesStored && !isCalculated && (await this.#isInUse(channel))) throw calculatedKeyInUse(key);
  }

  /** Whether devices it is for have points under its key; of many, the first are looked at. */
  async #isInUse({ tenantId, definition: { scope, key } }: CalculatedChannel): Promise<boolean> {
    const { store, points } = this.#parts;
    const typeIds = scope.kind === "DEVICE_TYPE" ? ([scope.deviceTypeId] as DeviceTypeId[]) : undefined;
    const devices =
      scope.kind === "DEVICE"
        ? [scope.deviceId as DeviceId]
        : await store.members({ tenantId, projectId: undefined, typeIds }, lookedAtMost);
    for (const device of devices) if ((await points.latest(device, { only: [key] })).size > 0) return true;
    return false;
  }

  async #change<T>(
    reach: Reach,
    id: CalculatedChannelId,
    action: AuditAction,
    work: (notes: ActNotes) => Promise<T>,
  ): Promise<T> {
    const { audit, transactions, live, store } = this.#parts;
    const act: AuditedAct = { action, tenantId: reach.tenantId, entity: { type: "CALCULATED_CHANNEL", id } };
    return audit.change(act, (notes) =>
      transactions.run(async () => {
        await store.hold(reach.tenantId);
        const done = await work(notes);
        transactions.afterCommit(() => live.edited());
        return done;
      }),
    );
  }
}

const isOfDevice = ({ definition: { scope } }: CalculatedChannel): boolean => scope.kind === "DEVICE";

const placeOf = ({ definition: { key, scope } }: CalculatedChannel): string => `${JSON.stringify(scope)} ${key}`;

function problemsIn(
  definition: CalculatedDefinition,
  id: CalculatedChannelId | undefined,
  others: readonly CalculatedChannel[],
): readonly RuleProblem[] {
  const problems = [...calculatedProblems(definition)];
  const expression = expressionProblemOf(definition);
  if (expression !== undefined) problems.push(expression);
  const cycle = calculationCycle({ id: id ?? "", definition }, others);
  const channels = cycle?.join(" → ");
  if (channels !== undefined)
    problems.push({
      path: "inputs",
      ...said("CALCULATED_IN_A_CIRCLE", `channels are calculated from each other: ${channels}`, { channels }),
    });
  return problems;
}

function requireStored(outcome: string, { id, definition }: CalculatedChannel): void {
  if (outcome === "key-taken") throw calculatedKeyTaken(definition.key);
  if (outcome === "changed") throw calculatedNotFound(id);
  if (outcome === "not-there")
    throw calculatedNamesMissing({ path: "scope", message: "what it is for is not there any more" });
}

/** Ids as they are stored, in whatever letters they were sent. */
function inLowerCase(definition: CalculatedDefinition): CalculatedDefinition {
  const { scope } = definition;
  const place =
    scope.kind === "DEVICE"
      ? { ...scope, deviceId: scope.deviceId.toLowerCase() }
      : { ...scope, deviceTypeId: scope.deviceTypeId.toLowerCase() };
  return { ...definition, scope: place };
}

const factsOf = ({ scope, key, name, unit, decimals, inputs, expression, everyMs }: CalculatedDefinition): Facts => ({
  ...{ scope, key, name, unit, decimals, inputs, expression, everyMs },
});
