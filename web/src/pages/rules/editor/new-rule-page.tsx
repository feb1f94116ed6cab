import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { deviceType, typeList } from "../../../api/device-types.ts";
import { placedType } from "../../../api/placed-type.ts";
import { rule } from "../../../api/rules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { Position } from "../../../map/position.ts";
import { WayOn } from "../../../shell/allowed-outlet.tsx";
import { useMay, useTenantId } from "../../../shell/current-user.ts";
import { ErrorState, ForbiddenState, Skeleton } from "../../../ui/states.tsx";
import { isPresetName, type PresetName, presetOf } from "../sentence/presets.ts";
import { typesNamed, useGround } from "../use-rule-names.ts";
import { draftOf } from "./draft.ts";
import { RuleEditor } from "./rule-editor.tsx";

const route = getRouteApi("/rules/new");

/** A rule that is not saved yet: from a preset, or like another one. */
export function NewRulePage() {
  const { preset, copy } = route.useSearch();
  const mayEdit = useMay()("EDIT_RULES");
  if (!mayEdit)
    return (
      <ForbiddenState>
        <WayOn />
      </ForbiddenState>
    );
  return (
    <div className="page">
      {copy === undefined ? (
        <FromPreset preset={isPresetName(preset) ? preset : "limit"} />
      ) : (
        <FromCopy ruleId={copy} />
      )}
    </div>
  );
}

function FromCopy({ ruleId }: { readonly ruleId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(rule(ruleId));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />;
  return <RuleEditor saved={undefined} begin={{ ...draftOf(data), name: m.rules.copyOf(data.name) }} />;
}

/** For the type most devices are of; a key that fits is taken from it. */
function FromPreset({ preset }: { readonly preset: PresetName }) {
  const { data, error, refetch } = useQuery(typeList("", typesNamed));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />;
  const typeIds = data.data.toSorted((a, b) => b.deviceCount - a.deviceCount).map(({ id }) => id.id);
  return preset === "geofence" ? (
    <OfPlacedType typeIds={typeIds} />
  ) : (
    <OfType key={preset} preset={preset} typeId={typeIds[0] ?? ""} />
  );
}

/** An area is for devices that say where they are, and begins where one of them is. */
function OfPlacedType({ typeIds }: { readonly typeIds: readonly string[] }) {
  const { data, isLoading } = useQuery(placedType(useTenantId(), typeIds));
  if (isLoading) return <Skeleton lines={8} />;
  return <OfType preset="geofence" typeId={data?.typeId ?? typeIds[0] ?? ""} position={data?.position} />;
}

interface OfTypeProps {
  readonly preset: PresetName;
  readonly typeId: string;
  readonly position?: Position | undefined;
}

function OfType({ preset, typeId, position }: OfTypeProps) {
  const m = useMessages();
  const scope = { kind: "DEVICE_TYPE", deviceTypeIds: typeId === "" ? [] : [typeId] } as const;
  const { data: type, error } = useQuery({ ...deviceType(typeId), enabled: typeId !== "" });
  const ground = useGround({ ...scope, deviceTypeIds: [...scope.deviceTypeIds] });
  if (typeId !== "" && !type) return error ? <ErrorState error={error} /> : <Skeleton lines={8} />;
  if (!ground.isKnown) return <Skeleton lines={8} />;
  const [, , title] = m.rules.presets[preset];
  const definition = presetOf(preset, {
    scope: { ...scope, deviceTypeIds: [...scope.deviceTypeIds] },
    channels: type?.channels ?? [],
    keys: ground.keys,
    position,
    title,
  });
  return <RuleEditor saved={undefined} begin={{ name: title, description: "", definition }} />;
}
