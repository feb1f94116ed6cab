import { ApiError } from "@heliograph/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { live } from "../../app.ts";

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Whether the device of a page was deleted, as the live connection says; without it, a 404 of anything has it looked for. */
export function useIsGone(deviceId: string): boolean {
  const [gone, setGone] = useState<string>();
  const client = useQueryClient();
  useEffect(
    () =>
      live.subscribe(
        { deviceId, activity: true },
        () => undefined,
        (code) => code === "DEVICE_NOT_FOUND" && setGone(deviceId),
      ),
    [deviceId],
  );
  useEffect(() => {
    const lookAgain = () => void client.invalidateQueries({ queryKey: ["device", deviceId] });
    const stops = [
      client.getQueryCache().subscribe((event) => {
        const isOther = event.query.queryKey[0] !== "device";
        if (isOther && event.type === "updated" && event.action.type === "error" && isMissing(event.action.error))
          lookAgain();
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isMissing(event.action.error)) lookAgain();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, deviceId]);
  return gone === deviceId;
}
