import type { DashboardConfiguration, DashboardPage } from "@heliograph/contract";
import { type RefObject, useCallback, useEffect, useMemo } from "react";
import { live } from "../app.ts";
import { shownZone } from "../format/zone.ts";
import { type ShownTime, zoneOf } from "../time-range/shown-time.ts";
import { pageInterest } from "./live-values.ts";
import { askingWidgets, pageRequest, type VariableChoices } from "./page-request.ts";
import { useChosenTexts } from "./use-chosen-texts.ts";
import { useLivePage } from "./use-live-page.ts";
import { usePageAnswer } from "./use-page-answer.ts";
import { useTypeChannels } from "./use-type-channels.ts";

export interface PageToRead {
  readonly configuration: DashboardConfiguration;
  readonly page: DashboardPage;
  readonly shown: ShownTime;
  readonly round: number;
  /** What the address says for variables. */
  readonly choice: Readonly<Record<string, string>>;
  /** Told whether something is being read: the clock waits for it. */
  readonly isBusy: RefObject<boolean>;
}

/** All that the widgets of a page are drawn from, read in one question [DSH4]; nothing while its width is not known. */
export function usePageData({ configuration, page, shown, round, choice, isBusy }: PageToRead, width: number) {
  const { from, to } = shown;
  const request = useMemo(() => {
    if (width === 0) return undefined;
    const timeZone = zoneOf(configuration.time) ?? shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return pageRequest({ configuration, page, from, to, timeZone, width, choices: choicesOf(configuration, choice) });
  }, [configuration, page, from, to, choice, width]);
  const { answer: read, error, isReading, retry } = usePageAnswer(request, round);
  const interest = useMemo(
    () => (request && shown.isLive ? pageInterest(request) : undefined),
    [request, shown.isLive],
  );
  const answer = useLivePage({ connection: live, interest, answer: read, onOthers: retry });
  useEffect(() => {
    isBusy.current = isReading;
  }, [isBusy, isReading]);
  const asking = useMemo(() => askingWidgets(request ?? { queries: {} }), [request]);
  const asks = useCallback((widget: string) => asking.has(widget), [asking]);
  const devices = useMemo(() => [...read.values()].flatMap((one) => one.devices), [read]);
  const channelOf = useTypeChannels(devices);
  const texts = useChosenTexts(configuration, choice);
  return { answer, error, isReading, retry, asks, channelOf, texts };
}

/** In the address a device is its id; to the page it is a selection. */
const choicesOf = ({ variables }: DashboardConfiguration, choice: Readonly<Record<string, string>>): VariableChoices =>
  Object.fromEntries(
    variables.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(choice, name) ? choice[name] : undefined;
      if (value === undefined) return [];
      return [[name, kind === "DEVICE" ? { kind: "DEVICES" as const, deviceIds: [value] } : value] as const];
    }),
  );
