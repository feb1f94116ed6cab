import { encodeQR } from "qr";

/** Light modules around the picture, without which cameras do not find it. */
const border = 4;

/** Always dark on light, whatever the colour scheme: that is what apps can read. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border });
  const size = rows.length;
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={darkModules(rows)} fill="#000" />
    </svg>
  );
}

const darkModules = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
