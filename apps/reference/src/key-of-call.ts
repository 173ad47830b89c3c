/** Only within its branch has a call an id. */
export const keyOfCall = (branchId: string, callId: unknown): string => JSON.stringify([branchId, callId]);
