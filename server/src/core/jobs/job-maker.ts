import type { Principal } from "../access/index.ts";
import type { JobMaker } from "./job.ts";

/** In whose name something is done after the answer. */
export function makerOf(by: Principal, address: string): JobMaker {
  const { userId, username, authorityId, credential, keyName, openedUntil } = by;
  const key = credential.kind === "key" ? { id: credential.id, name: keyName ?? "" } : null;
  const visitId = openedUntil !== undefined && credential.kind === "session" ? credential.id : null;
  return { userId, username, authorityId, key, visitId, address };
}
