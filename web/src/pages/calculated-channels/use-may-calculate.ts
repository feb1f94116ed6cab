import { neededToCalculate } from "@heliograph/contract/needed-permissions";
import { useMay } from "../../shell/current-user.ts";

/** Whether somebody may have something calculated; deleting what is calculated takes less. */
export const useMayCalculate = (): boolean => neededToCalculate.every(useMay());
