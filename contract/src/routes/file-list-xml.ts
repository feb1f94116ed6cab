import { Type } from "typebox";
import { needs } from "./access.ts";
import { routesOf } from "./route.ts";

const largestSecond = 8_640_000_000_000;
const unixSeconds = (description: string) =>
  Type.Integer({ minimum: -largestSecond, maximum: largestSecond, description, examples: [1794700800] });

const Params = Type.Object({
  credentialsId: Type.String({ description: "The device's credentialsId", examples: ["kJ3xVq0sT7mB2nD9rL5c"] }),
  startTime: unixSeconds("First moment, included; Unix seconds"),
  endTime: unixSeconds("Last moment, not included; Unix seconds"),
});

export const fileListXmlRoutes = routesOf({
  listXml: {
    method: "GET",
    path: "/API/filelist/list/deviceid/:credentialsId/StartTime/:startTime/:endTime",
    access: needs("VIEW_FILES"),
    work: "lists",
    tag: "Files",
    summary: "Every file of a device with its storage status, as XML; times are Unix seconds",
    params: Params,
    answerForm: "stream",
    produces: ["application/xml"],
    answers: { 200: Type.String({ description: "FileList with GeoLogFile elements" }) },
  },
});
