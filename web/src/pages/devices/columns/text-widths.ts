import type { DeviceRecord, ListedProject } from "@heliograph/contract";

/** Columns whose texts come with the device itself. */
const textFields = ["name", "type", "project", "label", "serialNumber", "firmwareVersion"] as const;
type TextField = (typeof textFields)[number];

/** About how wide the longest text of a column is, in pixels. */
export type TextWidths = { readonly [field in TextField]?: number };

/** Of the font that tables have, on average; nearer than that it need not be. */
const pixelsPerLetter = 7.5;
/** One that is longer is cut: it takes no room from what all the others say. Short ones leave room for the title. */
const [narrowest, widest] = [90, 320];
/** The dot before the name, and what orders the list behind the title. */
const beside: Partial<Record<TextField, number>> = { name: 24 };

/** What the styles call the share of a field; `gridOf` has its columns ask for it. */
export const shareName = (field: string): string => `--share-${field}`;

/** The same, as the styles take it. */
export const sharesOf = (widths: TextWidths): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(widths).map(([field, width]) => [shareName(field), `${width}fr`]));

/** What the columns of these devices want, and what they wanted before: a list that is ordered otherwise narrows nothing. */
export function textWidths(
  devices: readonly DeviceRecord[],
  projects: readonly ListedProject[],
  before: TextWidths = {},
): TextWidths {
  if (devices.length === 0) return before;
  const nameOf = new Map(projects.map(({ id, name }) => [id.id, name]));
  const textOf = (device: DeviceRecord, field: TextField): string =>
    (field === "project" ? nameOf.get(device.projectId?.id ?? "") : device[field]) ?? "";
  const wanted = textFields.map((field) => {
    const letters = Math.max(...devices.map((device) => textOf(device, field).length));
    const width = Math.min(widest, Math.ceil(letters * pixelsPerLetter) + (beside[field] ?? 0));
    return [field, Math.max(narrowest, width, before[field] ?? 0)] as const;
  });
  return Object.fromEntries(wanted);
}
