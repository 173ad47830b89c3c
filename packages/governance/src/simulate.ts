export {
  type ChangedCall,
  type ChangedCalls,
  type RecordedCall,
  type SimulateOptions,
  type Simulation,
  simulate,
} from "./simulate/simulate.js";
