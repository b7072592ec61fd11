/** CPU values carry one decimal place (spec §2.6, §8). */
export function roundCpu(value: number): number {
  return Math.round(value * 10) / 10;
}
