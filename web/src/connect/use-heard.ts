import type { RefusedContacts, TelemetryPoints } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lastExchanges, refusedContacts } from "../api/contacts.ts";
import { device as deviceQuery } from "../api/devices.ts";
import { useContact } from "../live/use-contact.ts";
import { useLatest } from "../live/use-latest.ts";
import { useLiveLists } from "../live/use-live-lists.ts";
import { useMay } from "../shell/current-user.ts";
import { tabNeeds } from "../shell/page-needs.ts";
import type { Connected } from "./connected.ts";
import type { Heard } from "./verdict.ts";
import type { Waiting } from "./waiting-since.ts";

interface HeardNow extends Heard {
  /** Values that arrived since somebody waits for them. */
  readonly arrived: TelemetryPoints;
  /** What came from this browser's address; undefined while it is not known. */
  readonly fromHere: RefusedContacts | undefined;
}

const none: TelemetryPoints = {};

/** What is heard of a device since it has its token, as far as one may know; times are the server's own. */
export function useHeard({ device, tokenSince, isNew }: Connected, waiting: Waiting): HeardNow {
  const may = useMay();
  const deviceId = device.id.id;
  const [isDone, setDone] = useState(false);
  const { latest, lastBefore } = useArrived(deviceId, isNew, waiting.isRestored ? waiting.at : undefined);
  const { data: fromHere } = useQuery({ ...refusedContacts(!isDone), enabled: may(tabNeeds.credentials) });
  const { data: exchanges } = useQuery({
    ...lastExchanges(deviceId, !isDone),
    enabled: may(tabNeeds.communication),
  });
  useLiveLists(deviceId, ["communication"], !isDone && may(tabNeeds.communication));
  const { data: current = device } = useQuery(deviceQuery(deviceId));
  const { lastActivityTime } = useContact(current);
  const since = isNew ? tokenSince : Math.max(tokenSince, waiting.at - leadMs, lastBefore);
  const entries = (exchanges?.data ?? []).filter(({ time }) => time >= since);
  const hasValue = Object.keys(latest).length > 0;
  const hasFile = entries.some(({ kind, error, time }) => kind === "UPLOAD" && error === null && time >= since);
  if ((hasValue || hasFile) && !isDone) setDone(true);
  return {
    ...{ entries, hasValue, hasFile, arrived: latest, fromHere },
    refused: (fromHere?.contacts ?? []).filter(({ time }) => time >= since),
    isSeen: (lastActivityTime ?? 0) >= since,
  };
}

/** Of a device that is there already, what went wrong shortly before counts as well. */
const leadMs = 5 * 60_000;

interface Arrived {
  readonly latest: TelemetryPoints;
  /** What was wrong before the last value was set right. */
  readonly lastBefore: number;
}

/** Of a new device every value is the first one; of others what came after one began to wait. */
function useArrived(deviceId: string, isNew: boolean, waitedFrom: number | undefined): Arrived {
  const { data } = useLatest(deviceId);
  const [before, setBefore] = useState<{ readonly of: string; readonly points: TelemetryPoints }>();
  if (!data) return { latest: none, lastBefore: 0 };
  if (isNew) return { latest: data, lastBefore: 0 };
  if (before?.of !== deviceId) {
    setBefore({ of: deviceId, points: data });
    return { latest: none, lastBefore: 0 };
  }
  const begin = waitedFrom ?? Number.POSITIVE_INFINITY; // what came while the page was loaded again came in time
  const latest = Object.fromEntries(
    Object.entries(data).filter(
      ([key, [point]]) => point && (point.ts !== before.points[key]?.[0]?.ts || point.ts >= begin),
    ),
  );
  const times = Object.values(before.points).flatMap(([point]) => point?.ts ?? []);
  return { latest, lastBefore: Math.max(0, ...times.filter((ts) => ts <= Math.min(Date.now(), begin))) };
}
