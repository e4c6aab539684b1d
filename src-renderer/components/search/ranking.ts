import { GROUPS, GROUPS_LISTED_INITIALLY, type Group, type SearchCandidate } from './candidate.ts'

/** Maximum number of results per group. */
const MAX_RESULTS = 50

export interface RankedGroup {
  readonly group: Group
  readonly items: readonly SearchCandidate[]
}

interface Scored {
  readonly candidate: SearchCandidate
  readonly score: number
}

/** For equal matches, common results rank before expert results that are usually found by exact name. */
const WEIGHTS: Readonly<Partial<Record<Group, number>>> = { Settings: 0.85, Methods: 0.6 }
const EXACT = 100

function weighted(typed: string, candidate: SearchCandidate): number {
  if (candidate.group === 'Exact') return 2 * EXACT
  const score = computeScore(typed, candidate)
  return score === EXACT ? score : score * (WEIGHTS[candidate.group] ?? 1)
}

/** Returns the match score of a candidate; 0 means no match. The title scores higher than its synonyms. */
function computeScore(typed: string, { title, also = '', within = '' }: SearchCandidate): number {
  const name = title.toLowerCase()
  const others = also.toLowerCase().split(/\s*,\s*/)
  if (name === typed) return EXACT
  if (name.startsWith(typed)) return 80
  if (others.includes(typed)) return 75
  const words = splitIntoWords(name)
  if (words.some((word) => word.startsWith(typed))) return 70
  if (others.some((other) => other.startsWith(typed))) return 65
  if (name.includes(typed)) return 50
  if (others.some((other) => other.includes(typed))) return 45
  const all = [...words, ...others.flatMap(splitIntoWords)]
  if (splitIntoWords(typed).every((wanted) => all.some((word) => word.startsWith(wanted)))) return 40
  if (within.toLowerCase().includes(typed)) return 30
  return hasLetters(name, typed.replaceAll(/\s/g, '')) ? 10 : 0
}

const splitIntoWords = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Returns true if `text` contains the letters of `typed` in order, with others in between. */
function hasLetters(text: string, typed: string): boolean {
  let at = 0
  for (const letter of typed) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/**
 * Returns the matching candidates by group. The group with the best match is first, and matches in a group are sorted
 * by score. Exact candidates rank first. Groups with equal scores use the order of GROUPS; equal candidates keep the
 * order of the argument.
 */
export function rank(candidates: readonly SearchCandidate[], text: string): RankedGroup[] {
  const typed = text.trim().toLowerCase()
  const groups = new Map<Group, Scored[]>()
  for (const candidate of candidates) {
    const score = typed === '' ? 0 : weighted(typed, candidate)
    if (typed === '' ? !GROUPS_LISTED_INITIALLY.has(candidate.group) : score === 0) continue
    const group = groups.get(candidate.group)
    if (group) group.push({ candidate, score })
    else groups.set(candidate.group, [{ candidate, score }])
  }
  const best = (scored: readonly Scored[]) => scored.reduce((most, { score }) => Math.max(most, score), 0)
  return [...groups]
    .sort(([a, some], [b, others]) => best(others) - best(some) || GROUPS.indexOf(a) - GROUPS.indexOf(b))
    .map(([group, scored]) => ({
      group,
      // The sort is stable.
      items: scored
        .sort((a, b) => b.score - a.score)
        .slice(0, MAX_RESULTS)
        .map(({ candidate }) => candidate),
    }))
}
