const WORK_MS = 100;

/** Returns how many times longer work takes now than on an idle machine: elapsed time over processor time. */
export function contention(): number {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let used = 0;
  while (used < WORK_MS) {
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1000;
  }
  return Math.max(1, (performance.now() - startedAt) / used);
}
