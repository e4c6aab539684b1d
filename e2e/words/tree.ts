import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const IS_COUNTED = /\.(?:ts|tsx|mts|mjs|cjs|md)$/
/** Installed, built and recorded files. */
const EXCLUDED = /(?:^|\/)(?:node_modules|out|\.git)\/|^e2e\/vectors\//
const MAX_SUBJECT_LENGTH = 72
// An area, then a verb. Words that begin a statement about the desired state are rejected.
const SUBJECT =
  /^[\w.][\w./+-]*(?:, [\w./+-]+)*: (?!(?:the|an?|what|whatever|whoever|who|whose|it|no|every|of|where)\b)\S/

function git(root: string, ...options: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', root, ...options], { encoding: 'utf8', maxBuffer: 1 << 26 })
  return status === 0 ? stdout : undefined
}

/**
 * Returns the tracked files of a checkout that have comments or prose, sorted. Without git, returns all such files on
 * disk.
 */
export function listCountedFiles(root: string): string[] {
  // A tarball unpacked inside another checkout is not part of that checkout.
  const tracked = existsSync(join(root, '.git')) ? git(root, 'ls-files', '-z')?.split('\0') : undefined
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder + entry.name
      if (entry.isDirectory()) return EXCLUDED.test(`${path}/`) ? [] : walk(`${path}/`)
      return entry.isFile() ? [path] : []
    })
  return (tracked ?? walk(''))
    .filter((file) => IS_COUNTED.test(file) && !EXCLUDED.test(file) && existsSync(join(root, file)))
    .sort()
}

/**
 * Returns the lines, as `file:line`, added since the commit that last changed `ceilings`. Returns undefined if that
 * history is missing.
 */
export function listAddedLines(root: string, ceilings: string): Set<string> | undefined {
  const base = git(root, 'log', '-1', '--format=%H', '--', ceilings)?.trim()
  const diff = base ? git(root, 'diff', '-U0', '--no-color', '--no-ext-diff', base) : undefined
  if (diff === undefined) return undefined
  const added = new Set<string>()
  let file = ''
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length)
    const [, from, count] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    for (let at = 0; from !== undefined && at < Number(count ?? 1); at++) added.add(`${file}:${Number(from) + at}`)
  }
  return added
}

/**
 * Returns false if a commit's subject names no area, states a wish instead of an imperative, or is longer than 72
 * characters.
 */
export const isGoodSubject = (subject: string): boolean => subject.length <= MAX_SUBJECT_LENGTH && SUBJECT.test(subject)

/**
 * Returns the commits with a bad subject after the commit that added `ceilings`, except merges. Returns an empty list
 * without git or with a shallow history. Git finds that commit at run time, so a rebase cannot make it stale.
 */
export function listBadSubjects(root: string, ceilings: string): string[] {
  if (!existsSync(join(root, '.git')) || git(root, 'rev-parse', '--is-shallow-repository')?.trim() !== 'false')
    return []
  const base = git(root, 'log', '--diff-filter=A', '--format=%H', '--', ceilings)?.trim().split('\n').at(-1)
  if (!base) return []
  const log = git(root, 'log', '--no-merges', '--format=%h %s', `--ancestry-path=${base}`, `${base}..HEAD`) ?? ''
  return log.split('\n').filter((line) => line !== '' && !isGoodSubject(line.slice(line.indexOf(' ') + 1)))
}
