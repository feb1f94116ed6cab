import type { CSSProperties } from "react";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { timeText } from "./days.ts";
import type { CalendarEvent } from "./events.ts";

interface EventButtonProps {
  readonly event: CalendarEvent;
  readonly name: string;
  readonly isChosen: boolean;
  /** It has the width of its day with others. */
  readonly isShared?: boolean;
  readonly style?: CSSProperties;
  readonly onChoose: () => void;
}

const marks: Partial<Record<CalendarEvent["state"], IconName>> = {
  DONE: "check",
  FAILED: "close",
  CANCELLED: "close",
  MISSED: "alert",
  SKIPPED: "alert",
  RUNNING: "play",
};

/** One run: what became of it is a mark and a word, not a colour alone. */
export function EventButton({ event, name, isChosen, isShared = false, style, onChoose }: EventButtonProps) {
  const m = useMessages();
  const time = timeText(event.time, useLocale());
  const state = event.state === "PLANNED" ? m.schedules.planned : m.schedules.states[event.state];
  const mark = event.run && event.run.failed > 0 && event.state === "DONE" ? "alert" : marks[event.state];
  return (
    <button
      type="button"
      className={`event event-${event.state.toLowerCase()}`}
      style={style}
      data-shared={isShared || undefined}
      aria-pressed={isChosen}
      aria-label={`${time} ${name}, ${state}`}
      title={`${time} ${name} (${state})`}
      onClick={onChoose}
    >
      {mark && <Icon name={mark} size={13} />}
      <span className="event-time">{time}</span> <strong>{name}</strong>
    </button>
  );
}
