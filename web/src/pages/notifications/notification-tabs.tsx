import { Link } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";

/** The parts of notifications, side by side. */
export function NotificationTabs() {
  const m = useMessages();
  return (
    <nav className="tabs" aria-label={m.notifications.sections}>
      <Link to="/notifications" activeOptions={{ exact: true }}>
        {m.notifications.policies}
      </Link>
      <Link to="/notifications/deliveries">{m.notifications.deliveries}</Link>
      <Link to="/notifications/webhooks">{m.notifications.webhooks}</Link>
      <Link to="/notifications/inbox">{m.inbox.title}</Link>
    </nav>
  );
}
