import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { deviceTypes } from "../../api/devices.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { FoldedFilter } from "../../ui/folded-filter.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import type { DeviceListSearch } from "./device-list-search.ts";

interface ToolbarProps {
  readonly search: DeviceListSearch;
  readonly onChange: (search: DeviceListSearch, isSameStep?: boolean) => void;
}

interface DeviceToolbarProps extends ToolbarProps {
  readonly group: ReactNode;
  readonly children: ReactNode;
}

/** Long enough for a typist, short enough to feel immediate. */
const typingPauseMs = 200;

/** What is in the list: search, group, type, activity, and further filters. */
export function DeviceToolbar({ search, onChange, group, children }: DeviceToolbarProps) {
  const m = useMessages();
  const locale = useLocale();
  const { data: types = [] } = useQuery(deviceTypes(useTenantId()));
  const { active: _, ...withoutActive } = search;
  const { type: __, ...withoutType } = search;
  return (
    <search className="toolbar">
      <SearchBox search={search} onChange={onChange} />
      <FoldedFilter count={filtersIn(search)}>
        {group}
        <select
          aria-label={m.common.type}
          value={search.type ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? withoutType : { ...search, type: target.value })}
        >
          <option value="">{m.devices.allTypes}</option>
          {types.map(({ type, count }) => (
            <option key={type} value={type}>
              {type} ({countText(count, locale)})
            </option>
          ))}
        </select>
        <Segments
          label={m.devices.activity}
          value={search.active === undefined ? "all" : search.active ? "on" : "off"}
          options={[
            ["all", m.common.all],
            ["on", m.devices.onlyActive],
            ["off", m.devices.onlyInactive],
          ]}
          onChange={(value) => onChange(value === "all" ? withoutActive : { ...search, active: value === "on" })}
        />
        {children}
      </FoldedFilter>
    </search>
  );
}

/** How many of them are set; the text stands beside them. */
const filtersIn = ({ group, type, active, where }: DeviceListSearch): number =>
  [group, type, active].filter((one) => one !== undefined).length + (where?.split(" ").length ?? 0);

function SearchBox({ search, onChange }: ToolbarProps) {
  const m = useMessages();
  const [text, setText] = useState(search.q ?? "");
  useEffect(() => setText(search.q ?? ""), [search.q]);
  useEffect(() => {
    if (text === (search.q ?? "")) return undefined;
    const { q: _, ...rest } = search;
    // the first letters are a step of the history, what is typed on is the same one
    const isTypedOn = search.q !== undefined;
    const timer = setTimeout(() => onChange(text === "" ? rest : { ...rest, q: text }, isTypedOn), typingPauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <div className="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={m.devices.search}
        placeholder={m.devices.search}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
}
