import { stat } from "node:fs/promises";
import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../adapters/sql/database.ts";
import type { TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import { sharedAnswer } from "./shared-answer.ts";

interface Measured {
  readonly registry: Registry;
  readonly database: Database;
  readonly telemetryStore: Pick<TelemetryBlocks, "place">;
}

/** Where an embedded node has them. */
interface Files {
  readonly database: string;
  readonly telemetry: string;
}

/** Sizes change slowly, and asking a PostgreSQL for them looks at every file of a table. */
const lookEveryMs = 60_000;

const relations = sql<{ points: string; entities: string }>`
  select coalesce(sum(pg_total_relation_size(oid)) filter (where relname like 'points\\_%' and relname <> 'points_to_forget'), 0) as points,
    coalesce(sum(pg_total_relation_size(oid)) filter (where not (relname like 'points\\_%' and relname <> 'points_to_forget')), 0) as entities
  from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

/** What entities and points take, wherever they are; dead rows and the write-ahead log of a file included. */
export function measureStorage({ registry, database, telemetryStore }: Measured, files: Files): void {
  const inTables = sharedAnswer(lookEveryMs, async () => (await relations.execute(database.read)).rows[0]);
  const entities = async () =>
    database.kind === "postgres" ? Number((await inTables())?.entities) : bytesOf(files.database);
  const points = async () =>
    telemetryStore.place === "postgres" ? Number((await inTables())?.points) : bytesOf(files.telemetry);
  new Gauge({
    ...{ name: "heliograph_storage_bytes", help: "What entities and points take where they are stored" },
    labelNames: ["part", "place"],
    registers: [registry],
    async collect() {
      const unknown = () => Number.NaN;
      this.set({ part: "entities", place: placeOf(database.kind) }, await entities().catch(unknown));
      this.set({ part: "points", place: telemetryStore.place }, await points().catch(unknown));
    },
  });
}

const placeOf = (kind: Database["kind"]): string => (kind === "postgres" ? "postgres" : "file");

async function bytesOf(file: string): Promise<number> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
