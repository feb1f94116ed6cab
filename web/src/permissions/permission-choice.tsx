import type { Permission } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { grouped } from "./permission-groups.ts";

interface PermissionChoiceProps {
  readonly legend: string;
  readonly listed: readonly Permission[];
  /** The box that chooses one. */
  readonly box: (permission: Permission) => ReactNode;
  readonly note?: (permission: Permission) => ReactNode;
}

/** Permissions to choose from, in their groups. */
export function PermissionChoice({ legend, listed, box, note }: PermissionChoiceProps) {
  const m = useMessages();
  return (
    <fieldset className="permission-groups">
      <legend>{legend}</legend>
      {grouped(listed).map(([group, those]) => (
        <fieldset key={group} className="permission-choice">
          <legend>{m.permissionGroups[group]}</legend>
          {those.map((permission) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the box is its first part
            <label key={permission} className="check">
              {box(permission)}
              <PermissionText permission={permission}>{note?.(permission)}</PermissionText>
            </label>
          ))}
        </fieldset>
      ))}
    </fieldset>
  );
}

interface PermissionTextProps {
  readonly permission: Permission;
  readonly children?: ReactNode;
}

/** What it is called, what it is for, and, small, how scripts name it. */
export function PermissionText({ permission, children }: PermissionTextProps) {
  const m = useMessages();
  return (
    <span className="permission-text">
      <strong>{m.permissionNames[permission]}</strong> {children}
      <small>{m.permissions[permission]}</small>
      <code>{permission}</code>
    </span>
  );
}
