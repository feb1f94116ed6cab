import { widgetKind } from "../widget-kind.ts";
import { everyDevice } from "../widget-parts.ts";
import type { AlarmListOptions } from "./alarm-list-options.ts";

export const alarmListWidget = widgetKind<"ALARM_LIST", AlarmListOptions>({
  kind: "ALARM_LIST",
  defaults: { devices: everyDevice },
  queriesOf: ({ devices: about, which = "ACTIVE", severities, types, limit = 50 }) => ({
    alarms: {
      ...{ kind: "ALARMS", devices: about, which, limit },
      ...(severities && { severities }),
      ...(types && { types }),
    },
  }),
});
