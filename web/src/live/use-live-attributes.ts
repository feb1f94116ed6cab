import type { DeviceNews } from "@heliograph/client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLive } from "./use-live.ts";

const pollMs = 10_000;
const interest = { attributes: true } as const;

/** Attributes are read again when they change; the result is how often to ask where nobody tells. */
export function useLiveAttributes(deviceId: string): { readonly refetchInterval: number | false } {
  const client = useQueryClient();
  const listener = useCallback(
    ({ attributes }: DeviceNews) => {
      const scopes = Object.keys(attributes ?? {});
      for (const scope of scopes.length > 0 ? [...scopes, "all"] : [])
        void client.invalidateQueries({ queryKey: ["attributes", deviceId, scope] });
    },
    [client, deviceId],
  );
  return { refetchInterval: useLive(deviceId, interest, listener) ? false : pollMs };
}
