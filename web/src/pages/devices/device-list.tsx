import type { DeviceRecord, DeviceViewColumn, ListedProject } from "@heliograph/contract";
import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useCallback, useMemo, useRef } from "react";
import type { DeviceFilter } from "../../api/devices.ts";
import { useTypeChannels } from "../../dashboards/use-type-channels.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useLiveActivity } from "../../live/use-live-activity.ts";
import { useMedia } from "../../state/use-media.ts";
import { gridOf } from "./columns/column-shape.ts";
import { useColumnHeads } from "./columns/use-column-heads.ts";
import { DeviceCard, onCard } from "./device-card.tsx";
import { DeviceLine } from "./device-line.tsx";
import type { DeviceListSearch } from "./device-list-search.ts";
import { ChoiceCell, MissingRow } from "./list-cells.tsx";
import { ListHeader } from "./list-header.tsx";
import { listKeys } from "./list-keys.ts";
import { columnsText, usualColumns } from "./look/columns-text.ts";
import type { RowMenuProps } from "./row-menu.tsx";
import { useListPlace } from "./use-list-place.ts";
import type { Selection } from "./use-selection.ts";
import type { RowValues } from "./values/row-values.ts";
import { useLiveValues } from "./values/use-live-values.ts";
import { useRowValues } from "./values/use-row-values.ts";
import { useVisibleDevices } from "./values/use-visible-devices.ts";

interface DeviceListProps {
  readonly filter: DeviceFilter;
  readonly search: DeviceListSearch;
  readonly columns: readonly DeviceViewColumn[];
  /** Unknown while the first page is on its way. */
  readonly total: number | undefined;
  readonly onSort: (search: DeviceListSearch) => void;
  readonly menu: Omit<RowMenuProps, "device">;
  /** Where devices can be chosen. */
  readonly selection: Selection | undefined;
  /** Those that can be seen; without any there is no column for them. */
  readonly projects: readonly ListedProject[];
}

const rowHeights = { normal: 44, compact: 35, card: 68 } as const;
const headHeight = 38;
const rowsWhileLoading = 12;
const overscan = 8;

