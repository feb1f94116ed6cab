import { useMessages } from "../../i18n/messages.tsx";
import { WidgetSays } from "./nothing-to-show.tsx";

/** Of kinds that can be made and are not drawn here yet: the widget is kept. */
export function NotShownView() {
  const m = useMessages();
  return <WidgetSays icon="eye" title={m.dashboards.notShown} text={m.dashboards.notShownText} />;
}
