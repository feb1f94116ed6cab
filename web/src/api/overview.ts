import type { TimelineKind } from "@heliograph/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { noAnswer } from "../dashboards/page-answer.ts";
import { answerTo } from "./page-data.ts";

/** The channels one wants to see first of a device; null where the type decides. */
export const pins = (deviceId: string) =>
  queryOptions({
    queryKey: ["pins", deviceId],
    queryFn: ({ signal }) => api.devices.pins({ deviceId }, { signal }),
  });

export const savePins = (deviceId: string, keys: readonly string[] | null) =>
  api.devices.savePins({ deviceId, body: { keys: keys && [...keys] } });

/** The live connection tells of changes; asking now and then finds what it could not tell. */
const watchEveryMs = 30_000;
const eventsAtOnce = 30;

/** What happened to a device, newest first. Lists that change are named by the live connection: `timeline` follows them. */
export const timeline = (deviceId: string, kind: TimelineKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ["timeline", deviceId, kind],
    queryFn: ({ signal, pageParam }) =>
      api.devices.timeline(
        { deviceId, kinds: kind, limit: eventsAtOnce, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: watchEveryMs,
  });

const filesShown = 6;

/** The newest files of a device, those that only the device has among them. */
export const newestFiles = (deviceId: string) =>
  queryOptions({
    queryKey: ["files", deviceId, "newest"],
    queryFn: async ({ signal }) => {
      const devices = { kind: "DEVICES" as const, deviceIds: [deviceId] };
      const question = { kind: "FILES" as const, devices, includeRemote: true, limit: filesShown };
      return (await answerTo({ newest: question }, signal)).get("newest") ?? noAnswer;
    },
    refetchInterval: watchEveryMs,
    placeholderData: keepPreviousData,
  });

const alarmsShown = 5;

/** Those somebody has to see to, the worst first. */
export const openAlarms = (deviceId: string) =>
  queryOptions({
    queryKey: ["alarms", deviceId, "open"],
    queryFn: ({ signal }) =>
      api.alarms.findOf(
        {
          ...{ entityType: "DEVICE" as const, entityId: deviceId, open: true, page: 0, limit: alarmsShown },
          ...{ sortProperty: "status" as const, sortOrder: "DESC" as const },
        },
        { signal },
      ),
    refetchInterval: watchEveryMs,
  });
