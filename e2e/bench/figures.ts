export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** `<` the figure must stay below `limit`, `>` above */
  readonly goal?: { readonly sense: '<' | '>'; readonly limit: number }
  readonly note?: string
}

/** Prints each figure when it is known, and in the end those that missed their goals. */
export function createFigures() {
  const missed: string[] = []
  return {
    record({ name, value, unit, goal, note }: Figure): void {
      const met = !goal || (goal.sense === '<' ? value <= goal.limit : value >= goal.limit)
      if (!met) missed.push(name.trim())
      const aim = goal
        ? `${goal.sense === '<' ? '≤' : '≥'} ${goal.limit.toLocaleString('en')} ${met ? 'met' : 'MISSED'}`
        : ''
      const shown = value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : value < 1000 ? 1 : 0 })
      console.log(`${name.padEnd(44)} ${shown.padStart(10)} ${unit.padEnd(8)} ${aim}${note ? `  (${note})` : ''}`)
    },
    summarise: () => console.log(missed.length === 0 ? 'All goals met.' : `Missed: ${missed.join(', ')}.`),
  }
}

export type Record = ReturnType<typeof createFigures>['record']
