import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { alarmStatistics } from "../../api/alarms.ts";
import { durationText } from "../../format/duration.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useProject } from "../../shell/use-project.ts";
import type { TimeChoice } from "../../time-range/shown-time.ts";
import { useListTime } from "../../time-range/use-list-time.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";

/** What to look at first: the most frequent, the longest, and what comes back all the time [ALM4]. */
export function AlarmStatisticsCard() {
  const m = useMessages();
  const locale = useLocale();
  const { time, control } = useListTime(["now-7d", "now"], useState<TimeChoice>({}), false);
  const { data, error, refetch } = useQuery(alarmStatistics(time, useProject().project));
  return (
    <section className="card" aria-label={m.alarms.statistics}>
      <div className="card-head">
        <h2>{m.alarms.statistics}</h2>
        {control}
      </div>
      <div className="card-body">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={3} />}
        {data && (
          <div className="alarm-statistics">
            <Ranking
              title={m.alarms.mostFrequent}
              rows={data.mostFrequent}
              value={({ count }) => m.alarms.times(countText(count, locale))}
            />
            <Ranking
              title={m.alarms.longest}
              rows={data.longest}
              value={({ activeMs }) => durationText(activeMs, locale)}
            />
            <Ranking
              title={m.alarms.chattering}
              text={m.alarms.chatteringText}
              rows={data.chattering}
              value={({ returns }) => m.alarms.times(countText(returns, locale))}
            />
          </div>
        )}
      </div>
    </section>
  );
}

interface About {
  readonly originator: { readonly id: string };
  readonly originatorName: string;
  readonly type: string;
}

interface RankingProps<T extends About> {
  readonly title: string;
  readonly text?: string;
  readonly rows: readonly T[];
  readonly value: (row: T) => ReactNode;
}

function Ranking<T extends About>({ title, text, rows, value }: RankingProps<T>) {
  const m = useMessages();
  return (
    <div>
      <h3 title={text}>{title}</h3>
      {rows.length === 0 && <p className="soft">{m.alarms.nothing}</p>}
      <ol>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are read as a whole; one alarm may be in a list twice
          <li key={index}>
            <span className="break">
              {row.type}{" "}
              <Link to="/devices/$deviceId" params={{ deviceId: row.originator.id }} className="soft">
                {row.originatorName}
              </Link>
            </span>
            <strong className="nowrap">{value(row)}</strong>
          </li>
        ))}
      </ol>
    </div>
  );
}
