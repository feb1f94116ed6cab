import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Filled } from "./fill-values.ts";

interface Wanted {
  readonly type: string;
  readonly projects: ReadonlySet<string>;
  readonly hall: string;
  readonly above: number;
  readonly hotterThan: number;
}

interface Row {
  readonly id: string;
  readonly name_key: string;
  readonly type_id: string;
  readonly project_id: string;
  readonly hall: string | null;
  readonly above: string | null;
}

/** Reads every device with its attributes, and has the newest values in a map: what one writes without an index. */
export function naiveScan(dataDir: string, temperatures: Filled) {
  const database = new DatabaseSync(join(dataDir, "heliograph.db"), { readOnly: true });
  const all = database.prepare(`select devices.*, hall.value as hall, above.value as above from devices
    left join attributes hall on hall.device_id = devices.id and hall.scope = 'SERVER_SCOPE' and hall.key = 'hall'
    left join attributes above on above.device_id = devices.id and above.scope = 'SHARED_SCOPE' and above.key = 'limit'`);
  return {
    page: (wanted: Wanted) => {
      const found = (all.all() as unknown as Row[]).filter(
        ({ id, type_id, project_id, hall, above }) =>
          type_id === wanted.type &&
          wanted.projects.has(project_id) &&
          String(JSON.parse(hall ?? "null")).toLowerCase() === wanted.hall &&
          JSON.parse(above ?? "0") > wanted.above &&
          (temperatures.get(id) ?? 0) > wanted.hotterThan,
      );
      found.sort((a, b) => (a.name_key < b.name_key ? -1 : 1));
      return { total: found.length, page: found.slice(0, 100) };
    },
    close: () => database.close(),
  };
}
