import { Type } from "typebox";
import { anyone } from "./access.ts";
import { routesOf } from "./route.ts";

export const openApiRoutes = routesOf({
  description: {
    method: "GET",
    path: "/api/openapi.json",
    access: anyone,
    tag: "Operations",
    summary: "This description, as OpenAPI 3.1",
    answers: { 200: Type.Object({}, { additionalProperties: true }) },
  },
});
