export type BuiltPart = "web" | "server";
export declare function distOf(part: BuiltPart): string;
export declare function filesUnder(folder: string): string[];
export declare function wantedStamp(part: BuiltPart): string;
export declare function isBuilt(part: BuiltPart, stamp: string): boolean;
