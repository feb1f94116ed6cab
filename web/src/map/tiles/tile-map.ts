import type { MapFile } from "@heliograph/contract";
import { addProtocol, Map as MapLibre, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { PMTiles } from "pmtiles";
import type { MapFrame } from "../map-frame.ts";
import { latitudeAt } from "../mercator.ts";
import type { BoxSize } from "../use-map-view.ts";
import type { MapSource } from "./map-source.ts";
import { tileStyle } from "./tile-style.ts";

/** What draws the tiles beneath a map; everything on it is drawn by us. */
export interface TileMap {
  readonly show: (frame: MapFrame, size: BoxSize) => void;
  /** There is something to see. */
  readonly drawn: Promise<void>;
  readonly remove: () => void;
}

interface TileMapTerms {
  readonly file: MapFile;
  readonly source: MapSource;
  readonly isDark: boolean;
  readonly locale: string;
}

/** Browsers take the graphics away from the oldest of more than some sixteen. */
const mapsAtOnce = 8;
let open = 0;

export function createTileMap(container: HTMLElement, { file, source, isDark, locale }: TileMapTerms): TileMap {
  if (open >= mapsAtOnce) throw new Error("too many maps on one page");
  prepare();
  const map = new MapLibre({
    container,
    style: tileStyle(file, { tiles: tilesOf(file, source), isDark, locale }),
    // Moved by us alone, together with what lies on it.
    ...{ interactive: false, attributionControl: false, fadeDuration: 0, trackResize: false },
    ...{ minZoom: -2, maxZoom: 24, transformConstrain: (lngLat, zoom) => ({ center: lngLat, zoom: zoom ?? 0 }) },
    canvasContextAttributes: { preserveDrawingBuffer: true }, // widgets are saved as pictures
  });
  open += 1;
  map.on("error", () => undefined); // a tile that is not there stays empty
  const drawn = new Promise<void>((resolve) => map.once("idle", () => resolve()));
  return { show: (frame, size) => show(map, frame, size), drawn, remove: () => remove(map) };
}

function remove(map: MapLibre): void {
  open -= 1;
  map.remove();
}

/** Pixels of the world at zoom 0. */
const worldPixels = 512;

/** At once, not with the next picture: marks must not swim on the map. */
function show(map: MapLibre, { left, top, width, height }: MapFrame, size: BoxSize): void {
  const canvas = map.getContainer();
  if (map.getCanvas().clientWidth !== canvas.clientWidth || map.getCanvas().clientHeight !== canvas.clientHeight)
    map.resize();
  const zoom = Math.log2((360 * size.width) / (worldPixels * width));
  map.jumpTo({ center: [left + width / 2, latitudeAt(top + height / 2)], zoom });
  if (map.isStyleLoaded()) map.redraw();
}

const protocol = "node-map";
const archives = new Map<string, PMTiles>();
let isPrepared = false;

/** Once for the page: the worker's script is one of our files, and tiles are read by us, with our tokens. */
function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  allowScript(workerUrl);
  setWorkerUrl(workerUrl);
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [, key = "", z, x, y] = /^node-map:\/\/([^/]+)\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? [];
    const tile = await archives.get(key)?.getZxy(Number(z), Number(x), Number(y), signal);
    return { data: tile?.data ?? new ArrayBuffer(0) };
  });
}

/**
 * The page refuses scripts by text (`require-trusted-types-for 'script'`). This one address is let through for workers, every
 * other one stays refused, as everything else does.
 */
function allowScript(address: string): void {
  const createScriptURL = (url: string): string | null => (url === address ? url : null);
  const { trustedTypes }: { trustedTypes?: TrustedTypes } = window as object; // only some browsers have them
  trustedTypes?.createPolicy("default", { createScriptURL });
}

interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createScriptURL: (url: string) => string | null }): unknown;
}

/** The address of its tiles, by which they are asked for. */
function tilesOf({ version, size }: MapFile, source: MapSource): string {
  const key = `${source.key}-${version}`;
  const archive = archives.get(key) ?? new PMTiles({ getKey: () => key, getBytes: reader(source, version, size) });
  archives.set(key, archive);
  return `${protocol}://${key}/{z}/{x}/{y}`;
}

const reader =
  (source: MapSource, version: string, size: number) =>
  async (offset: number, length: number, signal?: AbortSignal) => {
    const end = Math.min(size, offset + length) - 1; // a small file is shorter than what is read of it first
    const response = await source.bytes(version, `bytes=${offset}-${end}`, signal);
    return { data: await response.arrayBuffer() };
  };
