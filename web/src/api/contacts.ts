import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

const everyMs = 3_000;

/** What came from the address of this browser and was no known device's [COM3]. */
export const refusedContacts = (isWaiting: boolean) =>
  queryOptions({
    queryKey: ["refused-contacts"],
    queryFn: ({ signal }) => api.communication.refused({}, { signal }),
    refetchInterval: isWaiting ? everyMs : false,
  });

const entriesShown = 20;

/** The last of what was exchanged with a device, for who sets it up. */
export const lastExchanges = (deviceId: string, isWaiting: boolean) =>
  queryOptions({
    queryKey: ["communication", deviceId, "last"],
    queryFn: ({ signal }) =>
      api.communication.list({ deviceId, startTime: 0, endTime: endOfTime, page: 0, limit: entriesShown }, { signal }),
    refetchInterval: isWaiting ? everyMs : false,
  });

/** The server's clock may be ahead of ours. */
const endOfTime = 8_640_000_000_000_000;
