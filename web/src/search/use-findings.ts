import type { Finding, FindingGroup } from "./finding.ts";
import { useActions } from "./found/use-actions.ts";
import { useDeviceActions } from "./found/use-device-actions.ts";
import { useFoundChannels } from "./found/use-found-channels.tsx";
import { useFoundDevices } from "./found/use-found-devices.tsx";
import { useFoundFiles } from "./found/use-found-files.tsx";
import { useFoundDashboards, useFoundRules } from "./found/use-found-names.ts";
import { usePages } from "./found/use-pages.ts";
import type { SearchAsked } from "./search-asked.ts";
import { areIn, type TypedSearch } from "./typed-search.ts";

const atMost = { pages: 5, actions: 6, steps: 4 };

/**
 * Everything that fits what was typed. Pages and actions are known at once (`now`), all else is asked for (`asked`, which
 * follows when nothing was typed for a moment): what is known at once stands first only where it begins with it.
 */
export function useFindings(now: TypedSearch, asked: SearchAsked): readonly FindingGroup[] {
  const { group: devices, matching } = useFoundDevices(asked);
  const channels = useFoundChannels(asked);
  const files = useFoundFiles(asked, matching);
  const dashboards = useFoundDashboards(asked);
  const rules = useFoundRules(asked);
  const pages = fitting("pages", usePages(), now);
  const actions = fitting("actions", useActions(), now);
  const steps = fitting("steps", useDeviceActions(matching), now);
  const isAsked = now.text === asked.text;
  const answers = [devices, channels, files, dashboards, rules].map((group) =>
    isAsked ? group : stillFitting(group, now),
  );
  const found = [...answers, steps];
  if (now.isActionsOnly) return [actions, steps];
  if (now.words.length === 0) return [{ ...actions, findings: actions.findings.slice(0, atMost.actions) }, pages];
  const known = [pages, actions];
  const first = known.filter((group) => group.findings.some(({ title }) => beginsWith(title, now.text)));
  return [...first, ...found, ...known.filter((group) => !first.includes(group))];
}

/** What was found for what was typed before: Enter must not take what is not meant any more. */
const stillFitting = (group: FindingGroup, { words }: TypedSearch): FindingGroup => ({
  ...group,
  isPending: true,
  findings: group.findings.filter(({ title, detail }) => areIn(words, title, detail)),
});

const beginsWith = (title: string, text: string): boolean =>
  text.length > 1 &&
  title
    .toLowerCase()
    .split(/[\s:]+/)
    .some((word) => word.startsWith(text.toLowerCase()));

function fitting(kind: keyof typeof atMost, all: readonly Finding[], { words, text }: TypedSearch): FindingGroup {
  const fit = all.filter(({ title, detail }) => areIn(words, title, detail));
  const first = fit.filter(({ title }) => beginsWith(title, text));
  const ordered = [...first, ...fit.filter((one) => !first.includes(one))];
  return { kind, findings: words.length === 0 ? ordered : ordered.slice(0, atMost[kind]) };
}
