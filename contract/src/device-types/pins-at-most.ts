/** Channels of a device that come first, for one reader: more than fit above the fold are a list, and there is one. */
export const pinsAtMost = 24;
