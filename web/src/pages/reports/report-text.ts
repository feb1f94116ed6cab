import type { ReportContent, ReportPaper, ReportRange, TelemetryReport } from "@heliograph/contract";
import { dayTimeText } from "../../format/time.ts";
import type { Messages } from "../../i18n/en/index.ts";
import { spanText } from "../rules/sentence/spans.ts";
import { filledText } from "../rules/sentence/template.ts";

type Words = Messages["reports"];
export const usualPaper: ReportPaper = { size: "A4", orientation: "LANDSCAPE" };
const channelsNamed = 4;

/** What a report holds, in words; its devices, or what the variables of its dashboard are, are told by who knows their names. */
export function contentText(content: ReportContent, about: string, words: Words, locale: string): string {
  if (content.kind === "DASHBOARD") {
    const [range, paper] = [rangeText(content.range, words, locale), paperText(content.paper ?? usualPaper, words)];
    return [words.dashboardText(range, paper), about].filter(Boolean).join("; ");
  }
  if (content.kind !== "TELEMETRY") return words.unknown;
  return filledText(words.whole, {
    channels: channelsText(content.channels, words, locale),
    devices: about,
    range: rangeText(content.range, words, locale),
    rows: rowsText(content, words, locale),
  });
}

function channelsText(channels: readonly string[] | undefined, words: Words, locale: string): string {
  if (!channels) return words.allChannels;
  const more = channels.length > channelsNamed ? [words.moreChannels(channels.length - channelsNamed)] : [];
  return new Intl.ListFormat(locale).format([...channels.slice(0, channelsNamed), ...more]);
}

function rangeText(range: ReportRange, words: Words, locale: string): string {
  switch (range.kind) {
    case "PREVIOUS":
      return words.previous[range.unit](range.count ?? 1);
    case "CURRENT":
      return words.current[range.unit];
    case "LAST":
      return words.lastTime(spanText(range.ms, locale));
    case "BETWEEN":
      return words.between(dayTimeText(range.startTs, locale), dayTimeText(range.endTs, locale));
  }
}

const paperText = ({ size, orientation }: ReportPaper, words: Words): string =>
  `${size}, ${words.orientations[orientation]}`;

function rowsText({ aggregation }: TelemetryReport, words: Words, locale: string): string {
  if (!aggregation) return words.every;
  const names = aggregation.functions.map((one) => words.functions[one]);
  return words.per(new Intl.ListFormat(locale).format(names), intervalText(aggregation.interval, words, locale));
}

export const intervalText = (interval: string, words: Words, locale: string): string => {
  const known = Object.entries(words.intervals).find(([value]) => value === interval)?.[1];
  return known ?? spanText(Number(interval), locale);
};
