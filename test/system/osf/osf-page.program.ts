// What runs inside the browser: the package itself, bundled, with functions the test calls.
import { compressOsf, encodeOsf, openOsf, openPreview, PreviewBuilder } from "@heliograph/osf";

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.fromBase64(base64);

/** A Blob as an `<input type="file">` gives it, read to its end. */
async function read(base64: string, channel: string) {
  const file = await openOsf(new Blob([bytesOf(base64)]));
  const { samples, truncated, compression, findings } = await file.scan();
  const { times, values } = await file.read(channel);
  const numbers = Array.from({ length: times.length }, (_, i) => ("textAt" in values ? values.textAt(i) : values[i]));
  return {
    samples,
    truncated,
    compression,
    codes: findings.map(({ code }) => code),
    first: [String(times[0]), numbers[0]],
    last: [String(times.at(-1)), numbers.at(-1)],
  };
}

/** A file made in the browser, plain and compressed. */
async function write() {
  const start = 1_700_000_000_000_000_000n;
  const channels = [
    { name: "Vibration", datatype: "double" },
    { name: "Log", datatype: "string" },
  ] as const;
  const plain = encodeOsf({ version: 5, crc: true, creator: "browser", channels }, (out) => {
    out.start("Vibration", start, 1000, [1, 2.5, -3]);
    out.stamped("Log", [start], ["Grüße ✓"]);
  });
  return { plain: plain.toBase64(), packed: (await compressOsf(plain)).toBase64() };
}

/** Draws one channel from a preview; says how much of the preview was read and how many points were touched. */
async function draw(base64: string, channel: string, width: number) {
  const file = await openOsf(new Blob([bytesOf(base64)]));
  const builder = new PreviewBuilder(file.channels);
  for await (const batch of file.batches()) builder.add(batch);
  const bytes = builder.finish();
  let readBytes = 0;
  const preview = await openPreview(async (offset, length) => {
    readBytes += length;
    return bytes.subarray(offset, offset + length);
  });
  const series = preview.findSeries(file.findChannel(channel)?.index ?? -1);
  if (!series) throw new Error(`no series for ${channel}`);
  const window = await preview.window(series, series.firstNs, series.lastNs + 1n, width);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, 100];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  const [low, high] = [Math.min(...window.min), Math.max(...window.max)];
  const y = (value: number): number => canvas.height * (1 - (value - low) / (high - low || 1));
  const span = Number(series.lastNs - series.firstNs);
  for (let i = 0; i < window.length; i++) {
    const x = (Number((window.startNs[i] ?? 0n) - series.firstNs) / span) * width;
    if (i === 0 || window.gaps[i]) context.moveTo(x, y(window.first[i] ?? 0));
    for (const column of [window.first, window.min, window.max, window.last]) context.lineTo(x, y(column[i] ?? 0));
  }
  context.stroke();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const inked = data.filter((value, i) => i % 4 === 3 && value > 0).length;
  return { low, high, inked, readBytes, previewBytes: bytes.length, buckets: window.length };
}

export const osfPage = { read, write, draw };
export type OsfPage = typeof osfPage;
Object.assign(globalThis, { osfPage });
