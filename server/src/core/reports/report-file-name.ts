import type { ReportFile } from "./report.ts";
import { LocalTimes } from "./table/local-times.ts";

const longest = 120;

/** What it is saved as: the report and the first day it is about, without what file systems refuse. */
export function fileNameOf(
  { name, startTs, timeZone }: Pick<ReportFile, "name" | "startTs" | "timeZone">,
  end: string,
) {
  const day = new LocalTimes(timeZone).textOf(startTs).replace(/T.*/, "");
  const plain = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed();
  return `${`${plain} ${day}`.trim().replace(/^\.+/, "")}.${end}`;
}
