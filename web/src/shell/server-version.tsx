import { useQuery } from "@tanstack/react-query";
import { serverInfo } from "../api/server-info.ts";

export function ServerVersion() {
  const { data } = useQuery(serverInfo);
  return <>{data?.version ?? "…"}</>;
}
