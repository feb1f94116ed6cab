import type { DeviceFilterNode } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { answerTo } from "./page-data.ts";

/** Questions of the search everywhere. Each is given up when another one takes its place. */

const devicesAsked = 20;

export const searchedDevices = (tenantId: string, textSearch: string, projectId: string | undefined) =>
  queryOptions({
    queryKey: ["devices", tenantId, "search", textSearch, projectId],
    queryFn: ({ signal }) =>
      api.devices.list({ tenantId, textSearch, projectId, page: 0, limit: devicesAsked }, { signal }),
    retry: false,
  });

/** Those whose channels and files are looked through beside the ones that match. */
const heardOf = 20;

export const devicesHeardOfLast = (tenantId: string, projectId: string | undefined) =>
  queryOptions({
    queryKey: ["devices", tenantId, "heard of last", projectId],
    queryFn: ({ signal }) =>
      api.devices.list(
        { tenantId, projectId, page: 0, limit: heardOf, sortProperty: "lastActivityTime", sortOrder: "DESC" },
        { signal },
      ),
    staleTime: 60_000,
    retry: false,
  });

/** Whether it looks like a number or a truth, an attribute may be one. */
function operandsOf(value: string): readonly (string | number | boolean)[] {
  const number = Number(value.replace(",", "."));
  const truth = value === "true" ? [true] : value === "false" ? [false] : [];
  return [value, ...(Number.isFinite(number) ? [number] : []), ...truth];
}

function attributeFilter(key: string, value: string, projectId: string | undefined): DeviceFilterNode {
  const conditions = operandsOf(value).map((operand) => ({
    ...{ kind: "ATTRIBUTE" as const, key, value: operand },
    comparison: typeof operand === "string" ? ("CONTAINS" as const) : ("EQUAL" as const),
  }));
  const any: DeviceFilterNode = { kind: "ANY", conditions };
  if (projectId === undefined) return any;
  return { kind: "ALL", conditions: [any, { kind: "PROJECT", projectIds: [projectId], includeDescendants: true }] };
}

export const devicesWithAttribute = (key: string, value: string, projectId: string | undefined) =>
  queryOptions({
    queryKey: ["devices", "with attribute", key, value, projectId],
    queryFn: ({ signal }) =>
      api.deviceGroups.preview(
        { body: { filter: attributeFilter(key, value, projectId), limit: devicesAsked } },
        { signal },
      ),
    retry: false,
  });

/** The newest value of every channel of some devices. */
export const channelsOf = (deviceIds: readonly string[]) =>
  queryOptions({
    queryKey: ["search", "channels", deviceIds],
    queryFn: async ({ signal }) => {
      const devices = { kind: "DEVICES" as const, deviceIds: [...deviceIds] };
      return (await answerTo({ all: { kind: "LATEST", devices } }, signal)).get("all") ?? null;
    },
    enabled: deviceIds.length > 0,
    staleTime: 30_000,
    retry: false,
  });

/** Files of each device and word that are asked for at most, the newest first. */
const filesAsked = 20;

/** Files of some devices with one of the words in their names. */
export const filesNamed = (deviceIds: readonly string[], words: readonly string[]) =>
  queryOptions({
    queryKey: ["search", "files", deviceIds, words],
    queryFn: async ({ signal }) => {
      const devices = { kind: "DEVICES" as const, deviceIds: [...deviceIds] };
      const one = { kind: "FILES" as const, devices, includeRemote: true, limit: filesAsked };
      const queries = Object.fromEntries(words.map((word, at) => [`word${at}`, { ...one, textSearch: word }]));
      return [...(await answerTo(queries, signal)).values()].flatMap(({ files }) => files);
    },
    enabled: deviceIds.length > 0 && words.length > 0,
    retry: false,
  });
