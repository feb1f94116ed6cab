import { type Channel, channelFinder } from "@heliograph/contract";
import type { DeviceTypeId, TenantId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import { parsedInTurn } from "../../kernel/parsed-in-turn.ts";
import type { DeviceTypeStore, VersionedType } from "../device-types/index.ts";
import { foldedOf } from "./searched-words.ts";

/** Types of a tenant that are looked at for what they call their channels. */
const typesAtMost = 500;
/** Channels of types that are kept at hand, of all tenants together. */
const channelsKept = 200_000;

interface Title {
  /** May be a pattern. */
  readonly key: string;
  /** Its names in all languages, folded. */
  readonly text: string;
}

/** What a type calls its channels. */
export interface TitledType {
  readonly id: DeviceTypeId;
  /** Folded. */
  readonly name: string;
  readonly titles: readonly Title[];
  /** The names of the channel that describes a key, folded. */
  readonly titleOf: (key: string) => string;
}

interface Kept {
  readonly version: number;
  readonly size: number;
  readonly type: TitledType;
}

export interface TitledTypes {
  readonly types: readonly TitledType[];
  readonly isComplete: boolean;
}

/** The names that types give to channels; read once for each version of a type. */
export class TypeTitles {
  readonly #store: Pick<DeviceTypeStore, "versions" | "findText">;
  /** The Map's order is "longest unused first". */
  readonly #kept = new Map<DeviceTypeId, Kept>();
  #channels = 0;

  constructor(store: Pick<DeviceTypeStore, "versions" | "findText">) {
    this.#store = store;
  }

  async of(tenant: TenantId): Promise<TitledTypes> {
    const versions = await this.#store.versions(tenant, typesAtMost + 1);
    const types: TitledType[] = [];
    for (const one of versions.slice(0, typesAtMost)) {
      const type = this.#known(one) ?? (await this.#read(tenant, one));
      if (type) types.push(type);
    }
    return { types, isComplete: versions.length <= typesAtMost };
  }

  #known({ id, version }: VersionedType): TitledType | undefined {
    const kept = this.#kept.get(id);
    if (kept?.version !== version) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept.type;
  }

  async #read(tenant: TenantId, { id }: VersionedType): Promise<TitledType | undefined> {
    const text = await this.#store.findText(tenant, id);
    if (!text) return undefined; // removed meanwhile
    const { channels } = (await parsedInTurn(text.definition)) as { channels: readonly Channel[] }; // written by us
    if (channels.length > 1_000) await longWork.nextPiece();
    const type = titledOf(id, text.name, channels);
    this.#keep({ version: text.version, size: channels.length, type });
    return type;
  }

  #keep(kept: Kept): void {
    this.#forget(kept.type.id);
    this.#kept.set(kept.type.id, kept);
    this.#channels += kept.size;
    for (const id of this.#kept.keys()) {
      if (this.#channels <= channelsKept) return;
      this.#forget(id);
    }
  }

  #forget(id: DeviceTypeId): void {
    this.#channels -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}

function titledOf(id: DeviceTypeId, name: string, channels: readonly Channel[]): TitledType {
  const named = channels.filter((channel) => channel.name || channel.names);
  let find: ReturnType<typeof channelFinder> | undefined;
  return {
    id,
    name: foldedOf(name),
    titles: named.map((channel) => ({ key: channel.key, text: textOf(channel) })),
    titleOf: (key) => {
      find ??= channelFinder(channels);
      const found = find(key);
      return found ? textOf(found.channel) : "";
    },
  };
}

const textOf = ({ name, names = {} }: Channel): string => foldedOf(name, ...Object.values(names));
