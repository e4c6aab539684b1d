import type { Difference } from './difference.ts'
import { DIFFERENCES } from './differences.ts'
import { compareExact, type Diff, type Exact } from './exactJson.ts'
import type { Line } from './recordings.ts'
import { formatCall, type Outcome } from './runLine.ts'

const SHOWN = 400

export interface Remaining {
  readonly line: Line
  readonly diffs: readonly Diff[]
}

/** Counts the outcomes of the lines and collects differences that no entry of the table covers. */
export interface Tally {
  add(line: Line, outcome: Outcome): void
  readonly remaining: readonly Remaining[]
  /** entries of the table that have covered nothing yet */
  unused(): readonly Difference[]
  print(write: (text: string) => void): void
}

const short = (text: string | undefined) =>
  text === undefined ? '(absent)' : text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length})` : text

export function createTally(): Tally {
  const covered = new Map<Difference, Set<Line>>(DIFFERENCES.map((entry) => [entry, new Set()]))
  const later = new Map<string, number>()
  const remaining: Remaining[] = []
  const counts = { read: 0, compared: 0, equal: 0, covered: 0, followed: 0, later: 0 }

  const judge = (line: Line, recorded: Exact, answer: Exact) => {
    let [expected, got] = [recorded, answer]
    let adjusted = false
    for (const entry of DIFFERENCES) {
      const pair = entry.adjust?.(line, expected, got)
      if (!pair) continue
      ;[expected, got] = pair
      adjusted = true
      covered.get(entry)?.add(line)
    }
    const diffs = compareExact(expected, got)
    const open: Diff[] = []
    for (const diff of diffs) {
      const entry = DIFFERENCES.find((candidate) => candidate.covers(line, diff))
      if (entry) covered.get(entry)?.add(line)
      else open.push(diff)
    }
    if (diffs.length === 0 && !adjusted) counts.equal++
    else if (open.length === 0) counts.covered++
    else remaining.push({ line, diffs: open })
  }

  return {
    remaining,
    add(line, outcome) {
      counts.read++
      if (outcome.kind === 'followed') counts.followed++
      else if (outcome.kind === 'later') {
        counts.later++
        const name = line.method ?? 'http'
        later.set(name, (later.get(name) ?? 0) + 1)
      } else {
        counts.compared++
        judge(line, outcome.expected, outcome.got)
      }
    },
    unused: () => DIFFERENCES.filter((entry) => covered.get(entry)?.size === 0),
    print(write) {
      for (const { line, diffs } of remaining) {
        write(`\n${line.chain} ${line.seq} ${line.node} ${formatCall(line)}   (${line.note.slice(0, 80)})`)
        for (const diff of diffs) {
          write(`  ${diff.path}\n    expected ${short(diff.expected)}\n    got      ${short(diff.got)}`)
        }
      }
      write(
        `\n${counts.read} lines read, ${counts.compared} compared: ${counts.equal} equal, ` +
          `${counts.covered} equal but for named differences, ${remaining.length} different. ` +
          `${counts.followed} followed (mining and wallet sends), ${counts.later} of methods that come later.`,
      )
      for (const [entry, lines] of covered) write(`  ${String(lines.size).padStart(5)} lines: ${entry.name}`)
      const names = [...later].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`)
      write(`  later: ${names.join(', ')}`)
    },
  }
}
