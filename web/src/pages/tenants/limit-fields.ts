import type { TenantLimitsRecord } from "@heliograph/contract";
import { textOf } from "../../ui/field.tsx";

export type LimitName = Exclude<keyof TenantLimitsRecord, "version">;

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

/** The most that is counted, as the API counts. */
const most = (name: LimitName): number => (name === "indexingTime" ? 3_600 : 1_000_000_000_000_000);

/** The most a field takes that takes whole numbers; undefined of those for space. */
export const mostInForm = (name: LimitName): number | undefined => (units[name] === 1 ? most(name) : undefined);

interface LimitsInForm {
  readonly limits?: TenantLimitsRecord;
  /** The field that is no limit. */
  readonly wrong?: LimitName;
}

/** What the form says. */
export function limitsIn(form: FormData): LimitsInForm {
  const limits = names.map((name) => [name, limitOf(textOf(form, name), name)] as const);
  const wrong = limits.find(([, limit]) => limit === undefined)?.[0];
  return wrong ? { wrong } : { limits: Object.fromEntries(limits) };
}

/** Space may be a part of the unit; of devices there are no halves. */
function limitOf(text: string, name: LimitName): number | null | undefined {
  if (text.trim() === "") return null;
  const [number, unit] = [Number(text), units[name]];
  const limit = unit === 1 ? number : Math.round(number * unit);
  return Number.isInteger(limit) && limit >= 1 && limit <= most(name) ? limit : undefined;
}
