import type { CalculatedScope } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { typeList } from "../../../api/device-types.ts";
import { WayOn } from "../../../shell/allowed-outlet.tsx";
import { ErrorState, ForbiddenState, Skeleton } from "../../../ui/states.tsx";
import { typesNamed, useGround } from "../../rules/use-rule-names.ts";
import { newDefinition, ruleScopeOf } from "../calculated-draft.ts";
import { useMayCalculate } from "../use-may-calculate.ts";
import { CalculatedEditor } from "./calculated-editor.tsx";

const route = getRouteApi("/calculated/new");

/** One that is not saved yet: for the device or type one came from, else for the type most devices are of. */
export function NewCalculatedPage() {
  const { type, device } = route.useSearch();
  const mayEdit = useMayCalculate();
  if (!mayEdit)
    return (
      <ForbiddenState>
        <WayOn />
      </ForbiddenState>
    );
  return (
    <div className="page">
      {device !== undefined ? (
        <OfScope scope={{ kind: "DEVICE", deviceId: device }} />
      ) : type !== undefined ? (
        <OfScope scope={{ kind: "DEVICE_TYPE", deviceTypeId: type }} />
      ) : (
        <OfUsualType />
      )}
    </div>
  );
}

function OfUsualType() {
  const { data, error, refetch } = useQuery(typeList("", typesNamed));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />;
  const [most] = data.data.toSorted((a, b) => b.deviceCount - a.deviceCount);
  return <OfScope scope={{ kind: "DEVICE_TYPE", deviceTypeId: most?.id.id ?? "" }} />;
}

function OfScope({ scope }: { readonly scope: CalculatedScope }) {
  const ground = useGround(ruleScopeOf(scope));
  if (!ground.isKnown) return <Skeleton lines={8} />;
  return <CalculatedEditor saved={undefined} begin={newDefinition(scope, ground.keys)} />;
}
