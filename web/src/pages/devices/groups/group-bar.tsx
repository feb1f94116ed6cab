import type { CheckedDeviceGroup } from "@heliograph/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { deviceGroup, groupCount, groupList } from "../../../api/device-groups.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ProblemList } from "./problem-list.tsx";

const GroupDialog = lazy(async () => ({ default: (await import("./group-dialog.tsx")).GroupDialog }));

interface GroupBarProps {
  readonly value: string | undefined;
  /** The project that is looked at: groups are counted in it. */
  readonly project: string | undefined;
  readonly onChange: (group: string | undefined) => void;
  /** One that was just made or changed. */
  readonly onSaved: (group: string) => void;
}

/** Which group is looked at; who may, makes and changes groups here. */
export function GroupBar({ value, project, onChange, onSaved }: GroupBarProps) {
  const m = useMessages();
  const mayEdit = useMay()("MANAGE_DEVICE_GROUPS");
  const { data } = useQuery(groupList(useTenantId()));
  const chosen = useQuery({ ...deviceGroup(value ?? ""), enabled: value !== undefined });
  /** Held while it is edited: a newer one is taken when it is asked for, never under somebody's hands. */
  const [open, setOpen] = useState<{ readonly group?: CheckedDeviceGroup | undefined }>();
  const loadNewer = async () => {
    const { data: group } = await chosen.refetch();
    setOpen(group && { group });
  };
  const groups = data?.data ?? [];
  const { countOf, look } = useGroupCounts(
    groups.map(({ id }) => id.id),
    project,
  );
  if (groups.length === 0 && value === undefined && !mayEdit) return null;
  return (
    <div className="group-bar">
      <div className="row">
        <select
          aria-label={m.deviceGroups.group}
          value={value ?? ""}
          onFocus={look}
          onPointerEnter={look}
          onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
        >
          <option value="">{m.deviceGroups.all}</option>
          {groups.map(({ id, name }) => (
            <option key={id.id} value={id.id}>
              {name}
              {countOf(id.id)}
            </option>
          ))}
        </select>
        {mayEdit && chosen.data && (
          <button type="button" className="button" onClick={() => setOpen({ group: chosen.data })}>
            <Icon name="edit" /> {m.deviceGroups.edit}
          </button>
        )}
        {mayEdit && (
          <button type="button" className="button" onClick={() => setOpen({})}>
            <Icon name="plus" /> {m.deviceGroups.create}
          </button>
        )}
      </div>
      {value !== undefined && <ProblemList problems={chosen.data?.problems ?? []} />}
      {open && (
        <Suspense>
          <GroupDialog
            key={open.group?.version}
            group={open.group}
            onLoadNewer={loadNewer}
            onSaved={onSaved}
            onDeleted={() => onChange(undefined)}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Each count is a question to the server: the rest of a long list has none. */
const groupsCounted = 30;

/** How many devices are in the first groups; counted when somebody is about to choose. */
function useGroupCounts(groups: readonly string[], project: string | undefined) {
  const tenantId = useTenantId();
  const locale = useLocale();
  const [isLooking, setLooking] = useState(false);
  const counts = useQueries({
    queries: groups
      .slice(0, groupsCounted)
      .map((group) => ({ ...groupCount(tenantId, group, project), enabled: isLooking })),
  });
  const countOf = (group: string): string => {
    const count = counts[groups.indexOf(group)]?.data;
    return count === undefined ? "" : ` (${countText(count, locale)})`;
  };
  return { countOf, look: () => setLooking(true) };
}
