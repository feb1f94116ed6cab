import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../../core/projects/index.ts";
import type { NamedKind, ReferenceNames } from "../../../core/references/index.ts";
import type { Database } from "../database.ts";

/** A user is named in every tenant they are assigned to. */
const users = sql`(select users.id, users.username as name, assignments.tenant_id from users
  join assignments on assignments.user_id = users.id) as named`;

const tables: Readonly<Record<NamedKind, RawBuilder<unknown>>> = {
  devices: sql.table("devices"),
  deviceTypes: sql.table("device_types"),
  deviceGroups: sql.table("device_groups"),
  projects: sql.table("projects"),
  users,
  roles: sql.table("roles"),
  webhooks: sql.table("webhooks"),
  reports: sql.table("reports"),
};

/** Which column says in which project something is; what has none is the tenant's. */
const placeColumns: Partial<Record<NamedKind, string>> = {
  devices: "project_id",
  projects: "id",
  webhooks: "project_id",
};

/** One that is in no project is for everybody [NTF1]. */
const isForAllWithout: ReadonlySet<NamedKind> = new Set(["webhooks"]);

interface Row {
  readonly id: string;
  readonly name: string;
}

/** Names and ids of what dashboards and rules refer to, within reach [PRJ1]. */
export class SqlReferenceNames implements ReferenceNames {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async namesOf(reach: Reach, kind: NamedKind, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#rows(reach, kind, this.#isOneOf("id", ids), ids.length);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async idsOf(
    reach: Reach,
    kind: NamedKind,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.#rows(reach, kind, this.#isOneOf("name", names), names.length);
    const byName = Map.groupBy(rows, ({ name }) => name);
    return new Map([...byName].map(([name, those]) => [name, those.map(({ id }) => id)]));
  }

  async #rows({ tenantId, projects }: Reach, kind: NamedKind, wanted: RawBuilder<boolean>, count: number) {
    if (count === 0) return [];
    const { rows } = await sql<Row>`select id, name from ${tables[kind]}
      where tenant_id = ${tenantId} and ${wanted} and ${this.#isReached(kind, projects)}`.execute(this.#db.read);
    return rows;
  }

  #isReached(kind: NamedKind, projects: Reach["projects"]): RawBuilder<boolean> {
    const place = placeColumns[kind];
    if (projects === "all" || place === undefined) return sql`1 = 1`;
    const within = this.#isOneOf(place, [...projects]);
    return isForAllWithout.has(kind) ? sql`(${within} or ${sql.ref(place)} is null)` : within;
  }

  /** As one parameter, however many there are. */
  #isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
    const json = JSON.stringify(values);
    if (this.#db.kind === "sqlite") return sql`${sql.ref(column)} in (select value from json_each(${json}))`;
    const listed = sql`select value from jsonb_array_elements_text(${json}::jsonb)`;
    return column === "name" ? sql`${sql.ref(column)} in (${listed})` : sql`${sql.ref(column)}::text in (${listed})`;
  }
}
