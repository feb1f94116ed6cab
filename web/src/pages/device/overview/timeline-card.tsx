import type { TimelineEvent, TimelineKind } from "@heliograph/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { timeline } from "../../../api/overview.ts";
import { dayText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useLiveLists } from "../../../live/use-live-lists.ts";
import { useMay } from "../../../shell/current-user.ts";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { timelineNeeds } from "./timeline-needs.ts";
import { TimelineRow } from "./timeline-row.tsx";

/** What happened to the device, of all that one may see of it. */
export function TimelineCard({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const may = useMay();
  const [kind, setKind] = useState<TimelineKind>();
  const kinds = (Object.keys(timelineNeeds) as TimelineKind[]).filter((one) => may(timelineNeeds[one]));
  useFollowing(deviceId);
  if (kinds.length === 0) return null;
  return (
    <section className="card timeline-card">
      <div className="card-head">
        <h2>{m.overview.timeline}</h2>
        <select
          aria-label={m.overview.timelineOf}
          value={kind ?? ""}
          onChange={({ target }) => setKind(kinds.find((one) => one === target.value))}
        >
          <option value="">{m.overview.everything}</option>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {m.overview.kinds[one]}
            </option>
          ))}
        </select>
      </div>
      <Events deviceId={deviceId} kind={kind} />
    </section>
  );
}

/** Contacts come in numbers: the list is read again so often, not more. */
const readEveryMs = 5_000;

/** Something of what it tells changed. */
function useFollowing(deviceId: string): void {
  const may = useMay();
  const lists = liveLists.filter(([, need]) => may(need)).map(([list]) => list);
  useLiveLists(deviceId, lists, lists.length > 0, { as: "timeline", everyMs: readEveryMs });
}

const liveLists = [
  ["alarms", "VIEW_ALARMS"],
  ["files", "VIEW_FILES"],
  ["commands", "VIEW_COMMANDS"],
  ["communication", "VIEW_COMMUNICATION"],
] as const;

interface EventsProps {
  readonly deviceId: string;
  readonly kind: TimelineKind | undefined;
}

function Events({ deviceId, kind }: EventsProps) {
  const m = useMessages();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    timeline(deviceId, kind),
  );
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div className="card-body">
        <Skeleton lines={8} />
      </div>
    );
  const events = data.pages.flatMap((page) => page.data);
  if (events.length === 0)
    return <EmptyState icon="history" title={m.overview.noEvents} text={m.overview.noEventsText} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with the keyboard too
    <section className="timeline-events" tabIndex={0} aria-label={m.overview.timeline}>
      <Days deviceId={deviceId} events={events} />
      {hasNextPage && (
        <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.common.more}
        </button>
      )}
    </section>
  );
}

/** A heading where another day begins: rows have the time of day. */
function Days({ deviceId, events }: { readonly deviceId: string; readonly events: readonly TimelineEvent[] }) {
  const locale = useLocale();
  return (
    <ul className="happened">
      {events.map((event, at) => {
        const [day, before] = [event.time, events[at - 1]?.time].map((ms) => ms !== undefined && dayText(ms, locale));
        return (
          <Fragment key={event.id}>
            {day !== before && <li className="happened-day">{day}</li>}
            <TimelineRow deviceId={deviceId} event={event} />
          </Fragment>
        );
      })}
    </ul>
  );
}
