import { useQuery } from "@tanstack/react-query";
import { filesNamed } from "../../api/search.ts";
import { bytesText } from "../../format/number.ts";
import { dateTimeText } from "../../format/time.ts";
import { useLocale } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import type { Finding, FindingGroup } from "../finding.ts";
import type { Candidates, SearchAsked } from "../search-asked.ts";
import { areIn, countIn } from "../typed-search.ts";
import { useHref } from "../use-href.ts";

const shownAtMost = 4;
const wordsAsked = 3;
/** One letter is in every name. */
const shortestAsked = 2;

/** Files of the devices that match, and of those heard of last, by their names; the newest first. */
export function useFoundFiles({ words, isActionsOnly }: SearchAsked, { matching, others }: Candidates): FindingGroup {
  const href = useHref();
  const locale = useLocale();
  const isAllowed = useMay()(tabNeeds.files) && !isActionsOnly;
  const devices = new Map([...matching, ...others].map((device) => [device.id.id, device]));
  const asked = words.filter((word) => word.length >= shortestAsked).slice(0, wordsAsked);
  const {
    data = [],
    isLoading,
    isError,
  } = useQuery(filesNamed(isAllowed ? [...devices.keys()].toSorted() : [], asked));
  const known = new Map(data.map((file) => [`${file.deviceId} ${file.tag} ${file.name}`, file]));
  const found = [...known].filter(
    ([, { name, deviceId }]) => areIn(words, name, devices.get(deviceId)?.name) && countIn(words, name) > 0,
  );
  const newest = found.toSorted(([, a], [, b]) => b.startTime - a.startTime);
  return {
    ...{ kind: "files", total: newest.length, isPending: isLoading, isFailed: isError },
    findings: newest.slice(0, shownAtMost).map(
      ([id, { name, deviceId, startTime, size }]): Finding => ({
        ...{ id: `file ${id}`, kind: "files", title: name, detail: devices.get(deviceId)?.name },
        href: href({ to: "/devices/$deviceId/files", params: { deviceId }, search: { q: name } }),
        state: [dateTimeText(startTime, locale), ...(size === null ? [] : [bytesText(size, locale)])].join(" · "),
      }),
    ),
  };
}
