import { IndexingTime } from "../../server/src/core/files/index.ts";
import { TenantQuotas, unlimited } from "../../server/src/core/tenants/index.ts";

/** Where quotas are not the subject. */
export const noQuotas = new TenantQuotas({ of: () => unlimited }, unlimited, () => undefined);

export const noIndexingLimit = () => new IndexingTime({ limitOf: () => 0, onUsedUp: () => undefined });
