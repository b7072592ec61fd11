import { seededRandom } from '../../../harness/crash/sweep.ts';
import { fieldLies, type Lie, listLies, maskingLies, wholeLies } from './lies.ts';
import { play, SCENES } from './scenes.ts';

/** Result of a sweep over false responses. */
export interface Swept {
  lies: number;
  green: number;
  red: number;
  /** Complete descriptions of the harmful false responses. */
  harm: string[];
}

export type Chosen = { scene: string; lie: Lie }[];

/** Returns false lists, false whole responses and hidden values, each in every scene. */
export function largeLies(forms: readonly string[]): Chosen {
  return inEveryScene([...listLies(), ...wholeLies(), ...maskingLies(forms)]);
}

/**
 * Returns responses with one false field, each in every scene, separately for fields that specify what runs and for
 * other fields.
 */
export function smallLies(): { telling: Chosen; other: Chosen } {
  const lies = fieldLies();
  return {
    telling: inEveryScene(lies.filter(({ telling }) => telling)),
    other: inEveryScene(lies.filter(({ telling }) => !telling)),
  };
}

function inEveryScene(lies: readonly Lie[]): Chosen {
  return Object.keys(SCENES).flatMap((scene) => lies.map((lie) => ({ scene, lie })));
}

/** Returns a random sample with equal probabilities, which is the same for the same seed. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = seededRandom(seed);
  const pool = [...all];
  const taken: T[] = [];
  while (taken.length < count && pool.length > 0) {
    const at = Math.floor(random() * pool.length);
    const [last, chosen] = [pool.at(-1), pool[at]];
    if (chosen === undefined || last === undefined) break;
    pool[at] = last;
    pool.pop();
    taken.push(chosen);
  }
  return taken;
}

export async function sweep(chosen: Chosen): Promise<Swept> {
  const swept: Swept = { lies: 0, green: 0, red: 0, harm: [] };
  for (const { scene: name, lie } of chosen) {
    const scene = SCENES[name];
    if (scene === undefined) throw new Error(`there is no scene ${name}`);
    const { code, wrong: all, outputs } = await play(scene, lie.liar(), { hasDuplicates: lie.hasDuplicates });
    // The action is not responsible for a change that the service itself makes to another deployment, but it is
    // responsible for a false success.
    const wrong = lie.misleads ? all.filter((what) => !what.endsWith('was touched')) : all;
    swept.lies += 1;
    swept[code === 0 ? 'green' : 'red'] += 1;
    if (outputs['reason-code'] === 'internal-error') wrong.push('the action itself failed');
    if (wrong.length > 0)
      swept.harm.push(`${name} / ${lie.about}: ${outputs['reason-code']}: ${wrong.join('; ')}`);
  }
  return swept;
}
