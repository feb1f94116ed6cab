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
import { allTime } from "../../../time-range/time-words.ts";
import { type TimePlace, useListTime } from "../../../time-range/use-list-time.tsx";
import type { DeliveryPart } from "./delivery-search.ts";

interface DeliveryFilter {
  readonly wish: DeliveryWish;
  /** How many are in each state; choosing one shows these. */
  readonly counts: ReactNode;
  readonly controls: ReactNode;
}

export function useDeliveryFilter(part: DeliveryPart, place: TimePlace): DeliveryFilter {
  const m = useMessages();
  const [text, setText] = useState("");
  const [state, setState] = useState<DeliveryState>();
  const [channel, setChannel] = useState<NotificationChannel>();
  const { time: chosen, control } = useListTime(["now-7d", "now"], place);
  const { alarm: alarmId, rule: ruleId } = part;
  const time = alarmId === undefined ? chosen : allTime;
  const wish = { text: useDeferredValue(text.trim()), state, channel, alarmId, ruleId, time };
  const { data } = useQuery(notificationCounts(wish));
  const controls = (
    <div className="row alarm-filter">
      {alarmId === undefined && control}
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
