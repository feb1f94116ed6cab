import { Type } from "typebox";
import { deviceFunctionNames, deviceProtocols } from "../device-protocol.ts";
import { withDeviceToken } from "./access.ts";
import { routesOf } from "./route.ts";

const ContactQuery = Type.Object({
  F: Type.Enum([...deviceFunctionNames], { description: "Function", examples: ["PING"] }),
  ID: Type.Optional(Type.String({ description: "The device's access token", examples: ["kJ3xVq0sT7mB2nD9rL5c"] })),
  P: Type.Optional(
    Type.Enum([...deviceProtocols], { default: "v4", description: "Protocol version", examples: ["v6"] }),
  ),
  T: Type.Optional(Type.String({ description: "The device's clock, Unix seconds", examples: ["1794700800"] })),
});

/** The device HTTP protocol [DHP1, DHP2]. */
export const deviceContactRoutes = routesOf({
  contact: {
    method: "POST",
    path: "/status.php",
    access: withDeviceToken,
    tag: "Devices over HTTP",
    summary: "A device's contact: multipart/form-data with one part “data”; answered with a task or with 204",
    query: ContactQuery,
    answers: {
      200: Type.String({ description: "A task; Content-Type says which, Content-Description has its message id" }),
      204: Type.Null({ description: "Nothing to do" }),
    },
    answerForm: "stream",
  },
});
