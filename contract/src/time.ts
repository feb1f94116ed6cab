import { Type } from "typebox";

export const Timestamp = Type.Integer({ description: "Unix time in milliseconds", examples: [1794700800000] });
