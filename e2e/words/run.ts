/**
 * Fails if the count of a pattern of `patterns.ts` differs from its ceiling in `ceilings.json`, or if a commit has a
 * bad subject. A lower count fails too, because a ceiling above the count would let the pattern return. `--write`
 * lowers ceilings, never raises one, and adds missing ones. After a merge, delete the file and write it again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countWords } from './countWords.ts'
import { WORD_PATTERNS } from './patterns.ts'
import { listAddedLines, listBadSubjects, listCountedFiles } from './tree.ts'

const CEILINGS = 'e2e/words/ceilings.json'
const MAX_PLACES = 20
const root = process.cwd()
const path = join(root, CEILINGS)
const isWriting = process.argv.includes('--write')

const ceilings: Record<string, number> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
const counted = countWords(root, listCountedFiles(root))
const problems = listBadSubjects(root, CEILINGS).map(
  (line) => `commit ${line}: expected "area: imperative", at most 72 characters`,
)
const lowered: Record<string, number> = {}

for (const [name, places] of counted) {
  const ceiling = ceilings[name]
  lowered[name] = Math.min(places.length, ceiling ?? places.length)
  if (ceiling !== undefined && places.length > ceiling) {
    const added = listAddedLines(root, CEILINGS)
    const lines = places.map(({ file, line }) => `${file}:${line}`)
    const fresh = added ? lines.filter((line) => added.has(line)) : []
    const shown = (fresh.length > 0 ? fresh : lines).slice(0, MAX_PLACES)
    const row = WORD_PATTERNS.find((pattern) => pattern.name === name)
    problems.push(
      `${name}: ${places.length}, ceiling ${ceiling} (${row?.reason}; better: ${row?.better})\n  ${shown.join('\n  ')}`,
    )
  } else if (!isWriting && places.length !== ceiling)
    problems.push(`${name}: lower the ceiling to ${places.length}: npm run lint:words -- --write`)
}
if (isWriting) writeFileSync(path, `${JSON.stringify(lowered, null, 2)}\n`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
} else {
  const total = [...counted.values()].reduce((sum, places) => sum + places.length, 0)
  console.log(`words: ${total} places of ${counted.size} patterns`)
}
