import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";

/** On paper or as PDF: the browser's own print dialog has both. */
export function PrintAction() {
  const m = useMessages();
  return (
    <button type="button" className="button" onClick={() => window.print()}>
      <Icon name="reports" /> {m.dashboards.print}
    </button>
  );
}
