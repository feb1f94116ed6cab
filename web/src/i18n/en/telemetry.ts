export const telemetry = {
  channels: "Channels",
  filter: "Filter channels",
  choose: "Choose channels to draw",
  chooseText: "Tick one or more channels on the left. Drag in the chart to zoom, double-click to zoom out.",
  empty: "No telemetry yet",
  emptyText: "This device has not sent any values. With its token it can publish over MQTT or HTTP.",
  exportCsv: "Export CSV",
  deletePoints: "Delete what is shown",
  deletePointsText: (keys: string, from: string, to: string) =>
    `All points of ${keys} from ${from} to ${to} are deleted for good.`,
  pointsDeleted: "The points were deleted",
  copyLink: "Copy link",
  noPoints: "No points in this range",
  noNumbers: "These channels have texts, not numbers:",
  envelope: (points: string, bucket: string) =>
    `${points} points, drawn as mean with minimum and maximum per ${bucket}`,
  raw: (points: string) => (points === "1" ? "1 point" : `${points} points`),
  mostChannels: (most: number) => `A chart has room for ${most} channels. Untick one to draw another.`,
  chart: "Chart",
  limits: "Dashed lines are limits of the type: amber warns, red alarms",
  zoomHint: "Drag, Ctrl with the wheel or two fingers: zoom. Shift and drag: move. Double-click: zoom out",
};

export const attributes = {
  scopes: { CLIENT_SCOPE: "Client", SHARED_SCOPE: "Shared", SERVER_SCOPE: "Server" },
  explain: {
    CLIENT_SCOPE: "Sent by the device. Read only here.",
    SHARED_SCOPE: "Set here by operators and administrators, and pushed to the device.",
    SERVER_SCOPE: "Set here by operators and administrators; the device does not see them.",
  },
  key: "Key",
  updated: "Updated",
  add: "Add attribute",
  editTitle: "Edit attribute",
  addTitle: "New attribute",
  types: { text: "Text", number: "Number", boolean: "True or false", json: "JSON" },
  empty: "No attributes",
  deleteTitle: "Delete this attribute?",
  deleteText: (key: string) => `“${key}” is removed from this device.`,
  badNumber: "This is not a number.",
  badJson: (problem: string) => `This is not valid JSON: ${problem}`,
  readOnly: "Your role may read attributes, not change them.",
};
