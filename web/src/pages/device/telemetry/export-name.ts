/** What no file system of today takes as part of a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const forbidden = /[\u0000-\u001f\u007f<>:"/\\|?*]+/g;
const longest = 120;

const momentName = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace(":", "");

/** What and when: `P-03 2026-11-17T1000–2026-11-17T1600.csv`, in UTC as the times inside. */
export function exportName(device: string, from: number, to: number): string {
  const name = [...device.replace(forbidden, "_").trim()].slice(0, longest).join("");
  return `${name} ${momentName(from)}–${momentName(to)}.csv`;
}
