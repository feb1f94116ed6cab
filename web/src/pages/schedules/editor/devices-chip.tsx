import type { DeviceFilter } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { groupList } from "../../../api/device-groups.ts";
import { typeList } from "../../../api/device-types.ts";
import { devicePage, inQuery } from "../../../api/devices.ts";
import { api } from "../../../app.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useProjects } from "../../../shell/use-project.ts";
import { SentenceChip } from "../../../ui/chip.tsx";
import { ChoiceEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { indentedName, treeRows } from "../../projects/project-tree.ts";
import { PickList } from "../../rules/editor/pick-list.tsx";
import { useDeviceNames } from "../../rules/traces/use-device-names.ts";
import { typesNamed } from "../../rules/use-rule-names.ts";
import { type ChoiceKind, choiceKindOf, choiceText, type DeviceChoice } from "../device-choice.ts";
import { useChoiceNames } from "../use-choice-names.ts";

interface DevicesChipProps {
  readonly choice: DeviceChoice;
  readonly onChange: ((choice: DeviceChoice) => void) | undefined;
}

const none: readonly string[] = [];

/** Which devices it is for; those that match are counted as they are now. */
export function DevicesChip({ choice, onChange }: DevicesChipProps) {
  const m = useMessages();
  const locale = useLocale();
  const names = useChoiceNames(choice.deviceIds ?? none);
  const count = useMatching(choice);
  const text = (
    <>
      {choiceText(choice, m.schedules, names, locale)}{" "}
      {count !== undefined && <span className="rule-chip-count">{count}</span>}
    </>
  );
  const problems = choice.deviceIds?.length === 0 ? [m.schedules.needsDevices] : [];
  return (
    <SentenceChip label={m.schedules.devices} text={text} problems={problems} isReadOnly={!onChange}>
      <ChoiceForm choice={choice} onChange={(next) => onChange?.(next)} />
      {count !== undefined && (
        <small role="status">
          {m.schedules.found(count)}. {m.schedules.decidedThen}
        </small>
      )}
    </SentenceChip>
  );
}

/** How many it would be now; undefined where they are named. */
function useMatching({ deviceIds, filter = {} }: DeviceChoice): number | undefined {
  const tenantId = useTenantId();
  const asked = useDeferredValue(filter);
  const { data } = useQuery({
    queryKey: ["devices", tenantId, "matching", asked],
    queryFn: ({ signal }) => api.devices.list({ tenantId, ...inQuery(asked), page: 0, limit: 1 }, { signal }),
    enabled: deviceIds === undefined,
    staleTime: 30_000,
  });
  return deviceIds === undefined ? data?.totalElements : undefined;
}

interface ChoiceFormProps {
  readonly choice: DeviceChoice;
  readonly onChange: (choice: DeviceChoice) => void;
}

const kinds: readonly ChoiceKind[] = ["some", "filter", "all"];

/** Which devices: named, matching, or all. */
export function ChoiceForm({ choice, onChange }: ChoiceFormProps) {
  const m = useMessages();
  const { data: types } = useQuery(typeList("", typesNamed));
  const begin = (kind: ChoiceKind): DeviceChoice => {
    if (kind === "some") return { deviceIds: [] };
    const typeId = types?.data.toSorted((a, b) => b.deviceCount - a.deviceCount)[0]?.id.id;
    return kind === "all" || typeId === undefined ? { all: true } : { filter: { deviceProfileId: typeId } };
  };
  return (
    <>
      <ChoiceEdit
        label={m.schedules.devicesOf}
        value={choiceKindOf(choice)}
        options={kinds.map((kind) => [kind, m.schedules.choices[kind]] as const)}
        onChange={(kind) => onChange(begin(kind))}
      />
      {choice.deviceIds && <DevicePicks chosen={choice.deviceIds} onChange={(deviceIds) => onChange({ deviceIds })} />}
      {choice.filter && <FilterFields filter={choice.filter} onChange={onChange} />}
    </>
  );
}

interface DevicePicksProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** So many of those that are chosen already are called by their names. */
const namedAtMost = 50;

/** There may be many: the server looks for them. */
function DevicePicks({ chosen, onChange }: DevicePicksProps) {
  const m = useMessages();
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const { data } = useQuery(devicePage(useTenantId(), search ? { textSearch: search } : {}, 0));
  const [first] = useState(() => chosen.slice(0, namedAtMost));
  const known = [...useDeviceNames(first)].map(([id, name]) => ({ id, name }));
  const found = data?.data.map(({ id, name }) => ({ id: id.id, name })) ?? [];
  const picks = [...new Map([...known, ...found].map((one) => [one.id, one])).values()];
  return (
    <PickList
      label={m.schedules.devices}
      picks={picks}
      chosen={chosen}
      text={text}
      onSearch={setText}
      onChange={onChange}
    />
  );
}

interface FilterFieldsProps {
  readonly filter: DeviceFilter;
  readonly onChange: (choice: DeviceChoice) => void;
}

function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const m = useMessages();
  const { data: types } = useQuery(typeList("", typesNamed));
  const { data: groups } = useQuery(groupList(useTenantId()));
  const projects = treeRows(useProjects() ?? []);
  const typeId = filter.deviceProfileId ?? types?.data.find(({ name }) => name === filter.type)?.id.id;
  /** A filter that says nothing is all devices. */
  const set = (part: Partial<Record<keyof DeviceFilter, string | boolean>>) => {
    const { type: _, ...rest } = { ...filter, ...(typeId && { deviceProfileId: typeId }), ...part };
    const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ""));
    onChange(Object.keys(said).length > 0 ? { filter: said } : { all: true });
  };
  return (
    <>
      <ChoiceEdit
        label={m.common.type}
        value={typeId ?? ""}
        options={[["", m.schedules.anyType], ...(types?.data ?? []).map(({ id, name }) => [id.id, name] as const)]}
        onChange={(id) => set({ deviceProfileId: id })}
      />
      <ChoiceEdit
        label={m.maintenance.project}
        value={filter.projectId ?? ""}
        options={[
          ["", m.schedules.anyProject],
          ["none", m.schedules.inNoProject],
          ...projects.map((row) => [row.project.id.id, indentedName(row)] as const),
        ]}
        onChange={(id) => set({ projectId: id })}
      />
      {groups && groups.data.length > 0 && (
        <ChoiceEdit
          label={m.deviceGroups.group}
          value={filter.group ?? ""}
          options={[["", m.schedules.anyGroup], ...groups.data.map(({ id, name }) => [id.id, name] as const)]}
          onChange={(id) => set({ group: id })}
        />
      )}
      <TextEdit
        label={m.schedules.textSearch}
        value={filter.textSearch}
        onChange={(textSearch) => set({ textSearch })}
      />
      <ChoiceEdit
        label={m.schedules.activity}
        value={filter.active === undefined ? "any" : filter.active ? "active" : "inactive"}
        options={[
          ["any", m.schedules.anyActivity],
          ["active", m.schedules.activeOnly],
          ["inactive", m.schedules.inactiveOnly],
        ]}
        onChange={(activity) => set({ active: activity === "any" ? "" : activity === "active" })}
      />
    </>
  );
}
