import type { DeviceId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import { comparableOf } from "../device-groups/index.ts";
import type { DeviceFilter, Devices, DeviceWithActivity } from "../devices/index.ts";
import { bothOf, type Reach } from "../projects/index.ts";
import type { NewestPoints } from "../telemetry/index.ts";
import { sortTooMany } from "./errors.ts";

/** By the newest value of which key. */
export interface ValueOrder {
  readonly key: string;
  readonly descending: boolean;
  /** Where the reader may know values: elsewhere no device has one. */
  readonly readable: Reach;
}

interface OrderParts {
  readonly devices: Pick<Devices, "idsInOrder" | "inOrder" | "countMatching">;
  readonly telemetry: Pick<NewestPoints, "newest">;
}

/** Newest values asked for in one go, and devices told in one piece. */
const devicesPerRead = 500;

/**
 * A list of devices in the order of their newest values. These are in no table but at hand in the engines, of one node or of
 * many: each page asks for all that match, so these may be so many at most [DEV2].
 */
export class DevicesByValue {
  readonly #parts: OrderParts;
  readonly #atMost: number;

  constructor(parts: OrderParts, atMost: number) {
    this.#parts = parts;
    this.#atMost = atMost;
  }

  async list(filter: DeviceFilter, order: ValueOrder, page: PageRequest): Promise<Page<DeviceWithActivity>> {
    const ids = await this.#sorted(filter, order);
    const from = offsetOf(page);
    return pageOf(await this.#parts.devices.inOrder(ids.slice(from, from + page.limit)), ids.length, page);
  }

  async *stream(filter: DeviceFilter, order: ValueOrder): AsyncGenerator<readonly DeviceWithActivity[]> {
    const ids = await this.#sorted(filter, order);
    for (let from = 0; from < ids.length; from += devicesPerRead)
      yield this.#parts.devices.inOrder(ids.slice(from, from + devicesPerRead));
  }

  /** Those without a value behind the others, and equal ones, by name. */
  async #sorted(filter: DeviceFilter, order: ValueOrder): Promise<readonly DeviceId[]> {
    const ids = await this.#named(filter);
    const values = await this.#valuesOf(await this.#readable(filter, order.readable, ids), order.key);
    const sign = order.descending ? -1 : 1;
    const [known, unknown] = [ids.filter((id) => values.has(id)), ids.filter((id) => !values.has(id))];
    const sorted = known.sort((one, other) => sign * compared(values.get(one) ?? "", values.get(other) ?? ""));
    return [...sorted, ...unknown];
  }

  async #named(filter: DeviceFilter): Promise<readonly DeviceId[]> {
    const byName = { ...filter, sortProperty: "name", descending: false } as const;
    const ids = await this.#parts.devices.idsInOrder(byName, this.#atMost + 1);
    if (ids.length > this.#atMost) throw sortTooMany(await this.#parts.devices.countMatching(filter), this.#atMost);
    return ids;
  }

  async #readable(filter: DeviceFilter, { projects }: Reach, ids: readonly DeviceId[]): Promise<readonly DeviceId[]> {
    if (projects === "all") return ids;
    return this.#named({ ...filter, reach: { ...filter.reach, projects: bothOf(filter.reach.projects, projects) } });
  }

  async #valuesOf(ids: readonly DeviceId[], key: string): Promise<ReadonlyMap<DeviceId, string>> {
    const values = new Map<DeviceId, string>();
    for (let from = 0; from < ids.length; from += devicesPerRead) {
      const some = ids.slice(from, from + devicesPerRead);
      const newest = await this.#parts.telemetry.newest(some.map((device) => ({ device, key })));
      for (const [at, id] of some.entries()) {
        const sample = newest[at];
        if (sample) values.set(id, comparableOf(sample.value));
      }
    }
    return values;
  }
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
