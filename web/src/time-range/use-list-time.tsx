import type { ReactNode } from "react";
import { readersZone } from "../format/zone.ts";
import { useNow } from "../ui/time.tsx";
import { shownTime, type TimeChoice } from "./shown-time.ts";
import { TimeRangeControl } from "./time-range-control.tsx";
import type { Expression } from "./time-words.ts";

/** Where the choice is: the address, or a state where a dialog has no address. */
export type TimePlace = readonly [choice: TimeChoice, choose: (time: TimeChoice) => void];

interface ListTime {
  readonly time: Expression;
  readonly control: ReactNode;
}

/** The time of a list, and the control to choose another one. */
export function useListTime(first: Expression, [choice, choose]: TimePlace, isLive = true): ListTime {
  const own = { from: first[0], to: first[1] };
  const time: Expression = shownTime(choice, own, Date.now(), readersZone()).expression;
  return { time, control: <ListTimeControl {...{ time, isLive }} onChange={choose} /> };
}

interface ListTimeControlProps {
  readonly time: Expression;
  /** Whether the list goes on by itself. */
  readonly isLive: boolean;
  readonly onChange: (time: TimeChoice) => void;
}

/** By itself: the clock moves its dates and not the list. */
function ListTimeControl({ time: [from, to], isLive, onChange }: ListTimeControlProps) {
  const shown = shownTime({}, { from, to, live: isLive }, useNow(), readersZone());
  return <TimeRangeControl {...{ shown, onChange }} isOfList />;
}
