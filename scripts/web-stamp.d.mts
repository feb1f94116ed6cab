export declare const webDist: string;
export declare function filesUnder(folder: string): string[];
export declare function wantedWebStamp(): string;
export declare function isWebBuilt(stamp: string): boolean;
