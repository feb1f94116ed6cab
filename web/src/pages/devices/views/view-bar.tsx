import type { DeviceViewRecord } from "@heliograph/contract";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { DeviceListSearch } from "../device-list-search.ts";

const ViewDialog = lazy(async () => ({ default: (await import("./view-dialog.tsx")).ViewDialog }));

interface ViewBarProps {
  readonly views: readonly DeviceViewRecord[];
  readonly search: DeviceListSearch;
  /** The one that is looked at. */
  readonly view: DeviceViewRecord | undefined;
  readonly isChanged: boolean;
  readonly countOf: (view: DeviceViewRecord | undefined) => string | undefined;
  readonly onChoose: (view: DeviceViewRecord | undefined) => void;
  readonly onSaved: (view: DeviceViewRecord) => void;
  readonly children: ReactNode;
}

/** Saved views side by side, shared ones marked; what was changed can be saved. */
export function ViewBar({ views, search, view, isChanged, countOf, onChoose, onSaved, children }: ViewBarProps) {
  const m = useMessages();
  const [open, setOpen] = useState<"new" | "edit">();
  const mayStore = view?.mayChange === true;
  return (
    <div className="view-bar">
      <nav className="view-tabs" aria-label={m.deviceList.views}>
        <button
          type="button"
          className="view-tab"
          aria-current={view === undefined ? "page" : undefined}
          onClick={() => onChoose(undefined)}
        >
          {m.deviceList.allDevices}
          <Count text={countOf(undefined)} />
        </button>
        {views.map((one) => (
          <button
            key={one.id.id}
            type="button"
            className="view-tab"
            aria-current={one === view ? "page" : undefined}
            title={one.shared ? m.deviceList.sharedView : one.name}
            onClick={() => onChoose(one)}
          >
            {one.shared && <Icon name="users" size={14} />}
            <span className="cut">{one.name}</span>
            {one.shared && <span className="off-screen">({m.deviceList.sharedView})</span>}
            <Count text={countOf(one)} />
          </button>
        ))}
      </nav>
      <div className="row view-actions">
        {isChanged && <span className="soft">{m.deviceList.changed}</span>}
        {isChanged && (
          <button type="button" className="button small ghost" onClick={() => setOpen(mayStore ? "edit" : "new")}>
            {m.deviceList.saveView}
          </button>
        )}
        {view && (
          <Menu
            label={m.deviceList.viewActions(view.name)}
            button={<Icon name="more" />}
            className="button ghost square small"
          >
            <button type="button" className="menu-item" data-closes onClick={() => setOpen("new")}>
              <Icon name="plus" /> {m.deviceList.saveAsNew}
            </button>
            {mayStore && (
              <button type="button" className="menu-item" data-closes onClick={() => setOpen("edit")}>
                <Icon name="edit" /> {m.deviceList.editView}
              </button>
            )}
          </Menu>
        )}
        {children}
      </div>
      {open && (
        <Suspense>
          <ViewDialog
            search={search}
            view={open === "edit" ? view : undefined}
            onSaved={onSaved}
            onDeleted={() => onChoose(undefined)}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

const Count = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <span className="badge">{text}</span>;
