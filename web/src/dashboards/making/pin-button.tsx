import { useState } from "react";
import { useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Pin } from "./pin.ts";
import { PinDialog } from "./pin-dialog.tsx";
import { useMakingWords } from "./words.ts";

interface PinButtonProps {
  /** What it can be pinned as. */
  readonly pins: readonly [Pin, ...Pin[]];
  /** What it is called where it is pinned from. */
  readonly name?: string;
  /** Whether its words are shown, or only read out. */
  readonly hasText?: boolean;
  readonly className?: string;
}

/** From wherever something is looked at onto a dashboard; for those who may edit one [DSH5]. */
export function PinButton({
  pins,
  name = pins[0].widget.title ?? "",
  hasText = false,
  className = "button",
}: PinButtonProps) {
  const w = useMakingWords();
  const [isOpen, setOpen] = useState(false);
  if (!useMay()(pageNeeds.dashboardEditor)) return null;
  const text = hasText ? w.pin : w.pinOf(name);
  return (
    <>
      <button
        type="button"
        className={hasText ? className : `${className} square`}
        title={text}
        aria-label={text}
        onClick={() => setOpen(true)}
      >
        <Icon name="dashboards" size={16} /> {hasText && w.pin}
      </button>
      {isOpen && <PinDialog pins={pins} onClose={() => setOpen(false)} />}
    </>
  );
}
