// Clocks, in milliseconds.

export const wallClock = () => performance.now();

/** What this process has used of the processor, on all its threads: whatever else the machine does is not counted. */
export function processorClock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
