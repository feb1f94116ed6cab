import type { Permission } from "@heliograph/contract";
import { permissionDependencies } from "@heliograph/contract/permission-dependencies";
import { useMessages } from "../i18n/messages.tsx";

/** What a permission is of no use without. */
export function NeedsText({ permission }: { readonly permission: Permission }) {
  const m = useMessages();
  const { all = [], atLeastOne = [] } = permissionDependencies[permission] ?? {};
  if (all.length + atLeastOne.length === 0) return null;
  const nameOf = (one: Permission): string => m.permissionNames[one];
  const either = atLeastOne.length > 0 ? [atLeastOne.map(nameOf).join(m.roles.or)] : [];
  const needed = [...all.map(nameOf), ...either].join(", ");
  return <small className="soft">{m.roles.needs(needed)}</small>;
}
