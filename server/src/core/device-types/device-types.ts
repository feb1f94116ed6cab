import { type AuditAction, definitionProblem } from "@heliograph/contract";
import type { AppError } from "../../kernel/errors.ts";
import { type DeviceTypeId, newId, type TenantId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import { requirePicture } from "../../kernel/picture-form.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit, AuditedAct } from "../audit/index.ts";
import type { EventBus } from "../events/index.ts";
import type { ReachedProjects } from "../projects/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import {
  contentAfter,
  type DeviceType,
  type DeviceTypeChange,
  type DeviceTypeContent,
  type DeviceTypeInfo,
  type DeviceTypeText,
  type DeviceTypeUse,
} from "./device-type.ts";
import type { DeviceTypeQuery, DeviceTypeStore, NamedType } from "./device-type-store.ts";
import {
  deviceTypeInUse,
  deviceTypeInvalid,
  deviceTypeIsDefault,
  deviceTypeNameTaken,
  deviceTypeNotFound,
  deviceTypeStale,
  deviceTypesTooMany,
} from "./errors.ts";
import { factsOfChange } from "./type-facts.ts";

interface DeviceTypeParts {
  readonly store: DeviceTypeStore;
  readonly audit: Audit;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly perTenant: number;
}

/** What kinds of devices a tenant has, and what each of them means by what it sends [TYP1, TYP2]. */
export class DeviceTypes {
  readonly #store: DeviceTypeStore;
  readonly #audit: Audit;
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #perTenant: number;

  constructor({ store, audit, events, clock, perTenant }: DeviceTypeParts) {
    this.#store = store;
    this.#audit = audit;
    this.#events = events;
    this.#clock = clock;
    this.#perTenant = perTenant;
  }

