import { NewTenant, NewUser } from "@heliograph/contract";
import type { TSchema } from "typebox";
import { bodyValidator } from "../kernel/schema-validators.ts";

// Names from settings and from the command line obey the same schemas as those from REST.

export const tenantNameFault = (name: string): string | undefined => faultOf(NewTenant, { name });

export const personFault = (person: { username: string; firstName?: string; lastName?: string }): string | undefined =>
  faultOf(NewUser, { ...person, authority: "VIEWER" });

function faultOf(schema: TSchema, value: unknown): string | undefined {
  const result = bodyValidator(schema)(value);
  return "error" in result ? result.error.message : undefined;
}
