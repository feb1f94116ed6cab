import { rename, rm, writeFile } from "node:fs/promises";
import { type ChannelSummary, PreviewBuilder, type ReadReport, Summariser } from "@heliograph/osf/node";
import type { ChannelFacts, ContentSummary } from "../../core/files/index.ts";
import { epochMs } from "../../kernel/time.ts";
import { openChecked } from "./checked-file.ts";
import { msOf, type OsfJob } from "./jobs.ts";

/** Reads a file once, from its first to its last byte, and keeps what a reader will ask for [FILE7]. */
export async function indexFile({
  content,
  channelsPath,
  previewPath,
  maxInflatedBytes,
}: Extract<OsfJob, { kind: "index" }>): Promise<ContentSummary> {
  const file = await openChecked(content, { salvage: true, maxInflatedBytes });
  const summariser = new Summariser(file.channels);
  const preview = new PreviewBuilder(file.channels);
  const batches = file.batches();
  for await (const batch of batches) {
    summariser.add(batch);
    preview.add(batch);
  }
  const { report } = batches;
  const channels = summariser.list();
  await replace(previewPath, preview.finish());
  await replace(channelsPath, JSON.stringify(channels.map(factsOf)));
  return summaryOf(report, channels);
}

/** Whole or not at all; it can be made again, so nothing is synced. */
async function replace(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(`${path}.new`, content, { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch (error) {
    await rm(`${path}.new`, { force: true }); // on a full disk, half of it would be in the way
    throw error;
  }
}

const numberOf = (value: number | bigint | undefined): number | null => {
  const number = value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
};

const factsOf = (summary: ChannelSummary): ChannelFacts => ({
  index: summary.channel.index,
  name: summary.channel.name,
  displayName: summary.channel.displayName,
  unit: summary.channel.unit,
  datatype: summary.channel.declaredType,
  width: summary.channel.width,
  sampleCount: summary.count,
  startTime: summary.firstNs === undefined ? null : msOf(summary.firstNs),
  endTime: summary.lastNs === undefined ? null : msOf(summary.lastNs),
  min: numberOf(summary.min),
  max: numberOf(summary.max),
});

function summaryOf(report: ReadReport, channels: readonly ChannelSummary[]): ContentSummary {
  const starts = channels.flatMap(({ firstNs }) => (firstNs === undefined ? [] : [msOf(firstNs)]));
  const ends = channels.flatMap(({ lastNs }) => (lastNs === undefined ? [] : [msOf(lastNs)]));
  const damage = report.findings.find(({ loss }) => loss);
  return {
    error: damage ? `${damage.what} at byte ${damage.position}: ${damage.consequence}` : null,
    startTime: starts.length === 0 ? null : epochMs(Math.floor(Math.min(...starts))),
    endTime: ends.length === 0 ? null : epochMs(Math.ceil(Math.max(...ends))),
    channelCount: channels.length,
    sampleCount: report.samples,
  };
}
