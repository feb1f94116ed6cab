import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { askedTime } from "../time-range/asked-time.ts";
import type { Expression } from "../time-range/time-words.ts";

export interface CommunicationFilter {
  readonly time: Expression;
  readonly kind: string | undefined;
  readonly textSearch: string | undefined;
  readonly result: "OK" | "FAILED" | undefined;
  readonly limit: number;
}

/** The live connection tells of changes; asking now and then finds what it could not tell. */
const liveEveryMs = 30_000;

/** Newest first [COM1]. */
export const communication = (deviceId: string, filter: CommunicationFilter, isLive: boolean) =>
  queryOptions({
    queryKey: ["communication", deviceId, filter],
    queryFn: ({ signal }) => {
      const { time, ...asked } = filter;
      const span = { startTime: 0, endTime: Date.now() + 1, ...askedTime(time) };
      return api.communication.list({ deviceId, ...span, page: 0, ...asked }, { signal });
    },
    refetchInterval: isLive ? liveEveryMs : false,
    placeholderData: keepPreviousData,
  });
