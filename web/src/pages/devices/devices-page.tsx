import type { DeviceRecord, DeviceViewRecord, ListedProject, Permission } from "@heliograph/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type CSSProperties, lazy, Suspense, useMemo, useRef, useState } from "react";
import { viewList } from "../../api/device-views.ts";
import { devicePage } from "../../api/devices.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { useAskedFor } from "../../shell/use-asked-for.ts";
import { useProjects } from "../../shell/use-project.ts";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState, ErrorState, errorText, isRefusal, Skeleton } from "../../ui/states.tsx";
import type { ChosenDevices } from "./chosen-devices.ts";
import { sharesOf, type TextWidths, textWidths } from "./columns/text-widths.ts";
import { DeviceList } from "./device-list.tsx";
import type { DeviceListSearch } from "./device-list-search.ts";
import { DeviceToolbar } from "./device-toolbar.tsx";
import { FilterChips } from "./filters/filter-chips.tsx";
import { GroupBar } from "./groups/group-bar.tsx";
import { NarrowedGroup } from "./groups/narrowed-group.tsx";
import { ListActions } from "./list-actions.tsx";
import { columnsOf, filterOf, looksAlike, searchOfLook, withConditions } from "./look/list-look.ts";
import { NoDevices } from "./no-devices.tsx";
import { type ManyAction, type ManyWork, manyActions, SelectionBar } from "./selection-bar.tsx";
import { useCompare } from "./use-compare.ts";
import { useListSearch } from "./use-list-search.ts";
import { useSelection } from "./use-selection.ts";
import { useViewCounts } from "./views/use-view-counts.ts";
import { ViewBar } from "./views/view-bar.tsx";

const FleetMap = lazy(async () => ({ default: (await import("./map/fleet-map.tsx")).FleetMap }));
/** What somebody opens is fetched when it is opened. */
const DeviceForm = lazy(async () => ({ default: (await import("./device-form.tsx")).DeviceForm }));
const DeleteDevice = lazy(async () => ({ default: (await import("./delete-device.tsx")).DeleteDevice }));
const ImportDialog = lazy(async () => ({ default: (await import("./import-dialog.tsx")).ImportDialog }));
const ManyDialog = lazy(async () => ({ default: (await import("./many-dialog.tsx")).ManyDialog }));

const route = getRouteApi("/devices");

type Open =
  | { kind: "import" }
  | { kind: ManyWork; chosen: ChosenDevices }
  | { kind: "edit" | "delete-one"; device: DeviceRecord };

const noDevices: readonly DeviceRecord[] = [];
const noProjects: readonly ListedProject[] = [];
const noViews: readonly DeviceViewRecord[] = [];

