import type { DeviceRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { device as deviceQuery } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import type { Finding } from "../finding.ts";
import { useHref } from "../use-href.ts";
import { useSearchWords } from "../words/words.ts";

const tabs = ["telemetry", "alarms", "attributes", "files", "communication", "credentials", "history"] as const;
const devicesAtMost = 2;

interface Named {
  readonly id: { readonly id: string };
  readonly name: string;
}

/** What can be done with the device one looks at and with those that match best. */
export function useDeviceActions(matching: readonly DeviceRecord[]): readonly Finding[] {
  const m = useMessages();
  const w = useSearchWords();
  const may = useMay();
  const href = useHref();
  const shown = useShownDevice();
  const devices: readonly Named[] = [...(shown ? [shown] : []), ...matching.slice(0, devicesAtMost)];
  const known = new Map(devices.map((device) => [device.id.id, device]));
  const action = (deviceId: string, tab: (typeof tabs)[number] | "commands", title: string): Finding => ({
    ...{ id: `tab ${deviceId} ${tab}`, kind: "steps", title },
    href: href({ to: `/devices/$deviceId/${tab}` as const, params: { deviceId } }),
  });
  const send = (deviceId: string, name: string): Finding => ({
    ...action(deviceId, "commands", w.sendCommand(name)),
    icon: "send",
  });
  return [...known.values()].flatMap(({ id, name }) => [
    ...(may("SEND_COMMANDS") ? [send(id.id, name)] : []),
    ...tabs.filter((tab) => may(tabNeeds[tab])).map((tab) => action(id.id, tab, w.tabOf(m.device.tabs[tab], name))),
  ]);
}

function useShownDevice(): Named | undefined {
  const shown = useLocation({ select: ({ pathname }) => /^\/devices\/([\da-f-]{36})/i.exec(pathname)?.[1] });
  const { data } = useQuery({ ...deviceQuery(shown ?? ""), enabled: shown !== undefined });
  return data;
}
