import { timeText } from "../export/value-text.ts";
import type { Channel } from "../format/channel.ts";
import type { ChannelReport } from "../read/report.ts";
import type { Command } from "./command.ts";
import { exitCode } from "./exit.ts";
import { withFile } from "./open.ts";
import { matchingChannels } from "./options.ts";
import { jsonNs, print, printJson, tableText } from "./print.ts";

interface Row {
  readonly channel: Channel;
  readonly report: ChannelReport | undefined;
}

export const channels: Command = {
  summary: "the channels with unit, number of samples and times",
  usage: "FILE [--channel PATTERN]...",
  options: { channel: { type: "string", multiple: true, short: "c" } },
  run: (args) =>
    withFile(args.path, args, async (file) => {
      const chosen = new Set(matchingChannels(file.channels, args.list("channel")));
      const report = await file.scan();
      const rows = file.channels
        .filter(({ index }) => chosen.has(index))
        .map((channel) => ({ channel, report: report.channels.find(({ index }) => index === channel.index) }));
      if (args.has("json")) await printJson({ channels: rows.map(rowJson) });
      else
        await print(tableText([["index", "name", "type", "unit", "samples", "first", "last"], ...rows.map(rowText)]));
      return exitCode.ok;
    }),
};

const rowJson = ({ channel, report }: Row) => ({
  index: channel.index,
  name: channel.name,
  unit: channel.unit,
  datatype: channel.datatype ?? channel.declaredType,
  channelType: channel.channelType,
  comment: channel.comment,
  equidistant: (report?.segments ?? 0) > 0,
  segments: report?.segments ?? 0,
  count: report?.samples ?? 0,
  firstNs: jsonNs(report?.firstNs),
  lastNs: jsonNs(report?.lastNs),
});

const rowText = ({ channel, report }: Row): string[] => [
  String(channel.index),
  channel.name,
  channel.datatype ?? `${channel.declaredType} (unsupported)`,
  channel.unit,
  String(report?.samples ?? 0),
  report?.firstNs === undefined ? "" : timeText(report.firstNs, "iso"),
  report?.lastNs === undefined ? "" : timeText(report.lastNs, "iso"),
];
