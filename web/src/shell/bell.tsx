import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { unreadCount } from "../api/inbox.ts";
import { live, liveState } from "../app.ts";
import { countText } from "../format/number.ts";
import { useFirstWords, useLocale } from "../i18n/messages.tsx";
import { unhurried } from "../live/unhurried.ts";
import { useStore } from "../state/store.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { useTenantId } from "./current-user.ts";
import { lazyPage } from "./lazy-page.tsx";

/** What is behind it is fetched when it is opened first. */
const NewestMessages = lazyPage(() => import("../pages/inbox/newest-messages.tsx"), "NewestMessages");

/** How many messages wait for somebody, on every page; who is outside of tenants has none [NTF1]. */
export function Bell() {
  const tenantId = useTenantId();
  return tenantId === "" ? null : <OwnBell key={tenantId} />;
}

/** More than this is many. */
const countedTo = 99;

function OwnBell() {
  const m = useFirstWords();
  const locale = useLocale();
  const unread = useUnread();
  const button = (
    <>
      <Icon name="bell" size={20} />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > countedTo ? `${countedTo}+` : countText(unread, locale)}
        </span>
      )}
    </>
  );
  return (
    <Menu label={m.shell.bell(unread)} className="button ghost square bell" button={button}>
      <NewestMessages />
    </Menu>
  );
}

/** The list is read so often, not more. */
const readEveryMs = 700;
/** Without a live connection. */
const askEveryMs = 60_000;

function useUnread(): number {
  const client = useQueryClient();
  const isLive = useStore(liveState) === "open";
  useEffect(() => {
    const again = unhurried(readEveryMs, (key) => client.invalidateQueries({ queryKey: [key] }));
    const stop = live.watchInbox((unread) => {
      client.setQueryData(unreadCount.queryKey, unread);
      again.ask("inbox");
    });
    return () => {
      stop();
      again.stop();
    };
  }, [client]);
  const { data = 0 } = useQuery({ ...unreadCount, enabled: !isLive, refetchInterval: askEveryMs });
  return data;
}
