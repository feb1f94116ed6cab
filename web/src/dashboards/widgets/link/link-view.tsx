import { Link } from "@tanstack/react-router";
import { Icon } from "../../../ui/icon.tsx";
import { useOnlooker } from "../../onlooker.tsx";
import type { WidgetViewProps } from "../widget-view.ts";

/** To an address, another dashboard, or a page of this one. */
export function LinkView({ title, options }: WidgetViewProps<"LINK">) {
  const onlooker = useOnlooker();
  const { url, dashboardId, page } = options;
  const text = options.text || title || url || page || "";
  if (url !== undefined)
    return (
      <a className="widget-link" href={url} target="_blank" rel="noopener noreferrer">
        <Icon name="link" /> {text}
      </a>
    );
  if (onlooker) {
    if (page === undefined) return <span className="widget-link">{text}</span>;
    return (
      <button type="button" className="widget-link" onClick={() => onlooker.openPage(page)}>
        <Icon name="right" /> {text}
      </button>
    );
  }
  const search = (before: object) => ({
    ...(dashboardId === undefined && before),
    ...(page !== undefined && { page }),
  });
  if (dashboardId !== undefined)
    return (
      <Link className="widget-link" to="/dashboards/$dashboardId" params={{ dashboardId }} search={search}>
        <Icon name="right" /> {text}
      </Link>
    );
  return (
    <Link className="widget-link" to="." search={search}>
      <Icon name="right" /> {text}
    </Link>
  );
}
