import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlRuleInputStore } from "../../server/src/adapters/sql/stores/rule-input-store.ts";
import { Listening } from "../../server/src/core/rules/index.ts";
import { IdSet } from "../../server/src/kernel/id-set.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";

/** What live rules need that look at points alone and are for no group. */
export const onlyPoints = (database: Database) => ({
  inputs: new SqlRuleInputStore(database),
  listening: new Listening(),
  members: async () => new IdSet<DeviceId>(),
});
