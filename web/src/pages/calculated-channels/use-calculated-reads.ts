import { useQueryClient } from "@tanstack/react-query";
import { calculatedReads } from "../../api/calculated-channels.ts";

/** Reads again what a change concerns. */
export function useCalculatedReads(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of calculatedReads) void client.invalidateQueries({ queryKey: [key] });
  };
}
