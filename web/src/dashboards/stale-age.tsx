import type { ShownDevice } from "@heliograph/contract";
import { Ago } from "../ui/time.tsx";
import { isStale } from "./stale.ts";

interface StaleAgeProps {
  readonly ts: number | undefined;
  readonly device: ShownDevice | undefined;
}

/** How old a value is that would look fresh without it. */
export function StaleAge({ ts, device }: StaleAgeProps) {
  if (ts === undefined || !isStale(ts, device)) return null;
  return (
    <small className="stale-age">
      <Ago ms={ts} />
    </small>
  );
}
