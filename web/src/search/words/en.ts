import { counted } from "../../format/counted.ts";

/** Words of the search; they come with it. */
export const en = {
  placeholder: "Search devices, channels, files, pages, actions …",
  close: "Close",
  noProject: "no project",
  results: "Results",
  kinds: {
    recent: "Recently chosen",
    devices: "Devices",
    channels: "Channels",
    files: "Files",
    dashboards: "Dashboards",
    rules: "Rules",
    pages: "Pages",
    actions: "Actions",
    steps: "In a device",
  },
  some: (shown: number, total: number) => `${counted(shown)} of ${counted(total)}`,
  allDevices: (total: number) => `All ${counted(total)} devices that match`,
  searching: "Searching …",
  nothing: (text: string) => `Nothing found for “${text}”`,
  nothingText:
    "Channels and files are looked for in devices that match and in the 20 heard of last: add a part of the device's name.",
  nothingInProject: (project: string) => `Only “${project}” was searched.`,
  everywhere: "Search all projects",
  only: (project: string) => `only in ${project}`,
  found: (counts: string) => `Found: ${counts}`,
  failed: "Some of it could not be searched.",
  choose: "choose",
  open: "open",
  newTab: "new tab",
  actionsOnly: "actions only",
  byAttribute: "by an attribute",
  attributeExample: "position:roof",
  newDevice: "New device",
  importDevices: "Import devices",
  newDashboard: "New dashboard",
  newRule: "New rule",
  newSchedule: "New schedule",
  newCalculated: "New calculated channel",
  sendCommand: (device: string) => `Send a command to ${device} …`,
  tabOf: (tab: string, device: string) => `${tab} of ${device}`,
  inbox: "Inbox",
};

export type SearchWords = typeof en;
