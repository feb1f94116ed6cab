import type { DeviceRecord, ListedProject } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useRef } from "react";
import { type DeviceFilter, devicePage, devicePageSize } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useLiveActivity } from "../../live/use-live-activity.ts";
import { useTenantId } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { errorText } from "../../ui/states.tsx";
import { type DeviceColumn, type DeviceListSearch, deviceColumns, sortedBy } from "./device-list-search.ts";
import { DeviceRow } from "./device-row.tsx";
import type { Selection } from "./use-selection.ts";
import { visiblePages } from "./visible-pages.ts";

interface DeviceListProps {
  readonly filter: DeviceFilter;
  readonly search: DeviceListSearch;
  /** Unknown while the first page is on its way. */
  readonly total: number | undefined;
  readonly onSort: (search: DeviceListSearch) => void;
  readonly onEdit: (device: DeviceRecord) => void;
  readonly onDelete: (device: DeviceRecord) => void;
  /** Where there are projects. */
  readonly onMove: ((device: DeviceRecord) => void) | undefined;
  /** Where devices can be chosen. */
  readonly selection: Selection | undefined;
  /** Those that can be seen; without any there is no column for them. */
  readonly projects: readonly ListedProject[];
}

const rowHeight = 44;
const rowsWhileLoading = 12;
const overscan = 8;

