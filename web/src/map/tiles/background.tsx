import type { MapFile } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocale } from "../../i18n/messages.tsx";
import { useDarkness } from "../../state/use-darkness.ts";
import { Land } from "../land.tsx";
import type { MapFrame } from "../map-frame.ts";
import { downOf } from "../mercator.ts";
import type { BoxSize } from "../use-map-view.ts";
import { mapInfo, useMapSource } from "./map-source.ts";
import type { TileMap } from "./tile-map.ts";

interface BackgroundProps {
  readonly frame: MapFrame;
  readonly size: BoxSize;
}

/** The node's map where it has one and this browser can draw it; else, and beyond its edges, the coasts of the world [DSH3]. */
export function Background({ frame, size }: BackgroundProps) {
  const { data } = useQuery(mapInfo(useMapSource()));
  const file = data?.file ?? undefined;
  const [isShown, setShown] = useState(false);
  return (
    <>
      {!(isShown && file && isCovered(frame, file)) && <Land frame={frame} />}
      {file && <Tiles key={file.version} {...{ file, frame, size, isShown }} onShown={setShown} />}
      {file && isShown && file.attribution !== "" && <small className="map-attribution">{file.attribution}</small>}
    </>
  );
}

/** No coast would be seen through it. */
function isCovered({ left, top, width, height }: MapFrame, { bounds }: MapFile): boolean {
  const isAcross = bounds.east - bounds.west >= 360 || (left >= bounds.west && left + width <= bounds.east);
  return isAcross && top >= downOf(bounds.north) && top + height <= downOf(bounds.south);
}

interface TilesProps extends BackgroundProps {
  readonly file: MapFile;
  readonly isShown: boolean;
  readonly onShown: (isShown: boolean) => void;
}

/** Where what draws it cannot be had, coasts stay as they are. */
function Tiles({ file, frame, size, isShown, onShown }: TilesProps) {
  const box = useRef<HTMLDivElement>(null);
  const source = useMapSource();
  const isDark = useDarkness();
  const locale = useLocale();
  const [map, setMap] = useState<TileMap>();
  useEffect(() => {
    const gone = new AbortController();
    const element = box.current;
    const opened = element ? openTileMap(element, { file, source, isDark, locale }) : undefined;
    void opened?.then((one) => {
      if (gone.signal.aborted) return one?.remove();
      setMap(one);
      return one?.drawn.then(() => gone.signal.aborted || onShown(true));
    });
    return () => {
      gone.abort();
      setMap((before) => {
        before?.remove();
        return undefined;
      });
      onShown(false);
    };
  }, [file, source, isDark, locale, onShown]);
  useLayoutEffect(() => map?.show(frame, size), [map, frame, size]);
  return <div className="map-tiles" data-shown={isShown || undefined} ref={box} aria-hidden="true" />;
}

/** Fetched when there is a map to draw, and something to draw it with. */
async function openTileMap(element: HTMLElement, terms: Parameters<typeof import("./tile-map.ts").createTileMap>[1]) {
  if (!document.createElement("canvas").getContext("webgl2")) return undefined;
  try {
    return (await import("./tile-map.ts")).createTileMap(element, terms);
  } catch {
    return undefined;
  }
}
