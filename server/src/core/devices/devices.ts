import type { AppError } from "../../kernel/errors.ts";
import {
  type CredentialsId,
  type DeviceId,
  newId,
  type ProjectId,
  randomToken,
  type TenantId,
} from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import { type NamedType, typeAdded } from "../device-types/index.ts";
import type { EventBus } from "../events/index.ts";
import { outOfReach, type Projects, type Reach, reaches } from "../projects/index.ts";
import { type TenantQuotas, tenantNotFound } from "../tenants/index.ts";
import type { DeviceActivity } from "./activity.ts";
import { actOn, added, factsOf } from "./audited-acts.ts";
import type { ChosenTokens, TokenChooser } from "./chosen-tokens.ts";
import type { DeviceCredentials, DevicePlace, DeviceProperties, DeviceWithActivity, WantedDevice } from "./device.ts";
import { type DeviceIdentity, isNews } from "./device-identity.ts";
import type {
  CreateOutcome,
  DeviceQuery,
  DeviceStore,
  Move,
  MovedDevice,
  MoveOutcome,
  MoveRule,
  NewDevice,
} from "./device-store.ts";
import { deviceNameTaken, deviceNotFound, deviceTokenTaken } from "./errors.ts";
import { type TypesOfTenant, wantedType } from "./wanted-type.ts";

/** 144 random bits; shown as 24 characters [DEV4]. */
const generatedTokenBytes = 18;

/** What a caller may ask of a list; the moment and the timeout are ours to add. */
export type DeviceFilter = Omit<DeviceQuery, "now" | "inactivityTimeoutMs">;

/** What a move came to. */
export interface MoveReport {
  readonly moved: number;
  /** Were there already. */
  readonly unchanged: number;
  /** Not within reach, or not there at all. */
  readonly missing: readonly DeviceId[];
  /** Where those that were moved came from. */
  readonly origins: readonly MovedDevice[];
}

/** Devices per transaction: large enough to share a sync, small enough not to hold up other writers. */
const movedPerTransaction = 200;

interface DeviceServiceParts {
  readonly store: DeviceStore;
  readonly activity: DeviceActivity;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly chosenTokens: ChosenTokens;
  readonly audit: Audit;
  readonly types: TypesOfTenant;
  readonly projects: Pick<Projects, "requirePlace">;
  readonly quotas: Pick<TenantQuotas, "reached">;
}

/** A token that somebody wants a device to have. */
export interface ChosenToken {
  readonly token: string;
  readonly by: TokenChooser;
}

/** What may be read is refused, not told as missing [API3]. */
function requireUnknown(reach: Reach, place: ProjectId | null, id: DeviceId): void {
  const error = outOfReach(reach, place, deviceNotFound(id));
  if (error.fault === "forbidden") throw error;
}

export class Devices {
  readonly #store: DeviceStore;
  readonly #activity: DeviceActivity;
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #chosen: ChosenTokens;
  readonly #audit: Audit;
  readonly #types: TypesOfTenant;
  readonly #projects: Pick<Projects, "requirePlace">;
  readonly #quotas: Pick<TenantQuotas, "reached">;

  constructor({ store, activity, events, clock, chosenTokens, audit, types, projects, quotas }: DeviceServiceParts) {
    this.#quotas = quotas;
    this.#store = store;
    this.#activity = activity;
    this.#events = events;
    this.#clock = clock;
    this.#chosen = chosenTokens;
    this.#audit = audit;
    this.#types = types;
    this.#projects = projects;
  }

