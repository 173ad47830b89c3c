import { SpendingLimit } from "./spending-limit.js";

/** For the reference app, whose tools name no price: each command costs a cent, and there are three cents an hour. */
export const createPolicy = () => new SpendingLimit({ centsPerHour: 3, prices: { Bash: 1 } });
