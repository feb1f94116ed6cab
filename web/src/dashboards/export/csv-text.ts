import type { Cell, Table } from "./widget-table.ts";

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvText = ({ head, rows }: Table): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(cellText).join()).join("\r\n")}\r\n`;

/** What devices call themselves is no formula: such a text begins with an apostrophe, as in exports of the server [API12]. */
function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
