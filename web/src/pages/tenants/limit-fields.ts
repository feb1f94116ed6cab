import type { TenantLimitsRecord } from "@heliograph/contract";
import { textOf } from "../../ui/field.tsx";

type LimitName = Exclude<keyof TenantLimitsRecord, "version">;

/** What one in the form is, as the API counts. */
const units: Readonly<Record<LimitName, number>> = {
  deviceMessages: 1,
  devicePoints: 1,
  tenantMessages: 1,
  tenantPoints: 1,
  series: 1,
  fileQuota: 1024 ** 3,
  devices: 1,
  users: 1,
  attributeQuota: 1024 ** 2,
  indexingTime: 1,
};

const names = Object.keys(units) as LimitName[];

/** As they stand in the form; no limit is empty. */
export const limitTexts = (limits: TenantLimitsRecord): Readonly<Record<LimitName, string>> =>
  Object.fromEntries(names.map((name) => [name, textFor(limits[name], units[name])])) as Record<LimitName, string>;

const textFor = (limit: number | null | undefined, unit: number): string =>
  limit === null || limit === undefined ? "" : String(limit / unit);

/** What the form says; undefined when one of the fields is no limit. */
export function limitsIn(form: FormData): TenantLimitsRecord | undefined {
  const entries = names.map((name) => [name, limitOf(textOf(form, name), units[name])] as const);
  return entries.some(([, limit]) => limit === undefined) ? undefined : Object.fromEntries(entries);
}

function limitOf(text: string, unit: number): number | null | undefined {
  if (text.trim() === "") return null;
  const limit = Math.round(Number(text) * unit);
  return limit >= 1 ? limit : undefined;
}
