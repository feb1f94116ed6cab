import type { ReferenceKind } from "@heliograph/contract";
import { type RawBuilder, sql } from "kysely";
import type { ReferenceNames } from "../../../core/dashboards/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import type { Database } from "../database.ts";

const tables: Readonly<Record<ReferenceKind, string>> = {
  devices: "devices",
  deviceTypes: "device_types",
  deviceGroups: "device_groups",
  projects: "projects",
};

/** Which column says in which project something is; types and groups are the tenant's. */
const placeColumns: Partial<Record<ReferenceKind, string>> = { devices: "project_id", projects: "id" };

interface Row {
  readonly id: string;
  readonly name: string;
}

/** Names and ids of what dashboards refer to, within reach [PRJ1]. */
export class SqlReferenceNames implements ReferenceNames {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async namesOf(reach: Reach, kind: ReferenceKind, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#rows(reach, kind, this.#isOneOf("id", ids), ids.length);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async idsOf(reach: Reach, kind: ReferenceKind, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#rows(reach, kind, this.#isOneOf("name", names), names.length);
    const byName = Map.groupBy(rows, ({ name }) => name);
    return new Map([...byName].flatMap(([name, [one, another]]) => (one && !another ? [[name, one.id] as const] : [])));
  }

  async #rows({ tenantId, projects }: Reach, kind: ReferenceKind, wanted: RawBuilder<boolean>, count: number) {
    if (count === 0) return [];
    const place = placeColumns[kind];
    const reached = projects === "all" || place === undefined ? sql`` : sql`and ${this.#isOneOf(place, [...projects])}`;
    const { rows } = await sql<Row>`select id, name from ${sql.table(tables[kind])}
      where tenant_id = ${tenantId} and ${wanted} ${reached}`.execute(this.#db.read);
    return rows;
  }

  /** As one parameter, however many there are. */
  #isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
    const json = JSON.stringify(values);
    if (this.#db.kind === "sqlite") return sql`${sql.ref(column)} in (select value from json_each(${json}))`;
    const listed = sql`select value from jsonb_array_elements_text(${json}::jsonb)`;
    return column === "name" ? sql`${sql.ref(column)} in (${listed})` : sql`${sql.ref(column)}::text in (${listed})`;
  }
}
