export async function measureMemory(_m: number) {}
