import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { type Placed, type PositionKeys, positionIn, type Sent } from "../map/position.ts";
import { readLatest } from "./telemetry.ts";

interface PlacedType {
  readonly typeId: string;
  /** Where one of its devices is. */
  readonly position?: Placed | undefined;
}

/** So many types are asked about at most; those with most devices first. */
const typesAsked = 20;

/**
 * The type whose devices say where they are, by what was sent last: one that is moved around tells it all the time, a fixed one
 * once. Without any the first that is described so.
 */
export const placedType = (tenantId: string, typeIds: readonly string[]) =>
  queryOptions({
    queryKey: ["placed-type", tenantId, typeIds],
    queryFn: async ({ signal }): Promise<PlacedType | null> => {
      const asked = typeIds.slice(0, typesAsked).map(async (typeId) => {
        const keys = await positionKeys(typeId, signal);
        const position = await positionOf(tenantId, typeId, keys, signal);
        return position || isDescribed(keys) ? [{ typeId, position }] : [];
      });
      return lastPlaced((await Promise.all(asked)).flat()) ?? null;
    },
    staleTime: 60_000,
    retry: false,
  });

const isDescribed = ({ latitudes, longitudes }: PositionKeys): boolean => latitudes.length > 0 && longitudes.length > 0;

/** Of those that were sent at the same time, and of those that were not, the first. */
const lastPlaced = (types: readonly PlacedType[]): PlacedType | undefined =>
  types.toSorted((a, b) => (b.position?.ts ?? 0) - (a.position?.ts ?? 0))[0];

async function positionKeys(deviceProfileId: string, signal: AbortSignal): Promise<PositionKeys> {
  const { channels } = await api.deviceTypes.get({ deviceProfileId }, { signal });
  const keysOf = (part: "latitude" | "longitude") => channels.filter((one) => one.part === part).map(({ key }) => key);
  return { pairs: [], latitudes: keysOf("latitude"), longitudes: keysOf("longitude") };
}

/** Where the device is that was heard of last. */
async function positionOf(tenantId: string, deviceProfileId: string, keys: PositionKeys, signal: AbortSignal) {
  const order = { sortProperty: "lastActivityTime", sortOrder: "DESC" } as const;
  const { data } = await api.devices.list({ tenantId, deviceProfileId, page: 0, limit: 1, ...order }, { signal });
  const id = data[0]?.id.id;
  if (id === undefined) return undefined;
  const latest = Object.entries(await readLatest(id, signal));
  // Rules look at numbers: a position in one text is none for them.
  const numbers = latest.flatMap(([key, [point]]): [string, Sent][] =>
    point && Number.isFinite(Number(point.value)) ? [[key, point]] : [],
  );
  return positionIn(new Map(numbers), keys);
}
