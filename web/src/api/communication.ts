import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export interface CommunicationFilter {
  readonly rangeMs: number;
  readonly kind: string | undefined;
  readonly limit: number;
}

/** The live connection tells of changes; asking now and then finds what it could not tell. */
const liveEveryMs = 30_000;

/** Newest first [COM1]; the range ends now. */
export const communication = (deviceId: string, { rangeMs, kind, limit }: CommunicationFilter, isLive: boolean) =>
  queryOptions({
    queryKey: ["communication", deviceId, rangeMs, kind, limit],
    queryFn: ({ signal }) => {
      const endTime = Date.now() + 1;
      const startTime = Math.max(0, endTime - rangeMs);
      return api.communication.list({ deviceId, startTime, endTime, page: 0, limit, kind }, { signal });
    },
    refetchInterval: isLive ? liveEveryMs : false,
    placeholderData: keepPreviousData,
  });
