import type { Permission } from "@heliograph/contract";
import { completed, without } from "@heliograph/contract/permission-dependencies";
import { useState } from "react";
import { useMessages } from "../i18n/messages.tsx";

/** Permissions that are chosen one by one: what one needs comes and goes with it, and that is told [ROL1]. */
export function usePermissionChoice(first: readonly Permission[], offered?: readonly Permission[]) {
  const m = useMessages();
  const [held, setHeld] = useState(first);
  const [told, setTold] = useState("");
  const nameOf = (permission: Permission): string => m.permissionNames[permission];
  const toggle = (permission: Permission, isOn: boolean) => {
    const next = isOn ? completed([...held, permission], offered) : without(held, permission);
    const [more, less] = isOn ? [next, held] : [held, next];
    const along = more.filter((one) => !less.includes(one) && one !== permission).map(nameOf);
    const tell = isOn ? m.roles.alsoAdded : m.roles.alsoRemoved;
    setTold(along.length === 0 ? "" : tell(nameOf(permission), along.join(", ")));
    setHeld(next);
  };
  return { held, toggle, told: told || m.roles.dependencies };
}
