import type { TenantId } from "../../../kernel/ids.ts";
import type { DeviceIndex } from "../device-index.ts";
import type { LatestMatches, LatestQuestion } from "../latest-matches.ts";
import { countedAtMost } from "./search-devices.ts";
import type { Source } from "./search-tree.ts";
import { storedSource } from "./stored-source.ts";

interface Asked {
  readonly latest: LatestMatches;
  readonly index: DeviceIndex;
}

/** A condition on the newest value of a key. */
export const latestSource = ({ latest, index }: Asked, tenant: TenantId, question: LatestQuestion): Source => ({
  estimate: () => latest.estimate(tenant, question),
  matching: async (within) => {
    const found = await latest.matching(tenant, question, within);
    // Which devices there are, and whose, is known to the registry alone.
    return within ? found : storedSource(index, tenant, { of: "everything" }).matching(found, countedAtMost);
  },
});
