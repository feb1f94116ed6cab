import type { RuleDefinition } from "@heliograph/contract";
import { useEffect, useState } from "react";
import { useMay } from "../../../shell/current-user.ts";
import type { Ground } from "../use-rule-names.ts";
import { aroundOf, type BacktestSummary, type Firing } from "./firings.ts";
import { type BacktestRange, useBacktest } from "./use-backtest.ts";

export const backtestDays = [1, 7, 30] as const;
type BacktestDays = (typeof backtestDays)[number];

const [minuteMs, dayMs] = [60_000, 86_400_000];

/** A rule on trial: over which past, of whom, and what came of it. */
export interface Trial {
  readonly devices: readonly { readonly id: string; readonly name: string }[];
  readonly total: number;
  readonly isLoading: boolean;
  /** Whose values are drawn. */
  readonly device: { readonly id: string; readonly name: string } | undefined;
  readonly chooseDevice: (id: string) => void;
  readonly days: BacktestDays;
  readonly setDays: (days: BacktestDays) => void;
  readonly range: BacktestRange;
  readonly zoom: BacktestRange | undefined;
  readonly setZoom: (zoom: BacktestRange) => void;
  readonly zoomOut: () => void;
  readonly firing: Firing | undefined;
  readonly chooseFiring: (firing: Firing) => void;
  /** The rule is complete, so that it can be tried. */
  readonly isWanted: boolean;
  readonly isChecking: boolean;
  readonly summary: BacktestSummary | undefined;
  readonly error: unknown;
  readonly isOld: boolean;
  /** What the saved version would have done, where the rule is another one by now. */
  readonly before: { readonly version: number; readonly summary: BacktestSummary } | undefined;
}

interface Tried {
  readonly definition: RuleDefinition;
  readonly saved: { readonly version: number; readonly definition: RuleDefinition } | undefined;
  readonly ground: Ground;
  readonly isSound: boolean;
  /** Whether it is complete is not known yet. */
  readonly isChecking: boolean;
}

export function useTrial({ definition, saved, ground, isSound, isChecking }: Tried): Trial {
  const isWanted = useMay()("VIEW_TELEMETRY") && isSound;
  const [now] = useState(() => Math.ceil(Date.now() / minuteMs) * minuteMs);
  const [days, setDays] = useState<BacktestDays>(30);
  const [zoom, setZoom] = useState<BacktestRange>();
  const [chosen, chooseDevice] = useState<string>();
  const [firing, setFiring] = useState<Firing>();
  const devices = ground.devices?.devices ?? [];
  const device = devices.find(({ id }) => id === chosen) ?? devices[0];
  const ids = devices.map(({ id }) => id);
  const range = { from: now - days * dayMs, to: now };
  const { summary, error, isOld } = useBacktest(definition, ids, range, isWanted);
  // Of whom something is to be seen; only once, so that the chart does not jump while the rule changes.
  useEffect(() => {
    if (summary) chooseDevice((before) => before ?? summary.firings[0]?.deviceId ?? "");
  }, [summary]);
  const isAnother = saved !== undefined && JSON.stringify(saved.definition) !== JSON.stringify(definition);
  const was = useBacktest(saved?.definition ?? definition, ids, range, isWanted && isAnother);
  return {
    ...{
      devices,
      device,
      chooseDevice,
      range,
      zoom,
      setZoom,
      days,
      firing,
      isWanted,
      isChecking,
      summary,
      error,
      isOld,
    },
    total: ground.devices?.total ?? 0,
    isLoading: ground.devices === undefined,
    setDays: (next) => {
      setDays(next);
      setZoom(undefined);
    },
    zoomOut: () => setZoom(undefined),
    chooseFiring: (one) => {
      setFiring(one);
      chooseDevice(one.deviceId);
      setZoom(aroundOf(one));
    },
    before: isAnother && was.summary ? { version: saved.version, summary: was.summary } : undefined,
  };
}