  /** With the chosen token or, without one, a random one [DEV4]. */
  async create(
    reach: Reach,
    wanted: WantedDevice,
    chosen?: ChosenToken,
    projectId: ProjectId | null = null,
  ): Promise<DeviceWithActivity> {
    const { tenantId } = reach;
    await this.#projects.requirePlace(reach, projectId);
    if (chosen) await this.#admit(chosen);
    const type = await wantedType(this.#types, tenantId, wanted);
    const created = this.prepare({ tenantId, projectId }, { ...wanted, type }, chosen?.token);
    const device = await this.#audit.change(added(created), async () => {
      const newTypes: NamedType[] = [];
      const outcome = await this.#store.create(created, newTypes);
      if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
      if (outcome === "name-taken") throw deviceNameTaken(wanted.name);
      if (outcome === "token-taken") throw deviceTokenTaken();
      if (outcome === "tenant-full") throw this.noRoom(tenantId);
      if (outcome === "types-full") throw this.#types.noRoom();
      await this.#noteTypes(tenantId, newTypes);
      return this.require(reach, created.device.id);
    });
    this.announce([created]);
    return device;
  }

  /** With another place the device moves there. */
  async update(
    reach: Reach,
    id: DeviceId,
    wanted: WantedDevice,
    to?: { readonly project: ProjectId; readonly mayMove: MoveRule },
  ): Promise<DeviceWithActivity> {
    const { tenantId } = reach;
    const device = await this.#audit.change(actOn(tenantId, id, "UPDATED"), async (notes) => {
      const before = await this.require(reach, id);
      const newTypes: NamedType[] = [];
      const properties = { ...wanted, type: await wantedType(this.#types, tenantId, wanted, before) };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after(factsOf(properties));
      const outcome = await this.#store.update(tenantId, id, properties, newTypes);
      if (outcome === "not-found") throw deviceNotFound(id);
      if (outcome === "name-taken") throw deviceNameTaken(properties.name);
      if (outcome === "types-full") throw this.#types.noRoom();
      await this.#noteTypes(tenantId, newTypes);
      if (to && to.project !== before.projectId) await this.move(reach, [id], to.project, to.mayMove);
      return this.require(reach, id);
    });
    this.#activity.updated(device);
    this.#events.publish("device-updated", { tenantId, deviceId: id });
    return this.#activity.describe(device);
  }

  /** Keeps what the device says of itself; most times it said so before [DHP4]. */
  async identify(tenantId: TenantId, id: DeviceId, identity: DeviceIdentity): Promise<void> {
    const device = await this.#store.find(tenantId, id);
    if (!device || !isNews(identity, device)) return;
    if (!(await this.#store.identify(tenantId, id, identity))) return;
    this.#events.publish("device-updated", { tenantId, deviceId: id });
  }

  /** What is out of reach, and not to be read either, does not exist [PRJ1, API3]. */
  async require(reach: Reach, id: DeviceId): Promise<DeviceWithActivity> {
    const device = await this.#store.find(reach.tenantId, id);
    if (!device) throw deviceNotFound(id);
    if (!reaches(reach, device.projectId)) throw outOfReach(reach, device.projectId, deviceNotFound(id));
    return this.#activity.describe(device);
  }

  async list(filter: DeviceFilter, page: PageRequest): Promise<Page<DeviceWithActivity>> {
    const query = await this.#queryFor(filter);
    const total = await this.#store.count(query);
    const found = offsetOf(page) >= total ? [] : await this.#store.page(query, page);
    return pageOf(
      found.map((device) => this.#activity.describe(device)),
      total,
      page,
    );
  }

  async *stream(filter: DeviceFilter): AsyncGenerator<readonly DeviceWithActivity[]> {
    for await (const devices of this.#store.stream(await this.#queryFor(filter))) {
      yield devices.map((device) => this.#activity.describe(device));
    }
  }

  typesIn(reach: Reach): Promise<readonly { readonly type: string; readonly count: number }[]> {
    return this.#store.typesIn(reach);
  }

  /** Puts devices into a project, or into none (null) [PRJ1]; what is not within reach is told as missing. */
  async move(
    reach: Reach,
    ids: readonly DeviceId[],
    to: ProjectId | null,
    mayMove: MoveRule = () => undefined,
  ): Promise<MoveReport> {
    await this.#projects.requirePlace(reach, to);
    const wanted = [...new Set(ids)];
    // Refused before the first of them is moved. What counts is asked once more with the move itself.
    for (const [id, from] of await this.#store.places(reach.tenantId, wanted)) {
      if (reaches(reach, from)) mayMove(from);
      else requireUnknown(reach, from, id);
    }
    const { within, moved } = await this.#moveAll(reach, wanted, { to, mayMove });
    const missing = new Set(wanted).difference(new Set(within));
    const unchanged = within.length - moved.length;
    return { moved: moved.length, unchanged, missing: [...missing], origins: moved };
  }

  /**
   * As `move`, all that match, in steps: each is stored when it is told, with how many it moved. Whoever stops in
   * between leaves the rest where they were, and may begin again.
   */
  async *moveMatching(filter: DeviceFilter, { reach, to, mayMove }: Move & { reach: Reach }): AsyncGenerator<number> {
    await this.#projects.requirePlace(reach, to); // the filter may stand for a part of it: they are moved out of there
    for await (const devices of this.#store.stream(await this.#queryFor(filter))) {
      for (const { projectId } of devices) mayMove(projectId);
      const ids = devices.map(({ id }) => id);
      yield (await this.#moveAll(filter.reach, ids, { to, mayMove })).moved.length;
    }
  }

  /** For long work in pieces: what matches, by id, so many of them after this one. */
  async idsMatching(filter: DeviceFilter, after: DeviceId | null, limit: number): Promise<readonly DeviceId[]> {
    return this.#store.idsAfter(await this.#queryFor(filter), after, limit);
  }

  /** All that match in their order, the first so many of them. */
  async idsInOrder(filter: DeviceFilter, atMost: number): Promise<readonly DeviceId[]> {
    return this.#store.idsInOrder(await this.#queryFor(filter), atMost);
  }

  /** These in their order; those that are gone by now are left out. */
  async inOrder(ids: readonly DeviceId[]): Promise<readonly DeviceWithActivity[]> {
    const known = new Map((await this.#store.some(ids)).map((device) => [device.id, device]));
    return ids.flatMap((id) => known.get(id) ?? []).map((device) => this.#activity.describe(device));
  }

  async countMatching(filter: DeviceFilter): Promise<number> {
    return this.#store.count(await this.#queryFor(filter));
  }

  async #moveAll(reach: Reach, ids: readonly DeviceId[], move: Move): Promise<MoveOutcome> {
    const done: MoveOutcome[] = [];
    for (let at = 0; at < ids.length; at += movedPerTransaction) {
      done.push(await this.#moveSome(reach, ids.slice(at, at + movedPerTransaction), move));
    }
    return { within: done.flatMap(({ within }) => within), moved: done.flatMap(({ moved }) => moved) };
  }

  async #moveSome(reach: Reach, ids: readonly DeviceId[], move: Move): Promise<MoveOutcome> {
    const [{ tenantId }, { to }] = [reach, move];
    const outcome = await this.#audit.together(async () => {
      const done = await this.#store.move(reach, ids, move);
      for (const { id, name, from } of done.moved) {
        await this.#audit.change(actOn(tenantId, id, "UPDATED", name), async (notes) => {
          notes.before({ projectId: from });
          notes.after({ projectId: to });
        });
      }
      return done;
    });
    const deviceIds = outcome.moved.map(({ id }) => id);
    for (const deviceId of deviceIds) this.#events.publish("device-updated", { tenantId, deviceId });
    if (deviceIds.length > 0) this.#events.publish("devices-moved", { tenantId, deviceIds, projectId: to });
    return outcome;
  }

  async remove(reach: Reach, id: DeviceId): Promise<void> {
    const { tenantId } = reach;
    const removed = await this.#audit.change(actOn(tenantId, id, "DELETED"), async (notes) => {
      await this.#store.hold(tenantId, id); // where it is now, it is until it is gone [PRJ1]
      const before = await this.require(reach, id);
      notes.entity(before.name);
      notes.before(factsOf(before));
      const credentials = await this.#store.remove(tenantId, id);
      if (!credentials) throw deviceNotFound(id);
      return credentials;
    });
    this.#activity.removed(id);
    this.#events.publish("device-removed", { tenantId, deviceId: id, token: removed.token });
  }

  /** For somebody to see [AUD1]. */
  async showCredentials(reach: Reach, id: DeviceId): Promise<DeviceCredentials> {
    const { name, tenantId } = await this.require(reach, id);
    const credentials = await this.#requireCredentials(tenantId, id);
    await this.#audit.note(actOn(tenantId, id, "CREDENTIALS_READ", name));
    return credentials;
  }

  /** Sets the chosen token or, without one, a new random one; the old one stops at once [DEV4]. */
  async setToken(reach: Reach, id: DeviceId, chosen: ChosenToken | undefined): Promise<DeviceCredentials> {
    const { tenantId } = await this.require(reach, id);
    const present = await this.#requireCredentials(tenantId, id);
    if (chosen?.token === present.token) return present;
    if (chosen) await this.#admit(chosen);
    const { before, now } = await this.#audit.change(actOn(tenantId, id, "CREDENTIALS_UPDATED"), async (notes) => {
      await this.#store.hold(tenantId, id);
      notes.entity((await this.require(reach, id)).name);
      const outcome = await this.#store.setToken(tenantId, id, chosen?.token ?? randomToken(generatedTokenBytes));
      if (outcome === "not-found") throw deviceNotFound(id);
      if (outcome === "token-taken") throw deviceTokenTaken();
      return outcome;
    });
    if (before.token !== now.token) {
      this.#events.publish("device-token-changed", { tenantId, deviceId: id, token: before.token });
    }
    return now;
  }

  async #requireCredentials(tenantId: TenantId, id: DeviceId): Promise<DeviceCredentials> {
    const credentials = await this.#store.credentialsOf(tenantId, id);
    if (!credentials) throw deviceNotFound(id);
    return credentials;
  }

  /** The type of devices whose creator names none. */
  async defaultType(tenantId: TenantId): Promise<string> {
    return (await this.#types.defaultOf(tenantId)).name;
  }

  async #noteTypes(tenantId: TenantId, newTypes: readonly NamedType[]): Promise<void> {
    for (const type of newTypes) await this.#audit.note(typeAdded(tenantId, type));
  }

  async #admit({ token, by }: ChosenToken): Promise<void> {
    const problem = this.#chosen.lengthProblem(token);
    if (problem) throw problem;
    await this.#chosen.admit([token], by);
  }

  /** A device with its credentials, not stored yet. */
  prepare(place: DevicePlace, properties: DeviceProperties, token: string | undefined): NewDevice {
    const createdTime = this.#clock();
    const { name, type, label, description, serialNumber, firmwareVersion, inactivityTimeoutMs } = properties;
    const said = { name, type, label, description, serialNumber, firmwareVersion, inactivityTimeoutMs };
    const device = { ...said, id: newId<DeviceId>(), ...place, createdTime };
    return {
      device,
      credentials: {
        id: newId<CredentialsId>(),
        deviceId: device.id,
        createdTime,
        token: token ?? randomToken(generatedTokenBytes),
      },
    };
  }

  /** Those that can be; each with its entry in the audit log. Announcing them is up to the caller. */
  createMany(created: readonly NewDevice[]): Promise<readonly CreateOutcome[]> {
    return this.#audit.together(async () => {
      const newTypes: NamedType[] = [];
      const outcomes = await this.#store.createMany(created, newTypes);
      const tenantId = created[0]?.device.tenantId;
      if (tenantId) await this.#noteTypes(tenantId, newTypes);
      const done = created.filter((_, index) => outcomes[index] === "created");
      for (const one of done) await this.#audit.note(added(one));
      return outcomes;
    });
  }

  /** Why a tenant gets no more devices [QTA1]. */
  noRoom(tenantId: TenantId): AppError {
    return this.#quotas.reached(tenantId, "devices");
  }

  /** Why no device brings a new type with it any more. */
  noTypeRoom(): AppError {
    return this.#types.noRoom();
  }

  announce(created: readonly NewDevice[]): void {
    for (const { device } of created) {
      this.#events.publish("device-created", { tenantId: device.tenantId, deviceId: device.id });
    }
  }

  /** Where activity decides what is found or in which order, the store has to know the latest contacts. */
  async #queryFor(filter: DeviceFilter): Promise<DeviceQuery> {
    const byActivity = filter.sortProperty === "active" || filter.sortProperty === "lastActivityTime";
    if (byActivity || filter.active !== undefined) await this.#activity.flush();
    return { ...filter, now: this.#clock(), inactivityTimeoutMs: this.#activity.timeoutMs };
  }
}
