/** Whether a condition holds of a call. `unclear`: it can't be judged, which counts against the call. */
export type Truth = "yes" | "no" | "unclear";

export const truth = (holds: boolean): Truth => (holds ? "yes" : "no");
