import type { Trailer } from "../format/trailer.ts";
import { type Finding, Findings } from "../read/findings.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { ChannelReport, ReadReport } from "../read/report.ts";
import type { SampleBatch } from "../read/samples/batch.ts";

export interface Verification {
  readonly report: ReadReport;
  /** Everything reading found, and what only a closer look shows: falling times, a trailer that disagrees. */
  readonly findings: readonly Finding[];
  /** Samples are missing or may be wrong. */
  readonly hasLoss: boolean;
}

/** Reads a whole file and checks what can be checked. */
export async function verifyOsf(file: OsfFile): Promise<Verification> {
  const pass = file.batches();
  const extra = new Findings();
  const lastTimes = new Map<number, bigint>();
  for await (const batch of pass) checkTimes(batch, lastTimes, extra, file.header.dataStart);
  const { report } = pass;
  if (report.trailer) checkTrailer(report.trailer, report.channels, extra);
  const findings = [...report.findings, ...extra.list()];
  return { report, findings, hasLoss: findings.some(({ loss }) => loss) };
}

function checkTimes(batch: SampleBatch, lastTimes: Map<number, bigint>, findings: Findings, position: number): void {
  const { index } = batch.channel;
  let last = lastTimes.get(index);
  // Inside a segment times never fall; computing all of them would take longer than reading.
  for (const time of batch.equidistant ? [batch.firstNs, batch.lastNs] : batch.times) {
    if (last !== undefined && time < last)
      findings.add("falling-times", position, index, `channel ${index} at ${time} ns`);
    last = time;
  }
  if (last !== undefined) lastTimes.set(index, last);
}

function checkTrailer(trailer: Trailer, channels: readonly ChannelReport[], findings: Findings): void {
  for (const said of trailer.channels) {
    const found = channels.find(({ index }) => index === said.index);
    if (said.samples === undefined || said.samples === BigInt(found?.samples ?? 0)) continue;
    const detail = `channel ${said.index}: ${said.samples} samples instead of ${found?.samples ?? 0}`;
    findings.add("trailer-statistics", trailer.position, said.index, detail);
  }
}
