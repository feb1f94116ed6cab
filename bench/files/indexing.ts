import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createOsfFile } from "@heliograph/osf/node";
import { digestOf } from "../../server/src/adapters/blobs/content-digest.ts";
import { pieceBytes } from "../../server/src/adapters/blobs/content-sums.ts";
import { indexFile } from "../../server/src/adapters/osf-index/index-file.ts";
import { compareMs } from "../measure.ts";

const megabytes = Number(process.env["BENCH_OSF_MB"] ?? 64);
const channelCount = 20;
const samplesPerBlock = 2_000;
const runs = 3;
const million = 1_000_000;

/** Reading a whole file for its channels and its preview, against unpacking the same file and looking at nothing. */
export async function measureIndexing(folder: string): Promise<void> {
  const path = join(folder, "measurement.osfz");
  await writeMeasurement(path);
  const derived = { channelsPath: `${path}.channels`, previewPath: `${path}.preview` };
  const content = { path, pieceBytes, ...digestOf(await readFile(path)).sums };
  const job = { kind: "index", content, ...derived, maxInflatedBytes: Number.MAX_SAFE_INTEGER } as const;
  const inflate = () =>
    pipeline(createReadStream(path), createGunzip(), new Writable({ write: (_chunk, _encoding, done) => done() }));
  const ms = await compareMs(() => indexFile(job), inflate, runs);
  const perSecond = (time: number) => ((megabytes / time) * 1_000).toFixed(0);
  console.log(
    `indexing ${megabytes} MB of samples (${((await stat(path)).size / million).toFixed(1)} MB packed): ${perSecond(ms.ours)} MB/s, inflate alone ${perSecond(ms.theirs)} MB/s, ${(ms.theirs / ms.ours).toFixed(2)}×`,
  );
}

/** Values with noise, as a logger records them: they do not pack too well. */
async function writeMeasurement(path: string): Promise<void> {
  const channels = Array.from({ length: channelCount }, (_, i) => ({
    name: `channel ${i}`,
    datatype: "double" as const,
  }));
  const writer = await createOsfFile(path, { channels, compress: true });
  const blocks = Math.ceil((megabytes * million) / (samplesPerBlock * 16));
  for (let block = 0; block < blocks; block++) {
    const start = BigInt(Math.floor(block / channelCount)) * 2_000_000n;
    const values = Float64Array.from(
      { length: samplesPerBlock },
      (_, i) => Math.sin(i / 50) + Math.round(Math.random() * 100) / 1_000,
    );
    const times = BigInt64Array.from(values, (_, i) => start + BigInt(i) * 1_000n);
    await writer.stamped(block % channelCount, times, values);
  }
  await writer.close();
}
