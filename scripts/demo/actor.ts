import type { DeviceTypeFile } from "@heliograph/contract";
import type { StoredFile } from "@heliograph/device";
import { rounded } from "./noise.ts";

export type Reading = Readonly<Record<string, number | string | boolean>>;

/** A device of the scene: what it is, where it stands, and what it measures at any moment. */
export interface Actor {
  readonly name: string;
  readonly label?: string;
  readonly type: DeviceTypeFile;
  readonly project: ProjectName;
  readonly serial: string;
  readonly firmware: string;
  /** Undefined while it is silent. */
  readonly reading: (ts: number) => Reading | undefined;
  /** How often it sent in the time before yesterday. */
  readonly pastEveryMs: number;
  /** For how long before now it sent as often as in the last minutes; where nothing is said, not longer. */
  readonly closeMs?: number;
  /** Where it does not say so itself. */
  readonly place?: Place;
  readonly recorder?: Recorder;
  /** What people have said of it. */
  readonly shared?: Reading;
  /** It does not take part any more: it has a past and sends nothing. */
  readonly isRetired?: boolean;
  /** Chance, per reading, to lose its network for a while. */
  readonly offlineChance?: number;
}

export type ProjectName = "Pump house" | "Test stands" | "Vehicles";

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** What writes measurement files. */
interface Recorder {
  /** When its files of a time began, and how long each is. */
  readonly recordings: (from: number, to: number) => readonly Recording[];
  readonly record: (recording: Recording) => Promise<StoredFile>;
}

export interface Recording {
  readonly start: number;
  readonly seconds: number;
}

/** Where the field is: its middle, and places in metres east and north of it. */
const middle: Place = { latitude: 52.4352, longitude: 10.7791 };
const metresPerDegree = 111_200;

export const placeAt = (east: number, north: number): Place => ({
  latitude: middle.latitude + north / metresPerDegree,
  longitude: middle.longitude + east / (metresPerDegree * Math.cos((middle.latitude * Math.PI) / 180)),
});

/** The same to the centimetre, as a receiver tells it. */
export const toldPlace = ({ latitude, longitude }: Place): Place => ({
  latitude: rounded(latitude, 6),
  longitude: rounded(longitude, 6),
});