/** A hundred thousand devices in one list: only rows in view exist, only pages in view are fetched [API5]. */
export function DeviceList({ filter, search, total, onSort, menu, selection, projects, ...props }: DeviceListProps) {
  const m = useMessages();
  const isCards = useMedia("(max-width: 680px)");
  const columns = useShownColumns(props.columns, projects.length > 0);
  const scroll = useRef<HTMLDivElement>(null);
  const rowHeight = isCards ? rowHeights.card : search.rows === "compact" ? rowHeights.compact : rowHeights.normal;
  const height = rowHeight * (total ?? rowsWhileLoading);
  const place = useListPlace(scroll, height);
  const virtualizer = useVirtualizer({
    count: total ?? rowsWhileLoading,
    initialOffset: place.first,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    scrollMargin: isCards ? 0 : headHeight,
    scrollPaddingStart: isCards ? 0 : headHeight,
    overscan,
  });
  place.note(virtualizer.scrollOffset);
  const rows = virtualizer.getVirtualItems();
  const { pages, deviceAt, failureAt } = useVisibleDevices(
    filter,
    rows[0]?.index ?? 0,
    rows.at(-1)?.index ?? 0,
    total ?? 0,
  );
  const visible = rows.flatMap(({ index }) => deviceAt(index) ?? []);
  // what flies past is not worth watching
  const watched = useRef<readonly string[]>([]);
  if (!virtualizer.isScrolling) watched.current = visible.map(({ id }) => id.id);
  const activities = useLiveActivity(watched.current);
  const values = useRowValues(columns, pages, deviceAt);
  const heard = useLiveValues(watched.current, values.asked.latest);
  const channelOf = useTypeChannels(visible);
  const headOf = useColumnHeads(columns, visible, channelOf);
  const projectOf = useMemo(() => new Map(projects.map((one) => [one.id.id, one])), [projects]);
  const latestOf = useCallback(
    (deviceId: string, key: string, read: RowValues | undefined) => {
      const before = read && Object.hasOwn(read.latest, key) ? read.latest[key] : undefined;
      const now = heard.of(deviceId, key);
      return now && now.ts >= (before?.ts ?? 0) ? now : before;
    },
    [heard],
  );
  const heardAt = (deviceId: string) =>
    values.asked.latest.reduce((newest, key) => Math.max(newest, heard.of(deviceId, key)?.ts ?? 0), 0);
  const ranges = useRef(values.rangeOf);
  ranges.current = values.rangeOf;
  const rangesText = values.asked.lines.map((key) => values.rangeOf(key)?.join()).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function where the ranges are others
  const rangeOf = useCallback((key: string) => ranges.current(key), [rangesText]);
  // From the one chosen last to this one, as far as they are loaded.
  const lastChosen = useRef(0);
  const chooseUpTo = (index: number) => {
    const [from, to] = [Math.min(lastChosen.current, index), Math.max(lastChosen.current, index)];
    selection?.add(
      Array.from({ length: to - from + 1 }, (_, at) => deviceAt(from + at)).filter((one) => one !== undefined),
    );
  };
  const noteChosen = (index: number) => {
    lastChosen.current = index;
  };
  const navigate = useNavigate();
  const open = ({ id }: DeviceRecord) => void navigate({ to: "/devices/$deviceId", params: { deviceId: id.id } });
  const { tracks, least } = gridOf(columns, selection !== undefined);
  const Row = isCards ? DeviceCard : DeviceLine;
  const cardLine = isCards && onCard(columns).line ? " with-line" : "";
  return (
    <div
      className={`card device-list${isCards ? ` cards${cardLine}` : ""}${selection ? " selectable" : ""}`}
      role="table"
      aria-label={m.devices.title}
      aria-rowcount={(total ?? 0) + 1}
      style={sizes({ tracks, least, rowHeight, isCards })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears keys that bubble up from the rows */}
      <div
        className="device-scroll"
        ref={scroll}
        onKeyDown={listKeys({
          ...{ total: total ?? 0, deviceAt, selection, chooseUpTo, onChosen: noteChosen },
          scrollTo: (index) => virtualizer.scrollToIndex(index),
        })}
      >
        <ListHeader {...{ search, onSort, selection, columns, headOf }} hasRows={(total ?? 0) > 0} />
        <div className="device-rows" style={{ height }} role="rowgroup">
          {rows.map(({ index }) => {
            const device = deviceAt(index);
            const activity = device && activities.get(device.id.id);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the name in it is a link, which keys reach
              <div
                className="device-row"
                role="row"
                data-index={index}
                data-chosen={(device && selection?.has(device)) || undefined}
                onClick={(event) => device && isBeside(event) && open(device)}
                aria-rowindex={index + 2}
                key={index}
                style={{ transform: `translateY(${index * rowHeight}px)` }}
              >
                {device && selection && (
                  <ChoiceCell
                    {...{ device, selection }}
                    onRange={() => chooseUpTo(index)}
                    onChosen={() => noteChosen(index)}
                  />
                )}
                {device ? (
                  <Row
                    device={withActivity(device, activity)}
                    project={projects.length > 0 ? (projectOf.get(device.projectId?.id ?? "") ?? null) : undefined}
                    values={values.of(index, device.id.id)}
                    isFailed={values.isFailed(index)}
                    span={values.span(index)}
                    heardAt={heardAt(device.id.id)}
                    {...{ columns, latestOf, channelOf, headOf, rangeOf, menu }}
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

/** Of the usual columns a narrow window shows the first; chosen ones are scrolled. */
function useShownColumns(columns: readonly DeviceViewColumn[], hasProjects: boolean): readonly DeviceViewColumn[] {
  const isNarrow = useMedia("(max-width: 1000px)");
  return useMemo(() => {
    const isUsual = columnsText(columns) === columnsText(usualColumns);
    return columns.filter((one) => {
      if (one.kind !== "FIELD") return true;
      if (one.field === "project" && !hasProjects) return false;
      return !(isUsual && isNarrow) || ["alarm", "type", "lastActivityTime"].includes(one.field);
    });
  }, [columns, hasProjects, isNarrow]);
}

/** The same object as long as both are the same: rows are drawn again only where something changed. */
const withActivities = new WeakMap<DeviceRecord, { readonly activity: object; readonly device: DeviceRecord }>();

function withActivity(device: DeviceRecord, activity: Partial<DeviceRecord> | undefined): DeviceRecord {
  if (!activity) return device;
  const known = withActivities.get(device);
  if (known?.activity === activity) return known.device;
  const merged = { ...device, ...activity };
  withActivities.set(device, { activity, device: merged });
  return merged;
}

interface Sizes extends ReturnType<typeof gridOf> {
  readonly rowHeight: number;
  readonly isCards: boolean;
}

const sizes = ({ tracks, least, rowHeight, isCards }: Sizes): CSSProperties => ({
  ["--row" as string]: `${rowHeight}px`,
  ...(!isCards && { ["--columns" as string]: tracks, ["--list-width" as string]: `${least}px` }),
});

/** A click on the row itself: not on what is in it for other things, and not one that ends a selection of text. */
const isBeside = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && !target.closest("a, button, input, summary, .menu") && !getSelection()?.toString();
