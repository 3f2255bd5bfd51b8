// Preloaded into a measured process: says at its end what it used.
process.once('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  process.stderr.write(`metered: ${JSON.stringify({ maxRssKb: maxRSS, cpuMs })}\n`);
});
