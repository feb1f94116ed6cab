import type { Calls, LiveConnection, PageInterest } from "@heliograph/client";
import type { Channel, SharedDashboard, SharedDataRequest, SharedLine } from "@heliograph/contract";
import { describeChannels } from "@heliograph/contract/channel-meaning";
import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { shownChannel } from "../channels/use-channels.ts";
import { askingWidgets, pageRequest } from "../dashboards/page-request.ts";
import type { ChannelOf } from "../dashboards/series-lines.ts";
import { useChosenTexts } from "../dashboards/use-chosen-texts.ts";
import { useLivePage } from "../dashboards/use-live-page.ts";
import { useAnswerOf } from "../dashboards/use-page-answer.ts";
import { unitInName } from "../format/unit-in-name.ts";
import { useLocale } from "../i18n/messages.tsx";
import type { ShownTime } from "../time-range/shown-time.ts";

export interface SharedToRead {
  readonly calls: Calls["shared"];
  readonly live: LiveConnection;
  readonly dashboard: SharedDashboard;
  readonly page: SharedDashboard["configuration"]["pages"][number];
  readonly shown: ShownTime;
  /** Another time than the link's own is looked at. */
  readonly isChosen: boolean;
  readonly round: number;
  readonly choice: Readonly<Record<string, string>>;
  readonly isBusy: RefObject<boolean>;
}

type Descriptions = ReadonlyMap<string, readonly Channel[]>;

/** All that a page behind a link is drawn from: the server makes its questions, and says what keys mean [DSH6]. */
export function useSharedPage(toRead: SharedToRead, width: number) {
  const { calls, live, dashboard, page, shown, choice, round, isBusy } = toRead;
  const [range, setRange] = useState<{ readonly from: number; readonly to: number }>();
  const [described, setDescribed] = useState<Descriptions>(new Map());
  const source = useMemo(() => {
    const onLine = (line: SharedLine) => {
      if (line.type === "range") setRange({ from: line.startTs, to: line.endTs });
      if (line.type === "channels") setDescribed((before) => withChannels(before, line.deviceProfileId, line.channels));
    };
    const ask = (body: SharedDataRequest, signal: AbortSignal) => calls.data({ body }, { signal });
    return { ask, onLine };
  }, [calls]);
  const { answer: read, error, isReading, retry } = useAnswerOf(source, requestOf(toRead, width), round);
  const interest: PageInterest = { type: "watchShared", page: page.id, choices: choice };
  const answer = useLivePage({
    connection: live,
    interest: shown.isLive ? interest : undefined,
    ...{ answer: read, onOthers: retry },
  });
  useEffect(() => {
    isBusy.current = isReading;
  }, [isBusy, isReading]);
  const { configuration } = dashboard;
  const asking = useMemo(() => {
    const view = { configuration, page, from: 0, to: 1, timeZone: "UTC", choices: {}, width: 1 };
    return askingWidgets(pageRequest(view) ?? { queries: {} });
  }, [configuration, page]);
  const asks = useCallback((widget: string) => asking.has(widget), [asking]);
  const channelOf = useDescribed(described);
  const texts = useChosenTexts(configuration, choice);
  return { answer, error, isReading, retry, asks, channelOf, texts, ...(range ?? { from: shown.from, to: shown.to }) };
}

function requestOf({ page, shown, isChosen, choice }: SharedToRead, width: number): SharedDataRequest | undefined {
  if (width === 0) return undefined;
  return {
    ...{ page: page.id, width, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ...(isChosen && { startTs: shown.from, endTs: shown.to }),
    ...(Object.keys(choice).length > 0 && { choices: choice }),
  };
}

/** The same map where nothing is new: charts are not drawn again for it. A later line of a type tells more of it. */
function withChannels(before: Descriptions, type: string, channels: readonly Channel[]): Descriptions {
  const known = before.get(type)?.map((channel) => JSON.stringify(channel));
  if (known && channels.every((channel) => known.includes(JSON.stringify(channel)))) return before;
  return new Map([...before, [type, channels]]);
}

function useDescribed(described: Descriptions): ChannelOf {
  const locale = useLocale();
  return useMemo(() => {
    const undescribed = describeChannels({ unitOf: unitInName });
    const byType = new Map(
      [...described].map(([id, type]) => [id, describeChannels({ type, unitOf: unitInName })] as const),
    );
    return (device, key) => {
      const describe = (device && byType.get(device.deviceProfileId.id)) ?? undescribed;
      return shownChannel(describe(key), locale);
    };
  }, [described, locale]);
}
