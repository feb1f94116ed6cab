import type { ShareRecord, ShareRequest } from "@heliograph/contract";
import type { ListedShare, NewShare } from "../../../core/dashboard-shares/index.ts";
import type { ShareId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";

export const shareIdOf = (text: string): ShareId => text.toLowerCase() as ShareId;

export const shareRecordOf = ({ id, terms, passwordHash, madeBy, ...share }: ListedShare): ShareRecord => ({
  id: { entityType: "DASHBOARD_SHARE", id },
  createdTime: share.createdTime,
  createdBy: madeBy,
  name: share.name,
  version: share.version,
  expiresTime: share.expiresTime,
  hasPassword: passwordHash !== null,
  time: terms.time,
  variables: terms.variables,
  embedOrigins: [...terms.embedOrigins],
  lastUsedTime: share.lastUsedTime,
  works: share.works,
});

export const newShareOf = (request: ShareRequest): NewShare => {
  const { name, version, expiresTime = null, password = null, time = { kind: "OWN" } } = request;
  return {
    ...{ name, version, password, time, variables: request.variables ?? {} },
    embedOrigins: (request.embedOrigins ?? []).map((origin) => origin.toLowerCase()),
    expiresTime: expiresTime === null ? null : epochMs(expiresTime),
  };
};
