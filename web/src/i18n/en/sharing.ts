import { counted } from "../../format/counted.ts";

/** Making links to a dashboard. */
export const sharing = {
  share: "Share",
  title: (dashboard: string) => `Share “${dashboard}”`,
  text: "A link for this dashboard only. It works without an account and can be revoked at any time.",
  name: "Name of the link",
  nameHint: "Whom it is for; only you see it",
  end: "Ends",
  endHint: "Empty: it has no end",
  password: "Password",
  passwordHint: "Asked once per browser; empty: none",
  time: "Time",
  timeKinds: { OWN: "As the dashboard", FIXED: "As shown now, fixed", LIMITED: "Free, up to" },
  longest: "At most",
  spans: { "86400000": "1 day", "604800000": "7 days", "2678400000": "31 days", "31622400000": "a year" },
  notBefore: "Nothing before",
  notBeforeHint: "Empty: any time",
  variables: "Variables",
  fixed: "Fixed",
  free: "Free choice",
  openEnded: "Can be anything, so it is fixed",
  embed: "May be embedded on",
  embedHint: "Origins such as https://portal.example.com, one per line; nowhere when empty",
  reads: "What this link can read",
  readsData: "what the widgets of this dashboard show, with your rights, in projects in which you may share",
  readsAlarms: "alarms without comments and people",
  readsFiles: "no file can be opened: only its name is shown",
  readsControls: "switches are shown and locked",
  readsNothing: "nothing else, and no other time or device",
  create: "Create link",
  madeTitle: "The link",
  madeText: "It is shown in full this once. Copy it now.",
  link: "Link",
  copyLink: "Copy link",
  embedCode: "Embed code",
  another: "Another link",
  links: "Links of this dashboard",
  none: "No links yet",
  noEnd: "no end",
  until: (time: string) => `until ${time}`,
  ended: "does not work any more",
  hasPassword: "password",
  by: (name: string) => `by ${name}`,
  neverOpened: "not opened yet",
  opened: "opened",
  version: (version: number) => `shows version ${counted(version)}`,
  showNewest: "Show the newest",
  behind: (names: readonly string[]) =>
    names.length === 1
      ? `The link “${names[0]}” shows an older version.`
      : `${counted(names.length)} links show an older version: ${names.join(", ")}.`,
  stuck: (names: readonly string[]) =>
    `Variables that ${names.map((name) => `“${name}”`).join(", ")} fixes or leaves open are not here any more: make a new link.`,
  revoke: "Revoke",
  revokeTitle: "Revoke this link?",
  revokeText: (name: string) => `“${name}” stops at once, for everybody who has it.`,
};

/** The page behind such a link. */
export const shared = {
  goneTitle: "This link leads nowhere",
  goneText: "It is wrong, was revoked, or is over. Ask whoever gave it to you.",
  passwordTitle: "This dashboard has a password",
  password: "Password",
  open: "Open",
  wholeTime: "Whole time",
};
