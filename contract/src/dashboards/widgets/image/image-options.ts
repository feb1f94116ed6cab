import { type Static, Type } from "typebox";
import { Uuid } from "../../../ids.ts";
import { closed } from "../../closed.ts";
import { thresholds, WidgetChannel } from "../option-parts.ts";

/** The longest picture, as text; a dashboard has a limit of its own. */
const pictureLength = 1_048_576;
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description, examples: [0.5] });

const PlacedValue = Type.Object(
  {
    deviceId: Uuid,
    channel: WidgetChannel,
    x: share("From the left, of the width"),
    y: share("From the top, of the height"),
  },
  closed,
);

export const ImageOptions = Type.Object(
  {
    picture: Type.Optional(
      Type.String({
        maxLength: pictureLength,
        pattern: "^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$",
        "x-must": "must be a PNG, JPEG or WebP picture as a data URL",
        description: "Picture, as a data URL",
      }),
    ),
    values: Type.Array(PlacedValue, { maxItems: 200, description: "Values placed on it" }),
    thresholds,
  },
  { ...closed, description: "A picture or a plan with values placed on it" },
);
export type ImageOptions = Static<typeof ImageOptions>;
