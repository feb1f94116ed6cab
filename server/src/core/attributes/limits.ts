/** Attributes describe a device; a device that invents keys without end must not fill the database. */
export const maxAttributesPerScope = 5_000;

/** UTF-8 bytes of one value as JSON: it has to fit into a push to the device with room for the envelope [MQ6, MQ8]. */
export const maxAttributeValueBytes = 131_072;
