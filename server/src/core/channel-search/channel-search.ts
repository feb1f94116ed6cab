import { IdSet } from "../../kernel/id-set.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { DeviceIndex } from "../device-groups/index.ts";
import type { DeviceFilter, Devices, DeviceWithActivity } from "../devices/index.ts";
import type { NewestPoints, Sample } from "../telemetry/index.ts";
import { type Candidates, candidatesOf, type KeysOfTypes, titledKeys } from "./candidates.ts";
import type { KeyMatches } from "./key-matches.ts";
import { foldedOf, SearchedWords } from "./searched-words.ts";
import type { TitledType, TypeTitles } from "./type-titles.ts";

/** Different keys that one search looks for. */
const keysAtMost = 500;
/** Names of channels in types that fit; what their keys are called does not matter. */
const titlesAtMost = 200;
/** Ways to divide the words between channel and device that are tried. */
const divisionsAtMost = 4;
/** Devices that are looked into for each channel that is wanted: what they call it themselves counts in the end. */
const devicesPerChannel = 2;
/** Series whose newest values are asked for at once; most devices have few of the keys. */
const seriesPerRead = 500;

interface SearchParts {
  readonly titles: Pick<TypeTitles, "of">;
  readonly keys: KeyMatches;
  readonly index: Pick<DeviceIndex, "fetch">;
  readonly devices: Pick<Devices, "list">;
  readonly points: NewestPoints;
}

export interface FoundChannel {
  readonly device: DeviceWithActivity;
  readonly key: string;
  readonly newest: Sample;
}

export interface FoundChannels {
  readonly found: readonly FoundChannel[];
  /** Devices that may have one; each at least by the names of its keys. */
  readonly devices: number;
  /** False where there were more names than a search looks at. */
  readonly isComplete: boolean;
}

interface Search {
  readonly words: SearchedWords;
  readonly filter: DeviceFilter;
  readonly types: readonly TitledType[];
  readonly atMost: number;
}

/**
 * Channels of all devices one may read, by their keys and by what types call them [#17.24]. Every word has to be found: one
 * at least in the channel, the others there or in name, label, serial number or type of its device.
 */
export class ChannelSearch {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** `filter` says among which devices; those heard of last come first. */
  async find(filter: DeviceFilter, text: string, atMost: number): Promise<FoundChannels> {
    const words = new SearchedWords(text);
    if (words.words.length === 0) return { found: [], devices: 0, isComplete: true };
    const tenant = filter.reach.tenantId;
    const { types, isComplete } = await this.#parts.titles.of(tenant);
    const named = [...new Set(types.flatMap((type) => titledKeys(words, type)))];
    const question = { words: words.words, patterns: named.slice(0, titlesAtMost) };
    const keys = await this.#parts.keys.keys(tenant, question, keysAtMost);
    const isWhole = isComplete && named.length <= titlesAtMost && keys.length < keysAtMost;
    const { found, devices } = await this.#look({ words, filter, types, atMost }, candidatesOf(words, keys, types));
    return { found, devices, isComplete: isWhole };
  }

  async #look(search: Search, candidates: readonly Candidates[]) {
    const found: FoundChannel[] = [];
    const seen = new Set<DeviceId>();
    let total = 0;
    for (const { missing, parts } of candidates.slice(0, divisionsAtMost)) {
      const { data, totalElements } = await this.#devicesOf(search, missing, parts);
      const fresh = data.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      total = Math.max(total, totalElements);
      found.push(...(await this.#channelsOf(search, fresh, parts)));
      if (found.length >= search.atMost) break;
    }
    return { found: found.slice(0, search.atMost), devices: Math.max(total, seen.size) };
  }

  async #devicesOf({ words, filter, atMost }: Search, missing: number, parts: readonly KeysOfTypes[]) {
    const among = new IdSet<DeviceId>();
    for (const part of parts) among.addAll(await this.#having(filter.reach.tenantId, part));
    const wanted = filter.among ? among.and(filter.among) : among;
    const [textSearch] = words.named(missing);
    const order = { sortProperty: "lastActivityTime", descending: true } as const;
    return this.#parts.devices.list(
      { ...filter, ...order, textSearch, among: wanted },
      { page: 0, limit: atMost * devicesPerChannel },
    );
  }

  async #having(tenant: TenantId, { keys, types }: KeysOfTypes): Promise<IdSet<DeviceId>> {
    const having = await this.#parts.keys.devices(tenant, keys);
    if (types === undefined || having.size === 0) return having;
    return (await this.#parts.index.fetch(tenant, { of: "types", ids: types })).among(having);
  }

  /** With their newest values: what has none any more is no channel. */
  async #channelsOf(
    search: Search,
    devices: readonly DeviceWithActivity[],
    parts: readonly KeysOfTypes[],
  ): Promise<readonly FoundChannel[]> {
    const keys = [...new Set(parts.flatMap((part) => part.keys))].toSorted();
    const types = new Map(search.types.map((type) => [type.id, type]));
    const wanted = devices.flatMap((device) =>
      keys
        .filter((key) => isMeant(search.words, device, key, types.get(device.typeId)))
        .map((key) => ({ device, key })),
    );
    const found: FoundChannel[] = [];
    for (let at = 0; at < wanted.length && found.length < search.atMost; at += seriesPerRead)
      found.push(...(await this.#withPoints(wanted.slice(at, at + seriesPerRead))));
    return found;
  }

  async #withPoints(wanted: readonly Omit<FoundChannel, "newest">[]): Promise<readonly FoundChannel[]> {
    const newest = await this.#parts.points.newest(wanted.map(({ device, key }) => ({ device: device.id, key })));
    return wanted.flatMap((one, at) => {
      const sample = newest[at];
      return sample ? [{ ...one, newest: sample }] : [];
    });
  }
}

function isMeant(words: SearchedWords, device: DeviceWithActivity, key: string, type: TitledType | undefined): boolean {
  const inChannel = words.in(foldedOf(key)) | words.in(type?.titleOf(key) ?? "");
  const { name, label, serialNumber } = device;
  return inChannel !== 0 && (inChannel | words.in(foldedOf(name, label, serialNumber, device.type))) === words.all;
}
