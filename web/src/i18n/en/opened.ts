/** A tenant that a system administrator has opened. */
export const opened = {
  open: "Open",
  openTitle: (name: string) => `Open “${name}”?`,
  openText:
    "You work in it as one of its administrators, under your own name. That is in its audit log and in the installation's. It ends by itself.",
  banner: (name: string, time: string) => `You have opened “${name}” as its administrator, until ${time}.`,
  leave: "Leave the tenant",
};
