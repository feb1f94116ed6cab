import type { Transaction } from "kysely";
import type { NamedType } from "../../../core/device-types/index.ts";
import type { CreateOutcome, Device, NewDevice } from "../../../core/devices/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { credentialsRow, deviceRow } from "./device-rows.ts";
import { ensureTypes } from "./ensure-types.ts";
import { countUse, roomLeft } from "./tenant-usage.ts";

export interface DeviceLimits {
  /** Devices of a tenant; 0 is no limit [QTA1]. */
  readonly devicesOf: (tenant: TenantId) => number;
  /** Types of a tenant. */
  readonly types: number;
}

/**
 * Inserts what can be inserted and says what became of each. A name or token that is taken, also by an earlier
 * one of the same call, costs only its own device: the insert passes it over, and a device whose token was taken
 * goes again before anybody can see it. Names, then tokens, are taken in their order, so that two who create the same
 * ones on PostgreSQL wait for each other and not both at once; the sort keeps equal ones as they came. Types are created
 * with the devices that name them [TYP1].
 */
export async function createDevices(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  created: readonly NewDevice[],
  limits: DeviceLimits,
): Promise<{ readonly outcomes: readonly CreateOutcome[]; readonly newTypes: readonly NamedType[] }> {
  const { typeOf, added } = await typesOf(trx, kind, created, limits.types);
  const typed = created.filter(({ device }) => typeOf(device) !== undefined);
  const named = await insertDevices(trx, typed, (device) => typeOf(device) ?? "");
  const withName = created.filter(({ device }) => named.has(device.id));
  const withToken = await insertCredentials(trx, withName);
  const complete = await withinQuotas(
    trx,
    kind,
    created.filter(({ device }) => withToken.has(device.id)),
    limits.devicesOf,
  );
  const orphans = withName.map(({ device }) => device.id).filter((id) => !complete.has(id));
  if (orphans.length > 0) await trx.deleteFrom("devices").where("id", "in", orphans).execute();
  const used = new Set(created.filter(({ device }) => complete.has(device.id)).map(({ device }) => typeOf(device)));
  await removeUnused(trx, added, used);
  const outcomes = created.map(({ device }) => {
    if (typeOf(device) === undefined) return "types-full";
    if (!named.has(device.id)) return "name-taken";
    if (!withToken.has(device.id)) return "token-taken";
    return complete.has(device.id) ? "created" : "tenant-full";
  });
  return { outcomes, newTypes: added.filter(({ id }) => used.has(id)) };
}

/** Those that fit, in their order; counted [QTA1]. */
async function withinQuotas(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  created: readonly NewDevice[],
  limitOf: (tenant: TenantId) => number,
): Promise<ReadonlySet<string>> {
  const fitting = new Set<string>();
  for (const [tenant, devices] of Map.groupBy(created, ({ device }) => device.tenantId)) {
    const use = { tenant, resource: "devices" } as const;
    const left = await roomLeft(trx, kind, use, limitOf(tenant));
    const ids = devices.slice(0, Math.max(0, Math.min(left, devices.length))).map(({ device }) => device.id);
    for (const id of ids) fitting.add(id);
    await countUse(trx, { ...use, more: ids.length, of: ids[0] ?? tenant });
  }
  return fitting;
}

async function insertDevices(
  trx: Transaction<Tables>,
  created: readonly NewDevice[],
  typeOf: (device: Device) => string,
): Promise<ReadonlySet<string>> {
  if (created.length === 0) return new Set();
  const inserted = await trx
    .insertInto("devices")
    .values(sortedBy(created, ({ device }) => device.name).map(({ device }) => deviceRow(device, typeOf(device))))
    .onConflict((conflict) => conflict.columns(["tenant_id", "name"]).doNothing())
    .returning("id")
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

interface TypesOfDevices {
  /** None where there was no room for it. */
  readonly typeOf: (device: Device) => string | undefined;
  readonly added: readonly NamedType[];
}

async function typesOf(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  created: readonly NewDevice[],
  atMost: number,
): Promise<TypesOfDevices> {
  const idsOf = new Map<string, ReadonlyMap<string, string>>();
  const added: NamedType[] = [];
  for (const [tenant, devices] of Map.groupBy(created, ({ device }) => device.tenantId)) {
    const names = devices.map(({ device }) => device.type);
    const now = devices[0]?.device.createdTime ?? 0;
    const ensured = await ensureTypes(trx, kind, { tenant, names, atMost, now });
    idsOf.set(tenant, ensured.idOf);
    added.push(...ensured.added);
  }
  return { typeOf: ({ tenantId, type }) => idsOf.get(tenantId)?.get(type), added };
}

/** A device that could not be created leaves no type behind. */
async function removeUnused(
  trx: Transaction<Tables>,
  added: readonly NamedType[],
  used: ReadonlySet<string | undefined>,
): Promise<void> {
  const unused = added.map(({ id }) => id).filter((id) => !used.has(id));
  if (unused.length > 0) await trx.deleteFrom("device_types").where("id", "in", unused).execute();
}

async function insertCredentials(
  trx: Transaction<Tables>,
  created: readonly NewDevice[],
): Promise<ReadonlySet<string>> {
  if (created.length === 0) return new Set();
  const inserted = await trx
    .insertInto("device_credentials")
    .values(sortedBy(created, tokenOf).map(({ credentials }) => credentialsRow(credentials)))
    .onConflict((conflict) => conflict.column("token").doNothing())
    .returning("device_id")
    .execute();
  return new Set(inserted.map(({ device_id }) => device_id));
}

const tokenOf = ({ credentials }: NewDevice): string => credentials.token;

const sortedBy = (created: readonly NewDevice[], keyOf: (one: NewDevice) => string): readonly NewDevice[] =>
  created.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)));

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
