import { createRoute } from "@tanstack/react-router";
import { type DeviceAlarmSearch, deviceAlarmSearchOf } from "../pages/alarms/alarm-search.ts";
import { type FirstStepsSearch, firstStepsSearchOf } from "../pages/connect/connect-search.ts";
import { type FilesSearch, filesSearchOf } from "../pages/device/files/files-search.ts";
import { type TelemetrySearch, telemetrySearchOf } from "../pages/device/telemetry/telemetry-search.ts";
import { type DeviceListSearch, deviceListSearchOf } from "../pages/devices/device-list-search.ts";
import { type NewestFilesSearch, newestFilesSearchOf } from "../pages/files/newest-files-search.ts";
import { lazyPage } from "../shell/lazy-page.tsx";
import { pageNeeds, tabNeeds } from "../shell/page-needs.ts";
import { type TimeChoice, timeChoiceOf } from "../time-range/shown-time.ts";
import { inOwnTenant, root } from "./root-route.ts";

const devices = createRoute({
  getParentRoute: () => root,
  path: "/devices",
  staticData: { needs: pageNeeds.devices },
  beforeLoad: inOwnTenant,
  validateSearch: (search): DeviceListSearch => deviceListSearchOf(search),
  component: lazyPage(() => import("../pages/devices/devices-page.tsx"), "DevicesPage"),
});

const newDevice = createRoute({
  getParentRoute: () => root,
  path: "/devices/new",
  staticData: { needs: pageNeeds.newDevice },
  beforeLoad: inOwnTenant,
  validateSearch: (search): FirstStepsSearch => firstStepsSearchOf(search),
  component: lazyPage(() => import("../pages/connect/first-steps-page.tsx"), "FirstStepsPage"),
});

const device = createRoute({
  getParentRoute: () => root,
  path: "/devices/$deviceId",
  staticData: { needs: pageNeeds.devices },
  component: lazyPage(() => import("../pages/device/device-page.tsx"), "DevicePage"),
});

const deviceTabs = [
  createRoute({
    getParentRoute: () => device,
    path: "/",
    component: lazyPage(() => import("../pages/device/overview/overview-tab.tsx"), "OverviewTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/telemetry",
    staticData: { needs: tabNeeds.telemetry },
    validateSearch: (search): TelemetrySearch => telemetrySearchOf(search),
    component: lazyPage(() => import("../pages/device/telemetry/telemetry-tab.tsx"), "TelemetryTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/attributes",
    staticData: { needs: tabNeeds.attributes },
    component: lazyPage(() => import("../pages/device/attributes/attributes-tab.tsx"), "AttributesTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/files",
    staticData: { needs: tabNeeds.files },
    validateSearch: (search): FilesSearch => filesSearchOf(search),
    component: lazyPage(() => import("../pages/device/files/files-tab.tsx"), "FilesTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/communication",
    staticData: { needs: tabNeeds.communication },
    validateSearch: (search): TimeChoice => timeChoiceOf(search),
    component: lazyPage(() => import("../pages/device/communication/communication-tab.tsx"), "CommunicationTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/commands",
    staticData: { needs: tabNeeds.commands },
    component: lazyPage(() => import("../pages/device/commands/commands-tab.tsx"), "CommandsTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/credentials",
    staticData: { needs: tabNeeds.credentials },
    component: lazyPage(() => import("../pages/device/credentials/credentials-tab.tsx"), "CredentialsTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/alarms",
    staticData: { needs: tabNeeds.alarms },
    validateSearch: (search): DeviceAlarmSearch => deviceAlarmSearchOf(search),
    component: lazyPage(() => import("../pages/device/alarms/alarms-tab.tsx"), "AlarmsTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/history",
    staticData: { needs: tabNeeds.history },
    validateSearch: (search): TimeChoice => timeChoiceOf(search),
    component: lazyPage(() => import("../pages/device/history/history-tab.tsx"), "HistoryTab"),
  }),
] as const;

const files = createRoute({
  getParentRoute: () => root,
  path: "/files",
  staticData: { needs: pageNeeds.files },
  beforeLoad: inOwnTenant,
  validateSearch: (search): NewestFilesSearch => newestFilesSearchOf(search),
  component: lazyPage(() => import("../pages/files/files-page.tsx"), "FilesPage"),
});

export const controlCenterRoutes = [devices, newDevice, device.addChildren(deviceTabs), files] as const;
