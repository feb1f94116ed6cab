import type { DeviceRecord } from "@heliograph/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { devicesWithAttribute, searchedDevices } from "../../api/search.ts";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { pageNeeds, tabNeeds } from "../../shell/page-needs.ts";
import { ActivityDot } from "../../ui/activity.tsx";
import { Severity } from "../../ui/severity.tsx";
import type { Finding, FindingGroup } from "../finding.ts";
import type { SearchAsked } from "../search-asked.ts";
import { areIn, asksOf, countIn } from "../typed-search.ts";
import { useHref } from "../use-href.ts";
import { useSearchWords } from "../words/words.ts";

const shownAtMost = 5;
const lookedInto = 6;

interface FoundDevices {
  readonly group: FindingGroup;
  /** Those that have most of the words first. */
  readonly matching: readonly DeviceRecord[];
}

const textsOf = ({ name, label, serialNumber, type }: DeviceRecord) => [name, label, serialNumber, type] as const;

/** Devices by what they are called, their serial number, or an attribute. */
export function useFoundDevices(asked: SearchAsked): FoundDevices {
  const href = useHref();
  const w = useSearchWords();
  const { found, total, isPending, isFailed } = useNamedDevices(asked);
  const attributed = useAttributed(asked);
  const matching = useMemo(() => bestOf(asked.words, found), [asked.words, found]);
  const named = found.filter((device) => areIn(asked.words, ...textsOf(device)));
  const devices = [...new Map([...attributed.devices, ...named].map((one) => [one.id.id, one])).values()];
  const findings = devices.slice(0, shownAtMost).map(
    (device): Finding => ({
      ...{ id: `device ${device.id.id}`, kind: "devices", title: device.name },
      detail: [device.label, device.type, device.serialNumber].filter(Boolean).join(" · "),
      href: href({ to: "/devices/$deviceId", params: { deviceId: device.id.id } }),
      mark: <ActivityDot isActive={device.active} />,
      state: device.alarmSeverity && <Severity severity={device.alarmSeverity} />,
    }),
  );
  const all = Math.max(devices.length, total, attributed.total);
  const list: Finding = {
    ...{ id: "all devices", kind: "devices", title: w.allDevices(all) },
    href: href({ to: "/devices", search: { q: asked.text, ...(asked.projectId && { project: asked.projectId }) } }),
  };
  const isInList = total > findings.length && asked.attribute === undefined;
  return {
    group: {
      ...{ kind: "devices", findings: isInList ? [...findings, list] : findings },
      ...{ total: all, isPending: isPending || attributed.isPending },
      isFailed: isFailed || attributed.isFailed,
    },
    matching,
  };
}

function useNamedDevices(asked: SearchAsked) {
  const tenantId = useTenantId();
  const isAllowed = useMay()(pageNeeds.devices) && tenantId !== "" && !asked.isActionsOnly;
  const asks = isAllowed ? asksOf(asked) : [];
  return useQueries({
    queries: asks.map((ask) => searchedDevices(tenantId, ask, asked.projectId)),
    combine: (answers) => ({
      found: [...new Map(answers.flatMap(({ data }) => data?.data ?? []).map((one) => [one.id.id, one])).values()],
      total: answers[0]?.data?.totalElements ?? 0,
      isPending: answers.some((answer) => answer.isPending),
      isFailed: answers.some((answer) => answer.isError),
    }),
  });
}

function useAttributed({ attribute, projectId, isActionsOnly }: SearchAsked) {
  const tenantId = useTenantId();
  const isAllowed = useMay()(tabNeeds.attributes) && tenantId !== "" && !isActionsOnly;
  const isAsked = isAllowed && attribute !== undefined;
  const { key, value } = attribute ?? { key: "", value: "" };
  const { data, isPending, isError } = useQuery({ ...devicesWithAttribute(key, value, projectId), enabled: isAsked });
  return {
    devices: data?.data ?? [],
    total: data?.totalElements ?? 0,
    isPending: isAsked && isPending,
    isFailed: isError,
  };
}

/** Of those that match, the ones that match best: what is in them is looked into, too. */
const bestOf = (words: readonly string[], found: readonly DeviceRecord[]): readonly DeviceRecord[] => {
  const hits = new Map(found.map((device) => [device, countIn(words, ...textsOf(device))]));
  return found.toSorted((a, b) => (hits.get(b) ?? 0) - (hits.get(a) ?? 0)).slice(0, lookedInto);
};
