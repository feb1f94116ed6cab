import type { Readable } from "node:stream";
import { type LimitColumn, limitColumns, ruleLimitRoutes } from "@heliograph/contract";
import { importHeaderInvalid, importTooManyRows } from "../../../core/devices/index.ts";
import type { LimitCells, LimitTables } from "../../../core/rules/index.ts";
import { textOfCell } from "../../../kernel/csv-cell.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { mediaTypeOf } from "../body-parser.ts";
import { knownColumns, openCsv } from "../csv-records.ts";
import { mediaTypeUnsupported } from "../faults.ts";
import { limitedBody } from "../limited-body.ts";
import { csvTypes } from "./device-import.ts";
import { ruleEditorOf } from "./rules.ts";

interface LimitDependencies {
  readonly limitTables: LimitTables;
  readonly importLimit: number;
  readonly importRows: number;
}

/** Many rules at once, from a table [RUL5]. In a scope of its own: here bodies are not JSON. */
export function serveRuleLimits(app: HttpApp, { limitTables, importLimit, importRows }: LimitDependencies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (_: unknown, payload: Readable) => payload);
  register(app, ruleLimitRoutes, {
    importLimits: async (request) => {
      if (!csvTypes.has(mediaTypeOf(request))) throw mediaTypeUnsupported("text/csv");
      const body = limitedBody((request.body as Readable | undefined) ?? request.raw, request.headers, importLimit);
      const table = await tableOf(body, importRows);
      await request.checkAgain(); // a file takes as long as its sender likes [AUTH8]
      const { dryRun: isDryRun = false, mode = "OFF" } = request.query;
      return limitTables.import(ruleEditorOf(request), table, { isDryRun, mode });
    },
  });
}

async function tableOf(body: Readable, atMost: number): Promise<readonly (LimitCells | string)[]> {
  const table: (LimitCells | string)[] = [];
  let header: readonly LimitColumn[] | undefined;
  const { delimiter, records } = await openCsv(body);
  for await (const cells of records) {
    if (table.length === atMost) throw importTooManyRows(atMost);
    if (header) table.push(delimiter === ";" ? withPoints(cellsOf(header, cells)) : cellsOf(header, cells));
    else header = headerOf(cells);
  }
  if (!header) throw importHeaderInvalid("it is empty; the first line names the columns", "empty");
  return table;
}

function headerOf(cells: readonly string[]): readonly LimitColumn[] {
  const known = knownColumns(cells, limitColumns);
  const missing = (["telemetry_key", "limit"] as const).filter((column) => !known.includes(column));
  if (missing.length > 0)
    throw importHeaderInvalid(
      `the first line must name the columns, ${missing.join(", ")} among them`,
      "missing",
      missing.join(", "),
    );
  return known;
}

/** A row by its columns, or what is wrong with it: cells beyond the header would be lost. */
function cellsOf(header: readonly LimitColumn[], cells: readonly string[]): LimitCells | string {
  if (cells.length > header.length) return `${cells.length} cells, but the header has only ${header.length} columns`;
  const empty = Object.fromEntries(limitColumns.map((column) => [column, ""])) as Record<LimitColumn, string>;
  return { ...empty, ...Object.fromEntries(header.map((column, at) => [column, textOfCell(cells[at] ?? "")])) };
}

const numbers = ["limit", "dead_band", "duration"] as const satisfies readonly LimitColumn[];

/** Between semicolons a comma is a decimal sign. */
function withPoints(cells: LimitCells | string): LimitCells | string {
  if (typeof cells === "string") return cells;
  const written = numbers.map((column) => [column, cells[column].replace(/(\d),(?=\d)/, "$1.")]);
  return { ...cells, ...Object.fromEntries(written) };
}
