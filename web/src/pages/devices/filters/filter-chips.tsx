import { type DeviceCondition, type DeviceFilterNode, isFilterNode } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { typeList } from "../../../api/device-types.ts";
import { describedChannels } from "../../../api/known-keys.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useProjects } from "../../../shell/use-project.ts";
import { Icon } from "../../../ui/icon.tsx";
import { channelsIn } from "../keys/use-known-keys.ts";
import { conditionWords } from "./condition-words.ts";

const ConditionDialog = lazy(async () => ({ default: (await import("./condition-dialog.tsx")).ConditionDialog }));

interface FilterChipsProps {
  readonly filter: DeviceFilterNode | undefined;
  readonly onChange: (filter: DeviceFilterNode | undefined) => void;
}

/** Enough for a filter that people put together. */
const typesAsked = 200;

type Part = DeviceFilterNode["conditions"][number];

/** What devices have to meet to be in the list: a chip for each condition, and a way to add one. */
export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const m = useMessages();
  const [edited, setEdited] = useState<number>();
  const isAny = filter?.kind === "ANY";
  const parts: readonly Part[] = isAny ? [filter] : (filter?.conditions ?? []);
  const set = (conditions: readonly Part[]) =>
    onChange(conditions.length === 0 ? undefined : { kind: "ALL", conditions: [...conditions] });
  const chosen = edited === undefined ? undefined : parts[edited];
  const save = (condition: DeviceCondition) => {
    set(chosen ? parts.map((one) => (one === chosen ? condition : one)) : [...parts, condition]);
    setEdited(undefined);
  };
  return (
    <>
      {parts.map((part, index) => (
        <FilterChip
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place
          key={index}
          part={part}
          onEdit={() => setEdited(index)}
          onRemove={() => set(parts.filter((one) => one !== part))}
        />
      ))}
      <button type="button" className="button filter-add" onClick={() => setEdited(parts.length)}>
        <Icon name="plus" size={14} /> {m.deviceList.filter}
      </button>
      {edited !== undefined && (
        <Suspense>
          <ConditionDialog
            condition={chosen && !isFilterNode(chosen) ? chosen : undefined}
            onSave={save}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

interface FilterChipProps {
  readonly part: Part;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function FilterChip({ part, onEdit, onRemove }: FilterChipProps) {
  const m = useMessages();
  const [subject, test] = useWords(part);
  return (
    <span className="filter-chip">
      <button type="button" className="filter-chip-words" disabled={isFilterNode(part)} onClick={onEdit}>
        <span className="soft">{subject}</span> <strong>{test}</strong>
      </button>
      <button
        type="button"
        className="filter-chip-close"
        aria-label={m.deviceList.removeFilter(`${subject} ${test}`.trim())}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}

/** What is said of a condition. */
export function useWords(part: Part): readonly [string, string] {
  const m = useMessages();
  const locale = useLocale();
  const namesTypes = !isFilterNode(part) && part.kind === "TYPE";
  const { data: types } = useQuery({ ...typeList("", typesAsked), enabled: namesTypes });
  const projects = useProjects();
  const namesChannel = !isFilterNode(part) && part.kind === "LATEST_VALUE";
  const { data: described } = useQuery({ ...describedChannels(useTenantId()), enabled: namesChannel });
  if (isFilterNode(part)) return [m.deviceList.furtherConditions, ""];
  return conditionWords(part, m, locale, {
    type: (id) => types?.data.find((one) => one.id.id === id)?.name,
    project: (id) => projects?.find((one) => one.id.id === id)?.name,
    channel: described ? channelsIn(described, locale) : () => undefined,
  });
}
