import { counted } from "../../format/counted.ts";

export const wall = {
  show: "Full screen",
  title: "Wall display",
  text: "Page after page on all of the screen. It stays awake, connects again by itself and reloads when the server has a new version.",
  begin: "Begin",
  eachPage: "Each page is shown for",
  seconds: (count: number) => (count < 60 ? `${count} seconds` : count === 60 ? "a minute" : `${count / 60} minutes`),
  stays: "Stay on the first page",
  also: "Dashboards that come after it",
  next: (seconds: number) => `next page in ${counted(seconds)} s`,
  paused: "paused",
  pause: "Pause",
  goOn: "Go on",
  leave: "Leave",
  mayGoDark: "The screen may go dark: keeping it awake needs HTTPS.",
  since: (time: string) => `since ${time}`,
  notAcknowledged: "not acknowledged",
  link: "For a wall display, 20 s for each page",
};
