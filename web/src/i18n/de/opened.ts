import type { Messages } from "../en/index.ts";

/** Ein Mandant, den ein Systemadministrator geöffnet hat. */
export const opened: Messages["opened"] = {
  open: "Öffnen",
  openTitle: (name) => `„${name}“ öffnen?`,
  openText:
    "Sie arbeiten darin als einer seiner Administratoren, unter Ihrem eigenen Namen. Das steht in seinem Audit-Log und in dem der Installation. Es endet von selbst.",
  banner: (name, time) => `Sie haben „${name}“ als dessen Administrator geöffnet, bis ${time}.`,
  leave: "Mandant verlassen",
};
