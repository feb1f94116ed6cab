import type { NamedChannel } from "@heliograph/contract";
import type { Reach } from "../../projects/index.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import type { CalculatedChannelStore } from "./calculated-channel-store.ts";
import { ChannelReach } from "./channel-reach.ts";

const nameless = "a channel out of your reach";

/** The calculated channels of the tenant for those who look for rings of rules; those out of reach without their names [PRJ1, RUL4]. */
export async function namedChannels(
  store: CalculatedChannelStore,
  reach: Reach,
  among?: readonly CalculatedChannel[],
): Promise<readonly NamedChannel[]> {
  const all = among ?? (await store.list(reach.tenantId));
  const seen = new Set(await new ChannelReach(store).seen(reach, all));
  return all.map((one) => ({
    ...{ name: seen.has(one) ? one.definition.key : nameless, channel: one.definition },
  }));
}
