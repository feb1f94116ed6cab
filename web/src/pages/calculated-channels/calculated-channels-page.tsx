import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { calculatedList, calculatedShown } from "../../api/calculated-channels.ts";
import { deviceType } from "../../api/device-types.ts";
import { device } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import type { CalculatedSearch } from "./calculated-search.ts";
import { CalculatedTable } from "./list/calculated-table.tsx";
import { useMayCalculate } from "./use-may-calculate.ts";

const route = getRouteApi("/calculated");

/** Channels that are calculated from others, of all, of a type or of a device [RUL7]. */
export function CalculatedChannelsPage() {
  const m = useMessages();
  const search = route.useSearch();
  const mayEdit = useMayCalculate();
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(calculatedShown);
  const wish = { text: useDeferredValue(text.trim()), deviceTypeId: search.type, deviceId: search.device };
  const { data, error, refetch } = useQuery(calculatedList(wish, limit));
  return (
    <div className="page">
      <ListHead title={m.calculated.title} text={m.calculated.text} count={data?.totalElements}>
        {mayEdit && <NewLink search={search} />}
      </ListHead>
      <div className="toolbar">
        <input
          type="search"
          className="rule-search"
          aria-label={m.calculated.search}
          placeholder={m.calculated.search}
          maxLength={255}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <OnlyOf search={search} />
      </div>
      <ListCard {...{ data, error, refetch }} onMore={() => setLimit(limit + calculatedShown)}>
        {(rows) =>
          rows.length > 0 ? (
            <CalculatedTable channels={rows} />
          ) : (
            <Nothing isSearched={wish.text !== ""} search={search} />
          )
        }
      </ListCard>
    </div>
  );
}

interface OfSearch {
  readonly search: CalculatedSearch;
}

function NewLink({ search }: OfSearch) {
  const m = useMessages();
  return (
    <Link to="/calculated/new" search={search} className="button primary">
      <Icon name="plus" /> {m.calculated.add}
    </Link>
  );
}

/** What the list is narrowed to, and the way out of it. */
function OnlyOf({ search }: OfSearch) {
  const m = useMessages();
  const { data: ofDevice } = useQuery({ ...device(search.device ?? ""), enabled: search.device !== undefined });
  const { data: ofType } = useQuery({ ...deviceType(search.type ?? ""), enabled: search.type !== undefined });
  if (search.device === undefined && search.type === undefined) return null;
  return (
    <span className="row">
      <span className="badge accent break">{m.calculated.onlyOf(ofDevice?.name ?? ofType?.name ?? "…")}</span>
      <Link to="/calculated" search={{}}>
        {m.calculated.showAll}
      </Link>
    </span>
  );
}

/** Nothing yet: what to begin with is the next step. */
function Nothing({ isSearched, search }: OfSearch & { readonly isSearched: boolean }) {
  const m = useMessages();
  const mayEdit = useMayCalculate();
  if (isSearched)
    return <EmptyState icon="search" title={m.calculated.emptySearch} text={m.calculated.emptySearchText} />;
  const title = search.device
    ? m.calculated.emptyOfDevice
    : search.type
      ? m.calculated.emptyOfType
      : m.calculated.empty;
  return (
    <EmptyState icon="calculated" title={title} text={mayEdit ? m.calculated.emptyText : m.calculated.emptyView}>
      {mayEdit && <NewLink search={search} />}
    </EmptyState>
  );
}
