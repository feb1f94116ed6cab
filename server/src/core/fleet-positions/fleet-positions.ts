import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { DeviceFilter, Devices, DeviceWithActivity } from "../devices/index.ts";
import { type Reach, reaches } from "../projects/index.ts";
import type { NewestPoints, TelemetryValue } from "../telemetry/index.ts";

/** What is known under one name, and since when. */
export interface KnownValue {
  readonly ts: number;
  readonly value: TelemetryValue;
}

export interface PlaceStore {
  /** Attributes of these keys that users wrote, of all devices of a tenant; of two scopes the server's counts. */
  attributesNamed(
    tenant: TenantId,
    keys: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<DeviceId, ReadonlyMap<string, KnownValue>>>;
}

interface PositionParts {
  readonly devices: Pick<Devices, "stream" | "countMatching">;
  readonly telemetry: NewestPoints;
  readonly places: PlaceStore;
}

export interface FoundDevice {
  readonly device: DeviceWithActivity;
  readonly values: ReadonlyMap<string, KnownValue>;
}

export interface FoundPositions {
  readonly found: readonly FoundDevice[];
  readonly total: number;
  readonly looked: number;
}

/** The names under which devices say where they are. */
const positionKeys: readonly string[] = [
  ...["latitude", "longitude", "lat", "lon", "lng", "Latitude", "Longitude"],
  ...["gps.latitude", "gps.longitude", "position", "Position", "location", "gps"],
];

/** Where all devices of a list are, for those whose values the reader may know. */
export class FleetPositions {
  readonly #parts: PositionParts;
  readonly #atMost: number;

  constructor(parts: PositionParts, atMost: number) {
    this.#parts = parts;
    this.#atMost = atMost;
  }

  async find(filter: DeviceFilter, readable: Reach): Promise<FoundPositions> {
    const { devices, places } = this.#parts;
    const total = await devices.countMatching(filter);
    const written = await places.attributesNamed(filter.reach.tenantId, positionKeys, this.#atMost * 2);
    const found: FoundDevice[] = [];
    let looked = 0;
    for await (const some of devices.stream(filter)) {
      const seen = some.slice(0, this.#atMost - looked);
      looked += seen.length;
      found.push(
        ...(await this.#placed(
          seen.filter(({ projectId }) => reaches(readable, projectId)),
          written,
        )),
      );
      if (looked >= this.#atMost) break;
    }
    return { found, total, looked };
  }

  async #placed(
    devices: readonly DeviceWithActivity[],
    written: ReadonlyMap<DeviceId, ReadonlyMap<string, KnownValue>>,
  ): Promise<readonly FoundDevice[]> {
    const series = devices.flatMap(({ id }) => positionKeys.map((key) => ({ device: id, key })));
    const newest = series.length === 0 ? [] : await this.#parts.telemetry.newest(series);
    return devices.flatMap((device, at) => {
      const values = new Map(written.get(device.id) ?? []);
      for (const [index, key] of positionKeys.entries()) {
        const sample = newest[at * positionKeys.length + index];
        if (sample) values.set(key, { ts: sample.ts, value: sample.value });
      }
      return values.size > 0 ? [{ device, values }] : [];
    });
  }
}
