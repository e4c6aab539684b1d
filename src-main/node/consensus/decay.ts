/** Unit of -ac_decay: hundred-millionths (chain-params.md §2). */
const WHOLE = 100_000_000n
/** Maximum number of runs that a query walks from a stored checkpoint. */
const RUNS_BETWEEN_MARKS = 32
const TWO_TO_64 = 1n << 64n

/** Rewards that decrease by the same amount at each step: `reward`, `reward − drop`, and so on for `steps` steps. */
interface DecayRun {
  readonly reward: bigint
  readonly drop: bigint
  readonly steps: bigint
}

interface Mark {
  readonly step: bigint
  readonly reward: bigint
  /** sum of all rewards before `step` */
  readonly sum: bigint
}

/** A reward that is multiplied by a factor below 1 at each step and rounded down. Uses closed forms if possible. */
export interface DecaySeries {
  /** returns the reward after `steps` steps */
  after(steps: bigint): bigint
  /** returns the sum of the rewards after 0, 1, …, steps − 1 steps */
  sumBefore(steps: bigint): bigint
  /** returns the first step with a reward of 0 */
  stepsToNothing(): bigint
}

/**
 * Creates a decay series. Due to rounding, neighbouring steps decrease by the same amount, and such runs are summed at
 * once. So even a decay of a hundred-millionth per block, with hundreds of millions of steps, takes some ten thousand
 * runs.
 * @param reward satoshis
 * @param decay hundred-millionths, below 1e8
 */
export function createDecaySeries(reward: bigint, decay: bigint): DecaySeries {
  const marks: Mark[] = [{ step: 0n, reward, sum: 0n }]
  /** Returns the run that contains `step` and the sum before it; the run is undefined once the reward is 0. */
  const find = (step: bigint): { readonly mark: Mark; readonly run: DecayRun | undefined } => {
    let mark = lastMarkBefore(marks, step)
    for (let walked = 1; mark.reward !== 0n; walked++) {
      const run = decayRun(mark.reward, decay)
      if (step < mark.step + run.steps) return { mark, run }
      mark = behind(mark, run)
      if (walked % RUNS_BETWEEN_MARKS === 0 && mark.step > marks.at(-1)!.step) marks.push(mark)
    }
    return { mark, run: undefined }
  }
  return {
    after(steps) {
      const { mark, run } = find(steps)
      return run === undefined ? 0n : run.reward - (steps - mark.step) * run.drop
    },
    sumBefore(steps) {
      const { mark, run } = find(steps)
      return run === undefined ? mark.sum : mark.sum + sumOfRun(run, steps - mark.step)
    },
    stepsToNothing() {
      // The reward falls by at least 1 at each step.
      return find(reward + 1n).mark.step
    },
  }
}

function lastMarkBefore(marks: readonly Mark[], step: bigint): Mark {
  let low = 0
  let high = marks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (marks[middle]!.step <= step) low = middle
    else high = middle - 1
  }
  return marks[low]!
}

function decayRun(reward: bigint, decay: bigint): DecayRun {
  const product = reward * decay
  // komodod multiplies in 64 bits: an overflow loses most of the reward, once.
  if (product >= TWO_TO_64) return { reward, drop: reward - BigInt.asUintN(64, product) / WHOLE, steps: 1n }
  const drop = reward - product / WHOLE
  const min = ((drop - 1n) * WHOLE) / (WHOLE - decay) + 1n
  return { reward, drop, steps: (reward - min) / drop + 1n }
}

function behind(mark: Mark, run: DecayRun): Mark {
  return {
    step: mark.step + run.steps,
    reward: run.reward - run.steps * run.drop,
    sum: mark.sum + sumOfRun(run, run.steps),
  }
}

function sumOfRun({ reward, drop }: DecayRun, steps: bigint): bigint {
  return steps * reward - (drop * steps * (steps - 1n)) / 2n
}
