/** Our own small set, drawn on a grid of 24 with a pen of 1.8: nothing is fetched, nothing else is in the bundle. */
const paths = {
  devices: "M4 5h16v10H4zM9 19h6M12 15v4",
  map: "M9 4 3 6.500V20l6-2.500 6 2.500 6-2.500V4l-6 2.500zM9 4v13.500M15 6.500V20",
  files: "M9 3h6l4 4v10H9zM15 3v4h4M9 7H5v14h10v-4",
  dashboards: "M4 4h7v9H4zM15 4h5v5h-5zM15 13h5v7h-5zM4 17h7v3H4z",
  types: "M4 4h7v7H4zM4 15h7M4 19h5M15 6h5M15 10h5M15 15h5M15 19h3",
  users:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.200 2.600 3.500 5.500",
  roles: "M12 3 4 6v6c0 4.500 3.200 7.700 8 9 4.800-1.300 8-4.500 8-9V6zM9 12l2 2 4-4",
  tenants: "M4 21V5l8-2v18M12 9l8 2v10M2 21h20M8 8v.01M8 12v.01M8 16v.01M16 14v.01M16 18v.01",
  projects: "M12 3v5M5 21v-5M19 21v-5M5 16v-3h14v3M12 8v5M10 3h4M3 21h4M17 21h4",
  filter: "M4 5h16l-6 8v6l-4-2v-4z",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.200 16.200 21 21",
  plus: "M12 5v14M5 12h14",
  upload: "M12 16V4M7 9l5-5 5 5M4 16v4h16v-4",
  download: "M12 4v12M7 11l5 5 5-5M4 16v4h16v-4",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "m5 13 4 4L19 7",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  down: "m6 9 6 6 6-6",
  up: "m6 15 6-6 6 6",
  left: "m14 6-6 6 6 6",
  right: "m10 6 6 6-6 6",
  refresh: "M20 11a8 8 0 0 0-14-4.500L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4.500L20 15M20 20v-5h-5",
  play: "M7 5v14l12-7z",
  pause: "M8 5v14M16 5v14",
  fullScreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  zoomIn: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.200 16.200 21 21M8 11h6M11 8v6",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.200 1.200M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200",
  zoomOut: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.200 16.200 21 21M8 11h6",
  eye: "M2 12s3.500-6.500 10-6.500S22 12 22 12s-3.500 6.500-10 6.500S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  key: "M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 12h9M17 12v4M20.500 12v3",
  alarms: "M12 4 2.500 20h19zM12 10v4M12 17v.01",
  bell: "M6 16v-5a6 6 0 0 1 12 0v5l2 2.500H4zM10 21.500h4M12 2.500V5",
  notifications: "M4 12 20 4l-5 16-4-7zM11 13l9-9",
  inbox: "M4 13 6.500 5h11L20 13v6H4zM4 13h5l1.500 2.500h3L15 13h5",
  mail: "M3 6h18v12H3zM3 7l9 7 9-7",
  webhook: "M9 8.500a3 3 0 1 1 4.600 2.500l2.600 4.500M6.500 20a3 3 0 1 1 .500-6h5M18 14a3 3 0 1 1-2.500 4.500",
  maintenance:
    "M14.500 6.500a4 4 0 0 1 5.300-1.300l-3 3 .3 1.700 1.700.3 3-3a4 4 0 0 1-6.100 4.700L8 19.600a2 2 0 0 1-2.800-2.800z",
  calculated: "M17 4h-2a3 3 0 0 0-3 3l-1.500 10a3 3 0 0 1-3 3H6M7 11h9M15 15l5 5M20 15l-5 5",
  reports: "M6 3h8l5 5v13H6zM14 3v5h5M9 18v-4M12 18v-7M15 18v-2",
  schedules: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h3",
  rules: "M13 3 5 14h6l-1 7 8-11h-6z",
  alert: "M12 4 2.500 20h19zM12 10v4M12 17v.01",
  offline:
    "M3 3l18 18M8.500 16.500a5 5 0 0 1 7 0M5 13a10 10 0 0 1 4-2.500M19 13a10 10 0 0 0-5.500-2.900M2 9a15 15 0 0 1 4.500-2.800M22 9a15 15 0 0 0-11-4M12 20v.01",
  book: "M4 5c3-1.500 6-1 8 1 2-2 5-2.500 8-1v14c-3-1.500-6-1-8 1-2-2-5-2.500-8-1zM12 6v14",
  code: "m8 7-5 5 5 5M16 7l5 5-5 5M14 4l-4 16",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c.6-4.500 3.500-7 8-7s7.400 2.500 8 7",
  logout: "M14 4h6v16h-6M10 8l-4 4 4 4M6 12h10",
  menu: "M4 7h16M4 12h16M4 17h16",
  pin: "M12 21s7-6.500 7-12a7 7 0 0 0-14 0c0 5.500 7 12 7 12ZM12 11.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  note: "M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5",
  keep: "M9 3h6M10 3v7l-3 4h10l-3-4V3M12 14v7",
  telemetry: "M4 4v16h16M7 15l4-5 3 3 5-7",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  send: "M4 12 20 4l-5 16-4-7zM11 13l9-9",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  audit: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h3",
  history: "M4 12a8 8 0 1 0 2.500-5.800L4 9M4 4v5h5M12 8v4l3 2",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  swap: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
} as const;

export type IconName = keyof typeof paths;

/** Decoration: whatever it stands on has the words. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
