export const deviceTypes = {
  severities: { warning: "Warning", alarm: "Alarm" },
};
