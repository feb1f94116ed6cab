import { ApiError } from "@heliograph/client";
import type { DeviceRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { device as deviceQuery } from "../../api/devices.ts";
import { openAlarms } from "../../api/overview.ts";
import { TypeDashboardButton } from "../../dashboards/making/type-dashboard-button.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { useContact } from "../../live/use-contact.ts";
import { AllowedOutlet } from "../../shell/allowed-outlet.tsx";
import { useMay } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import { useSubject } from "../../shell/page-title.ts";
import { useAreProjectsKnown, useProjects } from "../../shell/use-project.ts";
import { useIsPhone } from "../../state/use-media.ts";
import { useOnceKnown } from "../../state/use-once-known.ts";
import { ActivityDot } from "../../ui/activity.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Ago } from "../../ui/time.tsx";
import { DeleteDevice } from "../devices/delete-device.tsx";
import { DeviceForm } from "../devices/device-form.tsx";
import { HeadAlarm } from "./head-alarm.tsx";
import { useIsGone } from "./use-is-gone.ts";

const route = getRouteApi("/devices/$deviceId");

/** The frame around the tabs of a device. */
export function DevicePage() {
  const { deviceId } = route.useParams();
  const { data, error, refetch } = useQuery(deviceQuery(deviceId));
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const isGone = useIsGone(deviceId) || isMissing;
  const isHeadKnown = useIsHeadKnown(deviceId);
  useDeviceTitle(data?.name);
  if (isGone || !data || !isHeadKnown)
    return (
      <div className="page">
        {isGone ? (
          <NoSuchDevice name={data?.name} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={3} />
        )}
      </div>
    );
  return (
    <div className="page">
      <DeviceHead device={data} />
      <Tabs deviceId={deviceId} />
      <AllowedOutlet />
    </div>
  );
}

/** Its project and its worst alarm would push what stands beside and below them: they are asked for with the device, and awaited. */
function useIsHeadKnown(deviceId: string): boolean {
  const areAlarmsComing = useQuery({ ...openAlarms(deviceId), enabled: useMay()("VIEW_ALARMS") }).isLoading;
  return useOnceKnown(useAreProjectsKnown() && !areAlarmsComing);
}

/** The device and what of it is looked at. */
function useDeviceTitle(name: string | undefined): void {
  const m = useMessages();
  const last = useLocation({ select: ({ pathname }) => pathname.split("/")[3] });
  const tab = tabs.find((one) => one.name === last)?.name;
  useSubject(name === undefined || tab === undefined ? name : `${name} · ${m.device.tabs[tab]}`);
}

/** `name`: of one that was there until now. */
function NoSuchDevice({ name }: { readonly name: string | undefined }) {
  const m = useMessages();
  const [title, text] =
    name === undefined ? [m.device.notFound, m.device.notFoundText] : [m.device.gone, m.device.goneText(name)];
  return (
    <EmptyState icon="devices" title={title} text={text}>
      <Link to="/devices" className="button">
        {m.device.backToList}
      </Link>
    </EmptyState>
  );
}

function DeviceHead({ device }: { readonly device: DeviceRecord }) {
  const m = useMessages();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "delete">();
  const mayEdit = useMay()("EDIT_DEVICES");
  const isPhone = useIsPhone();
  const project = useProjects()?.find(({ id }) => id.id === device.projectId?.id);
  const activity = useContact(device);
  return (
    <header>
      <nav className="crumbs hide-narrow">
        <Link to="/devices">{m.devices.title}</Link>
        <Icon name="right" size={14} />
        <span className="cut">{device.name}</span>
      </nav>
      <div className="device-head">
        <div className="grow">
          <h1>{device.name}</h1>
          <div className="device-meta">
            <ActivityDot isActive={activity.active} hasText />
            <HeadAlarm device={device} />
            <Link
              to="/types/$typeId"
              params={{ typeId: device.deviceProfileId.id }}
              className="badge"
              title={`${m.common.type}: ${device.type}`}
            >
              {device.type}
            </Link>
            {project && (
              <Link
                to="/devices"
                search={{ project: project.id.id }}
                className="badge"
                title={`${m.projects.project}: ${project.name}`}
              >
                <Icon name="projects" size={13} /> {project.name}
              </Link>
            )}
            <span>
              {m.devices.lastContact}:{" "}
              {activity.lastActivityTime === null ? m.devices.never : <Ago ms={activity.lastActivityTime} />}
            </span>
          </div>
        </div>
        <div className="row">
          <TypeDashboardButton device={device} />
          {mayEdit && (
            <>
              <button type="button" className="button" onClick={() => setOpen("edit")}>
                <Icon name="edit" /> {m.common.edit}
              </button>
              <button
                type="button"
                className={isPhone ? "button" : "button square"}
                aria-label={m.common.delete}
                title={m.common.delete}
                onClick={() => setOpen("delete")}
              >
                <Icon name="trash" /> {isPhone && m.common.delete}
              </button>
            </>
          )}
        </div>
      </div>
      {open === "edit" && <DeviceForm device={device} onClose={() => setOpen(undefined)} />}
      {open === "delete" && (
        <DeleteDevice
          device={device}
          onClose={() => setOpen(undefined)}
          onDeleted={() => navigate({ to: "/devices" })}
        />
      )}
    </header>
  );
}

const tabs = [
  { to: "/devices/$deviceId", name: "overview" },
  { to: "/devices/$deviceId/telemetry", name: "telemetry" },
  { to: "/devices/$deviceId/alarms", name: "alarms" },
  { to: "/devices/$deviceId/attributes", name: "attributes" },
  { to: "/devices/$deviceId/files", name: "files" },
  { to: "/devices/$deviceId/communication", name: "communication" },
  { to: "/devices/$deviceId/commands", name: "commands" },
  { to: "/devices/$deviceId/credentials", name: "credentials" },
  { to: "/devices/$deviceId/history", name: "history" },
] as const satisfies readonly { to: string; name: keyof typeof tabNeeds }[];

function Tabs({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const may = useMay();
  const strip = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = path.split("/")[3] || "overview";
  // On a phone not all of them fit: the one that is shown is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again in each tab
  useEffect(() => {
    strip.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <nav ref={strip} className="tabs" aria-label={m.device.sections}>
      {tabs
        .filter(({ name }) => may(tabNeeds[name]))
        .map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            params={{ deviceId }}
            {...(name === shown && { search: true, state: true })} // a press on what is looked at already takes nothing of it away
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {m.device.tabs[name]}
          </Link>
        ))}
    </nav>
  );
}
