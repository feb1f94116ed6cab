// The peer: the same answers from nothing but node:http and node:sqlite, everything on one thread, no login.
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";

const database = new DatabaseSync(process.argv[2] ?? "", { readOnly: true });
const inactivityTimeoutMs = 600_000;

interface Row {
  id: string;
  tenant_id: string;
  created_time: number;
  name: string;
  project_id: string | null;
  type_id: string;
  type: string;
  label: string | null;
  description: string | null;
  serial_number: string | null;
  firmware_version: string | null;
  last_activity_time: number | null;
  alarm_rank: number | null;
}

/** As they are stored: the worst is the largest. */
const severities = ["INDETERMINATE", "WARNING", "MINOR", "MAJOR", "CRITICAL"];

const recordOf = (row: Row) => ({
  id: { entityType: "DEVICE", id: row.id },
  createdTime: row.created_time,
  tenantId: { entityType: "TENANT", id: row.tenant_id },
  projectId: row.project_id && { entityType: "PROJECT", id: row.project_id },
  name: row.name,
  type: row.type,
  deviceProfileId: { entityType: "DEVICE_PROFILE", id: row.type_id },
  label: row.label,
  additionalInfo: { description: row.description },
  active: row.last_activity_time !== null && row.last_activity_time > Date.now() - inactivityTimeoutMs,
  lastActivityTime: row.last_activity_time,
  serialNumber: row.serial_number,
  firmwareVersion: row.firmware_version,
  alarmSeverity: row.alarm_rank === null ? null : severities[row.alarm_rank - 1],
});

const sortKeys: Record<string, string> = { name: "d.name_key", label: "coalesce(lower(d.label), '')" };

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "", "http://x");
  const tenant = url.pathname.split("/")[3] ?? "";
  const search = url.searchParams.get("textSearch");
  const limit = Number(url.searchParams.get("limit"));
  const where = search ? "d.tenant_id = ? and instr(d.search_text, ?) > 0" : "d.tenant_id = ?";
  const values = search ? [tenant, search] : [tenant];
  const select = database.prepare(
    `select d.*, t.name as type, a.last_activity_time,
     (select max(severity) from alarms where device_id = d.id and cleared = 0) as alarm_rank from devices d join device_types t on t.id = d.type_id
     left join device_activity a on a.device_id = d.id where ${where} order by ${sortKeys[url.searchParams.get("sortProperty") ?? "name"]}, d.id limit ${limit}`,
  );
  const count = database.prepare(`select count(*) as total from devices d where ${where}`);
  response.setHeader("content-type", "application/json; charset=utf-8");
  if (limit !== -1) {
    const { total } = count.get(...values) as { total: number };
    const data = (select.all(...values) as unknown as Row[]).map(recordOf);
    const totalPages = Math.ceil(total / limit);
    response.end(JSON.stringify({ data, totalPages, totalElements: total, hasNext: 1 < totalPages }));
    return;
  }
  let found = 0;
  let part = '{"data":[';
  for (const row of select.iterate(...values)) {
    part += `${found++ === 0 ? "" : ","}${JSON.stringify(recordOf(row as unknown as Row))}`;
    if (part.length < 65_536) continue;
    response.write(part);
    part = "";
  }
  response.end(`${part}],"totalPages":1,"totalElements":${found},"hasNext":false}`);
});

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as { port: number }).port));
