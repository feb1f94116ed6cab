import type { DeviceRecord, DeviceViewColumn } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { devicePageSize } from "../../../api/devices.ts";
import { useMay } from "../../../shell/current-user.ts";
import { useSettled } from "../../../ui/use-settled.ts";
import { lineRange } from "./line-ranges.ts";
import { type Asked, askedBy, asksNothing, type PageValues, pageValues, type RowValues } from "./row-values.ts";

/** What flies past faster than this is not asked for: names first, values follow. */
const restMs = 120;

export interface ShownValues {
  readonly asked: Asked;
  readonly of: (index: number, deviceId: string) => RowValues | undefined;
  readonly span: (index: number) => PageValues["span"] | undefined;
  /** True once it is known that they do not come. */
  readonly isFailed: (index: number) => boolean;
  readonly rangeOf: (key: string) => readonly [low: number, high: number] | undefined;
}

/** What the columns show of the devices in view, a request for each page of the list. */
export function useRowValues(
  columns: readonly DeviceViewColumn[],
  pages: readonly number[],
  deviceAt: (index: number) => DeviceRecord | undefined,
): ShownValues {
  const may = useMay();
  const [telemetry, alarms] = [may("VIEW_TELEMETRY"), may("VIEW_ALARMS")];
  const asked = useMemo(() => askedBy(columns, { telemetry, alarms }), [columns, telemetry, alarms]);
  const rested = useSettled(pages.join(), restMs);
  const isRested = rested === pages.join();
  const idsOf = (page: number) =>
    Array.from({ length: devicePageSize }, (_, at) => deviceAt(page * devicePageSize + at)?.id.id).filter(
      (id) => id !== undefined,
    );
  const results = useQueries({
    queries: pages.map((page) => {
      const ids = idsOf(page);
      return { ...pageValues(ids, asked), enabled: isRested && ids.length > 0 && !asksNothing(asked) };
    }),
  });
  const resultOf = (index: number) => results[pages.indexOf(Math.floor(index / devicePageSize))];
  return {
    asked,
    of: (index, deviceId) => resultOf(index)?.data?.rows.get(deviceId),
    span: (index) => resultOf(index)?.data?.span,
    isFailed: (index) => resultOf(index)?.isError === true,
    rangeOf: (key) =>
      lineRange(
        results.map(({ data }) => data),
        key,
      ),
  };
}
