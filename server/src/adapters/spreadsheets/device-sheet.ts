import type { SheetWriter } from "../../core/device-export/index.ts";
import { cellOf, shortened } from "./xlsx-table.ts";

const [leastWidth, mostWidth] = [12, 40];

/** A workbook of devices. Texts stand in it as texts, never as formulas. */
export const deviceSheet: SheetWriter = async function* (name, headings, rows) {
  const { writeXlsxStream } = await import("hucre/xlsx"); // most nodes never write one
  const columns = headings.map((header) => ({
    header: shortened(header),
    width: Math.max(leastWidth, Math.min(mostWidth, header.length + 2)),
  }));
  const cells = (async function* () {
    for await (const some of rows) for (const row of some) yield row.map((value) => cellOf(value ?? undefined));
  })();
  yield* writeXlsxStream(cells, { name, columns, freezePane: { rows: 1 } });
};
