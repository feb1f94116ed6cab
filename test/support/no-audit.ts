import { Audit } from "../../server/src/core/audit/index.ts";

/** For parts without a door: nobody acts, so nothing is recorded and nothing of it is used. */
export const noAudit = new Audit({} as never);
