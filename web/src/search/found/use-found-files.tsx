import type { DeviceRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { filesNamed, newestFilesNamed } from "../../api/search.ts";
import { bytesText } from "../../format/number.ts";
import { dateTimeText } from "../../format/time.ts";
import { useLocale } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import type { Finding, FindingGroup } from "../finding.ts";
import type { SearchAsked } from "../search-asked.ts";
import { areIn, countIn, shortestAsked } from "../typed-search.ts";
import { useHref } from "../use-href.ts";

const shownAtMost = 4;
const wordsAsked = 3;

interface NamedFile {
  readonly name: string;
  readonly tag: string;
  readonly deviceId: string;
  readonly deviceName: string | undefined;
  readonly startTime: number;
  readonly size: number | null;
}

/** Files of the devices that match, and those that came last of any, by their names; the newest first. */
export function useFoundFiles(searched: SearchAsked, matching: readonly DeviceRecord[]): FindingGroup {
  const { words, isActionsOnly } = searched;
  const href = useHref();
  const locale = useLocale();
  const isAllowed = useMay()(tabNeeds.files) && !isActionsOnly;
  const asked = isAllowed ? words.filter((word) => word.length >= shortestAsked).slice(0, wordsAsked) : [];
  const { files, isLoading, isError } = useNamedFiles(asked, searched, matching);
  const known = new Map(files.map((file) => [`${file.deviceId} ${file.tag} ${file.name}`, file]));
  const found = [...known].filter(
    ([, { name, deviceName }]) => areIn(words, name, deviceName) && countIn(words, name) > 0,
  );
  const newest = found.toSorted(([, a], [, b]) => b.startTime - a.startTime);
  return {
    ...{ kind: "files", total: newest.length, isPending: isLoading, isFailed: isError },
    findings: newest.slice(0, shownAtMost).map(
      ([id, { name, deviceId, deviceName, startTime, size }]): Finding => ({
        ...{ id: `file ${id}`, kind: "files", title: name, detail: deviceName },
        href: href({ to: "/devices/$deviceId/files", params: { deviceId }, search: { q: name } }),
        state: [dateTimeText(startTime, locale), ...(size === null ? [] : [bytesText(size, locale)])].join(" · "),
      }),
    ),
  };
}

function useNamedFiles(asked: readonly string[], { projectId }: SearchAsked, matching: readonly DeviceRecord[]) {
  const tenantId = useTenantId();
  const devices = new Map(matching.map((device) => [device.id.id, device.name]));
  const [longest = ""] = asked.toSorted((a, b) => b.length - a.length);
  const within = useQuery(filesNamed([...devices.keys()].toSorted(), asked));
  const ofAll = useQuery({
    ...newestFilesNamed(tenantId, longest, projectId),
    enabled: longest !== "" && tenantId !== "",
  });
  const files: readonly NamedFile[] = [
    ...(within.data ?? []).map((file) => ({ ...file, deviceName: devices.get(file.deviceId) })),
    ...(ofAll.data?.data ?? []).map((file) => ({ ...file, deviceId: file.deviceId.id })),
  ];
  return { files, isLoading: within.isLoading || ofAll.isLoading, isError: within.isError || ofAll.isError };
}
