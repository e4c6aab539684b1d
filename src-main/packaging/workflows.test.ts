import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'

const folder = join(project, '.github/workflows')
const workflows = readdirSync(folder).map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')])

/** Returns the lines below a top-level key, or undefined if the key is missing. */
function findBlock(text: string, key: string): string[] | undefined {
  const match = new RegExp(`^${key}:(.*)\\n((?:(?: .*)?\\n)*)`, 'm').exec(text)
  return match?.slice(1).flatMap((part) =>
    part
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
}

describe.each(workflows)('workflow %s', (_name, text) => {
  it('pins each action by the full hash of a commit, followed by its version', () => {
    const uses = text.split('\n').filter((line) => /^\s*(- )?["']?uses["']?:/.test(line))
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((line) => !/uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  it('limits its token to reading the contents of the repository by default', () => {
    expect(findBlock(text, 'permissions')).toEqual(['contents: read'])
  })

  it('leaves no credentials in a checkout', () => {
    expect(text.match(/persist-credentials: false/g)?.length ?? 0).toBe(text.match(/actions\/checkout@/g)?.length ?? 0)
  })

  it('limits the duration of each job, and runs once at a time per branch', () => {
    const jobs = findBlock(text, 'jobs')?.join('\n') ?? ''
    expect(jobs.match(/^timeout-minutes: \d+$/gm)?.length).toBe(jobs.match(/^runs-on: /gm)?.length)
    expect(findBlock(text, 'concurrency')?.[0]).toMatch(/^group: .*github\.ref/)
  })
})

describe('the release workflow', () => {
  it('fails if the tests of the Debian package or of the bare root are skipped', () => {
    const release = readFileSync(join(folder, 'release.yml'), 'utf8')
    const steps = release.split(/^ {6}- /m).filter((step) => /e2e\/package\/(debian|bareRoot)/.test(step))
    expect(steps).not.toEqual([])
    for (const step of steps) expect(step).toContain("CHAINWRIGHT_REQUIRE_ALL: '1'")
  })
})
