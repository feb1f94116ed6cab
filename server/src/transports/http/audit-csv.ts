import type { AuditEntry } from "../../core/audit/index.ts";
import { csvCell } from "../../kernel/csv-cell.ts";

const header = "time,user,via,address,action,entityType,entityId,entityName,status,failure,count,data\r\n";

/** The audit log as a file: a line per entry, times as ISO 8601 [AUD1, API12]. */
export async function* auditCsv(entries: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield header;
  for await (const some of entries) yield some.map(lineOf).join("");
}

const lineOf = ({ entity, ...entry }: AuditEntry): string =>
  `${[
    new Date(entry.createdTime).toISOString(),
    entry.userName,
    entry.via,
    entry.address ?? "",
    entry.action,
    entity.type,
    entity.id,
    entity.name ?? "",
    entry.failure === null ? "SUCCESS" : "FAILURE",
    entry.failure ?? "",
    String(entry.count),
    JSON.stringify(entry.data),
  ]
    .map((text) => csvCell(text))
    .join(",")}\r\n`;
