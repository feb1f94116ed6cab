import { useMessages } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";

/** Beside a value that nobody measures [RUL7]. */
export function CalculatedMark() {
  const m = useMessages();
  return (
    <span className="calculated-mark" title={m.calculated.mark}>
      <Icon name="calculated" size={14} />
      <span className="off-screen">({m.calculated.mark})</span>
    </span>
  );
}
