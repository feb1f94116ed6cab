import type { Permission } from "@heliograph/contract";
import { permissions as described } from "@heliograph/contract/permissions";

/** What each permission is for, as the contract says it. */
export const permissions: Readonly<Record<Permission, string>> = described;
