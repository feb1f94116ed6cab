import type { AppError } from "../../kernel/errors.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { type Reach, reaches } from "../projects/index.ts";

/** Of something of this project that is out of reach: refused where alarms may be seen, else as if it were not there [API3]. */
export function missingFor({ tenantId, beyond }: Reach, project: ProjectId | null, notThere: AppError): AppError {
  const isReadable = beyond && reaches({ tenantId, projects: beyond.readable("VIEW_ALARMS") }, project);
  return isReadable ? beyond.refusal() : notThere;
}
