import {
  type DeliveryState,
  deliveryStates,
  type NotificationChannel,
  type NotificationCounts,
  notificationChannels,
} from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { type DeliveryWish, notificationCounts } from "../../../api/notifications.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import type { DeliveryPart } from "./delivery-search.ts";

const dayMs = 24 * 3_600_000;
const ranges = { "24h": dayMs, "7d": 7 * dayMs, "30d": 30 * dayMs, all: undefined } as const;
type Range = keyof typeof ranges;
const rangeNames = Object.keys(ranges) as Range[];

interface DeliveryFilter {
  readonly wish: DeliveryWish;
  /** How many are in each state; choosing one shows these. */
  readonly counts: ReactNode;
  readonly controls: ReactNode;
}

export function useDeliveryFilter(part: DeliveryPart): DeliveryFilter {
  const m = useMessages();
  const [text, setText] = useState("");
  const [state, setState] = useState<DeliveryState>();
  const [channel, setChannel] = useState<NotificationChannel>();
  const [range, setRange] = useState<Range>("7d");
  const { alarm: alarmId, rule: ruleId } = part;
  const rangeMs = alarmId === undefined ? ranges[range] : undefined;
  const wish = { text: useDeferredValue(text.trim()), state, channel, alarmId, ruleId, rangeMs };
  const { data } = useQuery(notificationCounts(wish));
  const controls = (
    <div className="row alarm-filter">
      <input
        type="search"
        aria-label={m.notifications.search}
        placeholder={m.notifications.search}
        maxLength={255}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <select
        aria-label={m.notifications.channel}
        value={channel ?? ""}
        onChange={({ target }) => setChannel(notificationChannels.find((one) => one === target.value))}
      >
        <option value="">{m.notifications.anyChannel}</option>
        {notificationChannels.map((one) => (
          <option key={one} value={one}>
            {m.notifications.channels[one]}
          </option>
        ))}
      </select>
      {alarmId === undefined && (
        <select
          aria-label={m.notifications.range}
          value={range}
          onChange={({ target }) => setRange(rangeNames.find((one) => one === target.value) ?? range)}
        >
          {rangeNames.map((one) => (
            <option key={one} value={one}>
              {m.alarms.ranges[one]}
            </option>
          ))}
        </select>
      )}
    </div>
  );
  return { wish, controls, counts: <StateCounts counts={data} state={state} onChange={setState} /> };
}

interface StateCountsProps {
  readonly counts: NotificationCounts | undefined;
  readonly state: DeliveryState | undefined;
  readonly onChange: (state: DeliveryState | undefined) => void;
}

function StateCounts({ counts, state, onChange }: StateCountsProps) {
  const m = useMessages();
  const locale = useLocale();
  const shown = [undefined, ...deliveryStates];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line everywhere
    <div className="delivery-counts" role="group" aria-label={m.notifications.counts}>
      {shown.map((one) => (
        <button
          key={one ?? "all"}
          type="button"
          aria-pressed={one === state}
          data-state={one?.toLowerCase()}
          onClick={() => onChange(one)}
        >
          <strong>{counts ? countText(counts[one ?? "all"], locale) : "–"}</strong>
          <span>{one ? m.notifications.states[one] : m.notifications.all}</span>
        </button>
      ))}
    </div>
  );
}
