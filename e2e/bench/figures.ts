import { readFileSync, writeFileSync } from 'node:fs'

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** `<`: the figure must stay below `limit`; `>`: above it */
  readonly goal?: { readonly sense: '<' | '>'; readonly limit: number }
  readonly note?: string
}

/** Marks around the table in the file that `write` updates. */
const BEGIN = '<!-- figures of the bench -->'
const END = '<!-- end of the figures -->'

const shownValue = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : value < 1000 ? 1 : 0 })

const isMet = ({ value, goal }: Figure): boolean =>
  !goal || (goal.sense === '<' ? value <= goal.limit : value >= goal.limit)

const formatGoal = ({ goal }: Figure): string =>
  goal ? `${goal.sense === '<' ? '≤' : '≥'} ${goal.limit.toLocaleString('en')}` : ''

function tableRow(figure: Figure): string {
  const { name, value, unit, note } = figure
  const aim = isMet(figure) ? formatGoal(figure) : `${formatGoal(figure)}: **missed**`
  return `| ${name.trim()} | ${shownValue(value)} ${unit}${note ? ` (${note})` : ''} | ${aim} |`
}

/** Prints each figure as soon as it is known, and at the end those that missed their goals. */
export function createFigures() {
  const figures: Figure[] = []
  return {
    record(figure: Figure): void {
      figures.push(figure)
      const { name, value, unit, goal, note } = figure
      const aim = goal ? `${formatGoal(figure)} ${isMet(figure) ? 'met' : 'MISSED'}` : ''
      console.log(
        `${name.padEnd(44)} ${shownValue(value).padStart(10)} ${unit.padEnd(8)} ${aim}${note ? `  (${note})` : ''}`,
      )
    },
    summarise(): void {
      const missed = figures.filter((figure) => !isMet(figure)).map(({ name }) => name.trim())
      console.log(missed.length === 0 ? 'All goals met.' : `Missed: ${missed.join(', ')}.`)
    },
    /** Writes the figures of this run as a table between the two marks of a Markdown file. */
    write(path: string): void {
      const text = readFileSync(path, 'utf8')
      const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
      if (begin < 0 || end < begin) throw new Error(`${path} has no place for the figures`)
      const rows = ['| what | figure | goal |', '|---|---|---|', ...figures.map(tableRow)]
      writeFileSync(path, `${text.slice(0, begin)}${BEGIN}\n${rows.join('\n')}\n${text.slice(end)}`)
    },
  }
}

export type Record = ReturnType<typeof createFigures>['record']
