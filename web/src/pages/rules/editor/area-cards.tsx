import { lazy, Suspense } from "react";
import { Skeleton } from "../../../ui/states.tsx";
import type { Trial } from "../backtest/use-trial.ts";
import { areasOf, pathOf, withCondition } from "../sentence/edits.ts";
import { useRuleEditing } from "./rule-editing.ts";

const AreaCard = lazy(async () => ({ default: (await import("../area/area-card.tsx")).AreaCard }));

/** A map for each area the rule speaks of; who has none loads none. */
export function AreaCards({ trial }: { readonly trial: Trial }) {
  const { definition, change } = useRuleEditing();
  const areas = areasOf(definition);
  if (areas.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      {areas.map(([place, area]) => (
        <AreaCard
          key={pathOf(place)}
          {...{ area, trial }}
          onChange={change && ((next) => change(withCondition(definition, place, next)))}
        />
      ))}
    </Suspense>
  );
}
