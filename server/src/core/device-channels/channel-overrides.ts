import type { Channel } from "@heliograph/contract";
import type { DeviceId, DeviceTypeId } from "../../kernel/ids.ts";
import { parsedInTurn } from "../../kernel/parsed-in-turn.ts";
import type { Reach } from "../projects/index.ts";
import { type IsOfChannel, isSaidOf } from "./channel-keys.ts";
import type { DeviceChannelStore } from "./device-channel-store.ts";

/** A device that describes a channel otherwise. */
interface Overrider {
  readonly id: DeviceId;
  readonly name: string;
  /** What it says otherwise. */
  readonly fields: readonly string[];
}

export interface Overriders {
  readonly devices: readonly Overrider[];
  readonly complete: boolean;
}

interface Wanted {
  readonly reach: Reach;
  readonly typeId: DeviceTypeId;
  readonly key: string;
  readonly isOfChannel: IsOfChannel;
  readonly devicesAtMost: number;
}

/** Read at once: what one device says may be as large as a type. */
const devicesPerPage = 20;

/** Who says otherwise than the type of one of its channels; a page at a time, each taken apart in turn [API11]. */
export async function overridersOf(store: Pick<DeviceChannelStore, "ofType">, wanted: Wanted): Promise<Overriders> {
  const devices: Overrider[] = [];
  let [after, looked]: [DeviceId | undefined, number] = [undefined, 0];
  while (looked < wanted.devicesAtMost) {
    const limit = Math.min(devicesPerPage, wanted.devicesAtMost - looked);
    const page = await store.ofType(wanted.reach, wanted.typeId, after, limit);
    for (const { id, name, channels } of page) {
      const said = (await parsedInTurn(channels)) as Channel[]; // written by us, checked before
      const fields = fieldsSaid(said, wanted);
      if (fields.length > 0) devices.push({ id, name, fields });
    }
    if (page.length < limit) return { devices: byName(devices), complete: true };
    [after, looked] = [page.at(-1)?.id, looked + page.length];
  }
  return { devices: byName(devices), complete: false };
}

const fieldsSaid = (said: readonly Channel[], { key, isOfChannel }: Wanted): string[] => {
  const concerned = said.filter((one) => isSaidOf(one.key, key, isOfChannel));
  return [...new Set(concerned.flatMap((one) => Object.keys(one)))].filter((field) => field !== "key").sort();
};

const byName = (devices: Overrider[]): Overrider[] => devices.sort((a, b) => a.name.localeCompare(b.name, "en"));
