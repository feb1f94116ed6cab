import { timeText } from "../export/value-text.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { ReadReport } from "../read/report.ts";
import { TimeRange } from "../summary/time-range.ts";
import type { Command } from "./command.ts";
import { exitCode } from "./exit.ts";
import { withFile } from "./open.ts";
import type { Arguments } from "./options.ts";
import { findingsText, jsonFinding, jsonNs, print, printJson, tableText } from "./print.ts";

export const info: Command = {
  summary: "version, origin, times and size of a file",
  usage: "FILE",
  options: {},
  run: (args: Arguments) =>
    withFile(args.path, args, async (file) => {
      const pass = file.batches();
      const range = new TimeRange();
      for await (const batch of pass) range.add(batch);
      if (args.has("json")) await printJson(infoJson(file, pass.report, range));
      else await print(infoText(file, pass.report, range));
      return exitCode.ok;
    }),
};

function infoJson({ header }: OsfFile, report: ReadReport, { first, last }: TimeRange): unknown {
  const { metadata } = header;
  return {
    version: header.version,
    identifier: header.identifier,
    compression: report.compression,
    integrity: header.integrity,
    createdUtc: metadata.createdUtc,
    creator: metadata.creator,
    tag: metadata.tag,
    reason: metadata.reason,
    comment: metadata.comment,
    latitude: metadata.latitude ?? null,
    longitude: metadata.longitude ?? null,
    altitude: metadata.altitude ?? null,
    infos: header.infos,
    channels: header.channels.length,
    bytes: report.bytes,
    metablockBytes: header.metablockBytes,
    blocks: report.blocks,
    samples: report.samples,
    firstNs: jsonNs(first),
    lastNs: jsonNs(last),
    durationNs: first === undefined || last === undefined ? null : String(last - first),
    trailer: report.trailer !== undefined,
    truncated: report.truncated,
    findings: report.findings.map(jsonFinding),
  };
}

function infoText({ header }: OsfFile, report: ReadReport, { first, last }: TimeRange): string {
  const { metadata } = header;
  const time = (ns: bigint | undefined): string => (ns === undefined ? "none" : timeText(ns, "iso"));
  const rows = [
    ["version", `OSF${header.version} (${header.identifier})`],
    ["compression", report.compression],
    ["integrity", header.integrity],
    ["created", metadata.createdUtc],
    ["creator", metadata.creator],
    ["tag", metadata.tag],
    ["reason", metadata.reason],
    ["channels", String(header.channels.length)],
    ["blocks", String(report.blocks)],
    ["samples", String(report.samples)],
    ["first", time(first)],
    ["last", time(last)],
    ["duration", first === undefined || last === undefined ? "" : `${Number(last - first) / 1e9} s`],
    ["truncated", report.truncated ? `yes, at byte ${report.truncatedAt ?? report.bytes}` : "no"],
    ...header.infos.map(({ name, value, unit }) => [name, `${value} ${unit}`.trim()]),
  ];
  return tableText(rows) + findingsText(report.findings);
}
