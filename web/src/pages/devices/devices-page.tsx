import type { DeviceRecord, DeviceViewRecord, ListedProject } from "@heliograph/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { viewList } from "../../api/device-views.ts";
import { devicePage } from "../../api/devices.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { useAskedFor } from "../../shell/use-asked-for.ts";
import { useProjects } from "../../shell/use-project.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState } from "../../ui/states.tsx";
import type { ChosenDevices } from "./chosen-devices.ts";
import { CommandDevices } from "./command-devices.tsx";
import { DeleteDevice } from "./delete-device.tsx";
import { DeleteDevices } from "./delete-devices.tsx";
import { DeviceForm } from "./device-form.tsx";
import { DeviceList } from "./device-list.tsx";
import type { DeviceListSearch } from "./device-list-search.ts";
import { DeviceToolbar } from "./device-toolbar.tsx";
import { FilterChips } from "./filters/filter-chips.tsx";
import { GroupBar } from "./groups/group-bar.tsx";
import { NarrowedGroup } from "./groups/narrowed-group.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { ListActions } from "./list-actions.tsx";
import { columnsOf, filterOf, looksAlike, searchOfLook, withConditions } from "./look/list-look.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { NoDevices } from "./no-devices.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useListSearch } from "./use-list-search.ts";
import { useSelection } from "./use-selection.ts";
import { ViewBar } from "./views/view-bar.tsx";

const route = getRouteApi("/devices");

type Open =
  | { kind: "import" }
  | { kind: "move" | "delete-many" | "command"; chosen: ChosenDevices }
  | { kind: "edit" | "delete"; device: DeviceRecord };

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
  const setSearch = (next: DeviceListSearch) => {
    choose(next);
    void navigate({ search: next, replace: true });
  };
  const total = first.data?.totalElements;
  const isFiltered =
    Boolean(search.q ?? search.type ?? search.project ?? search.group ?? search.where) || search.active !== undefined;
  const isChanged = view ? !looksAlike(search, searchOfLook(view.look)) : !looksAlike(search, {});
  const close = () => setOpen(undefined);
  useAskedFor("import", () => setOpen({ kind: "import" }));
  const canMove = hasProjects && may("EDIT_DEVICES");
  const canSelect = may("EDIT_DEVICES") || may("SEND_COMMANDS");
  const selection = useSelection(filterKey);
  const here = search.project === undefined ? {} : { project: search.project };
  const menu = useMemo(
    () => ({
      onEdit: (device: DeviceRecord) => setOpen({ kind: "edit", device }),
      onDelete: (device: DeviceRecord) => setOpen({ kind: "delete", device }),
      onMove: hasProjects ? (device: DeviceRecord) => setOpen({ kind: "move", chosen: { device } }) : undefined,
    }),
    [hasProjects],
  );
  const withSelected = (kind: "move" | "delete-many" | "command") => () =>
    setOpen({
      kind,
      chosen: selection.isAll ? { filter, total: total ?? 0 } : { devices: [...selection.chosen.values()] },
    });

  return (
    <div className="page device-page-list">
      <div className="page-head">
        <h1>
          {m.devices.title} {total !== undefined && <span className="badge">{countText(total, locale)}</span>}
        </h1>
        {may("EDIT_DEVICES") && (
          <div className="row">
            <button type="button" className="button" onClick={() => setOpen({ kind: "import" })}>
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
          {...{ views, search, view, isChanged }}
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
        {canSelect && (
          <SelectionBar
            selection={selection}
            total={total ?? 0}
            onMove={canMove ? withSelected("move") : undefined}
            onCommand={may("SEND_COMMANDS") ? withSelected("command") : undefined}
            onDelete={may("EDIT_DEVICES") ? withSelected("delete-many") : undefined}
          />
        )}
      </div>
      {first.error && !first.data ? (
        <ErrorState error={first.error} onRetry={() => void first.refetch()} />
      ) : total === 0 ? (
        <NoDevices
          {...{ isFiltered, filter }}
          onClear={() => setSearch({})}
          onWhere={(where) => setSearch(withConditions(search, where))}
        />
      ) : (
        <DeviceList
          key={filterKey}
          {...{ filter, search, columns, total, menu }}
          onSort={setSearch}
          selection={canSelect ? selection : undefined}
          projects={projects}
        />
      )}
      {open?.kind === "edit" && <DeviceForm device={open.device} onClose={close} />}
      {open?.kind === "delete" && <DeleteDevice device={open.device} onClose={close} />}
      {open?.kind === "import" && (
        <ImportDialog project={projects.find(({ id }) => id.id === search.project)} onClose={close} />
      )}
      {open?.kind === "move" && <MoveDialog moved={open.chosen} onMoved={selection.clear} onClose={close} />}
      {open?.kind === "delete-many" && <DeleteDevices chosen={open.chosen} onBegun={selection.clear} onClose={close} />}
      {open?.kind === "command" && <CommandDevices chosen={open.chosen} onBegun={selection.clear} onClose={close} />}
    </div>
  );
}
