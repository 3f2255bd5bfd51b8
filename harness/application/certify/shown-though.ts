import type { Observation, Target } from '../../model.ts';
import { SHOWN_BY } from '../../source/capabilities.ts';
import { firstAt } from '../../values/path.ts';
import { isSuccess } from '../../wire/answer.ts';
import { bodyJson } from '../../wire/wire.ts';
import { oneLine } from '../../words/text.ts';

/** Capabilities that a target declares it lacks but that an answer shows. The cases that need them were not asked for. */
export function shownThough({ lacks }: Pick<Target, 'lacks'>, record: readonly Observation[]): readonly string[] {
  return lacks.flatMap((word) => {
    const [verb, path] = SHOWN_BY[word] ?? [];
    if (path === undefined) return [];
    const find = firstAt(path);
    const shown = record.find((seen) => {
      if (seen.type !== 'response-received' || seen.verb !== verb || !isSuccess(seen.status)) return false;
      const { json } = bodyJson(seen.body);
      return json !== undefined && (find(json) ?? null) !== null;
    });
    if (shown?.type !== 'response-received') return [];
    const where = `${verb} in ${shown.journey}`;
    return [
      oneLine(
        `warning: the target declares that it lacks ${word}, and ${where} shows it: take it from "lacks", or nobody looks`,
      ),
    ];
  });
}
