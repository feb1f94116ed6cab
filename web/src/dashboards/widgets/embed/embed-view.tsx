import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { WidgetSays } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";

/** The content policy of these pages lets no other site in: it is opened beside them. */
export function EmbedView({ options: { url = "" } }: WidgetViewProps<"EMBED">) {
  const m = useMessages();
  return (
    <WidgetSays icon="link" title={URL.parse(url)?.host ?? url} text={m.dashboards.embedText}>
      <a className="button" href={url} target="_blank" rel="noopener noreferrer">
        <Icon name="right" /> {m.dashboards.goThere}
      </a>
    </WidgetSays>
  );
}
