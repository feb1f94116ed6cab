import { type ReactNode, useId, useState } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { Icon } from "./icon.tsx";

interface FoldedFilterProps {
  /** How many are set: seen while they are folded. */
  readonly count: number;
  /** What is folded, where it is no filter. */
  readonly text?: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

/** What narrows a list: in a row where there is room, on a phone behind one button. */
export function FoldedFilter({ count, text, isOpenAtFirst = false, children }: FoldedFilterProps) {
  const m = useMessages();
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <>
      <button
        type="button"
        className="button filter-fold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={text === undefined ? "filter" : "telemetry"} /> {text ?? m.common.filter}{" "}
        {count > 0 && <span className="badge accent">{count}</span>}
      </button>
      <div id={id} className="filter-folded" data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
}
