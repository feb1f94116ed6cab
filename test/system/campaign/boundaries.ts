import { acknowledgedOnly } from "./alive.ts";
import type { Finding, Life, Party } from "./party.ts";

interface Seen {
  readonly name: string;
  readonly lastActivityTime?: number | null;
}

/** Each tenant sees its own devices and nothing of another's; nobody was active in the future [RUN12]. */
export async function lookAround(
  life: Life,
  tenant: string,
  strangers: readonly Party[],
  now: number,
): Promise<Finding[]> {
  const list = acknowledgedOnly(await life.admin.get(`/api/tenants/${life.tenantId}/devices?limit=-1`));
  const { data } = list.json<{ data: Seen[] }>();
  const foreign = data.filter(({ name }) => !name.startsWith(`${tenant}/`));
  const early = data.filter(({ lastActivityTime }) => (lastActivityTime ?? 0) > now);
  const opened: Finding[] = [];
  for (const { name, deviceId } of strangers) {
    const { status } = await life.admin.get(`/api/device/${deviceId}`);
    if (status === 503) throw new Error("not now");
    if (status !== 404 && status !== 403) opened.push({ kind: "foreign", what: `${tenant} got ${status} for ${name}` });
  }
  return [
    ...foreign.map(({ name }) => ({ kind: "foreign", what: `${tenant} sees ${name}` }) as const),
    ...early.map(({ name }) => ({ kind: "untrue", what: `${name} was active in the future` }) as const),
    ...opened,
  ];
}