  async create(tenantId: TenantId, content: DeviceTypeContent): Promise<DeviceType> {
    requireSense(content);
    const head = { id: newId<DeviceTypeId>(), tenantId, createdTime: this.#clock(), isDefault: false, version: 1 };
    const type: DeviceType = { ...head, ...content };
    await this.#audit.change({ ...actOn(type, "ADDED"), facts: summaryOf(content) }, async () => {
      const outcome = await this.#store.create(type, this.#perTenant);
      if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
      if (outcome === "name-taken") throw deviceTypeNameTaken(content.name);
      if (outcome === "full") throw this.noRoom();
    });
    return type;
  }

  noRoom(): AppError {
    return deviceTypesTooMany(this.#perTenant);
  }

  /** `version` is that of the type the change was made to; without one the last word counts. */
  async update(
    tenantId: TenantId,
    id: DeviceTypeId,
    change: DeviceTypeChange,
    version: number | undefined,
  ): Promise<DeviceType> {
    const type = await this.#audit.change(actOn({ tenantId, id, name: change.name }, "UPDATED"), async (notes) => {
      const before = await this.#store.hold(tenantId, id); // what is left out is as it is now, until it is saved
      if (!before) throw deviceTypeNotFound(id);
      const content = contentAfter(change, before);
      requireSense(content);
      const facts = factsOfChange(before, content);
      notes.entity(before.name);
      notes.before(facts.before);
      notes.after(facts.after);
      const outcome = await this.#store.update(tenantId, id, content, version);
      if (outcome === "not-found") throw deviceTypeNotFound(id);
      if (outcome === "name-taken") throw deviceTypeNameTaken(content.name);
      if (outcome === "stale") throw deviceTypeStale(before.name, before.version);
      return this.require(tenantId, id);
    });
    this.#events.publish("device-type-changed", { tenantId, typeId: id });
    return type;
  }

  /** From a file: a new one or, if that is wanted, the one of this name [TYP4]. */
  async take(
    tenantId: TenantId,
    content: DeviceTypeContent,
    replace: boolean,
  ): Promise<[DeviceType, "new" | "replaced"]> {
    return this.#audit.together(async () => {
      const present = replace ? await this.#store.holdNamed(tenantId, content.name) : undefined;
      if (!present) return [await this.create(tenantId, content), "new"];
      return [await this.update(tenantId, present.id, changeTo(content), undefined), "replaced"];
    });
  }

  async require(tenantId: TenantId, id: DeviceTypeId): Promise<DeviceType> {
    const type = await this.#store.find(tenantId, id);
    if (!type) throw deviceTypeNotFound(id);
    return type;
  }

  async requireText(tenantId: TenantId, id: DeviceTypeId): Promise<DeviceTypeText> {
    const type = await this.#store.findText(tenantId, id);
    if (!type) throw deviceTypeNotFound(id);
    return type;
  }

  async requireInfo(tenantId: TenantId, id: DeviceTypeId, countedIn?: ReachedProjects): Promise<DeviceTypeInfo> {
    const type = await this.#store.findInfo(tenantId, id, countedIn);
    if (!type) throw deviceTypeNotFound(id);
    return type;
  }

  /** Where its devices are, besides how many there are. */
  async requireUse(tenantId: TenantId, id: DeviceTypeId, countedIn: ReachedProjects): Promise<DeviceTypeUse> {
    const info = await this.requireInfo(tenantId, id, countedIn);
    return { ...info, projectCount: await this.#store.projectCount(tenantId, id, countedIn) };
  }

  async defaultOf(tenantId: TenantId, countedIn?: ReachedProjects): Promise<DeviceTypeInfo> {
    const type = await this.#store.findDefault(tenantId, countedIn);
    if (!type) throw tenantNotFound(tenantId); // every tenant begins with one, and keeps one
    return type;
  }

  async list(query: DeviceTypeQuery, page: PageRequest): Promise<Page<DeviceTypeInfo>> {
    const total = await this.#store.count(query);
    const found = offsetOf(page) >= total ? [] : await this.#store.page(query, page);
    return pageOf(found, total, page);
  }

  stream(query: DeviceTypeQuery): AsyncIterable<readonly DeviceTypeInfo[]> {
    return this.#store.stream(query);
  }

  async makeDefault(tenantId: TenantId, id: DeviceTypeId): Promise<DeviceTypeInfo> {
    await this.#audit.change(actOn({ tenantId, id, name: null }, "UPDATED"), async (notes) => {
      const [before, chosen] = [await this.defaultOf(tenantId), await this.requireInfo(tenantId, id)];
      notes.entity(chosen.name);
      notes.before({ defaultType: before.name });
      notes.after({ defaultType: chosen.name });
      if (!(await this.#store.makeDefault(tenantId, id))) throw deviceTypeNotFound(id);
    });
    return this.requireInfo(tenantId, id);
  }

  async remove(tenantId: TenantId, id: DeviceTypeId): Promise<void> {
    await this.#audit.change(actOn({ tenantId, id, name: null }, "DELETED"), async (notes) => {
      const before = await this.require(tenantId, id);
      notes.entity(before.name);
      notes.facts(summaryOf(before));
      const outcome = await this.#store.remove(tenantId, id);
      if (outcome === "not-found") throw deviceTypeNotFound(id);
      if (outcome === "is-default") throw deviceTypeIsDefault(before.name);
      if (outcome !== "removed") throw deviceTypeInUse(before.name, outcome.devices);
    });
  }
}

const changeTo = ({ definition, ...head }: DeviceTypeContent): DeviceTypeChange => ({ ...head, ...definition });

function requireSense({ definition, picture }: DeviceTypeContent): void {
  requirePicture("image", picture);
  const problem = definitionProblem(definition);
  if (problem) throw deviceTypeInvalid(problem);
}

interface Named {
  readonly tenantId: TenantId;
  readonly id: DeviceTypeId;
  readonly name: string | null;
}

const actOn = ({ tenantId, id, name }: Named, action: AuditAction): AuditedAct => ({
  action,
  tenantId,
  entity: { type: "DEVICE_PROFILE", id, name },
});

/** A type that is there because a device named it [TYP1]. */
export const typeAdded = (tenantId: TenantId, { id, name }: NamedType): AuditedAct =>
  actOn({ tenantId, id, name }, "ADDED");

const summaryOf = ({ description, definition }: DeviceTypeContent) => ({
  description,
  channels: definition.channels.length,
  commands: definition.commands.length,
  attributes: definition.attributes.length,
});
