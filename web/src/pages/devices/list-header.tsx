import type { DeviceViewColumn } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { isRight, sortOf } from "./columns/column-shape.ts";
import { columnTitle } from "./columns/column-title.ts";
import type { ColumnHead } from "./columns/use-column-heads.ts";
import { type DeviceListSearch, type DeviceSort, sortedBy } from "./device-list-search.ts";
import { columnId } from "./look/columns-text.ts";
import type { Selection } from "./use-selection.ts";

interface HeaderProps {
  readonly search: DeviceListSearch;
  readonly onSort: (search: DeviceListSearch) => void;
  readonly selection: Selection | undefined;
  readonly columns: readonly DeviceViewColumn[];
  readonly hasRows: boolean;
  readonly headOf: (key: string) => ColumnHead | undefined;
}

export function ListHeader({ search, onSort, selection, columns, hasRows, headOf }: HeaderProps) {
  const m = useMessages();
  return (
    <div role="rowgroup" className="device-list-head">
      <div className="device-row device-header" role="row" aria-rowindex={1}>
        {selection && (
          <div role="columnheader" className="choice-cell">
            <input
              type="checkbox"
              aria-label={m.devices.selectShown}
              disabled={!hasRows}
              checked={selection.isAll}
              ref={(box) => {
                if (box) box.indeterminate = !selection.isAll && selection.chosen.size > 0;
              }}
              onChange={({ target }) => (target.checked ? selection.chooseAll() : selection.clear())}
            />
          </div>
        )}
        <HeadCell title={m.common.name} sort="name" {...{ search, onSort }} />
        {columns.map((column) => {
          const head = column.kind === "LATEST" || column.kind === "HISTORY" ? headOf(column.key) : undefined;
          const title = columnTitle(column, m, head?.title);
          const unit = column.kind === "LATEST" ? head?.unit : undefined;
          return (
            <HeadCell
              key={columnId(column)}
              {...{ search, onSort, title, unit }}
              sort={sortOf(column)}
              note={column.kind === "HISTORY" ? m.deviceList.lastDay : undefined}
              isRight={isRight(column)}
            />
          );
        })}
        <div role="columnheader">
          <span className="off-screen">{m.common.actions}</span>
        </div>
      </div>
    </div>
  );
}

interface HeadCellProps extends Pick<HeaderProps, "search" | "onSort"> {
  readonly title: string;
  readonly sort: DeviceSort | undefined;
  readonly unit?: string | undefined;
  readonly note?: string | undefined;
  readonly isRight?: boolean;
}

function HeadCell({ title, sort, unit, note, search, onSort, isRight: right = false }: HeadCellProps) {
  const m = useMessages();
  const isSorted = sort !== undefined && (search.sort ?? "name") === sort;
  const order = isSorted ? (search.desc ? "descending" : "ascending") : "none";
  const beside = unit ?? note;
  const words = (
    <>
      <span className="cut" title={title}>
        {title}
      </span>
      {beside && <span className="soft">{beside}</span>}
    </>
  );
  if (sort === undefined)
    return (
      <div role="columnheader" className={right ? "right" : undefined}>
        <span className="head-words">{words}</span>
      </div>
    );
  return (
    <div role="columnheader" aria-sort={order} className={right ? "right" : undefined}>
      <button type="button" title={m.devices.sortBy(title)} onClick={() => onSort(sortedBy(search, sort))}>
        {words}
        {isSorted && <Icon name={search.desc ? "down" : "up"} size={14} />}
      </button>
    </div>
  );
}