/** A hundred thousand devices in one list: only rows in view exist, only pages in view are fetched [API5]. */
export function DeviceList(props: DeviceListProps) {
  const { filter, search, total, onSort, onEdit, onDelete, onMove, selection, projects } = props;
  const m = useMessages();
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: total ?? rowsWhileLoading,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan,
  });
  const projectOf = new Map(projects.map((one) => [one.id.id, one]));
  const rows = virtualizer.getVirtualItems();
  const { deviceAt, failureAt } = useVisibleDevices(filter, rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0, total ?? 0);
  const visible = rows.flatMap(({ index }) => deviceAt(index)?.id.id ?? []);
  // what flies past is not worth watching
  const watched = useRef<readonly string[]>([]);
  if (!virtualizer.isScrolling) watched.current = visible;
  const activities = useLiveActivity(watched.current);
  // From the one chosen last to this one, as far as they are loaded.
  const lastChosen = useRef(0);
  const chooseUpTo = (index: number) => {
    const [from, to] = [Math.min(lastChosen.current, index), Math.max(lastChosen.current, index)];
    selection?.add(
      Array.from({ length: to - from + 1 }, (_, at) => deviceAt(from + at)).filter((one) => one !== undefined),
    );
  };
  const navigate = useNavigate();
  const open = ({ id }: DeviceRecord) => void navigate({ to: "/devices/$deviceId", params: { deviceId: id.id } });
  return (
    <div
      className={`card device-list${selection ? " selectable" : ""}${projects.length > 0 ? " with-project" : ""}`}
      role="table"
      aria-label={m.devices.title}
      aria-rowcount={(total ?? 0) + 1}
    >
      <Header {...{ search, onSort, selection, projects }} hasRows={(total ?? 0) > 0} />
      <div className="device-scroll" ref={scroll} role="rowgroup" tabIndex={-1}>
        <div className="device-rows" style={{ height: virtualizer.getTotalSize() }} role="presentation">
          {rows.map(({ index, start }) => {
            const device = deviceAt(index);
            const activity = device && activities.get(device.id.id);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the name in it is a link, which keys reach
              <div
                className="device-row"
                role="row"
                onClick={(event) => device && isBeside(event) && open(device)}
                aria-rowindex={index + 2}
                key={index}
                style={{ transform: `translateY(${start}px)` }}
              >
                {device && selection && (
                  <ChoiceCell
                    device={device}
                    selection={selection}
                    onRange={() => chooseUpTo(index)}
                    onChosen={() => {
                      lastChosen.current = index;
                    }}
                  />
                )}
                {device ? (
                  <DeviceRow
                    device={{ ...device, ...activity }}
                    project={projects.length > 0 ? (projectOf.get(device.projectId?.id ?? "") ?? null) : undefined}
                    onEdit={onEdit}
                    onDelete={onDelete}
                    onMove={onMove}
                  />
                ) : (
                  <MissingRow failure={failureAt(index)} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function useVisibleDevices(filter: DeviceFilter, first: number, last: number, total: number) {
  const tenantId = useTenantId();
  const pages = visiblePages(first, last, devicePageSize, total);
  const results = useQueries({ queries: pages.map((page) => devicePage(tenantId, filter, page)) });
  const pageOf = (index: number) => results[pages.indexOf(Math.floor(index / devicePageSize))];
  return {
    deviceAt: (index: number): DeviceRecord | undefined => pageOf(index)?.data?.data[index % devicePageSize],
    failureAt: (index: number): Failure | undefined => {
      const page = pageOf(index);
      return page?.error ? { error: page.error, retry: () => void page.refetch() } : undefined;
    },
  };
}

interface Failure {
  readonly error: Error;
  readonly retry: () => void;
}

/** On its way, or it did not come. */
function MissingRow({ failure }: { readonly failure: Failure | undefined }) {
  const m = useMessages();
  if (!failure) return <span className="skeleton" role="cell" />;
  return (
    <div className="device-failure" role="cell">
      <span className="cut">{errorText(failure.error, m)}</span>
      <button type="button" className="button small" onClick={failure.retry}>
        {m.common.retry}
      </button>
    </div>
  );
}

interface ChoiceCellProps {
  readonly device: DeviceRecord;
  readonly selection: Selection;
  readonly onRange: () => void;
  /** Where the next range begins. */
  readonly onChosen: () => void;
}

/** With the shift key down, everything from the last one on. */
function ChoiceCell({ device, selection, onRange, onChosen }: ChoiceCellProps) {
  const m = useMessages();
  return (
    <div role="cell" className="choice-cell">
      <input
        type="checkbox"
        aria-label={m.devices.select(device.name)}
        checked={selection.has(device)}
        onChange={({ target, nativeEvent }) => {
          if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) onRange();
          else selection.toggle(device, target.checked);
          onChosen();
        }}
      />
    </div>
  );
}

interface HeaderProps extends Pick<DeviceListProps, "search" | "onSort" | "selection" | "projects"> {
  readonly hasRows: boolean;
}

function Header({ search, onSort, selection, projects, hasRows }: HeaderProps) {
  const m = useMessages();
  const titles: Record<DeviceColumn, string> = {
    name: m.common.name,
    type: m.common.type,
    label: m.devices.label,
    serialNumber: m.devices.serial,
    firmwareVersion: m.devices.firmware,
    lastActivityTime: m.devices.lastContact,
  };
  const sorted = search.sort ?? "name";
  const order = search.desc ? "descending" : "ascending";
  return (
    <div role="rowgroup">
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
        {deviceColumns.map((column) => (
          <Fragment key={column}>
            <div role="columnheader" className={columnClass(column)} aria-sort={column === sorted ? order : "none"}>
              <button
                type="button"
                title={m.devices.sortBy(titles[column])}
                onClick={() => onSort(sortedBy(search, column))}
              >
                {titles[column]}
                {column === sorted && <Icon name={search.desc ? "down" : "up"} size={14} />}
              </button>
            </div>
            {column === "type" && projects.length > 0 && (
              <div role="columnheader" className="wide-only hide-narrow">
                {m.projects.project}
              </div>
            )}
          </Fragment>
        ))}
        <div role="columnheader">
          <span className="off-screen">{m.common.actions}</span>
        </div>
      </div>
    </div>
  );
}

/** Which columns stay on small screens. */
const columnClass = (column: DeviceColumn): string =>
  column === "name" || column === "lastActivityTime" ? "" : column === "type" ? "hide-narrow" : "wide-only hide-narrow";

/** A click on the row itself: not on what is in it for other things, and not one that ends a selection of text. */
const isBeside = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && !target.closest("a, button, input, summary, .menu") && !getSelection()?.toString();
