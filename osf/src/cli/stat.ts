import type { OsfFile } from "../read/osf-file.ts";
import type { ReadReport } from "../read/report.ts";
import { type ChannelSummary, Summariser } from "../summary/channel-summary.ts";
import type { Command } from "./command.ts";
import { exitCode } from "./exit.ts";
import { withFile } from "./open.ts";
import { matchingChannels, selectionOptions, windowOf } from "./options.ts";
import { findingsText, jsonFinding, jsonNs, jsonValue, print, printJson, tableText } from "./print.ts";

export const stat: Command = {
  summary: "minimum, maximum, sum and first and last value of every channel",
  usage: "FILE [--channel PATTERN]... [--from TIME] [--to TIME]",
  options: selectionOptions,
  run: (args) =>
    withFile(args.path, args, async (file) => {
      const chosen = new Set(matchingChannels(file.channels, args.list("channel")));
      const pass = file.batches({ ...windowOf(args), channels: [...chosen] });
      const summariser = new Summariser(file.channels.filter(({ index }) => chosen.has(index)));
      for await (const batch of pass) summariser.add(batch);
      if (args.has("json")) await printJson(statJson(file, pass.report, summariser.list()));
      else await print(statText(pass.report, summariser.list()));
      return exitCode.ok;
    }),
};

/** The shape scripts rely on; see osf/README.md. */
function statJson({ header }: OsfFile, report: ReadReport, summaries: readonly ChannelSummary[]): unknown {
  return {
    version: header.version,
    blocks: report.blocks,
    samples: report.samples,
    truncated: report.truncated,
    findings: report.findings.map(jsonFinding),
    channels: summaries.map(summaryJson),
  };
}

function summaryJson({
  channel,
  count,
  firstNs,
  lastNs,
  firstValue,
  lastValue,
  min,
  max,
  sum,
}: ChannelSummary): unknown {
  return {
    index: channel.index,
    name: channel.name,
    unit: channel.unit,
    datatype: channel.datatype ?? channel.declaredType,
    count,
    firstNs: jsonNs(firstNs),
    lastNs: jsonNs(lastNs),
    firstValue: jsonValue(firstValue),
    lastValue: jsonValue(lastValue),
    min: jsonValue(min),
    max: jsonValue(max),
    sum: jsonValue(sum),
  };
}

function statText(report: ReadReport, summaries: readonly ChannelSummary[]): string {
  const head = `${report.blocks} blocks, ${report.samples} samples${report.truncated ? ", truncated" : ""}\n`;
  const rows = summaries.map(({ channel, count, min, max, sum }) => [
    String(channel.index),
    channel.name,
    channel.unit,
    String(count),
    numberText(min),
    numberText(max),
    numberText(sum),
  ]);
  return (
    head +
    tableText([["index", "name", "unit", "samples", "min", "max", "sum"], ...rows]) +
    findingsText(report.findings)
  );
}

const numberText = (value: number | bigint | undefined): string => (value === undefined ? "" : String(value));
