import type { CalculatedDefinition } from "@heliograph/contract";
import type { DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import type { Members } from "../calculate/calculate-intervals.ts";
import type { LiveCalculationStore } from "./live-calculation-store.ts";

/** There are more devices than one sum is made of. */
export class TooManyMembers extends Error {}

/** Whose points the inputs of a channel look at; the device it is for is in no sum. */
export async function findMembers(
  store: Pick<LiveCalculationStore, "members">,
  tenantId: TenantId,
  { inputs }: Pick<CalculatedDefinition, "inputs">,
  device: DeviceId | undefined,
  atMost: number,
): Promise<Members> {
  const members: (readonly DeviceId[])[] = [];
  for (const input of inputs) {
    if (input.kind === "CHANNEL") {
      members.push(device === undefined ? [] : [device]);
      continue;
    }
    const projectId = input.projectId?.toLowerCase() as ProjectId | undefined;
    const typeIds = input.deviceTypeIds?.map((id) => id.toLowerCase()) as DeviceTypeId[] | undefined;
    const found = await store.members({ tenantId, projectId, typeIds }, atMost + 2);
    const others = found.filter((id) => id !== device);
    if (others.length > atMost) throw new TooManyMembers(`more than ${atMost} devices are in one sum`);
    members.push(others);
  }
  return members;
}
