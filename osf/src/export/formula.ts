const number = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?$/;
/** What a spreadsheet would execute instead of showing it; texts that were escaped before are escaped once more. */
const executable = /^'*[=+\-@\t\r]/;

/** The cell as text that is never a formula: a `'` before it, which spreadsheets do not show. Numbers stay as they are. */
export const withoutFormula = (text: string): string =>
  executable.test(text) && !number.test(text) ? `'${text}` : text;
