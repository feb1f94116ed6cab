import type { StoredFile } from "@heliograph/device";
import type { Recording } from "../actor.ts";
import type { Van } from "../devices/van.ts";
import { chance, drift, secondMs } from "../noise.ts";
import { osfFile } from "./osf-file.ts";

/** What the van records of a drive: what it sends, finer, and its wheels on the road. */
export function recordDrive(van: Van, recording: Recording): Promise<StoredFile> {
  const numberOf = (key: string) => (ts: number) => Number(van.readingAt(ts)[key] ?? 0);
  const speed = numberOf("speed");
  return osfFile(recording, {
    tag: "measurement",
    creator: "21004900417",
    channels: [
      { name: "Vehicle.Speed", unit: "km/h", hertz: 5, at: speed },
      { name: "Battery.Current", unit: "A", hertz: 5, at: numberOf("battery_current") },
      { name: "Battery.Temperature", unit: "°C", hertz: 1, at: numberOf("battery_temp") },
      { name: "Axle.Acceleration", unit: "m/s²", hertz: 25, at: (ts) => shaken(ts, speed(ts)) },
      { name: "GPS.Latitude", unit: "°", hertz: 1, at: numberOf("latitude") },
      { name: "GPS.Longitude", unit: "°", hertz: 1, at: numberOf("longitude") },
    ],
  });
}

/** The faster the rougher, and now and then a joint in the concrete. */
function shaken(ts: number, kilometresPerHour: number): number {
  const rough = kilometresPerHour / 60;
  const joint = chance(301, Math.floor(ts / (4 * secondMs))) > 0.8 && ts % (4 * secondMs) < 160 ? 6 : 0;
  return rough * (drift(302, ts, 70) + 0.6 * drift(303, ts, 170)) + joint * drift(304, ts, 40);
}
