import type { AlarmSeverity, AttributeScope } from "@heliograph/contract";
import type { IdSet } from "../../kernel/id-set.ts";
import type { DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../kernel/ids.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { NamedType } from "../device-types/index.ts";
import type { Reach } from "../projects/index.ts";
import type { Device, DeviceCredentials, DeviceProperties } from "./device.ts";
import type { DeviceIdentity } from "./device-identity.ts";

/** As stored: whether it counts as active depends on the moment of asking. */
export interface StoredDevice extends Device {
  readonly typeId: DeviceTypeId;
  readonly lastActivityTime: EpochMs | null;
  /** The worst of its active alarms. Whoever shows it asks whether the reader may see alarms there [ALM4]. */
  readonly alarmSeverity: AlarmSeverity | null;
}

/** A device's last contact, and whether it was announced as active or, since then, as silent. */
export interface Contact {
  readonly time: EpochMs;
  readonly active: boolean;
}

export type DeviceSortProperty =
  | "name"
  | "type"
  | "label"
  | "createdTime"
  | "lastActivityTime"
  | "active"
  | "serialNumber"
  | "firmwareVersion"
  | "alarmSeverity"
  /** The one that the query names. */
  | "attribute";

/** By which attribute devices are sorted. */
export interface AttributeOrder {
  readonly scope: AttributeScope;
  readonly key: string;
  /** Where the reader may see attributes: elsewhere no device has it. */
  readonly reach: Reach;
}

export interface DeviceQuery {
  /** In which part of which tenant. */
  readonly reach: Reach;
  /** Only those in no project. */
  readonly isUnassigned: boolean;
  /** Part of name, label or serial number, without regard to case. */
  readonly textSearch: string | undefined;
  readonly type: string | undefined;
  readonly typeId: DeviceTypeId | undefined;
  readonly active: boolean | undefined;
  /** Only these: what somebody else found [PRJ2]. */
  readonly among?: IdSet<DeviceId> | undefined;
  /** Where the reader may see alarms; undefined is nowhere. */
  readonly alarmReach?: Reach | undefined;
  /** With an active alarm at least as bad. */
  readonly alarmSeverity?: AlarmSeverity | undefined;
  readonly sortProperty: DeviceSortProperty;
  /** With `attribute`; devices without it come last, in both directions. */
  readonly attribute?: AttributeOrder | undefined;
  readonly descending: boolean;
  /** "Active" means: last contact later than `now` less the device's own or this timeout. */
  readonly now: EpochMs;
  readonly inactivityTimeoutMs: number;
}

export type CreateOutcome =
  | "created"
  | "name-taken"
  | "token-taken"
  | "tenant-full"
  /** It names a type that there is not, and the tenant has as many as it may. */
  | "types-full"
  | "no-such-tenant";

/** Throws where a move from one project into another would be a way to be allowed more [ROL1]. */
export type MoveRule = (from: ProjectId | null) => void;

/** Where devices are to go. */
export interface Move {
  readonly to: ProjectId | null;
  readonly mayMove: MoveRule;
}

/** Which devices were within reach when they were moved, and which of them were somewhere else before. */
export interface MoveOutcome {
  readonly within: readonly DeviceId[];
  readonly moved: readonly MovedDevice[];
}

/** A device that was somewhere else before. */
export interface MovedDevice {
  readonly id: DeviceId;
  readonly name: string;
  readonly from: ProjectId | null;
}

export interface NewDevice {
  readonly device: Device;
  readonly credentials: DeviceCredentials;
}

export interface DeviceStore {
  /** `newTypes` is told the types that are there because of it [TYP1]; so below. */
  create(created: NewDevice, newTypes?: NamedType[]): Promise<CreateOutcome>;
  /** Each device with its credentials or not at all; all that can be, in one transaction. Outcomes in order. */
  createMany(created: readonly NewDevice[], newTypes?: NamedType[]): Promise<readonly CreateOutcome[]>;
  update(
    tenant: TenantId,
    id: DeviceId,
    properties: DeviceProperties,
    newTypes?: NamedType[],
  ): Promise<"updated" | "name-taken" | "not-found" | "types-full">;
  /** Sets what the identity says and leaves the rest; false when that changes nothing. */
  identify(tenant: TenantId, id: DeviceId, identity: DeviceIdentity): Promise<boolean>;
  find(tenant: TenantId, id: DeviceId): Promise<StoredDevice | undefined>;
  /** Texts sort without regard to case, absent values first; equal ones by id, so pages never overlap. */
  page(query: DeviceQuery, page: PageRequest): Promise<readonly StoredDevice[]>;
  count(query: DeviceQuery): Promise<number>;
  stream(query: DeviceQuery): AsyncIterable<readonly StoredDevice[]>;
  /** All that match in their order, the first so many of them. */
  idsInOrder(query: DeviceQuery, atMost: number): Promise<readonly DeviceId[]>;
  /** Those that match, by id, so many of them after this one. */
  idsAfter(query: DeviceQuery, after: DeviceId | null, limit: number): Promise<readonly DeviceId[]>;
  /** Every device of a tenant, in no particular order. */
  idsIn(tenant: TenantId): AsyncIterable<readonly DeviceId[]>;
  /** With its credentials and activity; returns what was removed. */
  remove(tenant: TenantId, id: DeviceId): Promise<DeviceCredentials | undefined>;
  /** Inside a transaction: nobody else moves or removes it until that ends. */
  hold(tenant: TenantId, id: DeviceId): Promise<void>;
  /** In which project each is; unknown ones are left out. */
  places(tenant: TenantId, ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, ProjectId | null>>;
  /**
   * Puts them into a project, or into none. Where each is, is asked while nobody else can move it: what is out of reach by
   * then is passed over, as if unknown, and what the rule refuses leaves all of them where they are [PRJ1].
   */
  move(reach: Reach, ids: readonly DeviceId[], move: Move): Promise<MoveOutcome>;
  /** Every type in use with the number of its devices, ordered by name. */
  typesIn(reach: Reach): Promise<readonly { readonly type: string; readonly count: number }[]>;

  credentialsOf(tenant: TenantId, id: DeviceId): Promise<DeviceCredentials | undefined>;
  /** Returns the credentials as they were before, and as they are now. */
  setToken(
    tenant: TenantId,
    id: DeviceId,
    token: string,
  ): Promise<{ before: DeviceCredentials; now: DeviceCredentials } | "token-taken" | "not-found">;
  /** How many of these tokens devices have that are out of reach: of other tenants, and in other projects. */
  tokensElsewhere(reach: Reach, tokens: readonly string[]): Promise<number>;
  /** For transports: the device that may use this token. */
  findByToken(token: string): Promise<Device | undefined>;

  /** The tokens these devices have now; those that are gone have none. */
  tokensOf(devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, string>>;
  /** These, as far as they are there. */
  some(devices: readonly DeviceId[]): Promise<readonly StoredDevice[]>;

  /** No contact is later than this: what a clock that was wrong left in the future is set to it. */
  capActivity(now: EpochMs): Promise<void>;
  /** Keeps what belongs to the latest contact of each device; unknown devices are passed over. */
  recordActivity(contacts: ReadonlyMap<DeviceId, Contact>): Promise<void>;
  /** Devices last announced as active, however long ago: where the watch goes on after a restart. */
  announcedActive(): AsyncIterable<readonly StoredDevice[]>;
}
