import type { Calls } from "@heliograph/client";
import type { MapInfo } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { createContext, use } from "react";
import { api } from "../../app.ts";

/** Where a page has the node's map from: its own session, or a link to a dashboard [DSH3, DSH6]. */
export interface MapSource {
  readonly key: string;
  readonly info: (signal: AbortSignal) => Promise<MapInfo>;
  readonly bytes: (version: string, range: string, signal: AbortSignal | undefined) => Promise<Response>;
}

const ownSource: MapSource = {
  key: "own",
  info: (signal) => api.map.read({}, { signal }),
  bytes: (version, range, signal) => api.map.bytes({ version }, { signal, headers: { Range: range } }),
};

let links = 0;

export const sharedMapSource = (calls: Calls["shared"]): MapSource => ({
  key: `link${links++}`,
  info: (signal) => calls.map({}, { signal }),
  bytes: (version, range, signal) => calls.mapBytes({ version }, { signal, headers: { Range: range } }),
});

const MapSourceContext = createContext(ownSource);
export const MapSourceProvider = MapSourceContext.Provider;
export const useMapSource = (): MapSource => use(MapSourceContext);

/** Whether there is a map file, and what it shows; asked for once in a while, as operators exchange it. */
export const mapInfo = (source: MapSource) =>
  queryOptions({
    queryKey: ["map-file", source.key],
    queryFn: ({ signal }) => source.info(signal),
    staleTime: 300_000,
    retry: false,
  });
