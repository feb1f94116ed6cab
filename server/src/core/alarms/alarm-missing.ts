import type { AppError } from "../../kernel/errors.ts";
import type { AlarmId } from "../../kernel/ids.ts";
import type { Reach } from "../projects/index.ts";
import type { AlarmStore } from "./alarm-store.ts";
import { alarmNotFound } from "./errors.ts";

/** Why an alarm is not found within a reach: it may only be read there, or it is not there [API3]. */
export async function alarmMissing(
  store: Pick<AlarmStore, "info">,
  { tenantId, beyond }: Reach,
  id: AlarmId,
): Promise<AppError> {
  const isReadable = beyond && (await store.info({ tenantId, projects: beyond.readable("VIEW_ALARMS") }, id));
  return isReadable ? beyond.refusal() : alarmNotFound(id);
}
