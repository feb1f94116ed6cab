import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { groupList } from "../../api/device-groups.ts";
import { typeList } from "../../api/device-types.ts";
import { useTenantId } from "../../shell/current-user.ts";
import { useProjects } from "../../shell/use-project.ts";
import { useDeviceNames } from "../rules/traces/use-device-names.ts";
import { typesNamed } from "../rules/use-rule-names.ts";
import { type ChoiceNames, devicesNamed } from "./device-choice.ts";

/** What is named by schedules is called; of devices the first of each are asked. */
export function useChoiceNames(deviceIds: readonly string[], atMost = devicesNamed): ChoiceNames {
  const { data: types } = useQuery(typeList("", typesNamed));
  const { data: groups } = useQuery(groupList(useTenantId()));
  const projects = useProjects();
  const first = useMemo(() => deviceIds.slice(0, atMost), [deviceIds, atMost]);
  const devices = useDeviceNames(first);
  return useMemo(() => {
    const typeNames = new Map(types?.data.map(({ id, name }) => [id.id, name]));
    const groupNames = new Map(groups?.data.map(({ id, name }) => [id.id, name]));
    const projectNames = new Map(projects?.map(({ id, name }) => [id.id, name]));
    return {
      type: (id) => (types ? typeNames.get(id) : "…"),
      group: (id) => (groups ? groupNames.get(id) : "…"),
      project: (id) => (projects ? projectNames.get(id) : "…"),
      device: (id) => devices.get(id),
    };
  }, [types, groups, projects, devices]);
}
