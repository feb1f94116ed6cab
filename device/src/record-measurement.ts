import { compressOsf, encodeOsf } from "@heliograph/osf";
import type { StoredFile } from "./http-logger.ts";

const samplesPerSecond = 10;
const nsPerMs = 1_000_000n;

/** A file as a logger would have recorded it: speed, temperature and position-like channels with noise, as real OSF. */
export async function recordMeasurement(start: Date, seconds: number, tag = "preview"): Promise<StoredFile> {
  const count = seconds * samplesPerSecond;
  const startNs = BigInt(start.getTime()) * nsPerMs;
  const at = (index: number) => index / samplesPerSecond + start.getTime() / 1_000;
  const column = (value: (time: number) => number) =>
    Float64Array.from({ length: count }, (_, index) => value(at(index)));
  const plain = encodeOsf(
    {
      tag,
      creator: "Heliograph simulator",
      channels: [
        { name: "Engine.Speed", datatype: "double", unit: "rpm" },
        { name: "Bearing.Temperature", datatype: "double", unit: "°C" },
        { name: "Vibration.RMS", datatype: "double", unit: "g" },
      ],
    },
    (encoder) => {
      encoder.start(
        0,
        startNs,
        samplesPerSecond,
        column((time) => 1_800 + 600 * Math.sin(time / 40) + 20 * Math.random()),
      );
      encoder.start(
        1,
        startNs,
        samplesPerSecond,
        column((time) => 58 + 9 * Math.sin(time / 900) + 0.2 * Math.random()),
      );
      encoder.start(
        2,
        startNs,
        samplesPerSecond,
        column((time) => 0.4 + 0.3 * Math.abs(Math.sin(time / 7)) + 0.1 * Math.random()),
      );
    },
  );
  const stamp = start.toISOString().replace(/[-:]/g, "").replace("T", "_").slice(0, 15);
  return {
    name: `/sde/${tag}/${stamp.slice(0, 8)}/${stamp}.osfz`,
    tag,
    startTime: start,
    endTime: new Date(start.getTime() + seconds * 1_000),
    content: await compressOsf(plain),
  };
}
