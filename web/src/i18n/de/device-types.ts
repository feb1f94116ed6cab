import type { Messages } from "../en/index.ts";

export const deviceTypes: Messages["deviceTypes"] = {
  severities: { warning: "Warnung", alarm: "Alarm" },
};
