import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { scheduleList, schedulesShown } from "../../api/schedules.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ScheduleCalendar } from "./calendar/schedule-calendar.tsx";
import { ScheduleTable } from "./list/schedule-table.tsx";

const route = getRouteApi("/schedules");

/** What runs by the clock, in a table or in a calendar [SCH1]. */
export function SchedulesPage() {
  const m = useMessages();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  const { data } = useQuery(scheduleList({ text: "", enabled: undefined }, schedulesShown));
  const view = search.view ?? "table";
  return (
    <div className="page">
      <ListHead title={m.schedules.title} text={m.schedules.text} count={data?.totalElements}>
        <Segments
          label={m.schedules.view}
          options={[
            ["table", m.schedules.table],
            ["calendar", m.schedules.calendar],
          ]}
          value={view}
          onChange={(next) => void navigate({ search: next === "calendar" ? { ...search, view: next } : {} })}
        />
        {mayEdit && <NewScheduleLink />}
      </ListHead>
      {view === "calendar" ? (
        <ScheduleCalendar
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      ) : (
        <TableView />
      )}
    </div>
  );
}

function NewScheduleLink() {
  const m = useMessages();
  return (
    <Link to="/schedules/new" className="button primary">
      <Icon name="plus" /> {m.schedules.add}
    </Link>
  );
}

type OnOff = "" | "on" | "off";
const onOffs: readonly OnOff[] = ["", "on", "off"];

function TableView() {
  const m = useMessages();
  const [text, setText] = useState("");
  const [state, setState] = useState<OnOff>("");
  const [limit, setLimit] = useState(schedulesShown);
  const wish = { text: useDeferredValue(text.trim()), enabled: state === "" ? undefined : state === "on" };
  const { data, error, refetch } = useQuery(scheduleList(wish, limit));
  return (
    <>
      <div className="toolbar">
        <input
          type="search"
          className="rule-search"
          aria-label={m.schedules.search}
          placeholder={m.schedules.search}
          maxLength={255}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <select
          aria-label={m.schedules.isOn}
          value={state}
          onChange={({ target }) => setState(onOffs.find((one) => one === target.value) ?? "")}
        >
          <option value="">{m.schedules.anyState}</option>
          <option value="on">{m.schedules.on}</option>
          <option value="off">{m.schedules.off}</option>
        </select>
      </div>
      <ListCard {...{ data, error, refetch }} onMore={() => setLimit(limit + schedulesShown)}>
        {(rows) =>
          rows.length > 0 ? (
            <ScheduleTable schedules={rows} />
          ) : (
            <Nothing isSearched={wish.text !== "" || state !== ""} />
          )
        }
      </ListCard>
    </>
  );
}

/** Nothing yet: what to begin with is the next step. */
function Nothing({ isSearched }: { readonly isSearched: boolean }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  if (isSearched)
    return <EmptyState icon="search" title={m.schedules.emptySearch} text={m.schedules.emptySearchText} />;
  return (
    <EmptyState
      icon="schedules"
      title={m.schedules.empty}
      text={mayEdit ? m.schedules.emptyText : m.schedules.emptyView}
    >
      {mayEdit && <NewScheduleLink />}
    </EmptyState>
  );
}
