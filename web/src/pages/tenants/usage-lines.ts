import type { TenantLimitsRecord, TenantUsageRecord } from "@heliograph/contract";
import { bytesText, countText, numberText } from "../../format/number.ts";
import type { Messages } from "../../i18n/messages.tsx";

/** What a tenant has of something, and may have. */
export interface UsageLine {
  readonly name: string;
  readonly used: string;
  /** Undefined where there is none. */
  readonly limit: string | undefined;
  /** 0 to 1; undefined where there is no limit. */
  readonly share: number | undefined;
}

/** From here on it is told that something is running out. */
export const nearlyFull = 0.9;

export function usageLines(
  usage: TenantUsageRecord,
  limits: TenantLimitsRecord,
  m: Messages,
  locale: string,
): readonly UsageLine[] {
  const t = m.tenantSettings;
  const count = (value: number) => countText(value, locale);
  const bytes = (value: number) => bytesText(value, locale);
  const rate = (value: number) => numberText(Math.round(value * 10) / 10, locale);
  return [
    line(t.devices, usage.devices, limits.devices, count),
    line(t.users, usage.users, limits.users, count),
    line(t.seriesUsed, usage.series, limits.series, count),
    line(t.files, usage.fileBytes, limits.fileQuota, bytes),
    line(t.attributes, usage.attributeBytes, limits.attributeQuota, bytes),
    line(t.messages, usage.messages, limits.tenantMessages, rate),
    line(t.points, usage.points, limits.tenantPoints, rate),
    line(t.indexing, usage.indexingSeconds, limits.indexingTime, count),
    ofEach(m.settings.deviceMessages, limits.deviceMessages, rate),
    ofEach(m.settings.devicePoints, limits.devicePoints, rate),
  ];
}

/** What one device may send; all of them together are not measured by it. */
const ofEach = (name: string, limit: number | null | undefined, text: (value: number) => string): UsageLine => ({
  ...line(name, 0, limit, text),
  used: "–",
  share: undefined,
});

function line(
  name: string,
  used: number,
  limit: number | null | undefined,
  text: (value: number) => string,
): UsageLine {
  const share = limit ? Math.min(1, used / limit) : undefined;
  return { name, used: text(used), limit: limit ? text(limit) : undefined, share };
}
