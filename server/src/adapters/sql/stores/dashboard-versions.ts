import type { Transaction } from "kysely";
import type { VersionLimits } from "../../../core/dashboards/index.ts";
import type { DashboardId } from "../../../kernel/ids.ts";
import type { Tables } from "../tables.ts";

/** Keeps the newest versions, as many as the limits allow; the newest of all always, and those that links show [DSH6]. */
export async function removeOldVersions(
  trx: Transaction<Tables>,
  id: DashboardId,
  { versions, versionBytes }: VersionLimits,
): Promise<void> {
  const kept = await trx
    .selectFrom("dashboard_versions")
    .select(["version", "bytes"])
    .where("dashboard_id", "=", id)
    .orderBy("version", "desc")
    .execute();
  let bytes = 0;
  const end = kept.findIndex((version, at) => {
    bytes += version.bytes;
    return at > 0 && (at >= versions || bytes > versionBytes);
  });
  const newestToGo = end < 0 ? undefined : kept[end];
  if (!newestToGo) return;
  await trx
    .deleteFrom("dashboard_versions")
    .where("dashboard_id", "=", id)
    .where("version", "<=", newestToGo.version)
    .where("version", "not in", (eb) =>
      eb.selectFrom("dashboard_shares").select("version").where("dashboard_id", "=", id),
    )
    .execute();
}
