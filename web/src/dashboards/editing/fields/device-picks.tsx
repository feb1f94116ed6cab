import { useQueries, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { device, devicePage } from "../../../api/devices.ts";
import { PickList } from "../../../pages/rules/editor/pick-list.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useEditorWords } from "../words/words.ts";

interface DevicePicksProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** There may be many: the server looks for them. */
export function DevicePicks({ chosen, onChange }: DevicePicksProps) {
  const { fields: w } = useEditorWords();
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const { data } = useQuery(devicePage(useTenantId(), search ? { textSearch: search } : {}, 0));
  const found = data?.data.map(({ id, name }) => ({ id: id.id, name })) ?? [];
  const names = useDeviceNames(chosen);
  const known = chosen.map((id) => ({ id, name: names.get(id) ?? found.find((one) => one.id === id)?.name ?? w.gone }));
  const picks = [...new Map([...found, ...known].map((one) => [one.id, one])).values()];
  return <PickList label={w.devices} picks={picks} text={text} onSearch={setText} {...{ chosen, onChange }} />;
}

function useDeviceNames(ids: readonly string[]): ReadonlyMap<string, string> {
  return useQueries({
    queries: ids.map((id) => ({ ...device(id), staleTime: 60_000, retry: false })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.id.id, data.name] as const] : []))),
  });
}
