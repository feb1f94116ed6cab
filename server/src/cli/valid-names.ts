import { NewTenant, NewUser } from "@heliograph/contract";
import type { TSchema } from "typebox";
import { bodyValidator } from "../transports/http/validation.ts";
import { UsageError } from "./failure.ts";

/** Names from the command line obey the same schemas as those from REST. */
export const checkTenantName = (name: string): void => check(NewTenant, { name });

export const checkPerson = (person: { username: string; firstName?: string; lastName?: string }): void =>
  check(NewUser, { ...person, authority: "VIEWER" });

function check(schema: TSchema, value: unknown): void {
  const result = bodyValidator(schema)(value);
  if ("error" in result) throw new UsageError(result.error.message);
}
