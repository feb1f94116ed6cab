import { type MapFrame, scaleBar } from "./map-frame.ts";

export function ScaleBar({ frame }: { readonly frame: MapFrame }) {
  const { kilometres, share } = scaleBar(frame);
  const text = kilometres >= 1 ? `${kilometres} km` : `${Math.round(kilometres * 1_000)} m`;
  return (
    <small className="map-scale" style={{ width: `${share * 100}%` }}>
      {text}
    </small>
  );
}
