/** The arguments for instance `nth` of `of`, from 1: k6 splits arrivals, VUs and journeys by them, without a coordinator. */
export function segmentArgs(nth: number, of: number): string[] {
  const isSegment = Number.isInteger(nth) && Number.isInteger(of) && nth >= 1 && nth <= of;
  if (!isSegment) throw new RangeError(`there is no segment ${nth} of ${of}`);
  const point = (at: number): string => (at === 0 ? '0' : at === of ? '1' : `${at}/${of}`);
  const sequence = Array.from({ length: of + 1 }, (_, at) => point(at)).join();
  return ['--execution-segment', `${point(nth - 1)}:${point(nth)}`, '--execution-segment-sequence', sequence];
}
