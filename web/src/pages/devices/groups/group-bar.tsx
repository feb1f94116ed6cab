import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceGroup, groupList } from "../../../api/device-groups.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { ProblemList } from "./problem-list.tsx";

interface GroupBarProps {
  readonly value: string | undefined;
  readonly onChange: (group: string | undefined) => void;
}

/** Which group is looked at; who may, makes and changes groups here. */
export function GroupBar({ value, onChange }: GroupBarProps) {
  const m = useMessages();
  const mayEdit = useMay()("MANAGE_DEVICE_GROUPS");
  const { data } = useQuery(groupList(useTenantId()));
  const chosen = useQuery({ ...deviceGroup(value ?? ""), enabled: value !== undefined });
  const [open, setOpen] = useState<"new" | "edit">();
  const groups = data?.data ?? [];
  if (groups.length === 0 && value === undefined && !mayEdit) return null;
  return (
    <div className="group-bar">
      <div className="row">
        <select
          aria-label={m.deviceGroups.group}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
        >
          <option value="">{m.deviceGroups.all}</option>
          {groups.map(({ id, name }) => (
            <option key={id.id} value={id.id}>
              {name}
            </option>
          ))}
        </select>
        {mayEdit && chosen.data && (
          <button type="button" className="button" onClick={() => setOpen("edit")}>
            <Icon name="edit" /> {m.deviceGroups.edit}
          </button>
        )}
        {mayEdit && (
          <button type="button" className="button" onClick={() => setOpen("new")}>
            <Icon name="plus" /> {m.deviceGroups.create}
          </button>
        )}
      </div>
      {value !== undefined && <ProblemList problems={chosen.data?.problems ?? []} />}
      {open && (
        <GroupDialog
          group={open === "edit" ? chosen.data : undefined}
          onSaved={onChange}
          onDeleted={() => onChange(undefined)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