export function DevicesPage() {
  const m = useMessages();
  const locale = useLocale();
  const may = useMay();
  const tenantId = useTenantId();
  const { search, choose, view, isViewGone } = useListSearch(route.useSearch());
  const views = useQuery(viewList(tenantId)).data?.data ?? noViews;
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open>();
  const filterKey = JSON.stringify(filterOf(search));
  const filter = useMemo(() => JSON.parse(filterKey) as ReturnType<typeof filterOf>, [filterKey]);
  const { cols } = search;
  const columns = useMemo(() => columnsOf(cols === undefined ? {} : { cols }), [cols]);
  const projects = useProjects() ?? noProjects;
  const hasProjects = projects.length > 0;
  // the height of the list does not jump while a filter changes
  const first = useQuery({ ...devicePage(tenantId, filter, 0), placeholderData: keepPreviousData });
  /** Each choice is a step of the history; what goes on with the last one is not. */
  const setSearch = (next: DeviceListSearch, isSameStep = false) => {
    choose(next);
    void navigate({ search: next, replace: isSameStep });
  };
  const total = first.data?.totalElements;
  const shares = useShares(first.data?.data ?? noDevices, projects);
  const isFiltered =
    Boolean(search.q ?? search.type ?? search.project ?? search.group ?? search.where) || search.active !== undefined;
  const isChanged = view ? !looksAlike(search, searchOfLook(view.look)) : !looksAlike(search, {});
  const close = () => setOpen(undefined);
  useAskedFor("import", () => setOpen({ kind: "import" }));
  const selection = useSelection(filterKey);
  const here = search.project === undefined ? {} : { project: search.project };
  const menu = useMemo(
    () => ({
      onEdit: (device: DeviceRecord) => setOpen({ kind: "edit", device }),
      onDelete: (device: DeviceRecord) => setOpen({ kind: "delete-one", device }),
      onMove: hasProjects ? (device: DeviceRecord) => setOpen({ kind: "move", chosen: { device } }) : undefined,
    }),
    [hasProjects],
  );
  const countOf = useViewCounts(views, search.project, first.isSuccess && !first.isPlaceholderData);
  const compare = useCompare(columns);
  const actOnSelected = (kind: ManyAction) => {
    const devices = [...selection.chosen.values()];
    if (kind === "compare") return void compare(devices);
    setOpen({ kind, chosen: selection.isAll ? { filter, total: total ?? 0 } : { devices } });
  };
  const actions = manyActions.filter((action) => mayAct(action, may, hasProjects));

  return (
    <div className="page device-page-list" data-coming={total === undefined ? "" : undefined} style={shares}>
      <div className="page-head">
        <h1>
          {m.devices.title} {total !== undefined && <span className="badge">{countText(total, locale)}</span>}
        </h1>
        {may("EDIT_DEVICES") && (
          <div className="row">
            <button type="button" className="button wide-only" onClick={() => setOpen({ kind: "import" })}>
              <Icon name="upload" /> {m.devices.import}
            </button>
            <Link to="/devices/new" search={here} className="button primary">
              <Icon name="plus" /> {m.devices.create}
            </Link>
          </div>
        )}
      </div>
      <div>
        <ViewBar
          {...{ views, search, view, isChanged, countOf }}
          onChoose={(chosen) => setSearch({ ...(chosen && { view: chosen.id.id }), ...here })}
          onSaved={(saved) => setSearch({ view: saved.id.id, ...here })}
        >
          <ListActions search={search} columns={columns} onChange={setSearch} />
        </ViewBar>
        {isViewGone && (
          <p className="note" role="status">
            {m.deviceList.viewGone}
          </p>
        )}
        <DeviceToolbar
          search={search}
          onChange={setSearch}
          group={
            <GroupBar
              value={search.group}
              project={search.project}
              onSaved={(group) => setSearch({ group, ...here })}
              onChange={(group) => {
                const { group: _, ...rest } = search;
                setSearch(group === undefined ? rest : { ...rest, group });
              }}
            />
          }
        >
          <FilterChips filter={filter.where} onChange={(where) => setSearch(withConditions(search, where))} />
        </DeviceToolbar>
        {search.group !== undefined && (
          <NarrowedGroup
            group={search.group}
            shown={first.isPlaceholderData ? undefined : total}
            onClear={() => setSearch(search.group === undefined ? {} : { group: search.group })}
          />
        )}
        {actions.length > 0 && (
          <SelectionBar selection={selection} total={total ?? 0} actions={actions} onAct={actOnSelected} />
        )}
      </div>
      {first.error && !first.data ? (
        <ListFailure
          error={first.error}
          onRetry={() => void first.refetch()}
          onByName={() => {
            const { sort: _, desc: __, ...byName } = search;
            setSearch(byName);
          }}
        />
      ) : total === 0 ? (
        <NoDevices
          {...{ isFiltered, filter }}
          onClear={() => setSearch({})}
          onWhere={(where) => setSearch(withConditions(search, where))}
        />
      ) : search.as === "map" ? (
        <Suspense fallback={<Skeleton />}>
          <FleetMap filter={filter} />
        </Suspense>
      ) : (
        <DeviceList
          key={filterKey}
          {...{ filter, search, columns, total, menu }}
          onSort={(next) => setSearch(next)}
          selection={actions.length > 0 ? selection : undefined}
          projects={projects}
        />
      )}
      <Suspense>
        {open?.kind === "edit" && <DeviceForm device={open.device} onClose={close} />}
        {open?.kind === "delete-one" && <DeleteDevice device={open.device} onClose={close} />}
        {open?.kind === "import" && (
          <ImportDialog project={projects.find(({ id }) => id.id === search.project)} onClose={close} />
        )}
        {open && "chosen" in open && (
          <ManyDialog {...open} columns={columns} onBegun={selection.clear} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

/** Columns that were wide once stay so while the list is ordered and filtered. */
function useShares(devices: readonly DeviceRecord[], projects: readonly ListedProject[]): CSSProperties {
  const before = useRef<TextWidths>({});
  return useMemo(() => {
    before.current = textWidths(devices, projects, before.current);
    return sharesOf(before.current);
  }, [devices, projects]);
}

interface ListFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onByName: () => void;
}

/** Why the list is not there; one that is too long for its order has another one. */
function ListFailure({ error, onRetry, onByName }: ListFailureProps) {
  const m = useMessages();
  if (!isRefusal(error, "SORT_TOO_MANY")) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon="search" title={m.deviceList.tooManyToSort} text={errorText(error, m)}>
      <button type="button" className="button" onClick={onByName}>
        {m.deviceList.notSorted}
      </button>
    </EmptyState>
  );
}

/** What to offer; the server decides for each device in the end [AUTH5]. */
function mayAct(action: ManyAction, may: (permission: Permission) => boolean, hasProjects: boolean): boolean {
  if (action === "move") return hasProjects && may("EDIT_DEVICES");
  if (action === "attributes") return may("EDIT_ATTRIBUTES");
  if (action === "command") return may("SEND_COMMANDS");
  if (action === "acknowledge") return may("HANDLE_ALARMS");
  if (action === "compare") return may("VIEW_TELEMETRY");
  return action === "export" || may("EDIT_DEVICES");
}
