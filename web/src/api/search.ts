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

const channelsAsked = 20;

/** Channels of any device, with their newest values. */
export const searchedChannels = (tenantId: string, textSearch: string, projectId: string | undefined) =>
  queryOptions({
    queryKey: ["search", "channels", tenantId, textSearch, projectId],
    queryFn: ({ signal }) =>
      api.devices.searchChannels(
        { tenantId, textSearch, limit: channelsAsked, ...(projectId && { projectId }) },
        { signal },
      ),
    staleTime: 5_000,
    retry: false,
  });

/** Of all devices, those that came last. */
export const newestFilesNamed = (tenantId: string, textSearch: string, projectId: string | undefined) =>
  queryOptions({
    queryKey: ["search", "newest files", tenantId, textSearch, projectId],
    queryFn: ({ signal }) =>
      api.files.newest({ tenantId, textSearch, limit: filesAsked, ...(projectId && { projectId }) }, { signal }),
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
