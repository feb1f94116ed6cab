import "../styles/map.css";
import type { ReactNode, RefObject } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";
import type { MapFrame } from "./map-frame.ts";
import { ScaleBar } from "./scale-bar.tsx";
import { Background } from "./tiles/background.tsx";
import { useMapGestures } from "./use-map-gestures.ts";
import type { BoxSize, MapView } from "./use-map-view.ts";

interface MapBoxProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly view: MapView;
  readonly label: string;
  readonly className?: string;
  readonly byOneFinger?: boolean;
  readonly children: (frame: MapFrame, size: BoxSize) => ReactNode;
}

/** A map: its background, what lies on it, and how it is moved; the same everywhere [DSH3]. */
export function MapBox({ box, view, label, className = "", byOneFinger = false, children }: MapBoxProps) {
  const gestures = useMapGestures(box, view, { byOneFinger });
  const { frame, size } = view;
  return (
    <div
      {...{ ref: box, role: "group", "aria-label": label, tabIndex: 0 }}
      className={`map ${className}`}
      data-one-finger={byOneFinger || undefined}
      {...gestures}
    >
      {frame && size && (
        <>
          <Background {...{ frame, size }} />
          {children(frame, size)}
          <ScaleBar frame={frame} />
        </>
      )}
      <MapTools view={view} />
    </div>
  );
}

function MapTools({ view }: { readonly view: MapView }) {
  const w = useMessages().maps;
  return (
    <div className="map-tools">
      {view.isMoved && (
        <button type="button" className="button small" onClick={view.showAll}>
          {w.showAll}
        </button>
      )}
      <button
        type="button"
        className="button square small"
        aria-label={w.zoomIn}
        title={w.zoomIn}
        onClick={() => view.zoom(2)}
      >
        <Icon name="zoomIn" />
      </button>
      <button
        type="button"
        className="button square small"
        aria-label={w.zoomOut}
        title={w.zoomOut}
        onClick={() => view.zoom(0.5)}
      >
        <Icon name="zoomOut" />
      </button>
    </div>
  );
}
