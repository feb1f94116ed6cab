/** Devices have `status.php` below whatever prefix they were set up with; here it is one route [DHP]. */
export const withoutDevicePrefix = (url: string): string => {
  if (!url.includes("status.php")) return url;
  return url.replace(/^[^?]*\/status\.php(?=\?|$)/, "/status.php");
};
