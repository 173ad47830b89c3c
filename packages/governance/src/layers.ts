export { layer, layers } from "./layers/layer.js";
export type { Layer } from "./policy.js";
