import type { ReportFunction } from "@heliograph/contract";
import type { Column, Table } from "./table.ts";

interface Words {
  readonly time: string;
  readonly offset: string;
  readonly device: string;
  readonly functions: Readonly<Record<ReportFunction, string>>;
}

const words: Record<Table["language"], Words> = {
  en: {
    ...{ time: "Time", offset: "UTC offset", device: "Device" },
    functions: { AVG: "average", MIN: "minimum", MAX: "maximum", SUM: "sum", COUNT: "count" },
  },
  de: {
    ...{ time: "Zeit", offset: "UTC-Abstand", device: "Gerät" },
    functions: { AVG: "Mittelwert", MIN: "Minimum", MAX: "Maximum", SUM: "Summe", COUNT: "Anzahl" },
  },
};

/** What stands above the columns: units, and whose clocks the times are of [SCH2]. */
export function headingsOf({ language, timeZone, columns }: Pick<Table, "language" | "timeZone" | "columns">) {
  const { time, offset, device, functions } = words[language];
  const plain = columns.map((column) => textOf(column, functions));
  const times = new Map<string, number>();
  for (const text of plain) times.set(text, (times.get(text) ?? 0) + 1);
  const isAlone = (text: string) => times.get(text) === 1;
  return {
    time: `${time} (${timeZone})`,
    ...{ offset, device },
    values: columns.map((column, place) => {
      const text = plain[place] ?? "";
      return isAlone(text) ? text : textOf({ ...column, name: `${column.name} (${apart(column)})` }, functions);
    }),
  };
}

/** What tells columns apart that are called alike. */
const apart = ({ key, unit, function: by }: Column): string =>
  by === "COUNT" && unit !== "" ? `${key}, ${unit}` : key;

/** A count has no unit. */
function textOf({ name, unit, function: by }: Column, functions: Words["functions"]): string {
  const what = by === undefined ? name : `${name} ${functions[by]}`;
  return unit === "" || by === "COUNT" ? what : `${what} [${unit}]`;
}
