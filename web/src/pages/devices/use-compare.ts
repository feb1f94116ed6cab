import type { DeviceRecord, DeviceViewColumn } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { deviceType } from "../../api/device-types.ts";
import { api } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { toast } from "../../ui/toast.tsx";
import { comparedKeys, comparison } from "./compared-devices.ts";
import { comparedAtMost } from "./selection-bar.tsx";

/** Where the list shows no values: what the type of the first one pins or describes first, else the first key it sent. */
async function keysOf(
  client: ReturnType<typeof useQueryClient>,
  { id, deviceProfileId }: DeviceRecord,
): Promise<readonly string[]> {
  const sent = await api.telemetry.keys({ deviceId: id.id });
  const { channels } = await client.fetchQuery(deviceType(deviceProfileId.id));
  const pinned = [...channels.filter((one) => one.pinned), ...channels].map(({ key }) => key);
  const known = pinned.find((key) => sent.includes(key)) ?? sent[0];
  return known === undefined ? [] : [known];
}

/** Chosen devices in one chart. */
export function useCompare(columns: readonly DeviceViewColumn[]): (devices: readonly DeviceRecord[]) => Promise<void> {
  const m = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (devices) => {
    const [first] = devices;
    if (!first) return;
    const shown = comparedKeys(columns);
    const keys = shown.length > 0 ? shown : await keysOf(client, first).catch(() => []);
    if (keys.length === 0) return toast(m.deviceList.nothingToCompare);
    const { deviceId, search } = comparison(devices, keys, comparedAtMost);
    await navigate({ to: "/devices/$deviceId/telemetry", params: { deviceId }, search });
  };
}
