import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { session } from "../app.ts";
import { useFirstWords, useLocale } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";
import { ErrorNote } from "../ui/states.tsx";
import { useCurrentUser } from "./current-user.ts";

/** A timer takes no longer spans. */
const longestTimerMs = 2 ** 31 - 1;

/** Says, on every page, that a system administrator is a guest here. When the visit is over, the page says so by itself. */
export function OpenedBanner() {
  const m = useFirstWords();
  const locale = useLocale();
  const { openedUntil, tenantName = "" } = useCurrentUser();
  const leave = useMutation({ mutationFn: () => session.leaveTenant() });
  useEffect(() => {
    if (openedUntil === undefined) return undefined;
    const leftMs = Math.max(0, openedUntil - Date.now());
    const timer = setTimeout(() => void session.resume(), Math.min(leftMs + 1_000, longestTimerMs));
    return () => clearTimeout(timer);
  }, [openedUntil]);
  if (openedUntil === undefined) return null;
  const time = new Date(openedUntil).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
  return (
    <section className="banner opened" aria-label={m.opened.banner(tenantName, time)}>
      <Icon name="alert" />
      <span className="break">{m.opened.banner(tenantName, time)}</span>
      <button type="button" className="button small" disabled={leave.isPending} onClick={() => leave.mutate()}>
        <Icon name="logout" /> {m.opened.leave}
      </button>
      <ErrorNote error={leave.error} />
    </section>
  );
}
