import type { ToOptions } from "@tanstack/react-router";
import { useFirstWords } from "../../i18n/messages.tsx";
import { searchOf } from "../../shell/areas.ts";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { useAreas } from "../../shell/use-areas.ts";
import type { Finding } from "../finding.ts";
import { useHref } from "../use-href.ts";
import { useSearchWords } from "../words/words.ts";

/** Every page one may see. */
export function usePages(): readonly Finding[] {
  const m = useFirstWords();
  const w = useSearchWords();
  const may = useMay();
  const href = useHref();
  const { areas } = useAreas();
  const isInTenant = useTenantId() !== "";
  const page = (to: NonNullable<ToOptions["to"]>, title: string, detail?: string, search = {}): Finding => ({
    ...{ id: `page ${to} ${title}`, kind: "pages", title, href: href({ to, search } as ToOptions) },
    ...(detail !== undefined && detail !== title && { detail }),
  });
  return [
    ...areas.flatMap(({ name, pages }) =>
      pages.map((one) => page(one.to, m.shell[one.name], m.shell[name], searchOf(one))),
    ),
    ...(isInTenant ? [page("/notifications/inbox", w.inbox)] : []),
    ...(isInTenant && may(pageNeeds.jobs) ? [page("/jobs", m.shell.jobs)] : []),
    page("/profile", m.shell.profile),
    ...(may(pageNeeds.apiDescription) ? [page("/api-description", m.shell.apiDescription)] : []),
    page("/connect", m.shell.connect),
  ];
}
