import type { StoredFile } from "@heliograph/device";
import type { Reading, Recording } from "../actor.ts";
import { drift, jitter } from "../noise.ts";
import { osfFile } from "./osf-file.ts";

/** What a logger records of a shaft: a run-up, the resonance it passes, and what the bearings say to it. */
export function recordShaft(
  number: number,
  reading: (ts: number) => Reading,
  recording: Recording,
): Promise<StoredFile> {
  const { start, seconds } = recording;
  const speed = (ts: number) => runUp((ts - start) / (seconds * 1_000));
  return osfFile(recording, {
    tag: "measurement",
    creator: `2100490${1_000 + number}`,
    channels: [
      { name: "Shaft.Speed", unit: "rpm", hertz: 10, at: (ts) => speed(ts) + 4 * jitter(500, ts) },
      { name: "Shaft.Torque", unit: "N·m", hertz: 10, at: (ts) => 30 + speed(ts) / 22 + 6 * drift(501, ts, 3_000) },
      { name: "Oil.Temperature", unit: "°C", hertz: 1, at: (ts) => Number(reading(ts)["oil_temp"] ?? 0) },
      { name: "Bearing A.Vibration", unit: "g", hertz: 50, at: (ts) => shake(ts, speed(ts), 3_050) },
      { name: "Bearing B.Vibration", unit: "g", hertz: 50, at: (ts) => 0.7 * shake(ts + 40, speed(ts), 3_400) },
    ],
  });
}

/** From a crawl to full speed in two thirds of the time, held, and down again. */
function runUp(share: number): number {
  if (share < 0.65) return 600 + 4_400 * (share / 0.65);
  return share < 0.85 ? 5_000 : 5_000 - 4_000 * ((share - 0.85) / 0.15);
}

/** An imbalance that turns with the shaft, strongest where it resonates. */
function shake(ts: number, speed: number, resonance: number): number {
  const strength = (speed / 5_000) ** 2 * 0.5 + 2.1 * Math.exp(-(((speed - resonance) / 210) ** 2));
  return strength * Math.sin((ts / 1_000) * (speed / 60) * 0.37) + 0.12 * jitter(502, ts * 60);
}
