import { type DeviceViewColumn, type DeviceViewField, deviceViewFields, viewColumnsAtMost } from "@heliograph/contract";
import { fromAddress, inAddress } from "./address-text.ts";

const scopes = { server: "SERVER_SCOPE", shared: "SHARED_SCOPE", client: "CLIENT_SCOPE" } as const;
type ScopeWord = keyof typeof scopes;

/** What is shown where nobody chose. */
export const usualColumns: readonly DeviceViewColumn[] = (
  ["alarm", "type", "project", "label", "serialNumber", "firmwareVersion", "lastActivityTime"] as const
).map((field) => ({ kind: "FIELD", field }));

/** One name for a column: in the address, and to tell them apart. */
export const columnId = (column: DeviceViewColumn): string => inAddress([partsOf(column)]);

/** A text of its own for none at all: an address without columns has the usual ones. */
const none = "none";

export const columnsText = (columns: readonly DeviceViewColumn[]): string =>
  columns.length === 0 ? none : inAddress(columns.map(partsOf));

/** Addresses are typed by people: what is no column is left out. */
export const columnsFrom = (text: string): readonly DeviceViewColumn[] =>
  fromAddress(text === none ? "" : text)
    .flatMap((parts) => columnFrom(parts) ?? [])
    .slice(0, viewColumnsAtMost);

function partsOf(column: DeviceViewColumn): readonly string[] {
  switch (column.kind) {
    case "FIELD":
      return [column.field];
    case "LATEST":
      return ["v", column.key];
    case "HISTORY":
      return ["h", column.key];
    case "ATTRIBUTE": {
      const word = Object.entries(scopes).find(([, scope]) => scope === column.scope)?.[0] ?? "server";
      return ["a", word, column.key];
    }
  }
}

const isField = (text: string): text is DeviceViewField => (deviceViewFields as readonly string[]).includes(text);
const isScope = (text: string): text is ScopeWord => Object.hasOwn(scopes, text);

function columnFrom([kind = "", first = "", second = ""]: readonly string[]): DeviceViewColumn | undefined {
  if (isField(kind)) return { kind: "FIELD", field: kind };
  if (kind === "v" && first) return { kind: "LATEST", key: first };
  if (kind === "h" && first) return { kind: "HISTORY", key: first };
  return kind === "a" && isScope(first) && second
    ? { kind: "ATTRIBUTE", scope: scopes[first], key: second }
    : undefined;
}
