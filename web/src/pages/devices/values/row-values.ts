import type { DataRequest, DeviceViewColumn, ShownAlarm } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../app.ts";
import { ComingAnswer } from "../../../dashboards/coming-answer.ts";
import type { LatestValue, PageAnswer } from "../../../dashboards/page-answer.ts";
import { readLines } from "../../../dashboards/read-lines.ts";

/** So much of the past is in a small line. */
const lineMs = 86_400_000;
/** Parts of the line: as many as it has pixels to show. */
const lineParts = 60;
const alarmsAtMost = 1_000;
const freshMs = 30_000;
/** A list of thousands of pages keeps what was looked at lately. */
const keptMs = 60_000;

/** What is told of one device beside its record. */
export interface RowValues {
  readonly latest: Readonly<Record<string, LatestValue>>;
  /** By scope and key. */
  readonly attributes: ReadonlyMap<string, unknown>;
  /** The worst first. */
  readonly alarms: readonly ShownAlarm[];
  readonly lines: ReadonlyMap<string, SmallLine>;
}

export interface SmallLine {
  readonly times: readonly number[];
  readonly values: readonly unknown[];
}

export interface PageValues {
  readonly rows: ReadonlyMap<string, RowValues>;
  /** The time all small lines share. */
  readonly span: { readonly from: number; readonly to: number };
}

/** What columns ask beyond the record of a device, in an order of its own: that of columns asks nothing anew. */
export interface Asked {
  readonly latest: readonly string[];
  readonly lines: readonly string[];
  readonly attributes: readonly (readonly [scope: AttributeScope, key: string])[];
  readonly alarms: boolean;
}
type AttributeScope = Extract<DeviceViewColumn, { kind: "ATTRIBUTE" }>["scope"];

export const attributeName = (scope: AttributeScope, key: string): string => `${scope} ${key}`;

interface Allowed {
  readonly telemetry: boolean;
  readonly alarms: boolean;
}

/** Nothing is asked that would be refused. */
export function askedBy(columns: readonly DeviceViewColumn[], may: Allowed): Asked {
  const of = <Kind extends DeviceViewColumn["kind"]>(kind: Kind) =>
    columns.filter((one): one is Extract<DeviceViewColumn, { kind: Kind }> => one.kind === kind);
  const sorted = (keys: readonly string[]) => [...new Set(keys)].sort();
  const latest = [...of("LATEST"), ...of("HISTORY")].map(({ key }) => key);
  return {
    latest: may.telemetry ? sorted(latest) : [],
    lines: may.telemetry ? sorted(of("HISTORY").map(({ key }) => key)) : [],
    attributes: may.telemetry ? of("ATTRIBUTE").map(({ scope, key }) => [scope, key] as const) : [],
    alarms: may.alarms && columns.some((one) => one.kind === "FIELD" && one.field === "alarm"),
  };
}

export const asksNothing = ({ latest, attributes, alarms }: Asked): boolean =>
  latest.length === 0 && attributes.length === 0 && !alarms;

function questions(deviceIds: readonly string[], { latest, lines, attributes, alarms }: Asked): DataRequest["queries"] {
  const devices = { kind: "DEVICES" as const, deviceIds: [...deviceIds] };
  const byScope = Map.groupBy(attributes, ([scope]) => scope);
  return {
    ...(latest.length > 0 && { latest: { kind: "LATEST", devices, keys: [...latest] } }),
    ...(lines.length > 0 && { lines: { kind: "SERIES", devices, keys: [...lines], buckets: lineParts } }),
    ...(alarms && { alarms: { kind: "ALARMS", devices, limit: alarmsAtMost } }),
    ...Object.fromEntries(
      [...byScope].map(([scope, some]) => [
        scope,
        { kind: "ATTRIBUTES" as const, devices, scope, keys: [...new Set(some.map(([, key]) => key))] },
      ]),
    ),
  };
}

/** All that the columns show of some devices, in one request. */
export const pageValues = (deviceIds: readonly string[], asked: Asked) =>
  queryOptions({
    queryKey: ["device-values", deviceIds, asked],
    queryFn: async ({ signal }): Promise<PageValues> => {
      const to = Date.now();
      const span = { from: to - lineMs, to };
      const body = { startTs: span.from, endTs: span.to, queries: questions(deviceIds, asked) };
      const answer = await api.dashboards.data({ body }, { signal });
      const coming = new ComingAnswer();
      if (answer.body) for await (const line of readLines(answer.body)) coming.add(line);
      return { rows: rowsOf(deviceIds, coming.page, asked), span };
    },
    staleTime: freshMs,
    refetchInterval: freshMs,
    gcTime: keptMs,
    retry: 1,
  });

const nothing = {};

function rowsOf(
  deviceIds: readonly string[],
  page: PageAnswer,
  { attributes }: Pick<Asked, "attributes">,
): ReadonlyMap<string, RowValues> {
  const alarms = Map.groupBy(page.get("alarms")?.alarms ?? [], ({ originator }) => originator.id);
  const lines = Map.groupBy(page.get("lines")?.series ?? [], ({ deviceId }) => deviceId);
  return new Map(
    deviceIds.map((id) => [
      id,
      {
        latest: page.get("latest")?.latest.get(id) ?? nothing,
        attributes: new Map(
          attributes.flatMap(([scope, key]) => {
            const found = page.get(scope)?.attributes.get(id);
            return found && Object.hasOwn(found, key) ? [[attributeName(scope, key), found[key]?.value] as const] : [];
          }),
        ),
        alarms: alarms.get(id) ?? [],
        lines: new Map((lines.get(id) ?? []).map(({ key, times, values }) => [key, { times, values }])),
      },
    ]),
  );
}
