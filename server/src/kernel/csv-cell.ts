/** As the command line and every other CSV of ours has it [API12]. */
export type CsvEscape = "formulas" | "none";

const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
/** What a spreadsheet would execute instead of showing it; texts that were escaped before are escaped once more. */
const executable = /^'*[=+\-@\t\r]/;

/** A cell of text: never a formula, and in quotes where it has to be (RFC 4180; blanks at the ends, some cut them off). */
export function csvCell(text: string, escaping: CsvEscape = "formulas"): string {
  const safe = escaping === "formulas" && executable.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell that `csvCell` may have written. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && executable.test(cell) ? cell.slice(1) : cell;
